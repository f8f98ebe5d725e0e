// Reading of files that are no files: each is refused by name, at once, and no more than the limit is ever taken.

import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FilePath } from "../model/file-path.ts";
import { filePath } from "../model/file-path.ts";
import type { Files } from "./files.ts";
import { FileFault } from "./files.ts";
import { mustBeExecutable } from "./process/executable.ts";
import { nodeFiles } from "./node/node-files.ts";
import { nodeWriting } from "./node/node-writing.ts";
import { takeRegular } from "./regular-file.ts";

let base = "";
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-regular-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const at = (name: string): FilePath => filePath(join(base, name));
const limit = 1_000;

async function outcome(work: Promise<Uint8Array | undefined>): Promise<string | number | undefined> {
  try {
    return (await work)?.length;
  } catch (error) {
    if (error instanceof FileFault) return error.code;
    throw error;
  }
}

const ways: readonly (readonly [string, (files: Files, path: FilePath) => Promise<Uint8Array | undefined>])[] = [
  ["read", (files, path) => files.read(path, limit)],
  ["readReal", async (files, path) => (await files.readReal(path, limit))?.bytes],
];

describe.each(ways)("%s [S42]", (_, read) => {
  const special: readonly (readonly [string, (path: string) => void])[] = [
    ["a named pipe", (path) => void execFileSync("mkfifo", [path])],
    ["a link to /dev/zero", (path) => symlinkSync("/dev/zero", path)],
    ["a link to /dev/random", (path) => symlinkSync("/dev/random", path)],
    [
      "a link to a link to /dev/tty",
      (path) => {
        symlinkSync("/dev/tty", `${path}2`);
        symlinkSync(`${path}2`, path);
      },
    ],
    [
      "a link to a pipe",
      (path) => {
        execFileSync("mkfifo", [`${path}2`]);
        symlinkSync(`${path}2`, path);
      },
    ],
  ];

  test.each(special)("%s is not a regular file, at first and when its directory is known", async (_name, make) => {
    make(at("odd"));
    for (let turn = 0; turn < 3; turn++) {
      expect(await outcome(read(nodeFiles, at("odd")))).toBe("not a regular file");
      await nodeFiles.list(filePath(base));
    }
  });

  test("a socket is not a regular file", async () => {
    const server = createServer().listen(at("socket"));
    await new Promise((resolve) => server.once("listening", resolve));
    expect(await outcome(read(nodeFiles, at("socket")))).toBe("not a regular file");
    await new Promise((resolve) => server.close(resolve));
  });

  test("the limit is the last size that is read; a hole of 10 GB costs nothing", async () => {
    for (const [size, expected] of [
      [0, 0],
      [limit, limit],
      [limit + 1, "too large"],
      [10 * 1024 ** 3, "too large"],
    ] as const) {
      writeFileSync(at("file"), "");
      truncateSync(at("file"), size);
      expect(await outcome(read(nodeFiles, at("file")))).toBe(expected);
    }
  });

  test("a file that says it is empty is read to its end, and no further than the limit", async () => {
    expect(await outcome(read(nodeFiles, filePath("/proc/self/stat")))).toBeGreaterThan(0);
    symlinkSync("/proc/self/smaps", at("large"));
    expect(await outcome(read(nodeFiles, at("large")))).toBe("too large");
  });

  test("what is not there, and a directory, are told as before", async () => {
    mkdirSync(at("directory"));
    expect(await outcome(read(nodeFiles, at("none")))).toBeUndefined();
    expect(await outcome(read(nodeFiles, at("directory")))).toBe("EISDIR");
  });
});

test("what is appended between the look and the read is taken up to the limit [S42]", async () => {
  writeFileSync(at("log"), "a".repeat(900));
  const append = async (): Promise<void> => appendFileSync(at("log"), "a".repeat(50));
  await takeRegular(at("log"), { maxBytes: limit, isLocal: false }, append);
  expect((await nodeFiles.read(at("log"), limit))?.length).toBe(950);
  await takeRegular(at("log"), { maxBytes: limit, isLocal: false }, append);
  await takeRegular(at("log"), { maxBytes: limit, isLocal: false }, append);
  expect(await outcome(nodeFiles.read(at("log"), limit))).toBe("too large");
});

test("a pipe is neither a program nor what a writer reads [S42]", async () => {
  execFileSync("mkfifo", [at("pipe")]);
  await expect(mustBeExecutable(at("pipe"))).rejects.toMatchObject({ name: "SpawnFault", code: "not a regular file" });
  await expect(nodeWriting.read(at("pipe"))).rejects.toMatchObject({ name: "WriteFault", code: "not a regular file" });
});
