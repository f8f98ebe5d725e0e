// Which changes leave the tokens of a file as they were, and which only seem to.

import { describe, expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { isNeutral } from "./neutral-change.ts";

type Case = readonly [title: string, file: string, before: string, after: string];

const neutral: readonly Case[] = [
  ["a comment line", "a.ts", "export const a = 1;\n", "// One.\nexport const a = 1;\n"],
  ["a comment at the end of a line", "a.ts", "f();\n", "f(); // Calls f.\n"],
  ["blank lines and indentation", "a.ts", "if (a) {\n  b();\n}\n", "if (a) {\n\n    b();\n\n}\n"],
  ["a block comment", "a.ts", "f(1);\n", "/*\n * Long.\n */\nf(1);\n"],
  ["blanks around an operator beside names", "a.ts", "const a=b;\n", "const a = b;\n"],
  ["a comment behind a pattern", "a.ts", "const a = /[/'\"]/.test(b);\n", "const a = /[/'\"]/.test(b); // Quotes.\n"],
  ["a comment behind a division", "a.ts", "const a = (b) / c;\n", "const a = (b) / c; // Half.\n"],
  ["a comment beside a template", "a.ts", "f(`${a}//${`}`}`);\n", "f(`${a}//${`}`}`); // A path.\n"],
  ["another line end", "a.ts", "a();\nb();\n", "a();\r\nb();\r\n"],
  [
    "a comment between elements' functions",
    "a.tsx",
    "const A = () => <p>it's</p>;\n",
    "// An A.\nconst A = () => <p>it's</p>;\n",
  ],
  ["a comment in Python", "a.py", "def f():\n    return 1\n", "# One.\ndef f():\n  # Two.\n    return 1  # three\n"],
  ["a word for people in Python", "a.py", "a = 1\n", "# TODO: more\na = 1\n"],
  ["a comment in Go", "a.go", "package a\n\nvar A = 1\n", "package a\n\n// A is one.\nvar A = 1\n"],
  ["a comment in Rust", "a.rs", "fn f<'a>(c: &'a str) { g('x') }\n", "// Plain.\nfn f<'a>(c: &'a str) { g('x') }\n"],
  ["a comment in C", "a.c", "int a = 1'000;\n", "/* One. */\nint a = 1'000;\n"],
  ["a comment in Java", "A.java", "class A { char c = '\\''; }\n", "// One.\nclass A { char c = '\\''; }\n"],
  ["a comment away from a directive", "a.ts", "// @ts-ignore\na();\nb();\n", "// @ts-ignore\na();\n// B.\nb();\n"],
  [
    "a comment beside a pattern with a bracket in a class",
    "a.ts",
    "const p = /[[\\]]/g;\n",
    "// x\nconst p = /[[\\]]/g;\n",
  ],
];

const telling: readonly Case[] = [
  ["another token", "a.ts", "a();\n", "b();\n"],
  ["text in a string that looks like a comment", "a.ts", "a('// x');\n", "a('// y');\n"],
  ["text in a template", "a.ts", "a(`\n// x\n`);\n", "a(`\n// y\n`);\n"],
  ["text in a pattern", "a.ts", "a = /'/; b('// x');\n", "a = /'/; b('// y');\n"],
  ["text of an element", "a.tsx", "a = <p>// x</p>;\n", "a = <p>// y</p>;\n"],
  ["blanks in an element", "a.tsx", "a = <p>{b}</p>;\n", "a = <p> {b} </p>;\n"],
  ["a line end that ends a statement", "a.ts", "return a;\n", "return\na;\n"],
  ["a comment that ends a statement", "a.ts", "return a;\n", "return /*\n*/ a;\n"],
  ["a blank in an operator", "a.ts", "a + +b;\n", "a ++b;\n"],
  ["a blank in a name", "a.ts", "ab;\n", "a b;\n"],
  ["code that is commented out", "a.ts", "a();\nb();\n", "a();\n// b();\n"],
  ["an ignored error", "a.ts", "// @ts-ignore\na();\n", "a();\n"],
  ["a line behind an order", "a.ts", "// @ts-ignore\na();\n", "// @ts-ignore\n/* x */\na();\n"],
  ["two lines behind an order", "a.ts", "// @ts-ignore\n\na();\n", "// @ts-ignore\n\n/* x */\na();\n"],
  ["a reference", "a.ts", "a();\n", '/// <reference types="node" />\na();\n'],
  ["a tag", "a.ts", "a();\n", "/** @internal */\na();\n"],
  ["a type in a comment", "a.js", "let a;\n", "/** @type {string} */\nlet a;\n"],
  [
    "a comment before the first line that names a program",
    "a.js",
    "#!/usr/bin/env node\na();\n",
    "// x\n#!/usr/bin/env node\na();\n",
  ],
  ["templates inside of templates without end", "a.ts", "`${".repeat(20_000), `${"`${".repeat(20_000)} `],
  ["a comment beside classes in classes", "a.ts", "const p = /[[a]--[b]]/v;\n", "// x\nconst p = /[[a]--[b]]/v;\n"],
  ["an old comment", "a.js", "a();\n", "<!-- x\na();\n"],
  ["indentation in Python", "a.py", "if a:\n    b()\nc()\n", "if a:\n    b()\n    c()\n"],
  ["a type in Python", "a.py", "a = []\n", "a = []  # type: list[int]\n"],
  ["an ignored error in Python", "a.py", "a = b  # type: ignore\n", "a = b\n"],
  ["an ignored error behind words", "a.py", "a = b\n", "a = b  # so # type: ignore\n"],
  ["a comment behind a joined line", "a.py", "a = 1 + \\\n  2\n", "a = 1 + \\\n# x\n  2\n"],
  ["a comment on a joined line", "a.py", "a = 1 + \\\n  2\n", "a = 1 + \\ # x\n  2\n"],
  ["quotes in a string's expression", "a.py", 'a = f"{d["x # y"]}"\n', 'a = f"{d["x # z"]}"\n'],
  ["an encoding behind a word for people", "a.py", "b = 1\n", "# NOTE: coding: bogus\nb = 1\n"],
  ["a path that looks like a comment", "a.c", "#include <a//b.h>\n", "#include <a//c.h>\n"],
  ["a line that code asks for", "a.c", "int a = __LINE__;\n", "// x\nint a = __LINE__;\n"],
  ["an encoding that moves", "a.py", "# a\n# coding: latin-1\nb = 1\n", "# a\n# b\n# coding: latin-1\nb = 1\n"],
  ["a docstring", "a.py", 'def f():\n    """A"""\n', 'def f():\n    """B"""\n'],
  ["a build constraint", "a.go", "package a\n", "//go:build linux\n\npackage a\n"],
  ["a line before a build constraint's end", "a.go", "// +build linux\n\npackage a\n", "// +build linux\npackage a\n"],
  ["an embedded file", "a.go", "package a\n\nvar s string\n", "package a\n\n//go:embed x\nvar s string\n"],
  ["a program in C", "a.go", 'package a\n\n// int a;\nimport "C"\n', 'package a\n\n// int b;\nimport "C"\n'],
  ["documentation in Rust", "a.rs", "fn f() {}\n", "/// F.\nfn f() {}\n"],
  ["marks of direction", "a.rs", "fn f() {}\n", "// \u202e\nfn f() {}\n"],
  ["a comment that goes on", "a.c", "int a;\n", "// x \\\nint a;\n"],
  ["a macro that takes arguments", "a.c", "#define F (x)\n", "#define F(x)\n"],
  ["a comment that joins two lines of a macro", "a.c", "#define A /*\n*/ b\n", "#define A\nb\n"],
  ["a comment that lets a case fall through", "a.c", "case 1: f();\n", "case 1: f(); /* fall through */\n"],
  ["a file that is created", "a.ts", "", "a();\n"],
  ["a language that is not known", "a.rb", "a\n", "# x\na\n"],
];

describe("a change of comments and white space alone", () => {
  test.each(neutral)("%s is neutral (%s)", (_, file, before, after) => {
    expect(isNeutral({ file: filePath(`/r/${file}`), before, after })).toBe(true);
    expect(isNeutral({ file: filePath(`/r/${file}`), before: after, after: before })).toBe(true);
  });

  test.each(telling)("%s is not (%s)", (_, file, before, after) => {
    expect(isNeutral({ file: filePath(`/r/${file}`), before, after })).toBe(false);
    expect(isNeutral({ file: filePath(`/r/${file}`), before: after, after: before })).toBe(false);
  });
});
