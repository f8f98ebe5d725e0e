// What it costs to know that everything written before a question has been seen.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeClock } from "../../src/host/node/node-clock.ts";
import { nodeWatching } from "../../src/host/node/node-watch.ts";
import { skipRules } from "../../src/host/watch/ignore-rules.ts";
import type { Watch } from "../../src/host/watch.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed } from "../shared/record.ts";
import { median, quantile } from "../shared/stats.ts";

const sizes = [1_000, 20_000] as const;
const filesPerFolder = 50;
const settles = 400;
const starts = 5;

export async function measureWatcher(folder: string, record: Recorder): Promise<void> {
  const rows: string[][] = [];
  for (const size of sizes) {
    const root = join(folder, `watched-${size}`);
    grow(root, size);
    rows.push(await measureTree(root, size, record));
    rmSync(root, { recursive: true, force: true });
  }
  record.table(
    `Watcher in ms, ${starts} starts and ${settles} settlements each`,
    ["files", "folders", "ready p50", "ready max", "settle p50", "p99", "after a write p50", "p99"],
    rows,
  );
}

async function measureTree(root: string, size: number, record: Recorder): Promise<string[]> {
  const ready: number[] = [];
  for (let round = 0; round < starts; round++) {
    const began = performance.now();
    const watch = start(root, () => {});
    await watch.ready;
    ready.push(performance.now() - began);
    record.sample({ part: "watcher", files: size, what: "ready", round, ms: performance.now() - began });
    await watch.close();
  }
  let seen = 0;
  const watch = start(root, (count) => {
    seen += count;
  });
  await watch.ready;
  const idle = await repeat(
    watch,
    () => {},
    (round, ms) => record.sample({ part: "watcher", files: size, what: "settle", round, ms }),
  );
  const file = join(root, "folder0", "file0.ts");
  const written = await repeat(
    watch,
    (round) => writeFileSync(file, `${round}`),
    (round, ms) => {
      record.sample({ part: "watcher", files: size, what: "settle after a write", round, ms });
    },
  );
  await watch.close();
  if (seen !== settles) throw new Error(`${seen} of ${settles} writes were reported`);
  return [
    String(size),
    String(Math.ceil(size / filesPerFolder)),
    fixed(median(ready), 1),
    fixed(Math.max(...ready), 1),
    fixed(median(idle), 3),
    fixed(quantile(idle, 0.99), 2),
    fixed(median(written), 3),
    fixed(quantile(written, 0.99), 2),
  ];
}

async function repeat(
  watch: Watch,
  act: (round: number) => void,
  sample: (round: number, ms: number) => void,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < settles; round++) {
    act(round);
    const began = performance.now();
    const settlement = await watch.settle();
    const ms = performance.now() - began;
    if (settlement !== "settled") throw new Error(`the watch answered ${settlement}`);
    times.push(ms);
    sample(round, ms);
  }
  return times;
}

function start(root: string, onChanges: (count: number) => void): Watch {
  return nodeWatching.watch({
    root,
    clock: nodeClock,
    skips: skipRules({ ignoreFiles: [] }),
    onChanges: (changes) => onChanges(changes.length),
  });
}

function grow(root: string, size: number): void {
  for (let index = 0; index < size; index++) {
    const folder = join(root, `folder${Math.floor(index / filesPerFolder)}`);
    if (index % filesPerFolder === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file${index}.ts`), `export const value${index} = ${index};\n`);
  }
}
