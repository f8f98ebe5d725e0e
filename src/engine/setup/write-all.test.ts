// Several files are written, or none, whichever act of the disk fails, and whatever another program does meanwhile.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Host } from "../../host/host.ts";
import { openNodeHost } from "../../host/node/node-host.ts";
import type { Writing } from "../../host/writing.ts";
import { WriteFault } from "../../host/writing.ts";
import { filePath } from "../../model/file-path.ts";
import { writeAll } from "./write-all.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "sightline-write-all-")));
const host = await openNodeHost({ SIGHTLINE_STATE_DIR: join(base, "state") });

function fresh() {
  const directory = mkdtempSync(join(base, "case-"));
  for (const name of ["a", "b"]) writeFileSync(join(directory, name), `old ${name}`);
  const at = (name: string) => filePath(join(directory, name));
  const files = [
    { real: at("a"), before: "old a", after: "new a", attributes: { mode: 0o640 } },
    { real: at("deep/er/c"), before: undefined, after: "new c", attributes: { mode: 0o600 } },
    { real: at("b"), before: "old b", after: undefined, attributes: {} },
  ];
  const all = (): string[] => readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  return { directory, files, all, read: (name: string) => readFileSync(at(name), "utf8") };
}

/** The machine with a disk on which the so-manieth act of a kind fails. */
function failing(act: "create" | "rename" | "remove" | "makeDirectory" | "syncDirectory", turn: number): Host {
  let turns = 0;
  const failed: Writing = { ...host.writing };
  const real = failed[act] as (...words: readonly unknown[]) => Promise<unknown>;
  const once = (...words: readonly unknown[]): Promise<unknown> => {
    turns += 1;
    return turns === turn ? Promise.reject(new WriteFault("EIO", String(words.at(-1)), undefined)) : real(...words);
  };
  return { ...host, writing: { ...failed, [act]: once } };
}

test("each is as it should be afterwards", async () => {
  const one = fresh();
  await writeAll(host, one.files);
  expect(one.all()).toEqual(["a", "deep", "deep/er", "deep/er/c"]);
  expect([one.read("a"), one.read("deep/er/c")]).toEqual(["new a", "new c"]);
});

test.each([
  ["create", 1],
  ["create", 2],
  ["rename", 1],
  ["rename", 2],
  ["remove", 1],
  ["makeDirectory", 1],
  ["makeDirectory", 2],
  ["syncDirectory", 1],
] as const)("where %s fails at turn %i, nothing was changed and nothing is left over", async (act, turn) => {
  const one = fresh();
  await expect(writeAll(failing(act, turn), one.files)).rejects.toMatchObject({
    code: "write_failed",
    details: { what: "Nothing was changed." },
  });
  expect([one.all(), one.read("a"), one.read("b")]).toEqual([["a", "b"], "old a", "old b"]);
});

test.each([
  ["changed", (directory: string) => writeFileSync(join(directory, "b"), "of another")],
  ["removed", (directory: string) => rmSync(join(directory, "a"))],
  [
    "made",
    (directory: string) => (
      mkdirSync(join(directory, "deep/er"), { recursive: true }), writeFileSync(join(directory, "deep/er/c"), "x")
    ),
  ],
])("a file that another program has %s since is not overwritten, nor is any other", async (_, act) => {
  const one = fresh();
  act(one.directory);
  const before = one.all().map((name) => [name]);
  await expect(writeAll(host, one.files)).rejects.toMatchObject({ code: "stale_document" });
  expect(one.all().map((name) => [name])).toEqual(before);
});
