// Repositories of many projects, asked with nothing open: everything is found, and called complete only then.

import { describe, expect, test } from "vitest";
import type { RealCase } from "../reading/real-case.ts";
import { presentInDepth } from "../installed.ts";
import type { Outcome } from "../stage.ts";
import { Stage } from "../stage.ts";

const count = 17;
const several = <T>(make: (number: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index + 1));
const repeated = (times: number, text: string): string => Array.from({ length: times }, () => text).join("");
const use = "«ref|total»()";

/** Eighteen projects that import each other by paths and by aliases, without a reference between them. */
const typescript = [
  `-- tsconfig.base.json --\n{ "compilerOptions": { "strict": true, "paths": { "@shop/*": ["./packages/*/src/index.ts"] } } }\n`,
  `-- packages/base/tsconfig.json --\n{ "extends": "../../tsconfig.base.json", "include": ["src"] }\n`,
  `-- packages/base/src/index.ts --\nexport function «ref|«^»total»() { return 1 }\n`,
  `-- packages/base/src/inner.ts --\nimport { «ref|total» } from "./index";\n${repeated(13, `${use};\n`)}`,
  ...several((number) => {
    const home = `packages/p${number}`;
    const from = number % 2 === 0 ? "@shop/base" : "../../base/src/index";
    return `-- ${home}/tsconfig.json --
{ "extends": "../../tsconfig.base.json", "include": ["src"] }
-- ${home}/src/alone.ts --
export const alone = ${number};
-- ${home}/src/one.ts --
import { «ref|total» } from "${from}";
export const one = ${use} + ${use};
-- ${home}/src/two.ts --
import { «ref|total» } from "${from}";
export const two = ${use};
`;
  }),
].join("");

const pythonUse = "«ref|total»()\n";
const python = [
  `-- pyrightconfig.json --\n{ "executionEnvironments": [{ "root": ".", "extraPaths": ["packages/base"] }] }\n`,
  `-- packages/base/base/__init__.py --\ndef «ref|«^»total»() -> int:\n    return 1\n`,
  `-- packages/base/base/inner.py --\nfrom . import «ref|total»\n\n${repeated(13, pythonUse)}`,
  ...several((number) => {
    const home = `packages/p${number}/p${number}`;
    const from = number % 2 === 0 ? "base" : "packages.base.base";
    return `-- packages/p${number}/pyproject.toml --
[project]
name = "p${number}"
-- ${home}/__init__.py --
from ${from} import «ref|total»

${repeated(2, pythonUse)}-- ${home}/two.py --
from ${from} import «ref|total»

${pythonUse}`;
  }),
].join("");

const goUse = "\tbase.«ref|Total»()\n";
const go = [
  `-- go.work --\ngo 1.21\n\nuse (\n\t./base\n${several((number) => `\t./m${number}\n`).join("")})\n`,
  `-- base/go.mod --\nmodule example.com/base\n\ngo 1.21\n`,
  `-- base/base.go --\npackage base\n\nfunc «ref|«^»Total»() int { return 1 }\n`,
  `-- base/inner.go --\npackage base\n\nfunc inner() {\n${repeated(14, "\t«ref|Total»()\n")}}\n`,
  ...several(
    (number) => `-- m${number}/go.mod --
module example.com/m${number}

go 1.21
-- m${number}/main.go --
package main

import "example.com/base"

func main() {
${repeated(3, goUse)}}
-- m${number}/sub/sub.go --
package sub

import "example.com/base"

func Sub() {
${repeated(2, goUse)}}
`,
  ),
].join("");

const rustUse = "    base::«ref|total»();\n";
const rust = [
  `-- Cargo.toml --\n[workspace]\nresolver = "2"\nmembers = ["crates/*"]\n`,
  `-- crates/base/Cargo.toml --\n[package]\nname = "base"\nversion = "0.1.0"\nedition = "2021"\n`,
  `-- crates/base/src/lib.rs --\npub fn «ref|«^»total»() -> i32 { 1 }\n\npub fn inner() {\n${repeated(14, "    «ref|total»();\n")}}\n`,
  ...several(
    (number) => `-- crates/c${number}/Cargo.toml --
[package]
name = "c${number}"
version = "0.1.0"
edition = "2021"

[dependencies]
base = { path = "../base" }
-- crates/c${number}/src/lib.rs --
pub fn f() {
${repeated(3, rustUse)}}
-- crates/c${number}/tests/all.rs --
#[test]
fn all() {
${repeated(2, rustUse)}}
`,
  ),
].join("");

/** Each part is built by itself, with a database of its own. */
const cpp = [
  `-- base/compile_commands.json --\n[{ "directory": "{root}/base", "file": "inner.cpp", "command": "c++ -c inner.cpp" }]\n`,
  `-- base/base.h --\n#pragma once\nint «ref|«^»total»();\n`,
  `-- base/inner.cpp --\n#include "base.h"\n\nvoid inner() {\n${repeated(14, "  «ref|total»();\n")}}\n`,
  ...several((number) => {
    const names = ["alone.cpp", "one.cpp", "two.cpp"];
    const commands = names.map((file) => ({ directory: `{root}/d${number}`, file, command: `c++ -c ${file}` }));
    return `-- d${number}/compile_commands.json --
${JSON.stringify(commands)}
-- d${number}/alone.cpp --
int alone${number}() { return 1; }
-- d${number}/one.cpp --
#include "../base/base.h"
int one${number}() { return ${repeated(2, `${use} + `)}${use}; }
-- d${number}/two.cpp --
#include "../base/base.h"
int two${number}() { return ${use} + ${use}; }
`;
  }),
].join("");

const repositories: readonly RealCase[] = [
  { server: "typescript-native", fixture: typescript },
  { server: "typescript-language-server", fixture: typescript },
  { server: "pyright", fixture: python },
  { server: "gopls", fixture: go },
  { server: "rust-analyzer", fixture: rust },
  { server: "clangd", fixture: cpp },
].map((one) => ({ ...one, changes: [], killedAt: "references" }));

function mustBeWhole({ found, expected, standing }: Outcome, size: number): void {
  expect(found).toEqual(expected);
  expect(found).toHaveLength(size);
  expect(standing.reasons).toEqual([]);
}

describe.each(presentInDepth(repositories))("$server", (real) => {
  test("every reference in eighteen projects is found with nothing open, and so called complete", async () => {
    await using stage = await Stage.open(real);
    mustBeWhole(await stage.ask("references"), 100);
    // Once loaded, nothing is loaded again.
    const opened = stage.sent.filter((method) => method === "textDocument/didOpen").length;
    mustBeWhole(await stage.ask("references"), 100);
    expect(stage.sent.filter((method) => method === "textDocument/didOpen")).toHaveLength(opened);
  });
});

const loading = presentInDepth(repositories.filter(({ server }) => /^(?:typescript|clangd)/.test(server)));
const added: Readonly<Record<string, string>> = {
  clangd: `-- new/compile_commands.json --
[{ "directory": "{root}/new", "file": "a.cpp", "command": "c++ -c a.cpp" }]
-- new/a.cpp --
#include "../base/base.h"
int a() { return ${use}; }
`,
};
const addedProject = `-- packages/new/tsconfig.json --
{}
-- packages/new/a.ts --
import { «ref|total» } from "../base/src/index";
export const a = ${use};
`;

describe.each(loading)("$server", (real) => {
  test("a project that is added is loaded at the next question", async () => {
    await using stage = await Stage.open(real);
    mustBeWhole(await stage.ask("references"), 100);
    stage.write(added[real.server] ?? addedProject);
    const outcome = await stage.ask("references");
    mustBeWhole(outcome, real.server === "clangd" ? 101 : 102);
  });

  test("questions at the same time share one loading", async () => {
    await using stage = await Stage.open(real);
    for (const outcome of await Promise.all([1, 2, 3].map(() => stage.ask("references")))) mustBeWhole(outcome, 100);
    const projects = stage.events.flatMap((event) => (event.type === "project.loaded" ? event.project : []));
    expect(projects).toHaveLength(count);
    expect(new Set(projects).size).toBe(count);
  });

  test("what was closed is loaded again, or missed in words", async () => {
    await using stage = await Stage.open(real);
    mustBeWhole(await stage.ask("references"), 100);
    const [session] = stage.workspace.sessions;
    for (const path of session?.documents.paths() ?? []) await session?.documents.close(path);
    mustBeWhole(await stage.ask("references"), 100);
  });

  test("beyond the memory that is allowed projects are closed, and every use is found all the same", async () => {
    await using stage = await Stage.open(real, { projects: { memoryBytes: 1 } });
    for (let question = 0; question < 3; question++) {
      mustBeWhole(await stage.ask("references"), 100);
    }
    expect(stage.events.some((event) => event.type === "project.closed" && event.why === "memory")).toBe(true);
  });
});
