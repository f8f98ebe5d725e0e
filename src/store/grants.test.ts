// Grants on a real disk: kept, replaced, taken back, private, and never understood by half.

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeFiles } from "../host/node/node-files.ts";
import { privateFiles } from "../host/private-file.ts";
import { filePath, joinPath } from "../model/file-path.ts";
import { Grants, GrantsFault } from "./grants.ts";

const at = "2026-01-02T03:04:05.000Z";
const [a, b] = [filePath("/projects/a"), filePath("/projects/b")];
const hash = "0".repeat(64);
const repository = { directory: "1:2", git: "3:4" };

interface Made extends Disposable {
  readonly grants: Grants;
  /** The same on the same disk, as another process has them. */
  another(): Grants;
  readonly directory: string;
  /** The one file that is there. */
  file(): string;
}

function inTemporary(): Made {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-test-")));
  const directory = join(base, "deep", "state");
  const another = (): Grants => new Grants(nodeFiles, privateFiles, filePath(directory));
  return {
    directory,
    grants: another(),
    another,
    file() {
      const [name = "none", ...more] = readdirSync(join(directory, "trust"));
      expect(more).toEqual([]);
      return join(directory, "trust", name);
    },
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

test("a grant is kept, replaced by a newer one, and taken back", async () => {
  using made = inTemporary();
  const { grants } = made;
  expect(await grants.all()).toEqual([]);
  await grants.put({ root: a, at, repository });
  await grants.put({ root: b, at, repository });
  await grants.put({ root: a, at, repository, pinned: hash });
  expect(await grants.all()).toEqual([
    { root: a, at, repository, pinned: hash },
    { root: b, at, repository },
  ]);
  expect([await grants.remove(b), await grants.remove(b)]).toEqual([true, false]);
  expect([await grants.of(b), await grants.of(a)]).toEqual([undefined, { root: a, at, repository, pinned: hash }]);
});

test("those who change different grants at once lose nothing, least of all a revocation", async () => {
  using made = inTemporary();
  await made.grants.put({ root: a, at, repository });
  const others = Array.from({ length: 8 }, (_, index) => filePath(`/projects/other-${index}`));
  await Promise.all([...others.map((root) => made.another().put({ root, at, repository })), made.another().remove(a)]);
  expect((await made.grants.all()).map(({ root }) => root)).toEqual(others);
});

test("a grant and its directory are the owner's alone; a directory that was there keeps its mode", async () => {
  using made = inTemporary();
  mkdirSync(made.directory, { recursive: true });
  chmodSync(made.directory, 0o775);
  await made.grants.put({ root: a, at, repository });
  const mode = (path: string): number => statSync(path).mode & 0o777;
  expect([mode(made.directory), mode(made.grants.path), mode(made.file())]).toEqual([0o775, 0o700, 0o600]);
});

test.each([
  ["a grant", (made: Made) => chmodSync(made.file(), 0o602)],
  ["their directory", (made: Made) => chmodSync(made.grants.path, 0o702)],
])("where others may write %s, nothing is granted", async (_, open) => {
  using made = inTemporary();
  await made.grants.put({ root: a, at, repository });
  open(made);
  await expect(made.grants.of(a)).rejects.toThrow("other users may write it");
  await expect(made.grants.all()).rejects.toThrow(GrantsFault);
});

test.each([
  ["no JSON", "{"],
  ["a list", "[]"],
  ["another version", JSON.stringify({ version: 3, root: a, at, repository })],
  ["a relative root", JSON.stringify({ version: 2, root: "a", at, repository })],
  ["the grant of another root", JSON.stringify({ version: 2, root: b, at, repository })],
  ["no repository", JSON.stringify({ version: 2, root: a, at })],
  ["a repository that is none", JSON.stringify({ version: 2, root: a, at, repository: { directory: 1 } })],
  ["a pin that is no hash", JSON.stringify({ version: 2, root: a, at, repository, pinned: "x" })],
])("%s grants nothing, and can be taken back", async (_, text) => {
  using made = inTemporary();
  await made.grants.put({ root: a, at, repository });
  writeFileSync(made.file(), text);
  await expect(made.grants.of(a)).rejects.toThrow(GrantsFault);
  expect(await made.grants.remove(a)).toBe(true);
});

test("what cannot be written is refused, and nothing is left of the attempt", async () => {
  using made = inTemporary();
  // A directory in the place of the file: the rename over it fails.
  const place = joinPath(made.grants.path, "taken");
  mkdirSync(join(place, "inside"), { recursive: true });
  await expect(privateFiles.write(place, "x")).rejects.toMatchObject({ code: "file_unreadable" });
  expect(readdirSync(made.grants.path)).toEqual(["taken"]);
});
