// Only what is known to lie on a local disk, and leads nowhere else, is looked at without leaving the thread.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { soon } from "../../../test/support/soon.ts";
import type { MountTable } from "./local-directories.ts";
import { LocalDirectories, mountPointsIn } from "./local-directories.ts";

const ext4 = 0xef53;
const nfs = 0x6969;

function table(over: Partial<MountTable> = {}): MountTable {
  return {
    typeOf: async () => ext4,
    points: () => new Set(["/a/b/mount"]),
    isLink: (path) => path === "/a/b/link",
    isAbsent: (path) => path.startsWith("/a/b/none"),
    ...over,
  };
}

test.each([
  ["a local disk", ext4, true],
  ["a disk of another machine", nfs, false],
  ["an unknown file system", 0x12345, false],
])("%s", async (_, type, isLocal) => {
  const asked: string[] = [];
  const typeOf = async (path: string): Promise<number> => {
    asked.push(path);
    return type;
  };
  const directories = new LocalDirectories(table({ typeOf }));
  expect(directories.holds("/a/b/file")).toBe(false);
  expect(directories.holds("/a/b/other")).toBe(false);
  await Promise.resolve();
  expect(directories.holds("/a/b/file")).toBe(isLocal);
  expect(asked).toEqual(["/a/b"]);
});

test("links and mount points lead anywhere, and where mounts are unknown everything may", async () => {
  const directories = new LocalDirectories(table());
  const silent = new LocalDirectories(table({ points: () => undefined }));
  for (const one of [directories, silent]) one.holds("/a/b/file");
  await Promise.resolve();
  const paths = ["/a/b/file", "/a/b/link", "/a/b/mount"];
  expect(paths.map((path) => directories.holds(path))).toEqual([true, false, false]);
  expect(paths.map((path) => silent.holds(path))).toEqual([false, false, false]);
  // The link itself lies here, wherever it leads.
  expect(paths.map((path) => directories.names(path))).toEqual([true, true, false]);
});

test("a directory that could not be asked about is asked about again", async () => {
  let attempts = 0;
  const typeOf = async (): Promise<number> => {
    if (attempts++ === 0) throw new Error("ENOENT");
    return ext4;
  };
  const directories = new LocalDirectories(table({ typeOf }));
  directories.holds("/new/file");
  await Promise.resolve();
  await Promise.resolve();
  expect(directories.holds("/new/file")).toBe(false);
  await Promise.resolve();
  expect(directories.holds("/new/file")).toBe(true);
});

test("nothing is below a directory that is not there, and its file system is not asked for", async () => {
  const asked: string[] = [];
  const typeOf = async (path: string): Promise<number> => {
    asked.push(path);
    if (isAbsent(path)) throw new Error("ENOENT");
    return /^\/net|mount/.test(path) ? nfs : ext4;
  };
  const isAbsent = (path: string): boolean => path.includes("none");
  const directories = new LocalDirectories(table({ typeOf, isAbsent }));
  const paths = ["/a/b/none/deep/file", "/a/b/none", "/a/b/link/file", "/a/b/mount/none/file", "/net/x/none/file"];
  const lacking = (): boolean[] => paths.map((path) => directories.lacks(path));
  // Nothing is known yet of any directory.
  expect(lacking()).toEqual([false, false, false, false, false]);
  for (const path of ["/a/b/x", "/net/x/x"]) directories.names(path);
  await new Promise(setImmediate);
  expect(lacking()).toEqual([true, false, false, false, false]);
  const before = asked.length;
  expect(directories.lacks("/a/b/none/other/file")).toBe(true);
  expect(asked).toHaveLength(before);
});

test("nothing is below a file, although the file system of a file is known", async () => {
  const base = mkdtempSync(join(tmpdir(), "sightline-local-"));
  try {
    const file = join(base, ".git");
    writeFileSync(file, "gitdir: elsewhere\n");
    const directories = new LocalDirectories();
    await soon(() => directories.names(join(file, "info")));
    expect(directories.lacks(join(file, "info", "exclude"))).toBe(true);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

test("a mount point is known by its path, also where the list has to write a sign of it in digits", () => {
  const list = [
    "/dev/vda / ext4 rw 0 0",
    String.raw`host:/x /mnt/two\040words\134and nfs rw 0 0`,
    String.raw`host:/y /mnt/tab\011line\012end nfs rw 0 0`,
    "",
  ].join("\n");
  expect(mountPointsIn(list)).toEqual(new Set(["/", "/mnt/two words\\and", "/mnt/tab\tline\nend"]));
});
