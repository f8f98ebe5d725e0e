// What a change keeps of permissions and names that others give and change, and names that no disk can hold.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeWriting } from "../../src/host/node/node-writing.ts";
import type { FilePath } from "../../src/model/file-path.ts";
import { filePath } from "../../src/model/file-path.ts";
import type { ProposedStep } from "../../src/model/offered-action.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import type { Prepared, Written } from "../../src/workspace/write/writer.ts";
import { ShimmedDisk } from "../support/crash-shim.ts";
import { CrashTree, signed } from "../support/crash-tree.ts";

let tree: CrashTree;
beforeEach(async () => {
  tree = await CrashTree.plant({ "a.ts": "one\n", "src/b.ts": "two\n" });
});
afterEach(() => tree[Symbol.dispose]());

const prepare = (...steps: ProposedStep[]): Promise<Prepared> => tree.writer().prepare(tree.plan(steps));
const commit = (prepared: Prepared): Promise<Written> => tree.writer().commit(prepared, signed);
const edit = (): ProposedStep => tree.edit("a.ts", () => "ONE\n");
const create = (file: FilePath): ProposedStep => {
  return { kind: "create", file, overwrite: false, ignoreIfExists: false };
};
const modeOf = (name: string): string => (statSync(tree.at(name)).mode & 0o777).toString(8);

test("a new file has the permissions that this process gives new files, whatever its directory allows", async () => {
  chmodSync(tree.at("src"), 0o777);
  for (const [mask, mode] of [
    [0o077, "600"],
    [0o022, "644"],
    [0o002, "664"],
  ] as const) {
    const former = process.umask(mask);
    try {
      await commit(await prepare(create(tree.at(`src/${mode}.ts`))));
    } finally {
      process.umask(former);
    }
    expect(modeOf(`src/${mode}.ts`)).toBe(mode);
  }
});

test("permissions that change between the plan and the change are kept, also by taking it back", async () => {
  const prepared = await prepare(edit());
  chmodSync(tree.at("a.ts"), 0o755);
  const { id } = await commit(prepared);
  expect([modeOf("a.ts"), readFileSync(tree.at("a.ts"), "utf8")]).toEqual(["755", "ONE\n"]);
  const inverse = await tree.writer().inverse(id);
  chmodSync(tree.at("a.ts"), 0o640);
  await commit(inverse);
  expect([modeOf("a.ts"), readFileSync(tree.at("a.ts"), "utf8")]).toEqual(["640", "one\n"]);
});

test("a second name that a file gets between the plan and the change is seen, and nothing is changed", async () => {
  const { id } = await commit(await prepare(tree.edit("src/b.ts", () => "TWO\n")));
  for (const [name, prepared] of [
    ["a.ts", await prepare(edit())],
    ["src/b.ts", await tree.writer().inverse(id)],
  ] as const) {
    linkSync(tree.at(name), tree.at(`${name}.second`));
    expect((await refusalOf(commit(prepared))).code).toBe("policy_denied");
    expect(statSync(tree.at(name)).nlink).toBe(2);
  }
});

test("a file that is not to be written is not replaced, whenever that is found out", async () => {
  const prepared = await prepare(edit());
  chmodSync(tree.at("a.ts"), 0o444);
  for (const refused of [prepare(edit()), commit(prepared)]) {
    const refusal = await refusalOf(refused);
    expect(refusal.details).toMatchObject({ code: "write_failed", data: { code: "EACCES" } });
    expect(refusal.details.next).toContain("chmod");
  }
  expect([modeOf("a.ts"), readFileSync(tree.at("a.ts"), "utf8")]).toEqual(["444", "one\n"]);
});

test("extended attributes are kept by a change, a move with a change, and by taking them back", async () => {
  const planted = plantAttribute("a.ts", "user.sightline", "kept");
  const { id, notes } = await commit(await prepare(edit()));
  expect([attributesIn("a.ts"), notes]).toEqual([planted, []]);
  const moved = await commit(
    await prepare(
      { kind: "rename", from: tree.at("a.ts"), to: tree.at("src/c.ts"), overwrite: false, ignoreIfExists: false },
      { ...edit(), file: tree.at("src/c.ts"), text: "TWO\n" } as ProposedStep,
    ),
  );
  expect([attributesIn("src/c.ts"), readFileSync(tree.at("src/c.ts"), "utf8")]).toEqual([planted, "TWO\n"]);
  for (const one of [moved.id, id]) await commit(await tree.writer().inverse(one));
  expect([attributesIn("a.ts"), readFileSync(tree.at("a.ts"), "utf8")]).toEqual([planted, "one\n"]);
  expect(attributesIn("src/b.ts")).toEqual([]);
});

test("where what a file carries cannot be read, the receipt says so; where it cannot be given on, it names the file", async () => {
  const blind = new ShimmedDisk(nodeWriting);
  blind.adorned = async () => undefined;
  const { notes } = await tree.writer(blind).commit(await prepare(edit()), signed);
  expect(notes).toEqual(["Extended attributes and access control lists are not preserved on this system."]);
  const clumsy = new ShimmedDisk(nodeWriting);
  clumsy.adorned = async (paths) => paths;
  clumsy.adorn = async () => false;
  const lost = await tree.writer(clumsy).commit(await prepare(tree.edit("a.ts", () => "two\n")), signed);
  expect(lost.notes).toEqual(["a.ts has lost its extended attributes and access control list."]);
});

/** The lines of an archive that tell of them; empty also where the disk under the temporary directory has none. */
function attributesIn(name: string): string[] {
  const archive = execFileSync("tar", [
    "--create",
    "--xattrs",
    "--format=pax",
    "--absolute-names",
    "--",
    tree.at(name),
  ]);
  return archive.toString("latin1").match(/SCHILY\.xattr\.user\.[^\n]*/g) ?? [];
}

/** By an archive that brings it, for Node cannot. */
function plantAttribute(name: string, key: string, value: string): string[] {
  const content = readFileSync(tree.at(name));
  const line = ` SCHILY.xattr.${key}=${value}\n`;
  const pax = Buffer.from(`${line.length + 2}${line}`);
  const archive = Buffer.concat([
    ...[tarHeader(`./PaxHeaders/${name}`, pax.length, "x"), padded(pax)],
    ...[tarHeader(name, content.length, "0"), padded(content), Buffer.alloc(1024)],
  ]);
  execFileSync("tar", ["--extract", "--xattrs", "--overwrite", `--directory=${tree.root}`], { input: archive });
  return attributesIn(name);
}

function tarHeader(name: string, size: number, kind: string): Buffer {
  const header = Buffer.alloc(512);
  const fields = [
    [0, name],
    [100, "0000644\0"],
    [108, "0000000\0"],
    [116, "0000000\0"],
    [124, `${size.toString(8).padStart(11, "0")}\0`],
    [136, "00000000000\0"],
    [148, " ".repeat(8)],
    [156, kind],
    [257, "ustar\x0000"],
  ] as const;
  for (const [at, text] of fields) header.write(text, at, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

/** A user that is not the administrator, and belongs to one group beside its own. */
const [plain, besides] = [65_534, 4_242];

/** Runs as him where we are the administrator. */
async function asPlain<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  const groups = process.getgroups?.() ?? [];
  try {
    if (isRoot) {
      process.setgroups?.([besides]);
      process.setegid?.(plain);
      process.seteuid?.(plain);
    }
    return await work();
  } finally {
    if (isRoot) {
      process.seteuid?.(0);
      process.setegid?.(0);
      process.setgroups?.(groups);
    }
  }
}

test("a file of another user keeps its group where we belong to it, and gets no special bits", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-owner-")));
  const path = filePath(join(base, "a.ts"));
  const isRoot = process.geteuid?.() === 0;
  const gid = isRoot ? besides : (process.getgroups?.().at(-1) ?? process.getegid?.() ?? 0);
  if (isRoot) chownSync(base, plain, plain);
  await asPlain(() => nodeWriting.create(path, new Uint8Array(), { mode: 0o4660, owner: { uid: 0, gid } }));
  const { uid, gid: given, mode } = statSync(path);
  expect({ isOurs: uid !== 0, gid: given, mode: (mode & 0o7777).toString(8) }).toEqual({
    isOurs: true,
    gid,
    mode: "660",
  });
  rmSync(base, { recursive: true });
});

test("what a file carries is given on without permissions that were not given with its content", async () => {
  const [from, to] = [tree.at("a.ts"), tree.at("src/c.ts")];
  chmodSync(from, 0o4775);
  await nodeWriting.create(to, new Uint8Array(), { mode: 0o755 });
  expect(await nodeWriting.adorn(from, to)).toBe(true);
  expect((statSync(to).mode & 0o7777).toString(8)).toBe("755");
});

test("where a file may not be opened, what it carries is not given on, and nothing fails", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-owner-")));
  const [from, to] = [filePath(join(base, "a.ts")), filePath(join(base, "c.ts"))];
  for (const file of [from, to]) await nodeWriting.create(file, new Uint8Array(), { mode: 0o644 });
  if (process.geteuid?.() === 0) for (const path of [base, from, to]) chownSync(path, plain, plain);
  for (const closed of [from, to]) {
    chmodSync(closed, 0o000);
    expect(await asPlain(() => nodeWriting.adorn(from, to))).toBe(false);
    chmodSync(closed, 0o644);
  }
  rmSync(base, { recursive: true });
});

test("names that no disk can hold, and directories where files were, are refused in words", async () => {
  const names = ["x".repeat(300), "x\0y", "a.ts/x"];
  const codes: string[] = [];
  for (const name of names) {
    codes.push((await refusalOf(prepare(create(`${tree.root}/${name}` as FilePath)))).code);
  }
  expect(codes).toEqual(["write_failed", "write_failed", "not_a_file"]);
  const { id } = await commit(
    await prepare(edit(), { kind: "delete", file: tree.at("src/b.ts"), recursive: false, ignoreIfNotExists: false }),
  );
  unlinkSync(tree.at("a.ts"));
  for (const name of ["a.ts", "src/b.ts"]) mkdirSync(tree.at(name));
  const refusal = await refusalOf(tree.writer().inverse(id));
  expect(refusal.details).toMatchObject({ code: "stale_document" });
  expect(new Set(refusal.details.data?.["files"] as string[])).toEqual(new Set([tree.at("a.ts"), tree.at("src/b.ts")]));
});

test("a part of a file that could not be written whole is not left", async () => {
  const disk = new ShimmedDisk(tree.host.writing, ({ act, path }) =>
    act === "create" && path.startsWith(tree.root) ? { half: "ENOSPC" } : "go",
  );
  const refusal = await refusalOf(tree.writer(disk).commit(await prepare(edit()), signed));
  expect(refusal.code).toBe("write_failed");
  expect(Object.keys(tree.shot()).sort()).toEqual(["a.ts", "src", "src/b.ts"]);
});
