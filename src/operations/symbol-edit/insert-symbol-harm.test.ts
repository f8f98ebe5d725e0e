// Code beside one of several signatures of a function: what parts them from the body is refused.
//
// Marks: each `span` is one of the signatures, as a server states it, and each `name` its name; a number tells which
// of them the code goes beside. A side that is refused is `refused`.

import { expect, test } from "vitest";
import type { SymbolKind } from "../../model/code-facts.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { bug } from "../../std/bug.ts";
import { markedSymbols, orRefused, refusedEdit } from "../../testing/kits/symbol-kit.ts";
import type { InsertionAnchor, Side } from "./insert-symbol.ts";
import { insertion } from "./insert-symbol.ts";

const two = "«span|function «name|f»(a: 1): void;»\n«span|function «name|f»(a: any) {}»\n";
const [signature, body] = ["function f(a: 1): void;", "function f(a: any) {}"];

test.each([
  // A call of it is no signature of it.
  ["a.ts", two, 0, "const g = () => f(1);", refusedEdit, `const g = () => f(1);\n${signature}\n${body}\n`],
  ["a.ts", two, 0, "f(1);", refusedEdit, `f(1);\n${signature}\n${body}\n`],
  ["a.ts", two, 1, "f(1);", `${signature}\n${body}\nf(1);\n`, refusedEdit],
  [
    "a.ts",
    two,
    1,
    "// 2\nexport function f(a: 2): f;",
    `${signature}\n${body}\n// 2\nexport function f(a: 2): f;\n`,
    `${signature}\n// 2\nexport function f(a: 2): f;\n${body}\n`,
  ],
  // The braces of a type are no body.
  [
    "a.ts",
    "«span|function «name|f»(a: 1): { x: 1 }»\n«span|function «name|f»(a: any) {}»\n",
    0,
    "let g",
    refusedEdit,
    `let g\nfunction f(a: 1): { x: 1 }\n${body}\n`,
  ],
  [
    "a.ts",
    "«span|function «name|f»(a: 1): { x: 1 }»\n«span|function «name|f»(a: any) {}»\n",
    1,
    "let g",
    `function f(a: 1): { x: 1 }\n${body}\nlet g\n`,
    refusedEdit,
  ],
  // Two with bodies are none of one function.
  [
    "a.js",
    "«span|function «name|f»() {}»\n«span|function «name|f»(a) {}»\n",
    0,
    "let g",
    "function f() {}\nlet g\nfunction f(a) {}\n",
    "let g\nfunction f() {}\nfunction f(a) {}\n",
  ],
  // Where nothing has a body, they need not stand together.
  [
    "a.d.ts",
    "«span|export function «name|f»(a: 1): void;»\n«span|export function «name|f»(a: 2): void;»\n",
    0,
    "export const g: 1;",
    "export function f(a: 1): void;\nexport const g: 1;\nexport function f(a: 2): void;\n",
    "export const g: 1;\nexport function f(a: 1): void;\nexport function f(a: 2): void;\n",
  ],
  [
    "a.ts",
    "«span|declare function «name|f»(a: 1): void;»\n«span|declare function «name|f»(a: 2): void;»\n",
    1,
    "let g;",
    "declare function f(a: 1): void;\ndeclare function f(a: 2): void;\nlet g;\n",
    "declare function f(a: 1): void;\nlet g;\ndeclare function f(a: 2): void;\n",
  ],
])("%s: %j beside number %i gets %j [AGL-134 AGL-135]", (file, text, at, code, after, before) => {
  expect(placed(anchorOf(file, "function", text, at), code)).toEqual({ after, before });
});

test("a method has signatures too [AGL-134 AGL-135]", () => {
  const text = "class C {\n  «span|«name|f»(a: 1): void;»\n  «span|«name|f»(a: any) {}»\n}\n";
  const anchor = anchorOf("a.ts", "method", text, 0);
  expect(placed(anchor, "g = this.f(1);").after).toBe(refusedEdit);
  expect(placed(anchor, "static async f<T>(a: 2): T;").after).toBe(
    "class C {\n  f(a: 1): void;\n  static async f<T>(a: 2): T;\n  f(a: any) {}\n}\n",
  );
});

function placed(anchor: InsertionAnchor, code: string): Record<Side, string> {
  const on = (side: Side): string => orRefused(() => applyEdits(anchor.source.text, insertion(anchor, code, side)));
  return { after: on("after"), before: on("before") };
}

function anchorOf(file: string, kind: SymbolKind, text: string, at: number): InsertionAnchor {
  const symbols = markedSymbols(file, kind, text, kind === "method" ? "class" : undefined);
  return symbols[at] ?? bug("the one that is meant is marked");
}
