// What a change keeps of the files it touches, where it never reaches, and how it is taken back.

import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filePath } from "../../src/model/file-path.ts";
import type { ProposedStep } from "../../src/model/offered-action.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import type { Written } from "../../src/workspace/write/writer.ts";
import { Crash, ShimmedDisk } from "../support/crash-shim.ts";
import { CrashTree, signed } from "../support/crash-tree.ts";

let tree: CrashTree;
beforeEach(async () => {
  tree = await CrashTree.plant({ "a.ts": "one\n", "src/b.ts": "two\n", "run.sh": "three\n" });
});
afterEach(() => tree[Symbol.dispose]());

async function write(...steps: ProposedStep[]): Promise<Written> {
  return tree.writer().commit(await tree.writer().prepare(tree.plan(steps)), signed);
}

async function undo(id?: string): Promise<Written> {
  return tree.writer().commit(await tree.writer().inverse(id), signed);
}

const read = (name: string): string => readFileSync(tree.at(name)).toString("latin1");
const options = { overwrite: false, ignoreIfExists: false };
const create = (file: string): ProposedStep => ({ kind: "create", file: filePath(file), ...options });
const edit = (name: string, text: string): ProposedStep => {
  return { kind: "edit", file: tree.at(name), hash: undefined, before: "", text };
};

test("permissions, line ends, a byte order mark and a missing last line end stay what they are", async () => {
  const odd = "\ufeffone\r\ntwo\rthree\nlast 😀 e\u0301";
  writeFileSync(tree.at("odd.ts"), odd);
  const hash = tree.host.files.hash(readFileSync(tree.at("odd.ts")));
  const before = odd.slice(1);
  await write(
    { kind: "edit", file: tree.at("odd.ts"), hash, before, text: before.replace("two", "zwei") },
    tree.edit("run.sh", () => "THREE\n"),
  );
  expect(readFileSync(tree.at("odd.ts"), "utf8")).toBe(odd.replace("two", "zwei"));
  expect(statSync(tree.at("run.sh")).mode & 0o777).toBe(0o755);
  await undo();
  expect(readFileSync(tree.at("odd.ts"), "utf8")).toBe(odd);
});

test("an edit through a link changes the file it leads to and keeps the link", async () => {
  symlinkSync("src/b.ts", tree.at("link.ts"));
  const prepared = await tree.writer().prepare(tree.plan([tree.edit("link.ts", () => "TWO\n")]));
  expect(prepared.targets).toEqual([tree.at("src/b.ts"), tree.at("link.ts")]);
  await tree.writer().commit(prepared, signed);
  expect(read("src/b.ts")).toBe("TWO\n");
  expect(readlinkSync(tree.at("link.ts"))).toBe("src/b.ts");
});

test("no path outside of the root is written, by no spelling and through no link, also for files to come [AGL-325]", async () => {
  const outside = join(tree.base, "root-evil");
  mkdirSync(outside);
  writeFileSync(join(outside, "x.ts"), "secret");
  symlinkSync(outside, tree.at("away"));
  symlinkSync(join(outside, "x.ts"), tree.at("x.ts"));
  symlinkSync(join(outside, "nowhere"), tree.at("dangling"));
  const remove = (file: string): ProposedStep => {
    return { kind: "delete", file: filePath(file), recursive: false, ignoreIfNotExists: false };
  };
  const attempts: readonly ProposedStep[] = [
    create(`${outside}/new.ts`),
    create(`${tree.root}/away/new.ts`),
    create(`${tree.root}/away/deep/er/new.ts`),
    create(`${tree.root}/../root-evil/new.ts`),
    create(`${tree.root}/dangling`),
    create(`${tree.root}/dangling/new.ts`),
    { kind: "edit", file: tree.at("x.ts"), hash: undefined, before: "secret", text: "changed" },
    { kind: "edit", file: tree.at("away/x.ts"), hash: undefined, before: "secret", text: "changed" },
    remove(`${tree.root}/away/x.ts`),
    remove(`${tree.root}/x.ts`),
    remove(tree.root),
    { kind: "rename", from: tree.at("a.ts"), to: tree.at("away/a.ts"), ...options },
    { kind: "rename", from: tree.at("away/x.ts"), to: tree.at("mine.ts"), ...options },
  ];
  const shot = tree.shot();
  for (const step of attempts) {
    const refusal = await refusalOf(write(step));
    expect({ step, code: refusal.code }).toEqual({ step, code: expect.stringMatching(/^(outside_root|not_a_file)$/) });
  }
  expect(tree.shot()).toEqual(shot);
  expect(readFileSync(join(outside, "x.ts"), "utf8")).toBe("secret");
});

test("a directory that becomes a link at any moment of a change leads nothing out of the root [AGL-325]", async () => {
  const outside = join(tree.base, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "b.ts"), "two\n");
  const run = async (moment: number): Promise<number> => {
    const steps = [tree.edit("src/b.ts", () => "TWO\n")];
    const prepared = await tree.writer().prepare(tree.plan(steps));
    const disk = new ShimmedDisk(tree.host.writing, ({ index }) => {
      if (index === moment) {
        renameSync(join(tree.root, "src"), join(tree.base, "kept"));
        symlinkSync(outside, join(tree.root, "src"));
      }
      return "go";
    });
    await Promise.allSettled([tree.writer(disk).commit(prepared, signed)]);
    return disk.calls.length;
  };
  const calls = await run(-1);
  for (let moment = 0; moment < calls; moment++) {
    rmSync(join(tree.base, "kept"), { recursive: true, force: true });
    tree.replant({ "src/b.ts": "two\n" });
    await run(moment);
    expect(realpathSync(tree.at("src"))).toBe(outside);
    expect(readFileSync(join(outside, "b.ts"), "utf8")).toBe("two\n");
    expect(readdirSync(outside)).toEqual(["b.ts"]);
  }
});

test("what cannot be written as it was read is refused", async () => {
  writeFileSync(tree.at("latin.ts"), Buffer.from([0x66, 0xfc, 0x72]));
  writeFileSync(tree.at("binary.ts"), Buffer.from([1, 0, 2]));
  writeFileSync(tree.at("large.ts"), Buffer.alloc(11 * 1024 * 1024, "x"));
  linkSync(tree.at("a.ts"), tree.at("same.ts"));
  const codes: string[] = [];
  for (const name of ["latin.ts", "binary.ts", "large.ts", "a.ts"]) {
    codes.push((await refusalOf(write(tree.edit(name, () => "other")))).code);
  }
  expect(codes).toEqual(["file_unreadable", "binary_file", "file_too_large", "policy_denied"]);
  // What is not edited can still be moved, bytes and all names kept.
  await write({ kind: "rename", from: tree.at("binary.ts"), to: tree.at("deep/binary.ts"), ...options });
  expect(readFileSync(tree.at("deep/binary.ts"))).toEqual(Buffer.from([1, 0, 2]));
  const { ino } = statSync(tree.at("a.ts"));
  await write({ kind: "rename", from: tree.at("a.ts"), to: tree.at("deep/a.ts"), ...options });
  expect(statSync(tree.at("deep/a.ts"))).toMatchObject({ ino, nlink: 2 });
  await undo();
  expect(statSync(tree.at("a.ts"))).toMatchObject({ ino, nlink: 2 });
});

test("whole directories are neither moved nor removed [S41]", async () => {
  const remove: ProposedStep = { kind: "delete", file: tree.at("src"), recursive: true, ignoreIfNotExists: false };
  const move: ProposedStep = { kind: "rename", from: tree.at("src"), to: tree.at("lib"), ...options };
  expect((await refusalOf(write(remove))).code).toBe("policy_denied");
  expect((await refusalOf(write(move))).code).toBe("policy_denied");
  expect(read("src/b.ts")).toBe("two\n");
});

test("taking back restores contents, permissions and names, and the directories that were not there [D04]", async () => {
  const shot = tree.shot();
  await write(
    tree.edit("a.ts", () => "ONE\n"),
    { kind: "delete", file: tree.at("run.sh"), recursive: false, ignoreIfNotExists: false },
    { kind: "rename", from: tree.at("src/b.ts"), to: tree.at("lib/deep/b.ts"), ...options },
    create(`${tree.root}/lib/c.ts`),
    edit("lib/c.ts", "new\n"),
  );
  expect(tree.shot()).not.toEqual(shot);
  await undo();
  expect(tree.shot()).toEqual(shot);
});

test("what was changed since is named, and nothing is taken back [D04]", async () => {
  const { id } = await write(
    tree.edit("a.ts", () => "ONE\n"),
    tree.edit("src/b.ts", () => "TWO\n"),
  );
  writeFileSync(tree.at("src/b.ts"), "another program's\n");
  const refusal = await refusalOf(undo(id));
  expect(refusal.details).toMatchObject({ code: "stale_document", data: { files: [tree.at("src/b.ts")] } });
  expect(refusal.message).toContain("src/b.ts");
  expect(read("a.ts")).toBe("ONE\n");
  expect((await refusalOf(undo("t9-none"))).code).toBe("bad_input");
});

test("the journal is closed to others, and one that others could write is not used", async () => {
  await write(tree.edit("a.ts", () => "ONE\n"));
  const modes = Object.entries(tree.journal()).map(([, shot]) => shot.split(" ")[0]);
  expect(new Set(modes)).toEqual(new Set(["700", "600"]));
  const [key = ""] = Object.keys(tree.journal());
  chmodSync(join(tree.state, "edits", key), 0o777);
  expect((await refusalOf(write(tree.edit("a.ts", () => "TWO\n")))).code).toBe("policy_denied");
  expect(read("a.ts")).toBe("ONE\n");
});

test("the answer comes when the mark that a change is done is durable, and not before [D08]", async () => {
  const prepared = await tree.writer().prepare(tree.plan([tree.edit("a.ts", () => "ONE\n")]));
  const disk = new ShimmedDisk(tree.host.writing);
  await tree.writer(disk).commit(prepared, signed);
  const acts = disk.calls.map(({ act, path }) => `${act} ${path}`);
  const mark = acts.findIndex((act) => /^rename .*\.committed$/.test(act));
  expect(acts[mark + 1]).toMatch(/^sync .*\/edits\/[0-9a-f]{32}$/);
  // The names of the new files are durable before the mark is.
  expect(acts.slice(0, mark)).toContain(`sync ${tree.root}`);
});

test("what became of a change can be asked, also of one that its process did not survive [F66]", async () => {
  const { id } = await write(tree.edit("a.ts", () => "ONE\n"));
  const prepared = await tree.writer().prepare(tree.plan([tree.edit("src/b.ts", () => "TWO\n")]));
  const disk = new ShimmedDisk(tree.host.writing, ({ act, path }) =>
    act === "link" && path.endsWith("b.ts") ? "crash" : "go",
  );
  await expect(tree.writer(disk).commit(prepared, signed)).rejects.toThrow(Crash);
  // On another machine it may still be at work, for all that can be seen from here.
  const journal = join(tree.state, "edits", readdirSync(join(tree.state, "edits"))[0] ?? "");
  const lock = join(journal, readdirSync(journal).find((name) => name.startsWith("lock-")) ?? "");
  const holder = JSON.parse(readFileSync(lock, "utf8")) as object;
  writeFileSync(lock, JSON.stringify({ ...holder, machine: "another", boot: "another" }));
  const [unknown, known] = await tree.writer().history();
  expect(known).toMatchObject({ id, outcome: "committed" });
  expect(unknown).toMatchObject({ outcome: "unknown", detail: "src/b.ts: neither as before nor as after" });
  writeFileSync(lock, JSON.stringify(holder));
  const [gone] = await tree.writer().history();
  expect(gone).toMatchObject({ id: unknown?.id, outcome: "aborted" });
  expect(read("src/b.ts")).toBe("two\n");
});
