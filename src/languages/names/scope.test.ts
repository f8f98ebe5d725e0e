// How far a name reaches, and whether it is reached through a value.

import { describe, expect, test } from "vitest";
import type { SymbolKind } from "../../model/code-facts.ts";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import { familyOf } from "../table.ts";
import type { DeclaredName } from "./rules.ts";
import { isDefaultExport, roleOf, scopeOf } from "./scope.ts";

/** The declaration at `^`, as an outline lists it. */
function declared(file: string, marked: string, kind?: SymbolKind, container?: SymbolKind): DeclaredName {
  const offset = marked.indexOf("^");
  const text = marked.replace("^", "");
  const name = /^[\p{L}\w$]+/u.exec(text.slice(offset))?.[0] ?? "";
  const family = familyOf(file);
  return { file, family, name, kind, container, code: maskCommentsAndStrings(text, family), offset };
}

type Row = readonly [title: string, marked: string, kind?: SymbolKind, container?: SymbolKind];

function checkScope(file: string, scope: string, rows: readonly Row[]): void {
  for (const [title, marked, kind, container] of rows) {
    test(`${scope}: ${title}`, () => {
      expect(scopeOf(declared(file, marked, kind, container))).toBe(scope);
    });
  }
}

describe("Go", () => {
  checkScope("a.go", "directory", [
    ["a function with a small letter", "func ^total() {}", "function"],
    ["a method with a small letter", "func (c *Cart) ^total() {}", "method"],
    ["an underscore", "var ^_total int", "variable"],
  ]);
  checkScope("a.go", "root", [
    ["a capital letter", "func ^Total() {}", "function"],
    ["a capital letter beyond ASCII", "func ^Ärger() {}", "function"],
  ]);
});

describe("CommonJS", () => {
  checkScope("a.js", "file", [
    ["what the exports do not name", "function ^send() {}\nmodule.exports = { pub };", "function"],
    ["beside a module that is required", 'const fs = require("fs");\nfunction ^send() {}', "function"],
    [
      "given to a property of something else",
      "function ^send() {}\nexports.pub = pub;\nreply.send = send;",
      "function",
    ],
  ]);
  checkScope("a.js", "root", [
    ["listed among the exports", "function ^send() {}\nmodule.exports = {\n  pub,\n  send,\n};", "function"],
    ["exported by itself", "function ^send() {}\nmodule.exports = send;", "function"],
    ["exported under another name", "function ^send() {}\nexports.post = send;", "function"],
    ["where the exports are given away", "function ^send() {}\nObject.assign(module.exports, all());", "function"],
    ["a script that is no module", "function ^send() {}", "function"],
    [
      "a script that is a module only under a condition",
      'function ^send() {}\nif (typeof module !== "undefined") module.exports = { pub };',
      "function",
    ],
    [
      "a script that is a module in a block under a condition",
      'function ^send() {}\nif (typeof exports === "object") {\n  module.exports = { pub };\n}',
      "function",
    ],
    [
      "a script that is a module where it can be",
      'function ^send() {}\ntypeof module !== "undefined" && (module.exports = { pub });',
      "function",
    ],
    [
      "a script that chooses what it exports",
      'function ^send() {}\ntypeof exports === "object" ? module.exports = make() : root.make = make();',
      "function",
    ],
  ]);
});

describe("scripts", () => {
  const module = 'import { b } from "./b";\n';
  checkScope("a.ts", "file", [
    ["a function that is not exported", `${module}function ^total() {}`, "function"],
    ["beside exports of others", `function ^total() {}\nexport const other = 1;\nexport { subtotal };`, "function"],
    [
      "named in a string or a comment of an export only",
      `function ^total() {} // export { total }\nexport {};`,
      "function",
    ],
    ["a local of a function", "export function f() { const ^x = 1; }", "constant", "function"],
    [
      "a local whose name is exported elsewhere",
      "export function f() { const ^x = 1; }\nexport { x };",
      "constant",
      "method",
    ],
    ["a private name", "export class A { #^total = 1; }", "property", "class"],
    ["a parameter", "export function f(^total: number) {}"],
    ["a parameter behind others", "export function f(a: Map<string, () => void>, { b }, ...^total) {}"],
    ["a parameter of a signature", "export interface A { f(\n  ^total: number,\n): void; }"],
    ["a parameter of a script that is no module", "function f(^total) {}"],
  ]);
  checkScope("a.ts", "root", [
    ["an exported function", "export function ^total() {}", "function"],
    ["with words between", "export default async function ^total() {}", "function"],
    ["the word on a line above", "export\n  abstract class\n  ^Total {}", "class"],
    ["an ambient declaration", `${module}declare const ^total: number;`, "constant"],
    ["an export list", `function ^total() {}\nexport { other, total };`, "function"],
    ["an export list under another name", `function ^total() {}\nexport { total as sum };`, "function"],
    ["a list of types", `interface ^Total {}\nexport type { Total };`, "interface"],
    ["an export as the default", `const ^total = 1;\nexport default total;`, "constant"],
    ["an export of the whole", `${module}const ^total = 1;\nexport = total;`, "constant"],
    ["a pattern that is exported", "export const { a,\n  ^total } = f();", "constant"],
    ["the second of a list of several lines", "export const a = 1,\n  ^total = 2;", "constant"],
    ["the last of a list with functions in it", "export const a = () => { const x = 1; },\n  ^total = 2;", "constant"],
    ["assigned to the module", `${module}function ^total() {}\nmodule.exports = { total };`, "function"],
    ["a script that is no module", "function ^total() {}", "function"],
    ["a member", `${module}class A { ^total() {} }`, "method", "class"],
    ["in a namespace", `${module}namespace N { function ^total() {} }`, "function", "namespace"],
    [
      "a key of a literal that a function returns",
      "export function f() { return { ^total: 1 }; }",
      "property",
      "function",
    ],
    ["a parameter that is a member too", "export class A { constructor(private ^total: number) {} }"],
    ["a member that a parameter is taken apart into", "export function f({ ^total }: A) {}"],
    ["a member of a type of a parameter", "export function f(a: { b: number, ^total: number }) {}"],
    ["an export that a call defines by its text", 'Object.defineProperty(exports, "^total", {});\nexport {};'],
  ]);
});

describe("Python", () => {
  checkScope("a.py", "file", [
    ["a local of a function", "def f():\n    ^total = 1\n", "variable", "function"],
    ["a function in a function", "def f():\n    def ^total(): ...\n", "function", "function"],
    ["a local beside another that is global", "def f():\n    global other\n    ^total = 1\n", "variable", "function"],
  ]);
  checkScope("a.py", "root", [
    ["a function of the module", "def ^total(): ...\n", "function"],
    ["a private one, for underscores only ask", "def ^_total(): ...\n", "function"],
    ["declared global", "def f():\n    global other, total\n    ^total = 1\n", "variable", "function"],
    ["a method", "class A:\n    def ^total(self): ...\n", "method", "class"],
    ["an attribute that a method makes", "class A:\n    def f(self):\n        self.^total = 1\n", "variable", "class"],
    [
      "an attribute listed in the method that makes it",
      "class A:\n    def f(self):\n        self.^total = 1\n",
      "variable",
      "method",
    ],
    ["what no outline lists", "def f(^total): ...\n"],
  ]);
});

describe("C and C++", () => {
  checkScope("a.c", "file", [
    ["a static function", "static int ^total(void) { return 1; }", "function"],
    ["with more words, over lines", "int x;\nstatic inline\nunsigned ^total(void);", "function"],
  ]);
  checkScope("a.c", "root", [
    ["a function", "int ^total(void) { return 1; }", "function"],
    ["behind a static one", "static int a(void) { return 1; }\nint ^total(void) { return 1; }", "function"],
    ["behind a static value", "static int a = 1; int ^total;", "variable"],
  ]);
  test("root: a static function of a header", () => {
    expect(scopeOf(declared("a.h", "static int ^total(void) { return 1; }", "function"))).toBe("root");
  });
});

test("root: in a language without rules", () => {
  expect(scopeOf(declared("a.rb", "def ^total", "function"))).toBe("root");
});

describe("the role", () => {
  test.each<[string, SymbolKind | undefined, SymbolKind | undefined]>([
    ["plain", "function", undefined],
    ["plain", "class", "namespace"],
    ["plain", "variable", "function"],
    ["member", "method", undefined],
    ["member", "property", "class"],
    ["member", "enum member", "enum"],
    ["member", "function", "class"],
    ["member", "variable", "class"],
    ["member", "function", "variable"],
    ["unknown", undefined, "function"],
    ["unknown", undefined, undefined],
  ])("%s: %s in %s", (role, kind, container) => {
    expect(roleOf(declared("a.ts", "^x", kind, container))).toBe(role);
  });
  test.each(["List.prototype.^render = function () {};", "exports.^render = () => 1;"])("unknown: %s", (marked) => {
    expect(roleOf(declared("a.js", marked, "variable", "function"))).toBe("unknown");
    expect(scopeOf(declared("a.js", `${marked}\nmodule.exports = {};`, "variable", "function"))).toBe("root");
  });
});

describe("a default export", () => {
  const isDefault = (file: string, marked: string): boolean => isDefaultExport(declared(file, marked));
  test.each([
    ["declared as one", "export default function ^total() {}"],
    ["with words between", "export default async function* ^total() {}"],
    ["a class", "export default abstract class ^total {}"],
    ["by its name", "const ^total = 1;\nexport default total;"],
    ["in a list", `const ^total = 1;\nexport { total as ${"default"} };`],
    ["with a dollar sign", "const ^$total = 1;\nexport default $total;"],
  ])("%s", (_, marked) => {
    expect(isDefault("a.ts", marked)).toBe(true);
  });
  test.each([
    ["a.ts", "export function ^total() {}"],
    ["a.ts", "const ^total = 1;\nexport default total2;"],
    ["a.ts", "const ^total = 1;\nexport default function other() { return total; }"],
    ["a.ts", "const ^total = 1; // export default total"],
    ["a.py", "export default ^total"],
  ])("none: %s %s", (file, marked) => {
    expect(isDefault(file, marked)).toBe(false);
  });
});
