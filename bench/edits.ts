// Measures what is said of changes against the compilers, and what changes cost: verdicts, renames, commits, latency.
//
//   node tools/run.mjs bench/edits.ts [--quick] [--changes N] [--renames N] [--seed N] [--kinds PATTERN] [PART…] [LANGUAGE…]
//
// Invariant: it reports and never judges a run as failed; a cell that misses its goal is shown and marked.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Host } from "../src/host/host.ts";
import { openNodeHost } from "../src/host/node/node-host.ts";
import { checkOut } from "../test/real/real-package.ts";
import { measureCommits } from "./edits/commits.ts";
import { measureLatency } from "./edits/latency.ts";
import type { EditedPackage, RenamablePackage } from "./edits/packages.ts";
import { editedPackages, isRenamable } from "./edits/packages.ts";
import { renamingPeers } from "./edits/rename-peers.ts";
import type { Renamer } from "./edits/renames.ts";
import { measureRenames, openOwn } from "./edits/renames.ts";
import { measureVerdicts } from "./edits/verdicts.ts";
import { Shims } from "./peers/servers.ts";
import { Recorder } from "./shared/record.ts";

const parts = ["verdicts", "renames", "commits", "latency"] as const;
const languages = ["typescript", "javascript", "go", "python"];

const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const changes = numberAfter("--changes", isQuick ? 12 : 100);
const renames = numberAfter("--renames", isQuick ? 6 : 56);
const seed = numberAfter("--seed", 20_261_116);
/** Of the kinds of change only those that match this; such a run is for looking into something. */
const kinds = words[words.indexOf("--kinds") + 1 || words.length];
const comparedRenames = isQuick ? 3 : 12;
const wanted = (part: (typeof parts)[number]): boolean =>
  words.includes(part) || !parts.some((one) => words.includes(one));

const began = performance.now();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const shims = new Shims(scratch);
const record = new Recorder(join(process.cwd(), "bench", "results"), `edits-${stamp}`);
try {
  const host = await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: join(scratch, "state") });
  record.say(
    `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown"}; load ${loads()}.`,
  );
  // A run that was made smaller is not taken for a careful one.
  const quick = isQuick || changes < 100 || renames < 50 || kinds !== undefined;
  record.sample({ part: "machine", quick, changes, renames, seed });
  if (wanted("commits")) await measureCommits(host, { sizes: [1, 10, 100], rounds: isQuick ? 5 : 20, scratch }, record);
  for (const edited of editedPackages(words.filter((word) => languages.includes(word)))) await measure(host, edited);
  record.say(
    `\nTook ${Math.round((performance.now() - began) / 1_000)} s; load at the end ${loads()}. Samples: ${relative(process.cwd(), record.file)}`,
  );
} finally {
  await record.close();
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(host: Host, edited: EditedPackage): Promise<void> {
  const checkout = checkOut(edited.real);
  try {
    if (wanted("verdicts"))
      await measureVerdicts(
        host,
        edited,
        checkout,
        { count: changes, seed, kinds, exhaustive: isQuick ? 4 : 20, scratch },
        record,
      );
    if (wanted("latency"))
      await measureLatency(host, edited, checkout, { count: isQuick ? 4 : 16, rounds: isQuick ? 2 : 6, seed }, record);
  } finally {
    checkout.remove();
  }
  if (wanted("renames") && isRenamable(edited)) await measureAllRenames(host, edited);
}

/** Ours on symbols of every kind, and then every contender on the same ones that can be asked for by name. */
async function measureAllRenames(host: Host, edited: RenamablePackage): Promise<void> {
  const own = (root: string): Promise<Renamer> => openOwn(host, edited, root);
  await measureRenames(edited, own, { count: renames, seed, scratch }, record);
  const options = { count: comparedRenames, seed, scratch, named: true };
  await measureRenames(edited, own, options, record);
  for (const peer of renamingPeers()) {
    if (peer.absent !== undefined) record.say(`\nRenames by ${peer.title}: not compared: ${peer.absent}.`);
    else await measureRenames(edited, (root) => peer.open(edited, shims, scratch, root), options, record);
  }
}

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}

function numberAfter(flag: string, otherwise: number): number {
  const at = words.indexOf(flag);
  return at < 0 ? otherwise : Number(words[at + 1]);
}
