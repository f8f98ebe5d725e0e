// The store of answers keeps them for any number of processes, and answers nothing that is damaged, foreign or not there.

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import fc from "fast-check";
import { repeats } from "../../../test/support/soak.ts";
import { nodeDatabases } from "../../host/database/node-databases.ts";
import { noDatabases } from "../../host/database/databases.ts";
import { filePath } from "../../model/file-path.ts";
import type { KeptAnswer } from "./answer-store.ts";
import { AnswerStore } from "./answer-store.ts";

const places: string[] = [];

afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true });
});

function place(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "sightline-store-")));
  places.push(made);
  return join(made, "refs.db");
}

function open(
  file: string,
  over: { readonly maxBytes?: number; readonly key?: string; readonly now?: () => number } = {},
) {
  const { maxBytes = 1e9, key = "a key", now = () => 1_000 } = over;
  return new AnswerStore({ databases: nodeDatabases, file: filePath(file), key, maxBytes, now, busyMs: 20 });
}

const answer: KeptAnswer = {
  request: "r1",
  state: "s1",
  kind: "uses",
  filePath: "src/a.ts",
  fileHash: "f".repeat(64),
  symbolName: "total",
  symbolLine: 3,
  value: JSON.stringify({ locations: [{ file: "src/b.ts" }] }),
  cachedAt: 500,
};

/** A file with one answer, closed. */
function filled(): string {
  const file = place();
  const store = open(file);
  store.keep([answer], { files: "x" });
  store.close();
  return file;
}

describe("what is kept", () => {
  test("is found by the next process, with the parts of its state", () => {
    const store = open(filled());
    expect(store.answersTo("r1")).toEqual([answer]);
    expect(store.partsOf("s1")).toEqual({ files: "x" });
    expect(store.answersTo("r2")).toEqual([]);
    store.close();
  });

  test("lies in a file of its owner's alone, in WAL mode, with a busy timeout of 5 seconds [AGL-296]", () => {
    const file = filled();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const database = nodeDatabases.open(filePath(file), 1);
    expect(database.all("PRAGMA journal_mode", [])[0]).toMatchObject({ journal_mode: "wal" });
    database.close();
    const seen: number[] = [];
    const watching = {
      ...nodeDatabases,
      open: (path: typeof answer.request, ms: number) => (seen.push(ms), nodeDatabases.open(filePath(path), ms)),
    };
    const store = new AnswerStore({
      databases: watching,
      file: filePath(file),
      key: "a key",
      maxBytes: 1e9,
      now: () => 1,
    });
    store.answersTo("r1");
    store.close();
    expect(seen).toEqual([5_000]);
  });

  test("is shown by the table that peers keep: every column of it, and none of them empty [AGL-297]", () => {
    const database = nodeDatabases.open(filePath(filled()), 1);
    const [row] = database.all("SELECT * FROM symbol_refs", []);
    expect(row).toMatchObject({
      file_path: "src/a.ts",
      file_hash: "f".repeat(64),
      symbol_name: "total",
      symbol_line: 3,
      locations: '[{"file":"src/b.ts"}]',
      cached_at: 500,
    });
    database.close();
  });

  test("is replaced by a later answer in the same state, and bounded for each question", () => {
    const store = open(place());
    for (let state = 0; state < 20; state++) store.keep([{ ...answer, state: `s${state}`, cachedAt: state }], {});
    store.keep([{ ...answer, state: "s19", cachedAt: 100 }], {});
    expect(store.answersTo("r1").map(({ state }) => state)).toEqual(["s19", "s18", "s17", "s16", "s15", "s14"]);
    store.close();
  });

  test("goes when it was not used for longest, once there is more than its quota", () => {
    let now = 0;
    const store = open(place(), { maxBytes: 400_000, now: () => now });
    const value = JSON.stringify({ locations: [], filler: "x".repeat(2_000) });
    for (now = 1; now <= 300; now++) {
      store.keep([{ ...answer, request: `r${now}`, value }], { files: "x" });
      const [first] = store.answersTo("r1");
      if (first !== undefined) store.used(first);
    }
    expect(store.size()?.bytes).toBeLessThan(500_000);
    expect(store.answersTo("r1")).toHaveLength(1);
    expect(store.answersTo("r2")).toHaveLength(0);
    expect(store.answersTo("r300")).toHaveLength(1);
    store.close();
  });

  test("what was read of files is kept with it, and none of it is a text", () => {
    const file = place();
    const store = open(file);
    store.keepReadings(new Map([["src", '{"a.ts":["stamp","hash"]}']]), []);
    store.close();
    const next = open(file);
    expect([...next.readings()]).toEqual([["src", '{"a.ts":["stamp","hash"]}']]);
    next.close();
  });
});

describe("what is damaged [F51]", () => {
  const harms: readonly [string, (file: string) => void][] = [
    ["truncated", (file) => truncateSync(file, 5_000)],
    ["cut to nothing", (file) => truncateSync(file, 0)],
    ["zeroed", (file) => writeFileSync(file, Buffer.alloc(statSync(file).size))],
    ["no database", (file) => writeFileSync(file, "hello ".repeat(1_000))],
    ["a directory", (file) => (rmSync(file), mkdirSync(file))],
  ];
  test.each(harms)("%s: nothing is answered, nothing is thrown, and where it can be it is made anew", (name, harm) => {
    const file = filled();
    harm(file);
    const store = open(file);
    expect(store.answersTo("r1")).toEqual([]);
    store.keep([answer], {});
    // The process that damaged it here has not let go of a file that it cut to nothing, so that it stays locked.
    const isLost = name === "a directory" || name === "cut to nothing";
    expect(store.answersTo("r1")).toEqual(isLost ? [] : [answer]);
    expect(store.fault).toBeDefined();
    store.close();
  });

  test("of another schema: it is made anew", () => {
    const file = filled();
    const database = nodeDatabases.open(filePath(file), 1);
    database.exec("PRAGMA user_version = 99");
    database.close();
    const store = open(file);
    expect(store.answersTo("r1")).toEqual([]);
    expect(store.fault).toContain("version 99");
    store.keep([answer], {});
    expect(store.answersTo("r1")).toEqual([answer]);
    store.close();
  });

  test("locked by another process: nothing is kept, and the next answer may be", () => {
    const file = filled();
    const other = nodeDatabases.open(filePath(file), 1);
    let now = 1;
    const store = open(file, { now: () => now });
    expect(store.answersTo("r1")).toHaveLength(1);
    other.exec("BEGIN IMMEDIATE");
    other.exec("PRAGMA busy_timeout = 1");
    store.keep([{ ...answer, request: "r2" }], {});
    expect(store.fault).toMatch(/locked|busy/);
    other.exec("ROLLBACK");
    now += 60_000;
    expect(store.answersTo("r1")).toHaveLength(1);
    store.keep([{ ...answer, request: "r2" }], {});
    expect(store.answersTo("r2")).toHaveLength(1);
    other.close();
    store.close();
  });

  test("read-only: what is there is answered, or nothing, and nothing is thrown", () => {
    const file = filled();
    chmodSync(file, 0o400);
    chmodSync(join(file, ".."), 0o500);
    const store = open(file);
    expect([0, 1]).toContain(store.answersTo("r1").length);
    store.keep([{ ...answer, request: "r2" }], {});
    store.close();
    chmodSync(join(file, ".."), 0o700);
  });

  test("a disk that is full: nothing is thrown, and what was there before is answered", () => {
    const file = filled();
    const full = {
      ...nodeDatabases,
      open: (path: string, ms: number) => {
        const database = nodeDatabases.open(filePath(path), ms);
        // SQLite says the same of a file that may not grow as of a disk that is full.
        database.all(`PRAGMA max_page_count = ${statSync(path).size / 4_096}`, []);
        return database;
      },
    };
    const store = new AnswerStore({ databases: full, file: filePath(file), key: "a key", maxBytes: 1e9, now: () => 1 });
    store.keep([{ ...answer, request: "r2", value: JSON.stringify("x".repeat(100_000)) }], {});
    expect(store.fault).toMatch(/full/);
    store.close();
    const next = open(file);
    expect(next.answersTo("r1")).toEqual([answer]);
    next.close();
  });

  test("any bits may flip: a row is as it was written, or it is none", () => {
    const file = filled();
    const whole = readFileSync(file);
    const copy = place();
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length * 8 - 1), { minLength: 1, maxLength: 40 }), (bits) => {
        const bytes = Buffer.from(whole);
        for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        for (const ending of ["-wal", "-shm"]) rmSync(copy + ending, { force: true });
        writeFileSync(copy, bytes);
        const store = open(copy);
        for (const one of store.answersTo("r1")) expect(one).toEqual(answer);
        store.verify();
        store.close();
      }),
      { numRuns: repeats({ test: 60, soak: 2_000 }) },
    );
  });

  test("a row that another key has sealed is none, and goes", () => {
    const file = filled();
    const store = open(file, { key: "another key" });
    expect(store.answersTo("r1")).toEqual([]);
    expect(store.size()?.answers).toBe(0);
    store.close();
  });
});

describe("what goes while it is open [F52]", () => {
  test("the directory is deleted: it is made again, and filled again", () => {
    const file = filled();
    const store = open(file);
    expect(store.answersTo("r1")).toHaveLength(1);
    rmSync(join(file, ".."), { recursive: true });
    expect(store.answersTo("r1")).toEqual([]);
    store.keep([answer], {});
    expect(store.answersTo("r1")).toEqual([answer]);
    expect(existsSync(file)).toBe(true);
    store.close();
  });

  test("the file is replaced by another: that one is read", () => {
    const [file, other] = [filled(), place()];
    const second = open(other);
    second.keep([{ ...answer, request: "r2" }], {});
    second.close();
    const store = open(file);
    expect(store.answersTo("r1")).toHaveLength(1);
    rmSync(file);
    copyFileSync(other, file);
    expect(store.answersTo("r2")).toHaveLength(1);
    store.close();
  });
});

describe("what is not there", () => {
  test("without a database nothing is kept, and the reason is", () => {
    const store = new AnswerStore({
      databases: noDatabases("there is no driver"),
      file: filePath("/nowhere/refs.db"),
      key: "a key",
      maxBytes: 1,
      now: () => 1,
    });
    store.keep([answer], {});
    expect(store.answersTo("r1")).toEqual([]);
    expect(store.size()).toBeUndefined();
    expect(store.fault).toBe("there is no driver");
  });

  test("what was forgotten is not there any more", () => {
    const store = open(filled());
    expect(store.clear()).toBe(true);
    expect(store.answersTo("r1")).toEqual([]);
    expect(store.verify()).toEqual({ answers: 0, dropped: 0, faults: [] });
    store.close();
  });
});

test("two processes write and read one file at the same time", () => {
  const file = place();
  const [one, other] = [open(file), open(file)];
  for (let at = 0; at < 100; at++) {
    one.keep([{ ...answer, request: `one ${at}` }], {});
    other.keep([{ ...answer, request: `other ${at}` }], {});
    expect(one.answersTo(`other ${at}`)).toHaveLength(1);
    expect(other.answersTo(`one ${at}`)).toHaveLength(1);
  }
  expect(one.verify()).toEqual({ answers: 200, dropped: 0, faults: [] });
  one.close();
  other.close();
});
