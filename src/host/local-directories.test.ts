// Only what is known to lie on a local disk is looked at without leaving the thread.

import { expect, test } from "vitest";
import { LocalDirectories } from "./local-directories.ts";

const ext4 = 0xef53;
const nfs = 0x6969;

test.each([
  ["a local disk", ext4, true],
  ["a disk of another machine", nfs, false],
  ["a file system nobody has heard of", 0x12345, false],
])("%s", async (_, type, isLocal) => {
  const asked: string[] = [];
  const directories = new LocalDirectories(async (path) => {
    asked.push(path);
    return type;
  });
  expect(directories.holds("/a/b/file")).toBe(false);
  expect(directories.holds("/a/b/other")).toBe(false);
  await Promise.resolve();
  expect(directories.holds("/a/b/file")).toBe(isLocal);
  expect(asked).toEqual(["/a/b"]);
});

test("a directory that could not be asked about is asked about again", async () => {
  let attempts = 0;
  const directories = new LocalDirectories(async () => {
    if (attempts++ === 0) throw new Error("ENOENT");
    return ext4;
  });
  directories.holds("/new/file");
  await Promise.resolve();
  await Promise.resolve();
  expect(directories.holds("/new/file")).toBe(false);
  await Promise.resolve();
  expect(directories.holds("/new/file")).toBe(true);
});
