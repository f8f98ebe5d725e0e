// A change that a process could not finish is taken back before a caller sees anything of its files.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeCatalog } from "../../src/catalog/table.ts";
import { settingsFor } from "../../src/config/profiles.ts";
import type { Host } from "../../src/host/host.ts";
import { nodeCodec } from "../../src/host/node/node-codec.ts";
import type { Writing } from "../../src/host/writing.ts";
import type { FilePath } from "../../src/model/file-path.ts";
import { filePath } from "../../src/model/file-path.ts";
import type { ProposedStep } from "../../src/model/offered-action.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import { Roots } from "../../src/workspace/roots.ts";
import { Workspace } from "../../src/workspace/workspace.ts";
import { Writer } from "../../src/workspace/write/writer.ts";
import type { DiskCall, Verdict } from "../support/crash-shim.ts";
import { Crash, ShimmedDisk } from "../support/crash-shim.ts";
import { CrashTree, signed } from "../support/crash-tree.ts";

let tree: CrashTree;
const opened: Roots[] = [];
beforeEach(async () => {
  tree = await CrashTree.plant({ "sub/a.ts": "one\n", "sub/b.ts": "two\n", "z.ts": "z" });
});
afterEach(async () => {
  for (const roots of opened.splice(0)) await roots.close();
  tree[Symbol.dispose]();
});

const sub = (): FilePath => tree.at("sub");
const texts = (): (string | undefined)[] =>
  ["sub/a.ts", "sub/b.ts"].map((name) => (existsSync(tree.at(name)) ? readFileSync(tree.at(name), "utf8") : undefined));
const both = (): ProposedStep[] => [tree.edit("sub/a.ts", () => "ONE\n"), tree.edit("sub/b.ts", () => "TWO\n")];

function writerOf(root: FilePath, writing: Writing = tree.host.writing): Writer {
  const emit = (event: CrashTree["events"][number]): void => void tree.events.push(event);
  return new Writer({ host: { ...tree.host, writing }, root, settings: settingsFor("standard"), emit });
}

/** A process that serves this root ends when its first file is away and the new one not yet there. */
async function crashIn(root: FilePath, hole = "a.ts"): Promise<void> {
  const isHole = ({ act, path }: DiskCall): boolean => act === "link" && path.endsWith(hole);
  const disk = new ShimmedDisk(tree.host.writing, (call): Verdict => (isHole(call) ? "crash" : "go"));
  const writer = writerOf(root, disk);
  const prepared = await writerOf(root).prepare({ root, why: "a test", steps: both() });
  await expect(writer.commit(prepared, signed)).rejects.toThrow(Crash);
  expect(readdirSync(sub()).some((name) => name.startsWith(".sightline-"))).toBe(true);
}

function serve(root: FilePath, over: Partial<Host> = {}): Roots {
  const workspace = new Workspace({
    host: { ...tree.host, ...over },
    codec: nodeCodec,
    root,
    catalog: makeCatalog({ languages: [], servers: [], decided: [] }),
    settings: settingsFor("standard"),
    trusted: true,
    emit: (event) => void tree.events.push(event),
  });
  const roots = new Roots(workspace);
  opened.push(roots);
  return roots;
}

const author = {
  operation: "edit_history",
  caller: signed.caller,
  connection: "one",
  sees: "its door's",
  allow: (): void => {},
} as const;

/** Each is the first thing that is asked of a root. */
const ways: readonly [string, (roots: Roots) => Promise<unknown>][] = [
  ["a file is located", (roots) => roots.view().locate(tree.at("sub/a.ts"))],
  [
    "a path is placed",
    async (roots) => expect(await roots.view().place(tree.at("sub/a.ts"))).toMatchObject({ exists: true }),
  ],
  [
    "the history is read",
    async (roots) => expect(await roots.edits(author).history()).toMatchObject([{ outcome: "aborted" }]),
  ],
  ["all is looked at", (roots) => roots.view().all()],
  ["the directory is surveyed", (roots) => roots.view().survey(sub())],
  ["a change is reported", (roots) => roots.filesChanged([{ path: tree.at("sub/a.ts"), kind: "changed" }])],
];

test.each(ways)("what could not be finished is back when %s [D09]", async (_way, ask) => {
  await crashIn(tree.root);
  expect(texts()).toEqual([undefined, "two\n"]);
  await ask(serve(tree.root));
  expect(texts()).toEqual(["one\n", "two\n"]);
  expect(readdirSync(sub())).toEqual(["a.ts", "b.ts"]);
});

test("many who come at once all find what could not be finished back in its place [D09]", async () => {
  await crashIn(tree.root);
  const roots = [serve(tree.root), serve(sub()), serve(tree.root)];
  const located = roots.flatMap((one) => [0, 1, 2].map(() => one.view().locate(tree.at("sub/a.ts"))));
  expect(await Promise.all(located)).toHaveLength(9);
  expect(texts()).toEqual(["one\n", "two\n"]);
  expect(tree.events.filter(({ type }) => type === "edit.recovered")).toHaveLength(1);
});

test.each(["itself", "above"])(
  "a writer of the root %s who is at work is waited for, however long it pauses [F69]",
  async (which) => {
    let goOn = (): void => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isAway = (): void => {};
    const away = new Promise<void>((resolve) => {
      isAway = resolve;
    });
    const { writing } = tree.host;
    const slow: Writing = Object.create(writing, {
      link: {
        value: async (from: FilePath, to: FilePath) => {
          isAway();
          await gate;
          return writing.link(from, to);
        },
      },
    }) as Writing;
    const writer = writerOf(tree.root, slow);
    const written = writer.commit(await writer.prepare(tree.plan(both())), signed);
    await away;
    let looks = 0;
    const read: typeof tree.host.files.read = (path) => {
      // Only one who waits looks at the lock again.
      if (/\/lock-[0-9a-f]+$/.test(path) && ++looks === 2) goOn();
      return tree.host.files.read(path, 1_000_000);
    };
    const roots = serve(which === "itself" ? tree.root : sub(), { files: { ...tree.host.files, read } });
    await roots.view().locate(tree.at("sub/a.ts"));
    await written;
    expect(texts()).toEqual(["ONE\n", "TWO\n"]);
  },
);

test("a root inside another takes back what was left of the whole, before it is read or written [D09]", async () => {
  await crashIn(tree.root, "b.ts");
  expect(texts()).toEqual(["ONE\n", undefined]);
  await serve(sub()).view().all();
  expect(texts()).toEqual(["one\n", "two\n"]);
  await crashIn(tree.root);
  const plan = {
    root: sub(),
    why: "a test",
    steps: [{ kind: "create", file: tree.at("sub/a.ts"), overwrite: false, ignoreIfExists: false }] as const,
  };
  await refusalOf(writerOf(sub()).prepare(plan));
  expect(texts()).toEqual(["one\n", "two\n"]);
  expect(readdirSync(sub())).toEqual(["a.ts", "b.ts"]);
});

test("a root around another takes back what was left of a part [D09]", async () => {
  await crashIn(sub());
  const roots = serve(tree.root);
  await roots.view().locate(tree.at("sub/a.ts"));
  expect(texts()).toEqual(["one\n", "two\n"]);
  // Also what is left of it while the whole is served.
  await crashIn(sub());
  await roots.view().locate(tree.at("sub/a.ts"));
  expect(texts()).toEqual(["one\n", "two\n"]);
});

test("what was left of a root elsewhere, or of one that is not there now, is left to those who serve it", async () => {
  await crashIn(sub());
  const beside = tree.at("subway");
  mkdirSync(beside);
  await serve(beside).view().all();
  expect(texts()).toEqual([undefined, "two\n"]);
  const away = join(tree.base, "away");
  renameSync(sub(), away);
  await serve(tree.root).view().all();
  renameSync(away, sub());
  expect(texts()).toEqual([undefined, "two\n"]);
  await serve(sub()).view().all();
  expect(texts()).toEqual(["one\n", "two\n"]);
});

test("where nothing has happened since, a look reads no journal, however many there are", async () => {
  for (const root of [tree.root, sub(), tree.at("sub/deep")]) {
    mkdirSync(root, { recursive: true });
    const file = filePath(join(root, "n.ts"));
    const steps = [{ kind: "create", file, overwrite: false, ignoreIfExists: false }] as const;
    const writer = writerOf(root);
    await writer.commit(await writer.prepare({ root, why: "a test", steps }), signed);
  }
  // One of a first change that was refused tells of no root.
  mkdirSync(join(tree.state, "edits", "0".repeat(32)), { mode: 0o700 });
  const { clock, files } = tree.host;
  const later = Object.create(clock, { wall: { value: () => clock.wall() + 60_000 } }) as Host["clock"];
  const looks: string[] = [];
  const list: typeof files.list = (path) => {
    looks.push(path);
    return files.list(path);
  };
  const host = { ...tree.host, clock: later, files: { ...files, list } };
  const writer = new Writer({ host, root: sub(), settings: settingsFor("standard") });
  await writer.recover();
  // The directory of all of them, each to learn whose it is where that cannot be computed, and what is in each.
  expect(looks.length).toBeGreaterThan(3);
  looks.length = 0;
  await writer.recover();
  expect(looks).toEqual([]);
  await crashIn(tree.root);
  await writer.recover();
  expect(texts()).toEqual(["one\n", "two\n"]);
});

test("a journal without anything in it is forgotten after a month, one that has been begun is not", async () => {
  const [empty, begun] = ["0", "1"].map((digit) => join(tree.state, "edits", digit.repeat(32))) as [string, string];
  for (const journal of [empty, begun]) mkdirSync(journal, { recursive: true, mode: 0o700 });
  writeFileSync(join(begun, "lock-00"), "{}");
  const { clock } = tree.host;
  let days = 29;
  const later = Object.create(clock, {
    wall: { value: () => clock.wall() + days * 24 * 60 * 60_000 },
  }) as Host["clock"];
  const edit = async (text: string): Promise<void> => {
    const writer = tree.writer(undefined, { clock: later });
    await writer.commit(await writer.prepare(tree.plan([tree.edit("z.ts", () => text)])), signed);
  };
  await edit("y");
  expect([existsSync(empty), existsSync(begun)]).toEqual([true, true]);
  days = 31;
  await edit("x");
  expect([existsSync(empty), existsSync(begun)]).toEqual([false, true]);
});

test("nothing is written over what could not be taken back, in whichever root it was begun", async () => {
  await crashIn(tree.root);
  for (const name of readdirSync(sub()).filter((one) => one.startsWith("."))) rmSync(join(sub(), name));
  const [journal = ""] = readdirSync(join(tree.state, "edits"));
  const left = readdirSync(join(tree.state, "edits", journal)).find((name) => name.endsWith(".prepared"));
  writeFileSync(join(tree.state, "edits", journal, left ?? "", "before-0"), "garbage");
  const writer = writerOf(sub());
  const made = (name: string): ProposedStep[] => [
    { kind: "create", file: filePath(join(sub(), name)), overwrite: false, ignoreIfExists: false },
  ];
  const over = await writer.prepare({ root: sub(), why: "a test", steps: made("a.ts") });
  expect((await refusalOf(writer.commit(over, signed))).code).toBe("rollback_incomplete");
  expect(texts()).toEqual([undefined, "two\n"]);
  const other = await writer.prepare({ root: sub(), why: "a test", steps: made("n.ts") });
  expect((await writer.commit(other, signed)).files).toHaveLength(1);
});
