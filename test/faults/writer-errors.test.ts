// A disk that fails at any call of a change: all files are as before, or all as after it, and nothing lies about.

import { afterAll, beforeAll, expect, test } from "vitest";
import { settingsFor } from "../../src/config/profiles.ts";
import type { Host } from "../../src/host/host.ts";
import { MemoryHost } from "../../src/host/memory/memory.ts";
import { filePath } from "../../src/model/file-path.ts";
import type { Plan } from "../../src/model/plan.ts";
import { Refusal } from "../../src/model/refusal.ts";
import { StepClock } from "../../src/testing/step-clock.ts";
import type { Written } from "../../src/workspace/write/writer.ts";
import { Writer } from "../../src/workspace/write/writer.ts";
import type { DiskCall, Verdict } from "../support/crash-shim.ts";
import { ShimmedDisk } from "../support/crash-shim.ts";
import { CrashTree, signed } from "../support/crash-tree.ts";

const files = { "a.ts": "one\n", "src/b.ts": "two\n", "c.ts": "three\n", "d.ts": "four\n" };

let tree: CrashTree;
let before: string;
let after: string;
let calls: readonly DiskCall[];

beforeAll(async () => {
  tree = await CrashTree.plant(files);
  before = shot();
  const disk = new ShimmedDisk(tree.host.writing);
  await commit(disk);
  after = shot();
  calls = disk.calls;
});

afterAll(() => tree[Symbol.dispose]());

function shot(): string {
  return JSON.stringify(Object.entries(tree.shot()).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function plan(): Plan {
  const options = { overwrite: false, ignoreIfExists: false };
  return tree.plan([
    tree.edit("a.ts", () => "ONE\n"),
    tree.edit("src/b.ts", () => "TWO\n"),
    { kind: "rename", from: tree.at("c.ts"), to: tree.at("new/c.ts"), ...options },
    { kind: "delete", file: tree.at("d.ts"), recursive: false, ignoreIfNotExists: false },
    { kind: "create", file: tree.at("new/e.ts"), ...options },
  ]);
}

async function commit(disk: ShimmedDisk): Promise<Written> {
  const prepared = await tree.writer().prepare(plan());
  return tree.writer(disk).commit(prepared, signed);
}

/** What came of a change on a disk that fails. */
async function outcome(before: (call: DiskCall) => Verdict): Promise<Written | Refusal> {
  tree.replant(files);
  try {
    return await commit(new ShimmedDisk(tree.host.writing, before));
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** A change that was refused has not been made; one that was answered has. */
function mustBeWhole(came: Written | Refusal, where: object): void {
  expect({ ...where, shot: shot() }).toEqual({ ...where, shot: came instanceof Refusal ? before : after });
  expect({ ...where, left: tree.leftovers() }).toEqual({ ...where, left: [] });
}

async function failOnceEverywhere(code: string): Promise<string[]> {
  const codes: string[] = [];
  for (const { index, act, path } of calls) {
    for (const verdict of act === "create" ? [{ fail: code }, { half: code }] : [{ fail: code }]) {
      const came = await outcome((call) => (call.index === index ? verdict : "go"));
      mustBeWhole(came, { index, act, path, verdict });
      codes.push(came instanceof Refusal ? came.code : "written");
      const words = came instanceof Refusal ? JSON.stringify(came.details) : code;
      expect(words).toContain(code);
    }
  }
  return codes;
}

test("a full disk at any call leaves all as it was, with nothing beside it [F45 D10]", async () => {
  expect(after).not.toBe(before);
  const codes = await failOnceEverywhere("ENOSPC");
  expect(new Set(codes)).toEqual(new Set(["write_failed", "written"]));
}, 240_000);

test("an error of the disk at any call, also when it makes things durable, is never taken for success [F46]", async () => {
  const codes = await failOnceEverywhere("EIO");
  expect(new Set(codes)).toEqual(new Set(["write_failed", "written"]));
  // Up to the mark that it is done, a failed sync fails the change; what comes after it only tidies.
  const mark = calls.findIndex(({ act, path }) => act === "rename" && path.endsWith(".committed"));
  const syncs = calls.filter(({ act, index }) => act === "sync" && index <= mark + 1);
  expect(syncs.at(-1)?.index).toBe(mark + 1);
  for (const { index } of syncs) {
    const came = await outcome((call) => (call.index === index ? { fail: "EIO" } : "go"));
    expect(came).toBeInstanceOf(Refusal);
  }
}, 240_000);

test.each(["EACCES", "EROFS"])(
  "%s at any file of a change, or of its journal, takes the whole of it back [F47 F53]",
  async (code) => {
    const codes = await failOnceEverywhere(code);
    expect(new Set(codes)).toEqual(new Set(["write_failed", "written"]));
  },
  240_000,
);

test("a disk that stays broken is told with the state of each file, and all goes back when it is mended", async () => {
  const seen = new Set<string>();
  for (const { index } of calls.filter(({ act }) => act !== "look" && act !== "read")) {
    const came = await outcome((call) => (call.index >= index && call.act !== "read" ? { fail: "EIO" } : "go"));
    const told = came instanceof Refusal && came.code === "rollback_incomplete" ? came.details : undefined;
    const files = told?.data?.["files"];
    expect({ index, files: Array.isArray(files) ? files.length : 6 }).toEqual({ index, files: 6 });
    expect(told?.why ?? "a.ts: as before").toMatch(/a\.ts: (as|neither)/);
    seen.add(came instanceof Refusal ? came.code : "written");
    await tree.writer().recover();
    expect({ index, whole: [before, after].includes(shot()) }).toEqual({ index, whole: true });
    expect({ index, left: tree.leftovers() }).toEqual({ index, left: [] });
  }
  expect(seen).toEqual(new Set(["write_failed", "rollback_incomplete", "written"]));
}, 240_000);

test("another file system in the way never shows: what is new is made where it belongs [F49]", async () => {
  // A link to another file system is what would fail there; then the content is made anew beside its place.
  const links = calls.filter(({ act }) => act === "link");
  for (const { index } of links) {
    const came = await outcome((call) => (call.index === index ? { fail: "EXDEV" } : "go"));
    expect(came).not.toBeInstanceOf(Refusal);
    mustBeWhole(came, { index });
  }
  // Nothing is ever renamed or linked out of its directory but within the journal, and a whole file to its new name.
  const made = calls.filter(({ act, path }) => act === "create" && path.startsWith(tree.root));
  expect(made.map(({ path }) => path.replace(/\.sightline-.*/, ""))).toEqual([
    `${tree.root}/`,
    `${tree.root}/src/`,
    `${tree.root}/new/`,
  ]);
});

test.each([
  [3, undefined],
  [11, "write_failed"],
])(
  "a file that a scanner holds for %i seconds is waited for, up to ten; then all goes back [F50]",
  async (seconds, code) => {
    const clock = new StepClock();
    const memory = new MemoryHost({ clock, platform: "win32" });
    const [root, held, other] = ["/shop", "/shop/b.ts", "/shop/a.ts"].map(filePath);
    if (root === undefined || held === undefined || other === undefined) throw new Error("three paths");
    memory.files.write(other, "a");
    memory.files.write(held, "b");
    const until = clock.now() + seconds * 1_000;
    const writing = new ShimmedDisk(memory.writing, ({ act, path }) =>
      act === "link" && path === held && clock.now() < until ? { fail: "EBUSY" } : "go",
    );
    const host: Host = { ...memory, hold: () => () => {}, resolvePackageFile: () => undefined, writing };
    const writer = new Writer({ host, root, settings: settingsFor("standard") });
    const steps = [other, held].map((file) => {
      const before = file === held ? "b" : "a";
      return { kind: "edit", file, hash: undefined, before, text: before.toUpperCase() } as const;
    });
    const began = clock.now();
    const came = await clock.until(
      writer
        .prepare({ root, why: "a test", steps })
        .then((prepared) => writer.commit(prepared, signed))
        .catch((error: unknown) => {
          if (error instanceof Refusal) return error;
          throw error;
        }),
    );
    expect(came instanceof Refusal ? came.code : undefined).toBe(code);
    // It gives up after ten seconds; taking it back then waits for the file as well.
    expect(clock.now() - began).toBeLessThanOrEqual(12_000);
    const texts = await Promise.all(
      [other, held].map(async (file) => String.fromCharCode(...((await host.files.read(file, 1_000_000)) ?? []))),
    );
    expect(texts).toEqual(code === undefined ? ["A", "B"] : ["a", "b"]);
    expect(memory.files.below(root)).toHaveLength(2);
  },
);
