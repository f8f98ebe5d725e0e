// What a place may be that a server could not resolve, by the rules of its language.

import { describe, expect, test } from "vitest";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import { familyOf } from "../table.ts";
import type { NameRole, UnresolvedPlace } from "./rules.ts";
import { goConstraint } from "../go/build-constraints.ts";
import { isPlainUse } from "../c/names.ts";
import { isTakenApart, modulesBefore, possibleUse } from "./unresolved.ts";

/** The place at `^`. */
function placeIn(file: string, marked: string): UnresolvedPlace {
  const offset = marked.indexOf("^");
  const text = marked.replace("^", "");
  const name = /^[\w$]+/.exec(text.slice(offset))?.[0] ?? "";
  const family = familyOf(file);
  return { file, family, text, code: maskCommentsAndStrings(text, family), offset, name };
}

type Row = readonly [title: string, role: NameRole, marked: string, why: string | undefined];

function check(file: string, rows: readonly Row[]): void {
  test.each(rows)("%s", (_, role, marked, why) => {
    expect(possibleUse(placeIn(file, marked), role)).toBe(why);
  });
}

describe("scripts", () => {
  check("a.ts", [
    ["a member behind a dot", "member", "value.^total()", "type unknown"],
    ["behind a question mark", "member", "value?.^total", "type unknown"],
    ["on the next line", "member", "value\n  .^total", "type unknown"],
    ["behind a call", "member", "f().^total", "type unknown"],
    ["not a member behind three dots", "member", "f(...^total)", undefined],
    ["not a member by itself", "member", "^total()", undefined],
    ["not a key of a literal", "member", "f({ ^total: 1 })", undefined],
    ["a member that is taken out", "member", "const { ^total } = value;", "type unknown"],
    ["a plain name by itself", "plain", "^total()", "not resolved"],
    ["behind a module", "plain", 'import * as m from "m";\nm.^total()', "import not resolved"],
    ["deep in a module", "plain", 'import { m } from "m";\nm.n.^total()', "import not resolved"],
    ["behind a module that is required", "plain", 'const m = require("m");\nm.^total()', "import not resolved"],
    ["behind a module that is awaited", "plain", 'const m = await import("m");\nm.^total()', "import not resolved"],
    ["behind a module that is awaited in brackets", "plain", '(await import("m")).^total()', "import not resolved"],
    ["behind a call that requires", "plain", 'require("m").n.^total()', "import not resolved"],
    ["of a module that a promise hands over", "plain", 'import("m").then((m) => m.^total())', "import not resolved"],
    ["not of what another promise hands over", "plain", "load().then((m) => m.^total())", undefined],
    ["not behind a value", "plain", 'import * as m from "m";\nvalue.^total()', undefined],
    ["not behind a call", "plain", 'import * as m from "m";\nf().^total()', undefined],
    ["not behind a name in a comment of an import", "plain", '// import * as m from "m"\nm.^total()', undefined],
    ["of an unknown role behind a dot", "unknown", "value.^total", "type unknown"],
    ["of an unknown role by itself", "unknown", "^total", "not resolved"],
  ]);
});

describe("the modules that may bring in what stands before a dot", () => {
  test.each([
    ["an import of all", 'import * as m from "one";\nm.^total()', ["one"]],
    ["what is required", 'const m = require("one");\nm.^total()', ["one", "one"]],
    [
      "several of one name",
      'const m = require("one");\n{ const m = require("two"); }\nm.^total()',
      ["one", "one", "two"],
    ],
    ["a module at once", 'require("one").^total()', ["one"]],
    ["one that is awaited", '(await import("one")).^total()', ["one"]],
    ["one that a promise hands over", 'import("one").then((m) => m.^total())', ["one"]],
    ["one whose name is computed", "const m = require(name);\nm.^total()", [""]],
    ["one that is handed on", 'import { m } from "one";\nexport { m };\nm.^total()', ["one", ""]],
    ["a value", 'import { n } from "one";\nm.^total()', []],
  ])("%s", (_, marked, modules) => {
    expect(modulesBefore(placeIn("a.js", marked))).toEqual(modules);
  });
});

describe("what a pattern takes apart", () => {
  test.each([
    ["a constant", "const { ^total } = value;"],
    ["one of several", "let { a, ^total, b } = value;"],
    ["under another name", "const { ^total: sum } = value;"],
    ["with a default", "const { ^total = 1 } = value;"],
    ["deep in a pattern", "const { a: { ^total } } = value;"],
    ["a parameter of an arrow", "f(({ ^total }) => 1);"],
    ["a parameter of a function", "function f({ ^total }, b) { }"],
    ["a parameter with a type", "function f({ ^total }: Props) { }"],
    ["in a loop", "for (const { ^total } of list) { }"],
  ])("%s", (_, marked) => {
    expect(isTakenApart(placeIn("a.ts", marked))).toBe(true);
  });
  test.each([
    ["a literal", "const a = { ^total };"],
    ["a literal that is handed over", "f({ ^total });"],
    ["a literal in a list", "f([{ ^total }]);"],
    ["a type", "type A = { ^total: number };"],
    ["a block", "if (a) { ^total }"],
    ["an import", 'import { ^total } from "a";'],
  ])("not %s", (_, marked) => {
    expect(isTakenApart(placeIn("a.ts", marked))).toBe(false);
  });
  test("nothing in other languages", () => {
    expect(isTakenApart(placeIn("a.py", "f({ ^total }) = value"))).toBe(false);
  });
});

describe("Python", () => {
  const win = 'import sys\nif sys.platform == "win32":\n';
  check("a.py", [
    ["a member behind a dot", "member", "value.^total()", "type unknown"],
    ["not a member by itself", "member", "^total()", undefined],
    ["a plain name by itself", "plain", "^total()", "not resolved"],
    ["behind a module", "plain", "import m\nm.^total()", "import not resolved"],
    ["behind a module under another name", "plain", "import m.n as o\no.^total()", "import not resolved"],
    ["behind a module of a package", "plain", "from m import n\nn.^total()", "import not resolved"],
    ["behind a module of a list of lines", "plain", "from m import (\n    n,\n)\nn.^total()", "import not resolved"],
    ["not behind a value", "plain", "import m\nvalue.^total()", undefined],
    ["not behind a call", "plain", "import m\nf().^total()", undefined],
    ["an argument by its name", "unknown", "f(1, ^total=2)", "type unknown"],
    ["not a comparison as an argument", "plain", "f(^total == 2)", "not resolved"],
    ["not an argument by the name of a function", "plain", "f(^total=2)", undefined],
    ["for another platform", "plain", `${win}    ^total()\n`, "not compiled here"],
    ["deeper for another platform", "member", `${win}    if x:\n        ^total()\n`, "not compiled here"],
    ["for the others", "plain", `${win}    pass\nelse:\n    ^total()\n`, "not compiled here"],
    ["for another version", "plain", "if sys.version_info < (3,):\n    ^total()\n", "not compiled here"],
    ["behind such a block", "plain", `${win}    pass\n^total()\n`, "not resolved"],
    ["in a block that running decides", "plain", "if ready:\n    ^total()\n", "not resolved"],
  ]);
});

describe("Go", () => {
  check("a_windows.go", [["for another system", "plain", "package a\nvar x = ^Total()", "windows only"]]);
  check("a.go", [
    ["with a tag", "plain", "//go:build tools\n\npackage a\nvar x = ^Total()", "tools only"],
    ["without a constraint", "plain", "package a\nvar x = ^Total()", "not built"],
  ]);
  test.each([
    ["a_linux.go", "package a", "linux only"],
    ["a_darwin_arm64.go", "package a", "darwin only"],
    ["a_windows_test.go", "package a", "windows only"],
    ["windows.go", "package a", undefined],
    ["a_windowsill.go", "package a", undefined],
    ["a.go", "//go:build linux && !cgo\n\npackage a", "built with linux && !cgo"],
    ["a.go", "// go:build linux\n\npackage a", undefined],
  ])("the constraint of %s, %j", (file, text, expected) => {
    expect(goConstraint(file, text)).toBe(expected);
  });
});

describe("C and C++", () => {
  check("a.c", [
    ["in a definition", "plain", "#define SUM(x) ^total(x)\n", "in a macro"],
    ["in a definition that goes on", "plain", "#define SUM(x) \\\n  a(x); \\\n  ^total(x)\n", "in a macro"],
    ["behind a definition", "plain", "#define SUM(x) a(x)\nint b = ^total(1);\n", "not resolved"],
    ["under a condition", "plain", "#ifdef _WIN32\nint b = ^total(1);\n#endif\n", "not compiled here"],
    ["in another branch", "plain", "#if X\n#else\nint b = ^total(1);\n#endif\n", "not compiled here"],
    ["behind a condition", "plain", "#ifdef X\n#endif\nint b = ^total(1);\n", "not resolved"],
    ["in the guard of a header", "plain", "#ifndef A_H\n#define A_H\nint b = ^total(1);\n#endif\n", "not resolved"],
    [
      "under a condition in a guard",
      "plain",
      "#ifndef A_H\n#if X\nint b = ^total(1);\n#endif\n#endif\n",
      "not compiled here",
    ],
  ]);
});

describe("a place of C that reads as a use of what the program knows by its name", () => {
  test.each([
    ["a call", "int a = ^total(1);\n", true],
    ["a type", "std::atomic<^total*> a;\n", true],
    ["behind a word of the language", "return ^total(1);\n", true],
    ["the scope of a definition", "inline int ^total::f() { return 1; }\n", true],
    ["beside a comment that reads as a declaration", "// arrows from total,\nstd::atomic<^total*> a;\n", true],
    ["a member", "int a = b.^total;\n", false],
    ["a member behind a pointer", "int a = b->^total;\n", false],
    ["a declaration", "int ^total;\n", false],
    ["in a file that declares a variable of that name", "int total = 1;\nint a = ^total;\n", false],
    ["a scope in a file that declares a variable of that name", "int total = 1;\nint ^total::f() { }\n", false],
  ])("%s", (_, marked, expected) => {
    expect(isPlainUse(placeIn("a.cc", marked))).toBe(expected);
  });
});

describe("other languages", () => {
  check("a.rs", [
    ["behind a macro by rules", "plain", "macro_rules! m { () => { ^total() } }", "in a macro"],
    ["without one", "plain", "fn f() { ^total() }", "not resolved"],
  ]);
  check("a.rb", [["without rules", "member", "^total", "not resolved"]]);
  check("A.java", [["without rules, behind a dot", "plain", "a.^total()", "not resolved"]]);
});
