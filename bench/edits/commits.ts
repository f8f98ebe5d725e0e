// What it costs to change files as a whole or not at all, against writing them plainly and against replacing each durably.
//
// The arms take turns over the same files in one directory, forwards in one round and backwards in the next.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { settingsFor } from "../../src/config/profiles.ts";
import { openEngine } from "../../src/engine/open.ts";
import type { Host } from "../../src/host/host.ts";
import type { Writing } from "../../src/host/writing.ts";
import type { FilePath } from "../../src/model/file-path.ts";
import { filePath } from "../../src/model/file-path.ts";
import type { Plan } from "../../src/model/plan.ts";
import { Writer } from "../../src/workspace/write/writer.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed } from "../shared/record.ts";
import { median, quantile } from "../shared/stats.ts";

export interface CommitOptions {
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly scratch: string;
}

/** One act of the writer at a path, by the clock. */
interface Act {
  readonly act: "read" | "rename" | "link";
  readonly from: string;
  readonly to: string;
  readonly end: number;
}

type Arm = "plain" | "durable" | "writer" | "apply_edit";

const warmUp = 2;

export async function measureCommits(
  host: Host,
  { sizes, rounds, scratch }: CommitOptions,
  record: Recorder,
): Promise<void> {
  const rows: string[][] = [];
  const windows: string[][] = [];
  for (const size of sizes) {
    const root = realpathSync(mkdtempSync(join(scratch, "commit-")));
    try {
      const { times, acts } = await measureSize(host, root, size, rounds, record);
      rows.push(rowOf(size, times));
      windows.push(windowRow(size, acts));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  record.table(
    `A change of several files of 4 KB, in ms, medians of ${rounds}: the writer alone, and the whole operation without a server`,
    [
      "files",
      "written plainly",
      "each durably replaced",
      "the writer",
      "of durable",
      "apply_edit",
      "of durable",
      "writer p90",
    ],
    rows,
  );
  record.table(
    "How long a file is at risk in a commit, in ms. What is written before it is taken away is found and refused; while nothing stands at its path nothing can be overwritten",
    ["files", "checked to taken away p50", "max", "nothing at the path p50", "max"],
    windows,
  );
}

// — below: private, in the order they are used —

async function measureSize(
  host: Host,
  root: string,
  size: number,
  rounds: number,
  record: Recorder,
): Promise<{ readonly times: Readonly<Record<Arm, number[]>>; readonly acts: readonly Act[][] }> {
  const files = Array.from({ length: size }, (_, index) => join(root, `part${index % 10}`, `file${index}.txt`));
  for (const file of files) {
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, textOf(-1));
  }
  const acts: Act[] = [];
  const writer = new Writer({ host: watched(host, acts), root: filePath(root), settings: settingsFor("standard") });
  const engine = await openEngine({ directory: root, exact: true, trusted: true, host });
  const times: Record<Arm, number[]> = { plain: [], durable: [], writer: [], apply_edit: [] };
  const seen: Act[][] = [];
  const arms: Readonly<Record<Arm, (text: string) => Promise<unknown>>> = {
    plain: async (text) => {
      for (const file of files) await plainly(file, text);
    },
    durable: async (text) => {
      for (const file of files) await durably(file, text);
      for (const folder of new Set(files.map((file) => join(file, "..")))) await synced(folder);
    },
    writer: async (text) => {
      const prepared = await writer.prepare(planOf(host, root, files, text));
      return writer.commit(prepared, { operation: "bench", caller: "bench" });
    },
    apply_edit: async (text) => {
      const outcome = await engine.invoke({
        operation: "apply_edit",
        input: { workspace_edit: { changes: changesOf(files, text) } },
        caller: { door: "library", allowed: ["read", "propose", "write"] },
      });
      if (!outcome.ok) throw new Error(`${outcome.refusal.what} ${outcome.refusal.why ?? ""}`);
    },
  };
  try {
    let turn = 0;
    for (let round = -warmUp; round < rounds; round++) {
      const order = Object.keys(arms) as Arm[];
      for (const arm of round % 2 === 0 ? order : order.reverse()) {
        const text = textOf(turn++);
        acts.length = 0;
        const began = performance.now();
        await arms[arm](text);
        const ms = performance.now() - began;
        if (files.some((file) => readFileSync(file, "utf8") !== text)) throw new Error(`${arm} left other bytes`);
        if (round < 0) continue;
        times[arm].push(ms);
        if (arm === "writer") seen.push([...acts]);
        record.sample({ part: "commit", arm, size, round, ms });
      }
    }
  } finally {
    await engine.close();
  }
  return { times, acts: seen };
}

function textOf(turn: number): string {
  return `${turn}\n`.padEnd(4_096, "What stands in a file is not what it costs.\n");
}

async function plainly(file: string, text: string): Promise<void> {
  const handle = await open(file, "w");
  await handle.writeFile(text);
  await handle.close();
}

async function durably(file: string, text: string): Promise<void> {
  const beside = `${file}.new`;
  const handle = await open(beside, "w");
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(beside, file);
}

async function synced(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
}

function planOf(host: Host, root: string, files: readonly string[], text: string): Plan {
  return {
    root: filePath(root),
    why: "bench",
    steps: files.map((file) => {
      const bytes = readFileSync(file);
      const hash = host.files.hash(bytes);
      return { kind: "edit", file: filePath(file), hash, before: bytes.toString("utf8"), text };
    }),
  };
}

function changesOf(files: readonly string[], newText: string): Record<string, object[]> {
  return Object.fromEntries(
    files.map((file) => {
      const end = { line: readFileSync(file, "utf8").split("\n").length, character: 0 };
      return [pathToFileURL(file).href, [{ range: { start: { line: 0, character: 0 }, end }, newText }]];
    }),
  );
}

/** The same host, whose acts of writing are noted. */
function watched(host: Host, acts: Act[]): Host {
  const { writing } = host;
  const noted = async <T>(act: Act["act"], from: string, to: string, done: Promise<T>): Promise<T> => {
    const value = await done;
    acts.push({ act, from, to, end: performance.now() });
    return value;
  };
  const watching: Writing = {
    ...writing,
    read: (path: FilePath) => noted("read", path, path, writing.read(path)),
    rename: (from: FilePath, to: FilePath) => noted("rename", from, to, writing.rename(from, to)),
    link: (from: FilePath, to: FilePath) => noted("link", from, to, writing.link(from, to)),
  };
  return { ...host, writing: watching };
}

function rowOf(size: number, times: Readonly<Record<Arm, readonly number[]>>): string[] {
  const durable = median(times.durable);
  return [
    String(size),
    fixed(median(times.plain), 2),
    fixed(durable, 2),
    fixed(median(times.writer), 2),
    fixed(median(times.writer) / durable, 2),
    fixed(median(times.apply_edit), 2),
    fixed(median(times.apply_edit) / durable, 2),
    fixed(quantile(times.writer, 0.9), 2),
  ];
}

function windowRow(size: number, commits: readonly (readonly Act[])[]): string[] {
  const checked: number[] = [];
  const absent: number[] = [];
  for (const acts of commits) {
    for (const [index, taken] of acts.entries()) {
      if (taken.act !== "rename" || acts.some(({ to }) => to === taken.from) === false) continue;
      const before = acts.slice(0, index).findLast(({ act, from }) => act === "read" && from === taken.from);
      const after = acts.slice(index).find(({ act, to }) => act !== "read" && to === taken.from);
      if (before === undefined || after === undefined) continue;
      checked.push(taken.end - before.end);
      absent.push(after.end - taken.end);
    }
  }
  const cells = [checked, absent].flatMap((ms) => [fixed(median(ms), 2), fixed(Math.max(...ms), 2)]);
  return [String(size), ...cells];
}
