// A new operation is three files and the documentation that derives from them; what is written for it compiles and runs.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { operationFiles } from "../../tools/operation-files.ts";
import { readTree } from "../../tools/tree.ts";

const { tsc } = (await import(pathToFileURL("tools/build.mjs").href)) as { tsc: string };

const tree = new Map(readTree(process.cwd()).map(({ path, text }) => [path, text]));
const read = (path: string): string | undefined => tree.get(path);
const files = operationFiles({ name: "get_symbol_age", room: "read", summary: "Tell how old a symbol is" }, read);

test("a new operation touches three files: its record, its test and the table", () => {
  expect(files.map(({ path }) => path)).toEqual([
    "src/operations/read/get-symbol-age.ts",
    "src/operations/read/get-symbol-age.test.ts",
    "src/operations/table.ts",
  ]);
  const table = files.at(-1)?.text ?? "";
  expect(table).toContain('import { getSymbolAge } from "./read/get-symbol-age.ts";');
  expect(table).toContain("  getSymbolAge,\n] as const;");
});

test("what is written compiles", { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-operation-"));
  try {
    cpSync("src", join(folder, "src"), { recursive: true });
    for (const one of ["tsconfig.base.json", "package.json"]) cpSync(one, join(folder, one));
    symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
    cpSync("test/support/kits", join(folder, "test/support/kits"), { recursive: true });
    for (const { path, text } of files) writeFileSync(join(folder, path), text);
    const config = JSON.parse(readFileSync("tsconfig.json", "utf8")) as object;
    const only = { ...config, include: files.map(({ path }) => path) };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(only));
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", ".", "--noEmit"], { cwd: folder, encoding: "utf8" });
    expect(stdout).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each([
  ["no name", { name: "Age", room: "read", summary: "x" }, /is no name/],
  ["no room", { name: "get_age", room: "nowhere", summary: "x" }, /no room/],
  ["one that is there", { name: "inspect_symbol", room: "read", summary: "x" }, /there already/],
])("nothing is written for %s", (_, operation, why) => {
  expect(() => operationFiles(operation, read)).toThrow(why);
});
