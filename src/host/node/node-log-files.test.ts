// Files that only grow, on the real disk: whole lines from several writers, and nothing written where a link leads.

import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { WriteFault } from "../writing.ts";
import { nodeLogFiles } from "./node-log-files.ts";

const directory = realpathSync(mkdtempSync(join(tmpdir(), "log-files-")));
afterAll(() => rmSync(directory, { recursive: true }));
const at = (name: string) => filePath(join(directory, name));
const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

test("two writers of one file never tear each other's lines", async () => {
  const writers = await Promise.all([nodeLogFiles.share(at("shared")), nodeLogFiles.share(at("shared"))]);
  const line = (writer: number): string => `${String(writer).repeat(70_000)}\n`;
  await Promise.all(
    writers.flatMap((log, writer) => Array.from({ length: 8 }, () => log.append(encoded(line(writer))))),
  );
  await Promise.all(writers.map((log) => log.close()));
  const lines = readFileSync(at("shared"), "utf8").split(/(?<=\n)/);
  expect(lines.toSorted()).toEqual([
    ...Array.from({ length: 8 }, () => line(0)),
    ...Array.from({ length: 8 }, () => line(1)),
  ]);
});

test("a file of one's own must be new, is the user's alone, and is durable after a sync", async () => {
  const log = await nodeLogFiles.create(at("own"));
  await log.append(encoded("one\n"));
  await log.append(encoded("two\n"));
  await log.sync();
  await log.close();
  expect(readFileSync(at("own"), "utf8")).toBe("one\ntwo\n");
  expect(statSync(at("own")).mode & 0o777).toBe(0o600);
  await expect(nodeLogFiles.create(at("own"))).rejects.toMatchObject({ code: "EEXIST" });
});

test("no link is followed, and a directory that is not there is said", async () => {
  writeFileSync(at("target"), "");
  symlinkSync(at("target"), at("link"));
  await expect(nodeLogFiles.share(at("link"))).rejects.toBeInstanceOf(WriteFault);
  await expect(nodeLogFiles.share(at("nowhere/log"))).rejects.toMatchObject({ code: "ENOENT" });
  expect(readFileSync(at("target"), "utf8")).toBe("");
});

test("a mark is overwritten in place", async () => {
  const mark = await nodeLogFiles.createMark(at("mark"));
  await mark.put(encoded("first "));
  await mark.put(encoded("second"));
  await mark.close();
  expect(readFileSync(at("mark"), "utf8")).toBe("second");
});
