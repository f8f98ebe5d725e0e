// Layouts in which a real server leaves files out without a word: its answer must not pass for complete.

import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { cases } from "./cases.ts";
import { present } from "./installed.ts";
import { Stage } from "./stage.ts";

const declared = "export function «ref|«^»total»() { return 1 }\n";
const used = (from: string): string => `import { «ref|total» } from "${from}";\n«ref|total»();\n`;

const typescript: readonly (readonly [title: string, fixture: string, codes: readonly string[]])[] = [
  [
    "one project, with a plain import and a re-export",
    `-- tsconfig.json --\n{ "include": ["src", "test"], }\n-- src/cart.ts --\n${declared}-- test/a.ts --\n${used("../src/cart")}export { «ref|total» } from "../src/cart";\n`,
    [],
  ],
  [
    "tests outside of include",
    `-- tsconfig.json --\n{ "include": ["src"] }\n-- src/cart.ts --\n${declared}-- test/a.ts --\n${used("../src/cart")}`,
    ["projects_not_loaded"],
  ],
  [
    "a project for the sources and one for the build",
    `-- tsconfig.json --
{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.node.json" }] }
-- tsconfig.app.json --
{ "include": ["src"] }
-- tsconfig.node.json --
{ "include": ["vite.config.ts"] }
-- src/cart.ts --
${declared}-- src/a.ts --
${used("./cart")}-- vite.config.ts --
${used("./src/cart")}`,
    ["projects_not_loaded"],
  ],
  [
    "the asked file outside of include",
    `-- tsconfig.json --\n{ "include": ["src"] }\n-- src/a.ts --\nexport {};\n-- lib/cart.ts --\n${declared}-- lib/b.ts --\n${used("./cart")}`,
    ["server_not_exhaustive", "projects_not_loaded"],
  ],
  [
    "a second configuration beside the first",
    `-- tsconfig.json --\n{ "include": ["src"] }\n-- tsconfig.test.json --\n{ "include": ["test"] }\n-- src/cart.ts --\n${declared}-- test/a.ts --\n${used("../src/cart")}`,
    ["projects_not_loaded"],
  ],
  [
    "a project in a hidden directory",
    `-- tsconfig.json --\n{}\n-- .storybook/tsconfig.json --\n{}\n-- src/cart.ts --\n${declared}-- .storybook/main.ts --\n${used("../src/cart")}`,
    ["projects_not_loaded"],
  ],
];

const module = `-- go.mod --
module example.com/shop

go 1.21
-- cart/cart.go --
package cart

func «ref|«^»Total»() int { return 1 }
-- main.go --
package main

import "example.com/shop/cart"

func main() { cart.«ref|Total»() }
`;
const nested = `${module}-- tools/go.mod --
module example.com/tools

go 1.21

require example.com/shop v0.0.0

replace example.com/shop => ../
-- tools/main.go --
package main

import "example.com/shop/cart"

func main() { cart.«ref|Total»() }
`;

const go: typeof typescript = [
  ["one module", module, []],
  ["a module inside another", nested, ["projects_not_loaded"]],
  ["both in a go.work", `${nested}-- go.work --\ngo 1.21\n\nuse (\n\t.\n\t./tools\n)\n`, []],
];

const database = (file: string): string =>
  `[{ "directory": "{root}", "file": "${file}", "command": "cc -c ${file}" }]\n`;
const c: typeof typescript = [
  [
    "a second compile database",
    `-- compile_commands.json --\n${database("a.c")}-- cart.h --\nint «ref|«^»total»(void);\n-- a.c --\n#include "cart.h"\nint a(void) { return «ref|total»(); }\n-- other/compile_commands.json --\n${database("other/b.c")}-- other/b.c --\n#include "../cart.h"\nint b(void) { return «ref|total»(); }\n`,
    ["projects_not_loaded"],
  ],
];

const layouts: Readonly<Record<string, typeof typescript>> = { "typescript-native": typescript, gopls: go, clangd: c };

describe.each(present(cases.filter(({ server }) => layouts[server] !== undefined)))("$server", ({ server }) => {
  test.each(layouts[server] ?? [])("%s", async (_, fixture, codes) => {
    await using stage = await Stage.open({ server, fixture, changes: [], killedAt: "references" });
    const { found, expected, standing } = await stage.ask("references");
    expect(standing.reasons.map(({ code }) => code)).toEqual(codes);
    // What is said to be missing is missing: a server that has learnt to find it deserves to be believed.
    expect(isDeepStrictEqual(found, expected)).toBe(codes.length === 0);
  });
});
