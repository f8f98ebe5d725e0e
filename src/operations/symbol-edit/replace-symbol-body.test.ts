// What a new body or a new declaration does to a text: the signature stays, the rest of the file too.
//
// A case is a file with the marked symbol, the new text, and the file afterwards; `span` is what the server states.

import { describe, expect, test } from "vitest";
import type { SymbolKind } from "../../model/code-facts.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { markedSymbol } from "../../../test/support/kits/symbol-kit.ts";
import type { Replacement } from "./replace-symbol-body.ts";
import { replacement } from "./replace-symbol-body.ts";

type Case = [file: string, kind: SymbolKind, text: string, newBody: string, after: string, parent?: SymbolKind];

const insides: readonly Case[] = [
  [
    "a.ts",
    "variable",
    "const «span|«name|f» = (a) => (b) => a + b»;",
    "(b) => a - b",
    "const f = (a) => (b) => a - b;",
  ],
  [
    "a.ts",
    "function",
    "«span|function «name|f»() {\n  a;\n}»",
    "function f() { return 2; }\nreturn f();",
    "function f() {\n  function f() { return 2; }\n  return f();\n}",
  ],
  [
    "a.py",
    "function",
    "«span|def «name|f»():\n    return 1»\n",
    "def f():\n    return 2\nreturn f()",
    "def f():\n    def f():\n        return 2\n    return f()\n",
  ],
  [
    "a.ts",
    "function",
    "«span|function «name|f»(\n  a: { x: 1 },\n): void {\n  a;\n}»\n",
    "b;\nc;",
    "function f(\n  a: { x: 1 },\n): void {\n  b;\n  c;\n}\n",
  ],
  ["a.ts", "function", "«span|function «name|f»() { return 1; }»", "return 2;", "function f() { return 2; }"],
  ["a.ts", "function", "«span|function «name|f»() {}»", "return 2;", "function f() { return 2; }"],
  [
    "a.ts",
    "function",
    "«span|function «name|f»() { return 1; }»",
    "a();\nreturn 2;\n",
    "function f() {\n  a();\n  return 2;\n}",
  ],
  ["a.ts", "function", "«span|function «name|f»() {\n  a;\n}»", "", "function f() {}"],
  ["a.ts", "function", "«span|function «name|f»() {\n  a;\n}»", "{\n  b;\n}", "function f() {\n  b;\n}"],
  [
    "a.ts",
    "function",
    "«span|function «name|f»() {\r\n\ta;\r\n}»\r\n",
    "if (b) {\n  c;\n}",
    "function f() {\r\n\tif (b) {\r\n\t\tc;\r\n\t}\r\n}\r\n",
  ],
  [
    "a.ts",
    "function",
    "«span|function «name|f»() {\n  a;\n}»",
    "const t = `\na\n  b`;\nreturn t;",
    "function f() {\n  const t = `\na\n  b`;\n  return t;\n}",
  ],
  [
    "a.ts",
    "function",
    "«span|function «name|total»() {\n  a;\n}»",
    "const total = 1;\nreturn total;",
    "function total() {\n  const total = 1;\n  return total;\n}",
  ],
  ["a.ts", "function", "«span|function «name|f»() {\n  a;\n}»", "f(1);", "function f() {\n  f(1);\n}"],
  [
    "a.ts",
    "variable",
    "const «span|«name|f» = (x: number) => x + 1», g = 2;",
    "x + 2;",
    "const f = (x: number) => x + 2, g = 2;",
  ],
  [
    "a.ts",
    "variable",
    "const «span|«name|f» = (x: number) => x + 1»;",
    "const y = x;\nreturn y;",
    "const f = (x: number) => {\n  const y = x;\n  return y;\n};",
  ],
  ["a.ts", "variable", "export const «span|«name|x» = 1»;", "{\n  a: 1,\n}", "export const x = {\n  a: 1,\n};"],
  ["a.ts", "variable", "const «span|«name|x» = 'ñ'»; // 👩‍👩‍👧", "x = 'm';", "const x = 'm'; // 👩‍👩‍👧"],
  [
    "a.ts",
    "method",
    "class C {\n  «span|«name|m»() {\n    a;\n  }»\n}",
    "    b;\n    if (c) {\n      d;\n    }",
    "class C {\n  m() {\n    b;\n    if (c) {\n      d;\n    }\n  }\n}",
    "class",
  ],
  [
    "a.ts",
    "method",
    "class C {\n  «span|«name|m»() {\n    a;\n  }»\n}",
    "if (c) {\n      d;\n    }",
    "class C {\n  m() {\n    if (c) {\n      d;\n    }\n  }\n}",
    "class",
  ],
  ["a.ts", "enum member", "enum E { A, «span|«name|B» = 2», C }", "3", "enum E { A, B = 3, C }", "enum"],
  [
    "a.py",
    "function",
    '«span|def «name|f»(\n    a,\n) -> int:  # why\n    """Doc."""\n    return a»\n\n\nx = 1\n',
    "if a:\n    return 1\nreturn 2",
    "def f(\n    a,\n) -> int:  # why\n    if a:\n        return 1\n    return 2\n\n\nx = 1\n",
  ],
  ["a.py", "function", "«span|def «name|f»(): return 1»\nx = 1\n", "return 2", "def f(): return 2\nx = 1\n"],
  [
    "a.py",
    "function",
    "«span|def «name|f»(): return 1»\nx = 1\n",
    "a = 2\nreturn a",
    "def f():\n    a = 2\n    return a\nx = 1\n",
  ],
  [
    "a.py",
    "method",
    "class C:\n\t«span|def «name|m»(self):\n\t\treturn 1»\n",
    '"""Doc.\n\n    More.\n"""\nif x:\n    return 2',
    'class C:\n\tdef m(self):\n\t\t"""Doc.\n\n\t\t\tMore.\n\t\t"""\n\t\tif x:\n\t\t\treturn 2\n',
    "class",
  ],
  [
    "a.py",
    "method",
    "class C:\n    «span|def «name|m»(self):\n        return 1»\n",
    "for x in y:\n            z()\n        return 2",
    "class C:\n    def m(self):\n        for x in y:\n            z()\n        return 2\n",
    "class",
  ],
  [
    "a.py",
    "function",
    "«span|def «name|f»(cur):\n    return 1»\n",
    'cur.execute(\n    """\nSELECT 1\n  FROM t\n""",\n)\nreturn 2',
    'def f(cur):\n    cur.execute(\n        """\nSELECT 1\n  FROM t\n""",\n    )\n    return 2\n',
  ],
  [
    "a.py",
    "function",
    "«span|def «name|f»(cur):\n    return 1»\n",
    'def g():\n    """Doc.\n    More.\n    """\n\n"""\nNo doc.\n"""\ng()',
    'def f(cur):\n    def g():\n        """Doc.\n        More.\n        """\n\n    """\nNo doc.\n"""\n    g()\n',
  ],
  [
    "a.py",
    "constant",
    "class C:\n    «span|«name|X» = 1»\n",
    '"""\nSELECT\n  1\n"""',
    'class C:\n    X = """\nSELECT\n  1\n"""\n',
  ],
  [
    "a.py",
    "function",
    "«span|def «name|f»(a):\n    return 1»\n",
    'return f"""{a["}"]}\n{{x\n"""',
    'def f(a):\n    return f"""{a["}"]}\n{{x\n"""\n',
  ],
  [
    "a.ts",
    "function",
    "«span|function «name|f»() {\n  a;\n}»",
    "const t = `/* \u0024{`\nb`}\n c`;\n/* d\n   e */\nreturn t;",
    "function f() {\n  const t = `/* \u0024{`\nb`}\n c`;\n  /* d\n     e */\n  return t;\n}",
  ],
  ["a.py", "function", "«span|def «name|f»():\n    return 1»\n", "# nothing", "def f():\n    pass\n"],
  ["a.py", "constant", "«span|«name|X»» = 1  # why\n", "2", "X = 2  # why\n"],
  [
    "a.go",
    "method",
    "«span|func (t *T) «name|M»() int { return 1 }»\n",
    "return 2",
    "func (t *T) M() int { return 2 }\n",
  ],
  [
    "a.go",
    "function",
    "«span|func «name|f»() int { return 1 }»\n",
    "x := 1\nreturn x",
    "func f() int {\n\tx := 1\n\treturn x\n}\n",
  ],
  [
    "a.rs",
    "method",
    "impl S {\n    «span|#[inline]\n    fn «name|m»(&self) -> u32\n    where\n        T: Clone,\n    {\n        1\n    }»\n}",
    "2",
    "impl S {\n    #[inline]\n    fn m(&self) -> u32\n    where\n        T: Clone,\n    {\n        2\n    }\n}",
    "object",
  ],
  [
    "a.cpp",
    "constructor",
    "struct S {\n  «span|«name|S»(int x) : a{x}, b(1) { c = 2; }»\n};",
    "c = 3;",
    "struct S {\n  S(int x) : a{x}, b(1) { c = 3; }\n};",
    "struct",
  ],
];

const wholes: readonly Case[] = [
  [
    "a.ts",
    "function",
    "«span|const «name|f»: F = (a: A): B => {\n  a;\n}»;",
    "async (a: A, c: C): Promise<B> => {\n  c;\n};",
    "const f: F = async (a: A, c: C): Promise<B> => {\n  c;\n};",
  ],
  ["a.ts", "variable", "const «span|«name|f» = (a) => a + 1»;", "(a) => a + 2", "const f = (a) => a + 2;"],
  [
    "a.ts",
    "property",
    "class C {\n  «span|«name|m» = () => {\n    a;\n  };»\n}",
    "function () {\n  b;\n}",
    "class C {\n  m = function () {\n    b;\n  };\n}",
    "class",
  ],
  [
    "a.go",
    "variable",
    "var «span|«name|f» = func(a int) {\n\ta()\n}»\n",
    "func(b int) {\n\tb()\n}",
    "var f = func(b int) {\n\tb()\n}\n",
  ],
  [
    "a.ts",
    "function",
    "/** Doc. */\n«span|export function «name|f»() {\n  a;\n}»\n",
    "export function f(b: number) {\n  b;\n}\n",
    "/** Doc. */\nexport function f(b: number) {\n  b;\n}\n",
  ],
  [
    "a.ts",
    "function",
    "/** Doc. */\n«span|function «name|f»() {\n  a;\n}»\n",
    "/** New. */\nfunction f() {}",
    "/** New. */\nfunction f() {}\n",
  ],
  [
    "a.ts",
    "class",
    "/** Doc. */\n«span|@dec\nclass «name|C» {}»\n",
    "/** New. */\nclass C { a = 1; }",
    "/** New. */\n@dec\nclass C { a = 1; }\n",
  ],
  [
    "a.ts",
    "class",
    "/** Doc. */\n«span|@dec\nclass «name|C» {}»\n",
    "@other\nclass C { a = 1; }",
    "/** Doc. */\n@other\nclass C { a = 1; }\n",
  ],
  [
    "a.ts",
    "method",
    "class C {\n  «span|«name|m»() { return 1; }»\n}",
    "async m(a: number): Promise<void> {\n  a;\n}",
    "class C {\n  async m(a: number): Promise<void> {\n    a;\n  }\n}",
    "class",
  ],
  [
    "a.ts",
    "method",
    "class C {\n  «span|«name|m»(): void;»\n}",
    "m(a: string): void",
    "class C {\n  m(a: string): void;\n}",
    "class",
  ],
  [
    "a.ts",
    "variable",
    "export const «span|«name|x» = 1»;\n",
    "export const x: number = 2",
    "export const x: number = 2;\n",
  ],
  ["a.ts", "property", "const o = { «span|«name|k»: 1», l: 2 };", "k: 3,", "const o = { k: 3, l: 2 };", "variable"],
  [
    "a.py",
    "method",
    "class C:\n    «span|@property\n    def «name|m»(self):\n        return 1»\n",
    "def m(self, a):\n    return a\n",
    "class C:\n    @property\n    def m(self, a):\n        return a\n",
    "class",
  ],
  [
    "a.py",
    "method",
    "class C:\n    «span|def «name|m»(self):\n        return 1»\n",
    "async def m(self):\n        return 2",
    "class C:\n    async def m(self):\n        return 2\n",
    "class",
  ],
  ["a.py", "constant", "«span|«name|X»» = 1  # why\n", "X: int = 2", "X: int = 2  # why\n"],
  [
    "a.go",
    "method",
    "// M doc.\n«span|func (t *T) «name|M»() {}»\n",
    "func (t T) M() int {\n\treturn 1\n}",
    "// M doc.\nfunc (t T) M() int {\n\treturn 1\n}\n",
  ],
  [
    "a.go",
    "struct",
    "type (\n\t«span|«name|G» struct{}»\n)",
    "type G struct {\n\tx int\n}",
    "type (\n\tG struct {\n\t\tx int\n\t}\n)",
  ],
  ["a.go", "struct", "type «span|«name|G» struct{}»\n", "type G struct{ x int }", "type G struct{ x int }\n"],
  [
    "a.rs",
    "function",
    "«span|/// Doc\npub fn «name|f»() -> u32 { 1 }»",
    "pub(crate) async fn f() -> u8 { 2 }",
    "/// Doc\npub(crate) async fn f() -> u8 { 2 }",
  ],
  ["a.cpp", "struct", "«span|struct «name|S» {}»;", "struct S { int a; }", "struct S { int a; };"],
  [
    "a.cpp",
    "method",
    "«span|void S::«name|m»() {}»",
    "int S::m(int a) const {\n  return a;\n}",
    "int S::m(int a) const {\n  return a;\n}",
  ],
  [
    "a.cpp",
    "constructor",
    "struct S {\n  «span|«name|S»(int x) : a{x} {}»\n};",
    "S(int x) : a{x}, b{x} {}",
    "struct S {\n  S(int x) : a{x}, b{x} {}\n};",
    "struct",
  ],
];

describe.each([
  ["body", insides],
  ["declaration", wholes],
] as const)("%s", (what, cases) => {
  test.each(cases)("%s: %s %j with %j [AGL-133]", (file, kind, text, newBody, after, parent) => {
    const { source, done } = replaced(file, kind, text, newBody, parent);
    expect({ what: done.what, text: applyEdits(source, [done.edit]) }).toEqual({ what, text: after });
  });
});

test.each([
  ["a.ts", "function", "«span|function «name|f»(a: string): { b: 1 };»", "return 1;", "f has no body."],
  ["a.cpp", "function", "«span|int «name|f»(int)»;", "return 1;", "f has no body."],
  ["a.rs", "method", "«span|fn «name|f»(&self) -> u32;»", "1", "f has no body."],
  ["a.py", "constant", "«span|«name|f»», B = 1, 2\n", "3", "f has no body of its own."],
  ["a.ts", "function", "«span|function «name|f»() {}»", "if (a) {", "The brackets of new_body are not balanced."],
  ["a.ts", "variable", "const «span|«name|f» = 1»;", "  ", "new_body is empty."],
  [
    "a.ts",
    "function",
    "«span|function «name|f»() {}»",
    "function f() {}\ng();",
    "new_body declares f and more than that.",
  ],
] as const)("%s: %s %j with %j is refused: %s [AGL-133]", async (file, kind, text, newBody, what) => {
  const refusal = await refusalOf(Promise.resolve().then(() => replaced(file, kind, text, newBody)));
  expect(refusal.details).toMatchObject({ code: "bad_input", what });
  expect(refusal.details.next).not.toBe("");
});

function replaced(
  file: string,
  kind: SymbolKind,
  text: string,
  newBody: string,
  parent?: SymbolKind,
): { readonly source: string; readonly done: Replacement } {
  const symbol = markedSymbol(file, kind, text, parent);
  const done = replacement({ ...symbol, shown: symbol.around.node.name }, newBody);
  return { source: symbol.source.text, done };
}
