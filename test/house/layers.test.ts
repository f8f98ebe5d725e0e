import { existsSync, readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { importsOf } from "../../tools/imports.ts";
import { checkLayers, entries, roomsImported } from "../../tools/layer-check.ts";
import { layers } from "../../tools/layers.ts";
import { rooms } from "../../tools/rooms.ts";
import { isTest, readTree } from "../../tools/tree.ts";

test("every import in src follows the tables of layers and rooms, and no two files import each other in a circle", () => {
  expect(checkLayers(readTree(process.cwd()), layers, rooms)).toEqual([]);
});

test("every room has a row, every row is needed, and a folder holds at most 25 source files", () => {
  const sources = readTree(process.cwd()).filter(({ path }) => /^src\/.*\.ts$/.test(path) && !isTest(path));
  const held = new Map<string, number>();
  for (const { path } of sources) {
    const folder = path.split("/").slice(1, -1).join("/");
    held.set(folder, (held.get(folder) ?? 0) + 1);
  }
  expect([...held].filter(([, count]) => count > 25)).toEqual([]);
  expect(rooms.map(({ folder }) => folder)).toEqual([...held.keys()].filter((folder) => folder.includes("/")).sort());
  const imported = roomsImported(sources);
  for (const { folder, mayImport } of rooms)
    expect([folder, new Set(mayImport)]).toEqual([folder, imported.get(folder) ?? new Set()]);
});

test("every folder of src has a row, and the entries are there", () => {
  const folders = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const rows = layers.map(({ folder }) => folder);
  expect(folders.map(({ name }) => name).filter((name) => !rows.includes(name))).toEqual([]);
  expect(entries.filter((entry) => !existsSync(entry))).toEqual([]);
});

test("the layers called pure are exactly those that compile without the types of a platform", () => {
  const { include, compilerOptions } = JSON.parse(readFileSync("tsconfig.pure.json", "utf8")) as {
    readonly include: readonly string[];
    readonly compilerOptions: { readonly types: readonly string[] };
  };
  const pure = layers.filter((layer) => layer.pure === true).map(({ folder }) => `src/${folder}`);
  expect([...include].sort()).toEqual(pure.sort());
  expect(compilerOptions.types).toEqual([]);
});

test("the table itself has no circle and names only folders that it lists", () => {
  const settled = new Set<string>();
  for (let before = -1; before < settled.size; ) {
    before = settled.size;
    for (const { folder, mayImport } of layers) if (mayImport.every((name) => settled.has(name))) settled.add(folder);
  }
  expect([...settled].sort()).toEqual(layers.map(({ folder }) => folder).sort());
});

test.each([
  ["an upward import", { "src/std/a.ts": 'import { b } from "../model/b.ts";' }, "std may import nothing"],
  ["a type-only upward import", { "src/rpc/a.ts": 'import type { B } from "../model/b.ts";' }, "rpc may import std"],
  ["a re-export upward", { "src/model/a.ts": 'export { b } from "../host/b.ts";' }, "model may import std"],
  ["a dynamic import upward", { "src/store/a.ts": 'const b = await import("../engine/b.ts");' }, "store may import"],
  ["an import over several lines", { "src/std/a.ts": 'import {\n  b,\n} from "../model/b.ts";' }, "std may import"],
  ["an import for its side effect", { "src/std/a.ts": 'import "../model/b.ts";' }, "std may import nothing"],
  ["a folder that no row names", { "src/stuff/a.ts": 'import "../std/b.ts";' }, "belongs to no layer"],
  ["a way out of src", { "src/testing/a.ts": 'import "../../tools/b.ts";' }, "outside src"],
  ["an import of an entry", { "src/doors/cli/a.ts": 'import "../../bin.ts";' }, "entry"],
  ["a door in a door", { "src/doors/cli/a.ts": 'import "../mcp/b.ts";' }, "no door imports another"],
  ["Node in a low layer", { "src/session/a.ts": 'import { readFileSync } from "node:fs";' }, "src/host/"],
  ["Node without its prefix", { "src/session/a.ts": 'import { readFileSync } from "fs";' }, "src/host/"],
  ["zod in a low layer", { "src/model/a.ts": 'import * as z from "zod/mini";' }, "src/operations/"],
  ["the SDK in another door", { "src/doors/cli/a.ts": 'import "@modelcontextprotocol/server";' }, "src/doors/mcp/"],
  [
    "a room that another does not name",
    { "src/operations/runs/a.ts": 'import "../rename/b.ts";' },
    "operations/runs may import operations of its layer",
  ],
  ["a room without a row", { "src/host/attic/a.ts": 'import "../files.ts";' }, "in no row"],
  ["a circle", { "src/std/a.ts": 'import "./b.ts";', "src/std/b.ts": 'import type { A } from "./a.ts";' }, "cycle"],
])("%s is reported", (_what, files, expected) => {
  const problems = checkLayers(asFiles(files), layers, rooms);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(expected);
});

test.each([
  ["a downward import", { "src/session/a.ts": 'import { b } from "../rpc/b.ts";' }],
  ["an entry", { "src/bin.ts": 'import "./doors/mcp/a.ts";\nimport "node:fs";\nimport "zod";' }],
  ["a test", { "src/std/a.test.ts": 'import "../engine/b.ts";' }],
  ["a file the doors share", { "src/doors/cli/a.ts": 'import "../shared.ts";' }],
  [
    "one file met on two ways",
    { "src/std/a.ts": 'import "./b.ts";\nimport "./c.ts";', "src/std/b.ts": 'import "./c.ts";' },
  ],
])("%s is allowed", (_what, files) => {
  expect(checkLayers(asFiles(files), layers)).toEqual([]);
});

test("comments and template texts are not taken for imports", () => {
  const source = ["// import a from './a.ts'", "/** import b from './b.ts' */", "const text = `", 'import "./c.ts"`;'];
  expect(importsOf([...source, 'import "./d.ts";'].join("\n"))).toEqual(["./d.ts"]);
});

function asFiles(files: object): { path: string; text: string }[] {
  return Object.entries(files).map(([path, text]) => ({ path, text: String(text) }));
}
