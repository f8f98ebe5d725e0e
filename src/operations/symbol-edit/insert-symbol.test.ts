// Where code lands that is inserted beside a symbol or is left when a symbol is deleted: indentation, blank lines, commas.
//
// How symbols are marked is told in `test/support/kits/symbol-kit.ts`.

import { describe, expect, test } from "vitest";
import type { SymbolKind } from "../../model/code-facts.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { markedSymbol } from "../../../test/support/kits/symbol-kit.ts";
import { insertion } from "./insert-symbol.ts";
import { deletion } from "./safe-delete-symbol.ts";

type Insertion = [
  file: string,
  kind: SymbolKind,
  text: string,
  code: string,
  after: string,
  before: string,
  parent?: SymbolKind,
];

const insertions: readonly Insertion[] = [
  [
    "a.ts",
    "function",
    "import a;\n\n/** Doc. */\n«span|function «name|f»() {\n  a;\n}»\n\n@dec\nclass C {}\n",
    "function g() {\n  b;\n}\n",
    "import a;\n\n/** Doc. */\nfunction f() {\n  a;\n}\n\nfunction g() {\n  b;\n}\n\n@dec\nclass C {}\n",
    "import a;\n\nfunction g() {\n  b;\n}\n\n/** Doc. */\nfunction f() {\n  a;\n}\n\n@dec\nclass C {}\n",
  ],
  [
    "a.ts",
    "property",
    "class C {\n  «span|«name|a» = 1;» // why\n  b = 2;\n\n  m() {}\n}",
    "c = 3;",
    "class C {\n  a = 1; // why\n  c = 3;\n  b = 2;\n\n  m() {}\n}",
    "class C {\n  c = 3;\n  a = 1; // why\n  b = 2;\n\n  m() {}\n}",
    "class",
  ],
  [
    "a.ts",
    "method",
    "class C {\r\n\t«span|@dec\r\n\t«name|m»() {}»\r\n}",
    "n() {\n  a;\n}",
    "class C {\r\n\t@dec\r\n\tm() {}\r\n\r\n\tn() {\r\n\t\ta;\r\n\t}\r\n}",
    "class C {\r\n\tn() {\r\n\t\ta;\r\n\t}\r\n\r\n\t@dec\r\n\tm() {}\r\n}",
    "class",
  ],
  [
    "a.ts",
    "variable",
    "const «span|«name|a» = 1», «beside|b = 2»;",
    "const c = 3;",
    "const a = 1, b = 2;\nconst c = 3;",
    "const c = 3;\nconst a = 1, b = 2;",
  ],
  ["a.ts", "enum member", "enum E { A, «span|«name|B»» }", "C,", "enum E { A, B, C }", "enum E { A, C, B }", "enum"],
  [
    "a.ts",
    "enum member",
    "enum E {\n  /** b */\n  «span|«name|B» = 'b'» // why\n}",
    "C = 'c'",
    "enum E {\n  /** b */\n  B = 'b', // why\n  C = 'c'\n}",
    "enum E {\n  C = 'c',\n  /** b */\n  B = 'b' // why\n}",
    "enum",
  ],
  [
    "a.ts",
    "property",
    "const o = {\n  «span|«name|k»: 1»,\n  l: 2,\n};",
    "m() {\n  a;\n},",
    "const o = {\n  k: 1,\n  m() {\n    a;\n  },\n  l: 2,\n};",
    "const o = {\n  m() {\n    a;\n  },\n  k: 1,\n  l: 2,\n};",
    "variable",
  ],
  [
    "a.py",
    "function",
    "import a\n\n\n@cache\n«span|def «name|f»():\n    return 1»\n    # last\n\n\nx = 1",
    "def g():\n    return 2",
    "import a\n\n\n@cache\ndef f():\n    return 1\n    # last\n\n\ndef g():\n    return 2\n\n\nx = 1",
    "import a\n\n\ndef g():\n    return 2\n\n\n@cache\ndef f():\n    return 1\n    # last\n\n\nx = 1",
  ],
  [
    "a.py",
    "method",
    "class C:\n    «span|def «name|m»(self):\n        pass»",
    "def n(self):\n    pass\n",
    "class C:\n    def m(self):\n        pass\n\n    def n(self):\n        pass",
    "class C:\n    def n(self):\n        pass\n\n    def m(self):\n        pass",
    "class",
  ],
  [
    "a.go",
    "variable",
    "var (\n\t«span|«name|v» = 1»\n\tw = 2\n)\n",
    "func f() {}",
    "var (\n\tv = 1\n\tw = 2\n)\n\nfunc f() {}\n",
    "func f() {}\n\nvar (\n\tv = 1\n\tw = 2\n)\n",
  ],
  [
    "a.go",
    "variable",
    "var (\n\t«span|«name|v» = 1»\n\tw = 2\n)\n",
    "x = 3",
    "var (\n\tv = 1\n\tx = 3\n\tw = 2\n)\n",
    "var (\n\tx = 3\n\tv = 1\n\tw = 2\n)\n",
  ],
  [
    "a.rs",
    "field",
    "struct S {\n    «span|/// doc\n    «name|a»: u32»,\n}",
    "b: u32",
    "struct S {\n    /// doc\n    a: u32,\n    b: u32,\n}",
    "struct S {\n    b: u32,\n    /// doc\n    a: u32,\n}",
    "struct",
  ],
];

describe.each(insertions)("%s: %s %j gets %j", (file, kind, text, code, after, before, parent) => {
  test("after it [AGL-134]", () => {
    const anchor = markedSymbol(file, kind, text, parent);
    expect(applyEdits(anchor.source.text, insertion(anchor, code, "after"))).toBe(after);
  });

  test("before it [AGL-135]", () => {
    const anchor = markedSymbol(file, kind, text, parent);
    expect(applyEdits(anchor.source.text, insertion(anchor, code, "before"))).toBe(before);
  });
});

test.each([
  ["a.ts", "function", "run(«span|«name»() => {}»);", "a();", "Nothing can be inserted beside it."],
  ["a.ts", "enum member", "enum E { «span|«name|A»» }", "B, // why", "it shares its line with other code."],
  ["a.ts", "function", "«span|function «name|f»() {}»", " \n", "code is empty."],
] as const)("%s: %s %j gets no %j: %s [AGL-134 AGL-135]", async (file, kind, text, code, what) => {
  const anchor = markedSymbol(file, kind, text);
  for (const side of ["before", "after"] as const) {
    const refusal = await refusalOf(Promise.resolve().then(() => insertion(anchor, code, side)));
    expect(refusal.details).toMatchObject({ code: "bad_input", what });
  }
});

type Deletion = [
  file: string,
  kind: SymbolKind,
  text: string,
  after: string,
  parent?: SymbolKind | undefined,
  more?: RegExp,
];

const deletions: readonly Deletion[] = [
  ["a.ts", "function", "a;\n\n/** Doc. */\n// too\n«span|function «name|f»() {}» // end\n\nb;\n", "a;\n\nb;\n"],
  ["a.ts", "function", "/** Doc. */\n«span|function «name|f»() {}»\n\nb;\n", "b;\n"],
  ["a.ts", "function", "a;\n\n«span|function «name|f»() {}»\n", "a;\n"],
  ["a.ts", "function", "a;\n\n«span|function «name|f»() {}»", "a;"],
  ["a.ts", "function", "a;\r\n\r\n«span|function «name|f»() {}»\r\n\r\nb;\r\n", "a;\r\n\r\nb;\r\n"],
  ["a.ts", "variable", "export const «span|«name|a» = 1»;\nb;", "b;"],
  ["a.ts", "variable", "const «span|«name|a» = 1», «beside|b = 2»;", "const b = 2;"],
  ["a.ts", "variable", "const «beside|b = 2»,\n  «span|«name|a» = 1»;", "const b = 2;"],
  ["a.ts", "method", "class C {\n  «span|@dec\n  «name|m»() {}»\n\n  n() {}\n}", "class C {\n  n() {}\n}", "class"],
  ["a.ts", "method", "class C {\n  n() {}\n\n  «span|«name|m»() {}»\n}", "class C {\n  n() {}\n}", "class"],
  ["a.ts", "enum member", "enum E { A, «span|«name|B»», «beside|C» }", "enum E { A, C }", "enum", /different/],
  ["a.ts", "enum member", "enum E { A, «span|«name|B»» }", "enum E { A }", "enum"],
  ["a.ts", "enum member", "enum E {\n  A,\n  «span|«name|B»» // b\n}", "enum E {\n  A\n}", "enum"],
  [
    "a.ts",
    "property",
    "const o = {\n  // k\n  «span|«name|k»: 1»,\n  l: 2,\n};",
    "const o = {\n  l: 2,\n};",
    "variable",
  ],
  [
    "a.py",
    "function",
    "a = 1\n\n\n@cache\n«span|def «name|f»():\n    pass»\n    # last\n\n\nb = 2\n",
    "a = 1\n\n\nb = 2\n",
  ],
  [
    "a.py",
    "method",
    "class C:\n    «span|def «name|m»(self):\n        pass»\n\nx = 1\n",
    "class C:\n    pass\n\nx = 1\n",
    "class",
    /pass/,
  ],
  [
    "a.py",
    "method",
    'class C:\n    """Doc."""\n\n    «span|def «name|m»(self):\n        pass»\n\nx = 1\n',
    'class C:\n    """Doc."""\n\nx = 1\n',
    "class",
  ],
  [
    "a.py",
    "method",
    "class C:\n    # The methods.\n\n    «span|def «name|m»(self):\n        pass»\n    # end\n\nx = 1\n",
    "class C:\n    # The methods.\n\n    pass\n    # end\n\nx = 1\n",
    "class",
    /pass/,
  ],
  [
    "a.py",
    "function",
    "if (a and\n    b):\n    «span|def «name|f»():\n        pass»\n    # trailing\nprint(1)\n",
    "if (a and\n    b):\n    pass\n    # trailing\nprint(1)\n",
    undefined,
    /pass/,
  ],
  [
    "a.py",
    "function",
    "if a:\n    «span|def «name|f»():\n        pass»\n    # then\n    b()\n",
    "if a:\n    # then\n    b()\n",
  ],
  ["a.py", "variable", "«span|«name|x» = 1»; y = 2\nprint(y)\n", "y = 2\nprint(y)\n"],
  ["a.py", "variable", "y = 2; «span|«name|x» = 1»\nprint(y)\n", "y = 2;\nprint(y)\n"],
  [
    "a.py",
    "variable",
    "if y:\n    «span|«name|x» = 1»; # why\nprint(y)\n",
    "if y:\n    pass\nprint(y)\n",
    undefined,
    /pass/,
  ],
  ["a.ts", "variable", "let a = 1\nconst «span|«name|u» = 2»;\n[a].forEach(f)\n", "let a = 1\n;[a].forEach(f)\n"],
  [
    "a.ts",
    "variable",
    "let a = {}\n\nconst «span|«name|u» = 2»\n\n// (\n/a/.test(b)\n",
    "let a = {}\n\n// (\n;/a/.test(b)\n",
  ],
  ["a.ts", "variable", "let a = 1;\nconst «span|«name|u» = 2»;\n[a].forEach(f)\n", "let a = 1;\n[a].forEach(f)\n"],
  ["a.ts", "variable", "let a = 1\nconst «span|«name|u» = 2»; `b`.trim()\n", "let a = 1\n;`b`.trim()\n"],
  [
    "a.ts",
    "method",
    "class C {\n  x = 1\n  «span|«name|m»() {}»\n  *g() {}\n}",
    "class C {\n  x = 1\n  ;*g() {}\n}",
    "class",
  ],
  ["a.go", "variable", "var (\n\t// v\n\t«span|«name|v» = 1»\n\tw = 2\n)\n", "var (\n\tw = 2\n)\n"],
  ["a.go", "variable", "a()\n\n// Doc.\nvar (\n\t«span|«name|v» = 1»\n)\n", "a()\n"],
  [
    "a.rs",
    "field",
    "struct S {\n    «span|/// doc\n    «name|a»: u32»,\n    b: u32,\n}",
    "struct S {\n    b: u32,\n}",
    "struct",
  ],
  [
    "a.cpp",
    "struct",
    "int a;\n\n/// Doc\ntemplate <typename T>\n«span|struct «name|S» {}»;\n\nint b;\n",
    "int a;\n\nint b;\n",
  ],
];

test.each(deletions)("%s: %s %j deleted leaves %j [AGL-136]", (file, kind, text, after, parent, more) => {
  const anchor = markedSymbol(file, kind, text, parent);
  const { edits, remarks } = deletion(anchor);
  expect(applyEdits(anchor.source.text, edits)).toBe(after);
  expect(remarks.join()).toMatch(more ?? /^$/);
});

test.each([
  ["a.py", "constant", "«span|«name|A»», B = 1, 2\n"],
  ["a.go", "constant", "const «span|«name|K», «also|L» = 1, 2»\n"],
  ["a.go", "constant", "const (\n\t«span|«name|P» = iota»\n\tQ\n)\n"],
  ["a.cpp", "variable", "«span|int «name|x» = 1», y = 2;"],
  ["a.ts", "variable", "const { «span|«name|a»» } = b;"],
  ["a.ts", "variable", "if (b)\n  var «span|«name|a» = 1»;\nc();\n"],
  ["a.ts", "variable", "if (b) c();\nelse\n  var «span|«name|a» = 1»;\nd();\n"],
  ["a.ts", "property", "class C { constructor(«span|readonly «name|a»: string») {} }", "class"],
] as const)("%s: %s %j is not parted from the rest [AGL-136]", async (file, kind, text, parent?: SymbolKind) => {
  const refusal = await refusalOf(Promise.resolve().then(() => deletion(markedSymbol(file, kind, text, parent))));
  expect(refusal.details).toMatchObject({ code: "bad_input", what: "it cannot be deleted by itself." });
});
