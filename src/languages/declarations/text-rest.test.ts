// Where the first declaration of a text ends: what follows it belongs to something else.

import { expect, test } from "vitest";
import type { SymbolKind } from "../../model/code-facts.ts";
import { declaration } from "../../operations/symbol-edit/replace-symbol-body.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { behindDeclaration } from "./text-rest.ts";
import { sourceOf } from "./signs.ts";

type Case = readonly [file: string, kind: SymbolKind, first: string, rest: string];

const cases: readonly Case[] = [
  ["a.ts", "function", "function f(a: 1): { b: 1 };", "\nfunction f(a: 2) {}"],
  ["a.ts", "function", "function f<T = {}>(a = {}): { b: T } { return a; }", " // end\nfunction g() {}"],
  ["a.ts", "class", "class C<T = {}> extends D({}) implements E<{}> { a = 1; }", "\nclass F {}"],
  ["a.ts", "variable", "const f = 2", "\nconst g = 3"],
  ["a.ts", "variable", "const x: Array<{}> =\n  a +\n  b\n    .c({}) // why\n    .d();", "\n(e)"],
  ["a.ts", "variable", 'const x = "a" +\n  "b" + (() => { return 1; })()', ""],
  ["a.ts", "class", "type T =\n  | { a: 1 }\n  | { b: 1 };", "\ntype U = 1;"],
  ["a.py", "function", "def f(a: int) -> int: ...", "\ndef f(a: str) -> str: ..."],
  ["a.py", "function", 'def f(a):\n    """Doc.\nfar\n"""\n    return (\na\n)\n\n', "b = 1"],
  ["a.py", "function", "def f():\n        return 2\n", "    def g():\n        pass"],
  ["a.py", "constant", 'f = """a\n  b\n"""', "\nb = 3"],
  ["a.py", "constant", "f = '''\n{a}\n'''", "\nb = 3"],
  ["a.py", "constant", 'f = f"""\n{\na\n}\nb\n"""', "\nb = 3"],
  ["a.py", "function", 'def f(a):\n    return f"""\n{a}\n{\na}\n"""\n', "b = 1"],
  ["a.py", "constant", "f = (\n  2\n)", "\nb = 3"],
  ["a.go", "function", "func f() struct{} { g() }", "\n\nfunc g() {}"],
  ["a.go", "struct", "type G struct {\n\tx int\n}", "\n\nvar y = 1"],
  ["a.rs", "function", "fn f() where T: I<J = u32> { g() }", "\nfn g() {}"],
  ["a.cpp", "function", "void f() {}", "\nvoid g() {}"],
  ["a.cpp", "constructor", "S(int x) : a{x}, b{x} {}", "\nint c;"],
  ["a.cpp", "struct", "struct S { int a; };", "\nint c;"],
  ["A.java", "method", "@X int f() throws E { return 1; }", "\nint g() { return 2; }"],
];

test.each(cases)("%s: %s %j is followed by %j [AGL-133]", (...[file, kind, first, rest]) => {
  expect(behindDeclaration(sourceOf(file, first + rest), kind, 0)).toBe(first.length);
});

const named = { name: "f", head: "", hasBody: true };

test.each([
  ["a.ts", "function f(): void;\n// Two.\nfunction f() {}", 0],
  ["a.py", "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a): ...\n# end", 10],
  ["a.ts", "function f() { return 2; }\nreturn f();", undefined],
  ["a.py", "def f():\n    return 2\nreturn f()", undefined],
] as const)("%s: %j declares at %s [AGL-133]", (file, text, start) => {
  expect(declaration(sourceOf(file, text), { ...named, kind: "function" })).toBe(start);
});

test.each(cases.filter(([, , first, rest]) => /\bf\b/.test(first) && !/\bf\b/.test(rest) && rest !== ""))(
  "%s: %s %j with %j is no declaration of f alone [AGL-133]",
  async (...[file, kind, first, rest]) => {
    const source = sourceOf(file, first + rest);
    const head = kind === "variable" ? "const " : "";
    const { details } = await refusalOf(Promise.resolve().then(() => declaration(source, { ...named, kind, head })));
    expect(details.what).toBe("new_body declares f and more than that.");
  },
);
