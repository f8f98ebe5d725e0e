// Which changes of a function other files cannot notice, and which only seem to be of that kind.

import { describe, expect, test } from "vitest";
import type { BodyConfinement } from "./body.ts";
import { bodyConfinement } from "./body-change.ts";
import { filePath } from "../../model/file-path.ts";

/** `«a|b»` is `a` before and `b` after. */
type Case = readonly [title: string, file: string, text: string];

const confined: readonly (readonly [...Case, BodyConfinement])[] = [
  ["a function", "a.ts", "export function f(a: number): number {\n  return «a|a + 1»;\n}\n", "file"],
  ["a method", "a.ts", "export class A {\n  m(): Promise<string[]> {\n    «f();|»return x;\n  }\n}\n", "file"],
  ["an arrow function", "a.ts", "export const f = (a: number): A.B | undefined => {\n  return «a|b»;\n};\n", "file"],
  ["one with types of its own", "a.ts", "export function f<T extends A<B>>(a: T): T {\n  «|g();»\n}\n", "file"],
  [
    "a predicate that is declared",
    "a.ts",
    "export function f(a: unknown): a is A {\n  return «true|false»;\n}\n",
    "file",
  ],
  [
    "a function in one without a type",
    "a.ts",
    "export const m = () => {\n  function f(): void { «a|b»(); }\n  return f;\n};\n",
    "file",
  ],
  ["an element", "a.tsx", "export function F(): Node {\n  return <p>«a|b»</p>;\n}\n", "file"],
  [
    "a function of Go",
    "a.go",
    "package a\n\nfunc F(x interface{}) (int, error) {\n\treturn «1|2», nil\n}\n",
    "built-package",
  ],
  [
    "a method of Go",
    "a.go",
    "package a\n\nfunc (t *T) M() int {\n\tif a {\n\t\t«b|c»()\n\t}\n\treturn 1\n}\n",
    "package",
  ],
];

const inPackage: readonly (readonly [...Case, BodyConfinement])[] = [
  [
    "a call of another package",
    "a.go",
    'package a\n\nimport "fmt"\n\nfunc F() {\n\t«|fmt.Println("x y")»\n}\n',
    "built-package",
  ],
  ["a call of its own", "a.go", "package a\n\nfunc F() {\n\t«|G()»\n}\n", "package"],
  ["another member", "a.go", "package a\n\nfunc (t *T) F() {\n\tt.«A|B»()\n}\n", "package"],
  ["a name that is declared", "a.go", "package a\n\nfunc F(x int) {\n\t«x := 1|»\n\t_ = x\n}\n", "package"],
  [
    "what only looks like another package",
    "a.go",
    'package a\n\nimport "fmt"\n\nfunc F(fmt T) {\n\t«|fmt.Println()»\n}\n',
    "package",
  ],
];

const leaking: readonly Case[] = [
  ["an inferred type", "a.ts", "export function f(a: number) {\n  return «a|''»;\n}\n"],
  ["an arrow function without braces", "a.ts", "export const f = (a: number): number => «a|b»;\n"],
  ["an inferred arrow function", "a.ts", "export const f = (a: number) => {\n  return «a|b»;\n};\n"],
  ["the header", "a.ts", "export function f(a: «number|string»): number {\n  return 1;\n}\n"],
  ["the type that is returned", "a.ts", "export function f(): A & { a: «number|string» } {\n  return x;\n}\n"],
  ["a type in a predicate", "a.ts", "export function f(a: unknown): a is { a: «number|string» } {\n  return x;\n}\n"],
  ["a type argument", "a.ts", "export function f(): Promise<{ a: «number|string» }> {\n  return x;\n}\n"],
  ["a choice", "a.ts", "export const f = a ? (b) : c => {\n  return «1|''»;\n};\n"],
  ["a choice with an assignment", "a.ts", "export const f = a ? x = (b) : c => {\n  return «1|''»;\n};\n"],
  [
    "a block that a case begins",
    "a.ts",
    "export function f(v: number) {\n  switch (v) {\n    case pick(1): try { return «'one'|1»; } finally { g(); }\n  }\n}\n",
  ],
  ["a class that is chosen", "a.ts", "export const A = b ? mix(B) : class extends B { a = «1|''»; };\n"],
  ["a property of a class", "a.ts", "export class A {\n  a = «1|''»;\n}\n"],
  ["a constructor", "a.ts", "export class A {\n  a;\n  constructor() {\n    this.a = «1|''»;\n  }\n}\n"],
  ["an import", "a.ts", "export function f(): void {\n  «|import('./b');»\n}\n"],
  ["a file that is imported", "a.ts", "export function f(): void {\n  import('./«b|c»');\n}\n"],
  ["the first use of this", "a.ts", "export const a = g({\n  m(): void { «|this;» },\n});\n"],
  ["a brace too many", "a.ts", "export function f(): void {\n  «|}»\n}\n"],
  [
    "the end of the function",
    "a.ts",
    "export function f(): void {\n  «|} export const a = 1; function g(): void {»\n}\n",
  ],
  ["an interface", "a.ts", "declare function f(): void\ninterface A {\n  a: «number|string»;\n}\n"],
  ["JavaScript", "a.js", "/** @returns {number} */\nexport function f() {\n  this.a = «1|''»;\n}\n"],
  ["declarations", "a.d.ts", "declare class A { m(): void; «|n(): void;» }\n"],
  ["a type of Go", "a.go", "package a\n\ntype T struct {\n\ta «int|string»\n}\n"],
  ["a type that a function of Go returns", "a.go", "package a\n\nfunc F() struct{ a «int|string» } {\n\treturn x\n}\n"],
  ["a value of Go", "a.go", "package a\n\nfunc G()\n\nvar m = T{\n\t«1|2»,\n}\n"],
  ["what may be a formatter", "a.go", "package a\n\nfunc F(f string, a ...any) {\n\t«|fmt.Printf(f, a...)»\n}\n"],
  ["what may never return", "a.go", "package a\n\nfunc F() {\n\t«|panic(1)»\n}\n"],
  ["Python", "a.py", "def f() -> int:\n    return «1|2»\n"],
];

describe("a change inside of a function", () => {
  test.each(confined)("%s is confined (%s)", (_, file, text, expected) => {
    expect(bodyConfinement(changeOf(file, text))).toBe(expected);
  });

  test.each(inPackage)("%s may be noticed in the files of its package (%s)", (_, file, text, expected) => {
    expect(bodyConfinement(changeOf(file, text))).toBe(expected);
  });

  test.each(leaking)("%s may be noticed elsewhere (%s)", (_, file, text) => {
    expect(bodyConfinement(changeOf(file, text))).toBeUndefined();
  });
});

function changeOf(file: string, text: string): Parameters<typeof bodyConfinement>[0] {
  const side = (at: 1 | 2): string => text.replaceAll(/«([^|»]*)\|([^»]*)»/g, (...match: string[]) => match[at] ?? "");
  return { file: filePath(`/r/${file}`), before: side(1), after: side(2) };
}
