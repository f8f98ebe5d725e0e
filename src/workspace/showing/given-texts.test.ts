// Texts that an agent gives, and where they lead.

import { describe, expect, test } from "vitest";
import type { Disk } from "../../../test/support/kits/showing-kit.ts";
import { openDisk, refusedAs } from "../../../test/support/kits/showing-kit.ts";

const given: readonly (readonly [string, string, string | undefined])[] = [
  ["a.ts", '\nimport "../out/s.ts"', "Line 2 of a.ts leads outside the root."],
  ["a.ts", 'import "../out/none.ts"', "Line 1 of a.ts leads outside the root."],
  ["a.ts", 'import "./b.ts"; import "pkg"', undefined],
  ["a.ts", 'import "./link.ts"', "Line 1 of a.ts leads outside the root."],
  ["a.c", '#embed "/out/s.h"', "Line 1 of a.c leads outside the root."],
  ["a.c", "#include <../../etc/passwd>", "Line 1 of a.c leads outside the root."],
  ["a.c", "#include <stdio.h>\n#include P", "Where line 2 of a.c leads cannot be determined."],
  ["a.c", '#include \\\n"b.h"', "Where line 1 of a.c leads cannot be determined."],
  ["a.ts", 'import "alias/../../x"', "Where line 1 of a.ts leads cannot be determined."],
  ["a.ts", String.raw`import "./\x61"`, "Where line 1 of a.ts leads cannot be determined."],
  ["a.ts", 'import "/project/b.ts"', "Where line 1 of a.ts leads cannot be determined."],
  ["a.tsx", '<img src="/logo.png" />; const path = "/etc/x"; import "~/a"', undefined],
  ["a.go", 'package a\n\n// #include "/out/s.h"\nimport "C"', "Line 3 of a.go leads outside the root."],
  ["a.go", 'package a\n\n// #cgo CFLAGS: -I/out\nimport "C"', "Line 3 of a.go leads outside the root."],
  ["a.rs", 'include_str!(concat!("a", "b"));', "Where line 1 of a.rs leads cannot be determined."],
  ["a.sh", "source a\\ b", "Where line 1 of a.sh leads cannot be determined."],
  ["a.sh", 'source "$D/../../out/s.sh"', "Line 1 of a.sh leads outside the root."],
  ["a.json", String.raw`{ "$ref": "\u0061" }`, "Where line 1 of a.json leads cannot be determined."],
  ["module.modulemap", 'module A { header "/out/s.h" }', "Line 1 of module.modulemap leads outside the root."],
  ["a.py", "import \\\n  link", "Line 2 of a.py leads outside the root."],
  ["a.py", "from a import (  # )\n  link,\n)", "Line 2 of a.py leads outside the root."],
  ["a.py", "from link import key", "Line 1 of a.py leads outside the root."],
  ["a.ts", 'import "evil/s"', "Line 1 of a.ts leads outside the root."],
  ["tsconfig.json", '{ "compilerOptions": { "types": ["evil"] } }', "Line 1 of tsconfig.json leads outside the root."],
  [
    "pyrightconfig.json",
    '{ "venvPath": "/none", "venv": "x" }',
    "Line 1 of pyrightconfig.json leads outside the root.",
  ],
  ["pyrightconfig.json", '{ "venvPath": ".", "venv": "x" }', undefined],
  ["tsconfig.json", '{\n"files": ["../out/s.ts"] }', "Line 2 of tsconfig.json leads outside the root."],
  ["compile_flags.txt", "-I/out", "Line 1 of compile_flags.txt leads outside the root."],
  ["a.json", '{ "$schema": "file:///out/s.json" }', "Line 1 of a.json leads outside the root."],
];

describe("texts of an agent [S10]", () => {
  test.each(given)("%s: %j", async (name, after, what) => {
    await using toy = openDisk({
      "link.ts": "->/out/s.ts",
      "link.py": "->/out/s.py",
      "node_modules/near/package.json": "{}",
      "node_modules/evil": "->/out",
      "old.ts": 'import "/out/s.ts"',
    });
    const judged = toy.clock.until(toy.workspace.mustStayInside([{ file: toy.path(name), before: "", after }]));
    expect(await refusedAs(judged, ({ code, details }) => `${code}: ${details.what}`)).toBe(
      what && `outside_root: ${what}`,
    );
  });

  test("what is unclear may be kept, and not written once more", async () => {
    await using toy = openDisk({});
    const [file, before] = [toy.path("a.ts"), 'import "a/../b";\n'];
    await toy.clock.until(toy.workspace.mustStayInside([{ file, before, after: `let x;\n${before}` }]));
    const again = toy.clock.until(toy.workspace.mustStayInside([{ file, before, after: before.repeat(2) }]));
    expect(await refusedAs(again, ({ details }) => details.why ?? "")).toBe(
      '"a/../b" is not a plain path (it has .. after a directory name), so a server might read a file outside the root.',
    );
  });

  test("what was there before is not held against a text", async () => {
    await using toy = openDisk({});
    const [file, before] = [toy.path("a.ts"), 'import "/out/s.ts"'];
    await toy.clock.until(toy.workspace.mustStayInside([{ file, before, after: `${before};` }]));
  });
});

/** Files of a trusted root, what an agent writes, and whether it is refused. */
const named: Readonly<Record<string, readonly [Disk, Disk, string?]>> = {
  "a file of flags that flags name": [
    { "compile_flags.txt": "@a.rsp", "a.rsp": "-Wall" },
    { "a.rsp": "-Wall\n-I/out" },
    "Line 2 of a.rsp leads outside the root.",
  ],
  "harmless flags there": [{ "compile_flags.txt": "@a.rsp", "a.rsp": "-Wall" }, { "a.rsp": "-Wall -Iinc" }],
  "the same words in a file that no command names": [{ "a.rsp": "" }, { "a.rsp": "-I/out" }],
  "a file of flags that is named anew": [
    { "a.rsp": "-include /out/s.h" },
    { "compile_flags.txt": "@a.rsp" },
    "Line 1 of a.rsp leads outside the root.",
  ],
  "both at once": [{}, { "a.rsp": "-I/out", "compile_flags.txt": "@a.rsp" }, "Line 1 of a.rsp leads outside the root."],
  "a map of files": [
    { "compile_commands.json": '[{ "directory": ".", "command": "cc -ivfsoverlay o.yaml a.c" }]', "o.yaml": "" },
    { "o.yaml": "version: 0" },
    "Where line 1 of o.yaml leads cannot be determined.",
  ],
  "a map of files that is named anew": [
    { "o.yaml": "version: 0" },
    { ".clangd": "CompileFlags:\n  Add: [-ivfsoverlay, o.yaml]" },
    "Where line 1 of o.yaml leads cannot be determined.",
  ],
  "a flag that is not known": [
    {},
    { "compile_flags.txt": "-Xclang" },
    "Where line 1 of compile_flags.txt leads cannot be determined.",
  ],
  "a configuration that another one extends": [
    { "tsconfig.json": '{ "extends": "./conf/base.json" }', "conf/base.json": "{}" },
    { "conf/base.json": '{ "files": ["../../out/s.ts"] }' },
    "Line 1 of conf/base.json leads outside the root.",
  ],
  "one that extends that": [
    { "tsconfig.json": '{ "extends": "./a.json" }', "a.json": '{ "extends": "./b" }', "b.json": "{}" },
    { "b.json": '{ "files": ["../out/s.ts"] }' },
    "Line 1 of b.json leads outside the root.",
  ],
  "one that is extended anew": [
    { "a.json": '{ "extends": "./b.json" }', "b.json": '{ "files": ["../out/s.ts"] }' },
    { "tsconfig.json": '{ "extends": "./a.json" }' },
    "Line 1 of b.json leads outside the root.",
  ],
  "one that extends itself": [
    { "a.json": '{ "extends": "./a.json" }' },
    { "tsconfig.json": '{ "extends": "./a.json" }' },
  ],
  "one of Pyright": [
    { "pyrightconfig.json": '{ "extends": "base.json" }', "base.json": "{}" },
    { "base.json": '{ "extraPaths": ["/out"] }' },
    "Line 1 of base.json leads outside the root.",
  ],
  "a header that is called like something else": [
    { "a.c": '#include "table.txt"', "table.txt": "1" },
    { "table.txt": '#include "/out/s.h"' },
    "Line 1 of table.txt leads outside the root.",
  ],
  "a macro that an include is made of": [
    { "a.c": "#include P", "b.h": '#define P "c.h"' },
    { "b.h": '#define P "/out/s.h"' },
    "Line 1 of b.h leads outside the root.",
  ],
  "one that is called": [
    { "a.c": "#include S(x/DIR)", "b.h": "" },
    { "b.h": "#define DIR /out" },
    "Where line 1 of b.h leads cannot be determined.",
  ],
  "one that stands for another header of the root": [{ "a.c": "#include P" }, { "b.h": '#define P "d.h"' }],
  "a macro of which no include is made": [{ "a.c": "#include P" }, { "b.h": '#define Q "/out/s.h"\n#define R 1' }],
  "a text that is no header": [{ "a.c": "int a;" }, { "table.txt": '#include "/out/s.h"' }],
  "a header that is included anew": [
    { "table.txt": '#include "/out/s.h"' },
    { "a.c": '#include "table.txt"' },
    "Line 1 of table.txt leads outside the root.",
  ],
};

describe("files that are believed because others name them [S10]", () => {
  test.each(Object.entries(named))("%s", async (_, [disk, texts, what]) => {
    await using toy = openDisk(disk, { trusted: true });
    const changes = Object.entries(texts).map(([name, after]) => ({ file: toy.path(name), before: disk[name], after }));
    const judged = toy.clock.until(toy.workspace.mustStayInside(changes));
    expect(await refusedAs(judged, ({ code, details }) => `${code}: ${details.what}`)).toBe(
      what && `outside_root: ${what}`,
    );
  });
});
