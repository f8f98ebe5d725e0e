// Measures how many of the names that an edit needs are in the context that is assembled before it is made.
//
//   node tools/run.mjs bench/context.ts [--quick] [--edits N] [LANGUAGE…]
//
// Invariant: it reports and never judges a run as failed; a cell that misses its goal is shown and marked.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { openEngine } from "../src/engine/open.ts";
import type { Host } from "../src/host/host.ts";
import { openNodeHost } from "../src/host/node/node-host.ts";
import { catalogOf } from "../test/real/installed.ts";
import { checkOut, fetched } from "../test/real/real-package.ts";
import type { ArmName } from "./context/arms.ts";
import { armNames, armsOf } from "./context/arms.ts";
import { editsBetween, sampled, wordsOf } from "./context/edits.ts";
import type { History } from "./context/history.ts";
import { histories } from "./context/history.ts";
import { Recorder } from "./shared/record.ts";

const budgets = [1_000, 2_000, 4_000] as const;
const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
/** Edits between two releases. */
const edits = Number(words[words.indexOf("--edits") + 1 || words.length] ?? (isQuick ? 4 : 12));
const languages = words.filter((word) => histories.some(({ language }) => language.toLowerCase() === word));

/** How many names were needed, and how many of them each arm had. */
interface Cell {
  needed: number;
  had: number;
  tokens: number;
  count: number;
}

const cells = new Map<string, Cell>();
const began = performance.now();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sightline-bench-")));
const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
const record = new Recorder(join(process.cwd(), "bench", "results"), `context-${stamp}`);
try {
  const host = await openNodeHost({ ...process.env, SIGHTLINE_STATE_DIR: join(scratch, "state") });
  record.say(
    `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown"}; load ${loads()}.`,
  );
  record.sample({ part: "machine", quick: isQuick || edits < 12 || languages.length > 0, edits });
  for (const history of histories) {
    if (languages.length === 0 || languages.includes(history.language.toLowerCase())) await measure(host, history);
  }
  report();
  record.say(
    `\nTook ${Math.round((performance.now() - began) / 1_000)} s; load at the end ${loads()}. Samples: ${relative(process.cwd(), record.file)}`,
  );
} finally {
  await record.close();
  rmSync(scratch, { recursive: true, force: true });
}

// — below: in the order they are used —

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(" ");
}

async function measure(host: Host, history: History): Promise<void> {
  for (const [at, version] of history.versions.slice(0, -1).entries()) {
    const next = history.versions[at + 1] ?? version;
    const releases = [version, next].map(history.release);
    if (fetched(releases).length < releases.length) {
      record.say(`${history.title} ${version} or ${next} was not fetched: not measured.`);
      continue;
    }
    await measureRelease(host, history, version, next);
  }
}

async function measureRelease(host: Host, history: History, version: string, next: string): Promise<void> {
  const real = history.release(version);
  const [before, after] = [checkOut(real), checkOut(history.release(next))];
  const engine = await openEngine({
    ...{ directory: before.root, exact: true, trusted: true, catalog: catalogOf(real.server), host },
  });
  try {
    const arms = armsOf(engine, before);
    for (const edit of sampled(editsBetween(before, after, history.declared), edits)) {
      for (const arm of armNames) {
        for (const budget of budgets) {
          const start = performance.now();
          const text = await arms[arm](edit, budget);
          const ms = performance.now() - start;
          const shown = wordsOf(text);
          const had = edit.needed.filter((name) => shown.has(name)).length;
          const tokens = countTokens(text);
          count(`${history.language} ${budget} ${arm}`, edit.needed.length, had, tokens);
          const { file, from, to } = edit;
          record.sample({
            ...{ part: "context", language: history.language, package: history.title, version, next, file, from, to },
            ...{ arm, budget, needed: edit.needed.length, had, tokens, ms },
          });
        }
      }
    }
  } finally {
    await engine.close();
    before.remove();
    after.remove();
  }
}

function count(key: string, needed: number, had: number, tokens: number): void {
  const cell = cells.get(key) ?? { needed: 0, had: 0, tokens: 0, count: 0 };
  cells.set(key, cell);
  cell.needed += needed;
  cell.had += had;
  cell.tokens += tokens;
  cell.count++;
}

function report(): void {
  const rows: string[][] = [];
  for (const language of new Set(histories.map((one) => one.language))) {
    for (const budget of budgets) {
      const shares = armNames.map((arm) => cells.get(`${language} ${budget} ${arm}`));
      const [ours, ...others] = shares.map(shareOf);
      if (ours === undefined || Number.isNaN(ours)) continue;
      const isMet = others.every((one) => ours >= one);
      const first = shares[0];
      rows.push([
        `${language}, ${budget} tokens`,
        String(first?.count ?? 0),
        String(first?.needed ?? 0),
        ...shares.map((cell) => `${(shareOf(cell) * 100).toFixed(1)} %`),
        ((first?.had ?? 0) / Math.max(1, (first?.tokens ?? 0) / 1_000)).toFixed(2),
        isMet ? "met" : "**missed**",
      ]);
    }
  }
  const head: (ArmName | string)[] = ["cell", "edits", "names", ...armNames, "ours per 1,000 tokens", "highest recall"];
  record.table(
    "Names that the new lines of an edit use and the edited lines do not show: how many of them the context has, by its size. An edit is a stretch of lines that two releases of a real package have differently; what is asked about is the older release",
    head,
    rows,
  );
}

function shareOf(cell: Cell | undefined): number {
  return cell === undefined ? Number.NaN : cell.had / Math.max(1, cell.needed);
}
