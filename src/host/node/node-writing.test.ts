// The same is seen of a path on a disk that is known to be local, in this thread, and on one that is not known yet.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { nodeWriting } from "./node-writing.ts";
import { WriteFault } from "../writing.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-writing-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const at = (name: string): FilePath => filePath(join(base, name));

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WriteFault) return error.code;
    throw error;
  }
}

/** What is seen of every path, and how long what is read is. */
async function seen(names: readonly string[]): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const name of names) {
    const read = await codeOf(nodeWriting.read(at(name)));
    all.push([name, await codeOf(nodeWriting.look(at(name))), read instanceof Uint8Array ? read.length : read]);
  }
  return all;
}

test("files, links, directories, pipes and nothing are seen alike at first and later", async () => {
  writeFileSync(at("file"), "text");
  writeFileSync(at("empty"), "");
  writeFileSync(at("closed"), "closed");
  chmodSync(at("closed"), 0o444);
  linkSync(at("file"), at("second"));
  symlinkSync("file", at("link"));
  mkdirSync(at("directory"));
  execFileSync("mkfifo", [at("pipe")]);
  // Larger than what is read in one piece, and without a block on the disk.
  writeFileSync(at("large"), "");
  truncateSync(at("large"), 70 * 1024 ** 2);
  const names = ["file", "empty", "closed", "second", "link", "directory", "pipe", "large", "none", "file/below"];
  const first = await seen(names);
  await statfs(base);
  const later = await seen(names);
  expect(later).toEqual(first);
  expect(await seen(names)).toEqual(first);
  expect(first).toMatchObject([
    ["file", { kind: "file", size: 4, names: 2, isWritable: true }, 4],
    ["empty", { kind: "file", size: 0 }, 0],
    ["closed", { kind: "file", mode: 0o444, isWritable: false }, 6],
    ["second", { kind: "file", names: 2 }, 4],
    ["link", { kind: "link" }, "ELOOP"],
    ["directory", { kind: "directory" }, "EISDIR"],
    ["pipe", { kind: "other" }, "not a regular file"],
    ["large", { kind: "file" }, 70 * 1024 ** 2],
    ["none", undefined, undefined],
    ["file/below", undefined, undefined],
  ]);
  const { ino, birthtimeNs } = statSync(at("file"), { bigint: true });
  expect(await nodeWriting.look(at("file"))).toMatchObject({ id: `${ino}:${birthtimeNs}` });
});

test("bytes that are read are the caller's own", async () => {
  writeFileSync(at("file"), "text");
  for (let turn = 0; turn < 3; turn++) {
    const bytes = await nodeWriting.read(at("file"));
    bytes?.fill(0);
    expect(new TextDecoder().decode(await nodeWriting.read(at("file")))).toBe("text");
    await statfs(base);
  }
});

test("a directory that has become a link is neither read nor written nor made durable, at first and later", async () => {
  mkdirSync(at("real"));
  writeFileSync(at("real/file"), "text");
  mkdirSync(at("other"));
  for (let turn = 0; turn < 2; turn++) {
    expect(await nodeWriting.read(at("real/file"))).toHaveLength(4);
    await nodeWriting.syncDirectory(at("real"));
    await statfs(at("real"));
  }
  renameSync(at("real"), at("elsewhere"));
  symlinkSync("elsewhere", at("real"));
  const acts = [
    nodeWriting.read(at("real/file")),
    nodeWriting.look(at("real/file")),
    nodeWriting.create(at("real/new"), new Uint8Array(), {}),
    nodeWriting.remove(at("real/file")),
    nodeWriting.syncDirectory(at("real")),
  ];
  // The system calls a link where a directory is wanted either way.
  for (const act of acts) expect([undefined, false, "ELOOP", "ENOTDIR"]).toContain(await codeOf(act));
  expect(readdirSync(at("elsewhere"))).toEqual(["file"]);
});

test("no handle is left open, whatever comes of an act", async () => {
  writeFileSync(at("file"), "text");
  symlinkSync("file", at("link"));
  const handles = (): number => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);
  const acts = async (): Promise<void> => {
    await seen(["file", "link", "none", "."]);
    await codeOf(nodeWriting.syncDirectory(at(".")));
    await codeOf(nodeWriting.syncDirectory(at("none")));
    await codeOf(nodeWriting.syncDirectory(at("file")));
  };
  await acts();
  await statfs(base);
  await acts();
  const before = handles();
  for (let turn = 0; turn < 20; turn++) await acts();
  expect(handles()).toBeLessThan(before + 10);
});

test("of many files with long names it is told whether they carry anything, or that it is unknown", async () => {
  const deep = Array.from({ length: 15 }, () => "d".repeat(200)).join("/");
  mkdirSync(at(deep), { recursive: true });
  writeFileSync(at("plain"), "");
  expect([[], undefined]).toContainEqual(await nodeWriting.adorned([at("plain")]));
  expect([[], undefined]).toContainEqual(await nodeWriting.adorned(Array.from({ length: 501 }, () => at("plain"))));
  // More than a command line can hold, and one that is not there.
  const far = Array.from({ length: 1_000 }, () => at(`${deep}/${"f".repeat(200)}`));
  expect(await nodeWriting.adorned(far)).toBeUndefined();
  expect(await nodeWriting.adorned([at("none")])).toBeUndefined();
});
