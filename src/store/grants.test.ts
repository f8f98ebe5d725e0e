// Grants on a real disk: kept, replaced, taken back, private, and never understood by half.

import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeFiles } from "../host/node-files.ts";
import { writePrivateFile } from "../host/private-file.ts";
import { filePath } from "../model/file-path.ts";
import { Grants, GrantsFault } from "./grants.ts";

const at = "2026-01-02T03:04:05.000Z";
const [a, b] = [filePath("/projects/a"), filePath("/projects/b")];
const hash = "0".repeat(64);

function inTemporary(): { grants: Grants; directory: string; write(text: string): void } & Disposable {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-test-")));
  const directory = join(base, "deep", "state");
  return {
    directory,
    grants: new Grants(nodeFiles, writePrivateFile, filePath(directory)),
    write(text) {
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(directory, "trust.json"), text);
    },
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

test("a grant is kept, replaced by a newer one, and taken back", async () => {
  using made = inTemporary();
  const { grants } = made;
  expect(await grants.all()).toEqual([]);
  await grants.put({ root: a, at });
  await grants.put({ root: b, at });
  await grants.put({ root: a, at, pinned: hash });
  expect(await grants.all()).toEqual([
    { root: b, at },
    { root: a, at, pinned: hash },
  ]);
  expect([await grants.remove(b), await grants.remove(b)]).toEqual([true, false]);
  expect([await grants.of(b), await grants.of(a)]).toEqual([undefined, { root: a, at, pinned: hash }]);
});

test("the file and its directory are the owner's alone, and nothing else is left there", async () => {
  using made = inTemporary();
  mkdirSync(made.directory, { recursive: true, mode: 0o755 });
  await made.grants.put({ root: a, at });
  const mode = (path: string): number => statSync(path).mode & 0o777;
  expect([mode(made.directory), mode(made.grants.path)]).toEqual([0o700, 0o600]);
  expect(readdirSync(made.directory)).toEqual(["trust.json"]);
});

test.each([
  ["no JSON", "{"],
  ["a list", "[]"],
  ["another version", JSON.stringify({ version: 2, grants: [] })],
  ["a relative root", JSON.stringify({ version: 1, grants: [{ root: "a", at }] })],
  ["a pin that is no hash", JSON.stringify({ version: 1, grants: [{ root: a, at, pinned: "x" }] })],
  ["one damaged grant among good ones", JSON.stringify({ version: 1, grants: [{ root: a, at }, {}] })],
])("%s grants nothing", async (_, text) => {
  using made = inTemporary();
  made.write(text);
  await expect(made.grants.of(a)).rejects.toThrow(GrantsFault);
});

test("what cannot be written is refused, and the former grants stay", async () => {
  using made = inTemporary();
  // A directory in the place of the file: the rename over it fails.
  mkdirSync(join(made.directory, "trust.json", "inside"), { recursive: true });
  await expect(writePrivateFile(made.grants.path, "x")).rejects.toMatchObject({ code: "file_unreadable" });
  expect(readdirSync(made.directory)).toEqual(["trust.json"]);
});
