// Measures what evidence costs: a warm question and a change with it and without, in turns, and verifying a long chain.
//
// Invariant: it reports and never judges a run as failed; a cell that misses its goal is shown and marked.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { openNodeHost } from "../src/host/node/node-host.ts";
import { openArms } from "./evidence/arms.ts";
import { measureChanges } from "./evidence/changes.ts";
import { measureQuestions } from "./evidence/questions.ts";
import { measureVerifying } from "./evidence/verifying.ts";
import { makeProject } from "./session/project.ts";
import { Recorder } from "./shared/record.ts";

const parts = ["question", "change", "verify"] as const;
const chosen = process.argv.slice(2);
const wanted = (part: (typeof parts)[number]): boolean => chosen.length === 0 || chosen.includes(part);

const began = performance.now();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const record = new Recorder(join(process.cwd(), "bench", "results"), `evidence-${stamp}`);
const env = { ...process.env, SIGHTLINE_STATE_DIR: join(scratch, "state"), SIGHTLINE_DAEMON: "off" };
const project = makeProject("typescript", 60);
try {
  record.say(
    `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown"}; load ${loads()}.`,
  );
  const host = await openNodeHost(env);
  const arms = await openArms(host, project.root);
  try {
    if (wanted("question")) await measureQuestions(arms, project, { rounds: 200, warmUp: 40 }, record);
    if (wanted("change")) await measureChanges(arms, project, { rounds: 40, warmUp: 5 }, record);
  } finally {
    await arms.close();
  }
  if (wanted("verify")) await measureVerifying(host, join(scratch, "long"), [1_000, 10_000], record);
  record.say(
    `\nTook ${Math.round((performance.now() - began) / 1_000)} s; load at the end ${loads()}. Samples: ${relative(process.cwd(), record.file)}`,
  );
} finally {
  await record.close();
  for (const root of [scratch, project.root]) rmSync(root, { recursive: true, force: true });
}

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}
