// After a crash another program goes on working: what it does is never taken back, and never keeps the rest from going back.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FileFault } from "../../src/host/files.ts";
import type { ProposedStep } from "../../src/model/offered-action.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import type { Written } from "../../src/workspace/write/writer.ts";
import type { DiskCall, Verdict } from "../support/crash-shim.ts";
import { Crash, ShimmedDisk } from "../support/crash-shim.ts";
import { CrashTree, signed } from "../support/crash-tree.ts";

let tree: CrashTree;
beforeEach(async () => {
  tree = await CrashTree.plant({ "a.ts": "one\n", "src/b.ts": "two\n", "z.ts": "z" });
});
afterEach(() => tree[Symbol.dispose]());

const options = { overwrite: false, ignoreIfExists: false };
const text = (name: string): string | undefined =>
  existsSync(tree.at(name)) ? readFileSync(tree.at(name), "utf8") : undefined;

async function write(steps: readonly ProposedStep[], disk = tree.host.writing): Promise<Written> {
  return tree.writer(disk).commit(await tree.writer().prepare(tree.plan(steps)), signed);
}

/** A process that ends at its first call of which this is true. */
async function crash(steps: readonly ProposedStep[], when: (call: DiskCall) => boolean): Promise<void> {
  const disk = new ShimmedDisk(tree.host.writing, (call): Verdict => (when(call) ? "crash" : "go"));
  await expect(write(steps, disk)).rejects.toThrow(Crash);
}

const both = (): ProposedStep[] => [tree.edit("a.ts", () => "ONE\n"), tree.edit("src/b.ts", () => "TWO\n")];
const made = (): ProposedStep[] => [
  { kind: "create", file: tree.at("n.ts"), ...options },
  { kind: "edit", file: tree.at("n.ts"), hash: undefined, before: "", text: "new\n" },
];
const moved = (): ProposedStep[] => [{ kind: "rename", from: tree.at("a.ts"), to: tree.at("m.ts"), ...options }];
const removed = (): ProposedStep[] => [
  { kind: "delete", file: tree.at("a.ts"), recursive: false, ignoreIfNotExists: false },
  tree.edit("src/b.ts", () => "TWO\n"),
];

/** Where a transaction of ours may be when it ends before anything of the tree was replaced. */
const early: readonly [string, (call: DiskCall) => boolean][] = [
  ["before its files are made ready", ({ act, path }) => act !== "sync" && path.includes(".sightline-")],
  ["before the first is put in place", ({ act, path }) => act === "rename" && path.endsWith(".old")],
];

test.each(early)("the same edit by another program after a crash %s stays [D09]", async (_when, when) => {
  await crash(both(), when);
  writeFileSync(tree.at("a.ts"), "ONE\n");
  await tree.writer().recover();
  expect([text("a.ts"), text("src/b.ts")]).toEqual(["ONE\n", "two\n"]);
  expect(readdirSync(tree.root).sort()).toEqual(["a.ts", "src", "z.ts"]);
  expect(tree.leftovers()).toEqual([]);
});

test.each(["create", "link"])(
  "the same new file by another program after a crash before our %s stays [D09]",
  async (act) => {
    const end = act === "create" ? /\.new$/ : /n\.ts$/;
    await crash(made(), (call) => call.act === act && end.test(call.path));
    writeFileSync(tree.at("n.ts"), "new\n");
    await tree.writer().recover();
    expect(text("n.ts")).toBe("new\n");
    expect(readdirSync(tree.root).sort()).toEqual(["a.ts", "n.ts", "src", "z.ts"]);
    // Also where the disk cannot tell one file from another by number, a new one after it stays.
    await tree.writer().recover();
    expect(text("n.ts")).toBe("new\n");
  },
);

test("a new file of ours goes back after a crash, at every call after it was put there [D09]", async () => {
  const steps = [...made(), tree.edit("a.ts", () => "ONE\n")];
  const whole = new ShimmedDisk(tree.host.writing);
  await write(steps, whole);
  const first = whole.calls.findIndex(({ act, path }) => act === "link" && path.endsWith("n.ts"));
  const last = whole.calls.findIndex(({ act, path }) => act === "rename" && path.endsWith(".committed"));
  expect(first).toBeGreaterThan(0);
  for (let index = first; index <= last; index++) {
    tree.replant({ "a.ts": "one\n" });
    await crash([...made(), tree.edit("a.ts", () => "ONE\n")], (call) => call.index === index);
    await tree.writer().recover();
    expect({ index, n: text("n.ts"), a: text("a.ts") }).toEqual({ index, n: undefined, a: "one\n" });
  }
});

test("the same move or removal by another program after a crash stays [D09]", async () => {
  await crash(moved(), ({ act, path }) => act === "rename" && path.endsWith(".old"));
  renameSync(tree.at("a.ts"), tree.at("m.ts"));
  await tree.writer().recover();
  expect([text("a.ts"), text("m.ts")]).toEqual([undefined, "one\n"]);
  tree.replant({ "a.ts": "one\n", "src/b.ts": "two\n" });
  await crash(removed(), ({ act, path }) => act === "rename" && path.endsWith(".old"));
  unlinkSync(tree.at("a.ts"));
  await tree.writer().recover();
  expect([text("a.ts"), text("src/b.ts")]).toEqual([undefined, "two\n"]);
});

/** What another program does to the second target; the first is already new then. */
const obstacles: readonly [string, () => void][] = [
  ["its directory is gone", () => rmSync(join(tree.root, "src"), { recursive: true })],
  [
    "its directory is a link",
    () => {
      renameSync(join(tree.root, "src"), join(tree.base, "kept"));
      symlinkSync(join(tree.base, "kept"), join(tree.root, "src"));
    },
  ],
  ["a link stands there", () => symlinkSync("../z.ts", tree.at("src/b.ts"))],
  ["a directory stands there", () => mkdirSync(tree.at("src/b.ts"))],
  [
    "a file stands in the way",
    () => {
      rmSync(join(tree.root, "src"), { recursive: true });
      writeFileSync(join(tree.root, "src"), "a file");
    },
  ],
];

test.each(obstacles)(
  "where %s the other files go back, its content is rescued, and work goes on",
  async (_what, act) => {
    await crash(both(), ({ act: one, path }) => one === "link" && path.endsWith("b.ts"));
    expect(text("a.ts")).toBe("ONE\n");
    act();
    await tree.writer().recover();
    expect(text("a.ts")).toBe("one\n");
    expect(tree.events).toMatchObject([
      { type: "edit.recovered", left: expect.stringContaining("src/b.ts") as string },
    ]);
    expect(rescued()).toEqual(["two\n"]);
    expect(tree.leftovers()).toEqual([]);
    await write([tree.edit("z.ts", () => "Z")]);
    expect(text("z.ts")).toBe("Z");
  },
);

function rescued(): string[] {
  const names = Object.entries(tree.journal()).filter(([name]) => /\/rescued\/./.test(name));
  return names.map(([, shot]) => shot.slice(shot.indexOf(" ") + 1));
}

const journal = (): string => join(tree.state, "edits", readdirSync(join(tree.state, "edits"))[0] ?? "");
const inJournal = (end: RegExp): string => join(journal(), readdirSync(journal()).find((name) => end.test(name)) ?? "");

/** Takes away what version control does not know. */
function clean(directory: string): void {
  for (const name of readdirSync(directory).filter((one) => one.startsWith("."))) rmSync(join(directory, name));
}

test("nothing is made in another tree that stands at the same path after a crash [D09]", async () => {
  for (const when of [/\.old$/, /b\.ts$/]) {
    tree.replant({ "a.ts": "one\n", "src/b.ts": "two\n" });
    await crash(both(), ({ act, path }) => (act === "rename" || act === "link") && when.test(path));
    rmSync(tree.root, { recursive: true });
    mkdirSync(join(tree.root, "src"), { recursive: true });
    writeFileSync(tree.at("z.ts"), "another project\n");
    await tree.writer().recover();
    expect(Object.keys(tree.shot()).sort()).toEqual(["src", "z.ts"]);
    expect(rescued().sort()).toEqual(["one\n", "two\n"]);
    expect(tree.events).toMatchObject([
      { type: "edit.recovered", left: expect.stringMatching(/src\/b\.ts: .*rescued.*a\.ts: .*rescued/) as string },
    ]);
    expect(tree.leftovers()).toEqual([]);
    await write([tree.edit("z.ts", () => "Z")]);
  }
});

test("a file that is gone after a crash before it was replaced stays gone, also where all beside it was cleaned [D09]", async () => {
  await crash(both(), ({ act, path }) => act === "rename" && path.endsWith(".old"));
  for (const directory of [tree.root, join(tree.root, "src")]) clean(directory);
  unlinkSync(tree.at("a.ts"));
  await tree.writer().recover();
  expect([text("a.ts"), text("src/b.ts"), rescued()]).toEqual([undefined, "two\n", ["one\n"]]);
});

test("a moved file is back after a crash, also where all beside it was cleaned, at every call after it was put there [D09]", async () => {
  const whole = new ShimmedDisk(tree.host.writing);
  await write(moved(), whole);
  const first = whole.calls.findIndex(({ act, path }) => act === "link" && path.endsWith("m.ts"));
  const last = whole.calls.findIndex(({ act, path }) => act === "rename" && path.endsWith(".committed"));
  expect(first).toBeGreaterThan(0);
  for (let index = first + 1; index <= last; index++) {
    tree.replant({ "a.ts": "one\n" });
    await crash(moved(), (call) => call.index === index);
    clean(tree.root);
    await tree.writer().recover();
    expect({ index, shot: Object.keys(tree.shot()), a: text("a.ts") }).toEqual({ index, shot: ["a.ts"], a: "one\n" });
  }
});

test("what was removed before something else was put in place comes back, also where all beside it was cleaned [D09]", async () => {
  const steps = [...removed(), tree.edit("z.ts", () => "Z")];
  await crash(steps, ({ act, path }) => act === "rename" && path.endsWith(".committed"));
  expect([text("a.ts"), text("src/b.ts"), text("z.ts")]).toEqual([undefined, "TWO\n", "Z"]);
  for (const directory of [tree.root, join(tree.root, "src")]) clean(directory);
  await tree.writer().recover();
  expect([text("a.ts"), text("src/b.ts"), text("z.ts")]).toEqual(["one\n", "two\n", "z"]);
  expect(tree.leftovers()).toEqual([]);
});

test("content that is half brought back when the disk is full is brought back whole the next time", async () => {
  await crash(both(), ({ act, path }) => act === "link" && path.endsWith("b.ts"));
  clean(tree.root);
  for (const verdict of [{ half: "ENOSPC" }, "half, crash"] as const) {
    const disk = new ShimmedDisk(tree.host.writing, ({ act, path }) =>
      act === "create" && path.startsWith(tree.root) ? verdict : "go",
    );
    await Promise.allSettled([tree.writer(disk).recover()]);
    expect(text("a.ts")).toBeUndefined();
  }
  await tree.writer().recover();
  expect(text("a.ts")).toBe("one\n");
  expect(readdirSync(tree.root).sort()).toEqual(["a.ts", "src", "z.ts"]);
});

test.each(["is missing", "is another than was kept"])(
  "where a former content %s the root can be read, and is told before anything is changed",
  async (how) => {
    await crash([tree.edit("a.ts", () => "ONE\n")], ({ act, path }) => act === "link" && path.endsWith("a.ts"));
    clean(tree.root);
    const kept = join(inJournal(/\.prepared$/), "before-0");
    if (how === "is missing") rmSync(kept);
    else writeFileSync(kept, "garbage");
    await tree.writer().recover();
    expect(tree.events).toMatchObject([{ type: "edit.unrecovered", why: expect.stringContaining(kept) as string }]);
    expect(text("a.ts")).toBeUndefined();
    const refusal = await refusalOf(write([tree.edit("z.ts", () => "Z")]));
    expect(refusal.code).toBe("rollback_incomplete");
  },
);

test("a former content that was changed in the journal is not written by an undo, and is named", async () => {
  const { id } = await write([tree.edit("a.ts", () => "ONE\n")]);
  const kept = join(inJournal(/\.kept$/), "before-0");
  writeFileSync(kept, "garbage");
  const refusal = await refusalOf(tree.writer().inverse(id));
  expect(refusal.message + (refusal.details.why ?? "")).toContain(kept);
  expect(text("a.ts")).toBe("ONE\n");
});

test("a crash of another process is noticed by one that has looked before [D09]", async () => {
  const other = tree.writer();
  await other.recover();
  await write([tree.edit("z.ts", () => "Z")]);
  await other.recover();
  await crash(both(), ({ act, path }) => act === "link" && path.endsWith("b.ts"));
  await other.recover();
  expect([text("a.ts"), text("src/b.ts")]).toEqual(["one\n", "two\n"]);
  expect(tree.events).toMatchObject([{ type: "edit.recovered" }]);
});

test("what a process of another machine left is told with the name of its lock, once", async () => {
  await crash(both(), ({ act, path }) => act === "link" && path.endsWith("b.ts"));
  const lock = inJournal(/^lock-/);
  const holder = JSON.parse(readFileSync(lock, "utf8")) as object;
  writeFileSync(lock, JSON.stringify({ ...holder, machine: "another", boot: "another" }));
  const writer = tree.writer();
  await writer.recover();
  await writer.recover();
  expect(tree.events).toMatchObject([{ type: "edit.unrecovered", why: expect.stringContaining(lock) as string }]);
  rmSync(lock);
  await writer.recover();
  expect([text("a.ts"), text("src/b.ts")]).toEqual(["one\n", "two\n"]);
});

test.each([
  ["is damaged", (written: string) => written.slice(0, written.length / 2)],
  ["is empty", () => ""],
  ["is of another version", (written: string) => written.replace('"version": 3', '"version": 4')],
])(
  "where a record %s nothing is changed until a person has settled it, and every caller is told",
  async (_how, harm) => {
    await crash(both(), ({ act, path }) => act === "link" && path.endsWith("b.ts"));
    const place = inJournal(/\.prepared$/);
    const record = join(place, "record.json");
    writeFileSync(record, harm(readFileSync(record, "utf8")));
    const writer = tree.writer();
    await writer.recover();
    expect(tree.events).toMatchObject([{ type: "edit.unrecovered", why: expect.stringContaining(place) as string }]);
    expect(await writer.history()).toMatchObject([
      { outcome: "unknown", detail: expect.stringContaining(place) as string },
    ]);
    const before = tree.shot();
    expect((await refusalOf(write([tree.edit("z.ts", () => "Z")]))).details).toMatchObject({
      code: "rollback_incomplete",
      next: expect.stringContaining(place) as string,
      data: { journal: place },
    });
    expect(tree.shot()).toEqual(before);
    rmSync(place, { recursive: true });
    await write([tree.edit("z.ts", () => "Z")]);
    expect([text("z.ts"), (await writer.history()).length]).toEqual(["Z", 1]);
  },
);

test("a record that cannot be read just now keeps changes from being made on a half-made tree", async () => {
  const prepared = await tree.writer().prepare(tree.plan([tree.edit("z.ts", () => "Z")]));
  await crash(both(), ({ act, path }) => act === "link" && path.endsWith("b.ts"));
  const files = {
    ...tree.host.files,
    read: async (path: Parameters<typeof tree.host.files.read>[0]) => {
      if (path.endsWith("record.json")) throw new FileFault("EMFILE", path, undefined);
      return tree.host.files.read(path, 1_000_000);
    },
  };
  const refusal = await refusalOf(tree.writer(undefined, { files }).commit(prepared, signed));
  expect(refusal.details).toMatchObject({ code: "write_failed", data: { code: "EMFILE" } });
  expect(text("z.ts")).toBe("z");
});

test.each(["EPERM", "ENOTSUP"])("on a disk without hard links (%s) all goes back after any crash", async (code) => {
  const steps = (): ProposedStep[] => [...made(), ...both()];
  const plain = (call: DiskCall): Verdict => (call.act === "link" ? { fail: code } : "go");
  const whole = new ShimmedDisk(tree.host.writing, plain);
  await write(steps(), whole);
  expect([text("a.ts"), text("src/b.ts"), text("n.ts")]).toEqual(["ONE\n", "TWO\n", "new\n"]);
  const last = whole.calls.findIndex(({ act, path }) => act === "rename" && path.endsWith(".committed"));
  for (let index = 0; index <= last; index++) {
    tree.replant({ "a.ts": "one\n", "src/b.ts": "two\n" });
    const disk = new ShimmedDisk(tree.host.writing, (call) => (call.index === index ? "crash" : plain(call)));
    await expect(write(steps(), disk)).rejects.toThrow(Crash);
    await tree.writer(new ShimmedDisk(tree.host.writing, plain)).recover();
    const now = [text("a.ts"), text("src/b.ts"), text("n.ts")];
    expect({ index, now }).toEqual({ index, now: ["one\n", "two\n", undefined] });
    expect(readdirSync(tree.root).sort()).toEqual(["a.ts", "src"]);
  }
});
