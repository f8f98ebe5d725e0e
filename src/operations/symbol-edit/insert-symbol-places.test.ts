// Where code beside a symbol would land in the wrong scope, run into its neighbour or change what a neighbour means.
//
// How symbols are marked is told in `test/support/kits/symbol-kit.ts`. A side that is refused is `refused`.

import { describe, expect, test } from "vitest";
import type { SymbolKind } from "../../model/code-facts.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { markedSymbol, orRefused, refusedEdit } from "../../../test/support/kits/symbol-kit.ts";
import type { Side } from "./insert-symbol.ts";
import { insertion } from "./insert-symbol.ts";

type Place = [kind: SymbolKind, text: string, code: string, after: string, before: string, parent?: SymbolKind];

const places: Readonly<Record<string, readonly Place[]>> = {
  "a.ts": [
    // What shares its line is edited as text.
    [
      "property",
      "interface I { «span|«name|p»: string;» z: number }",
      "q(): void",
      refusedEdit,
      refusedEdit,
      "interface",
    ],
    ["method", "class W { «span|«name|m»() {}» z = 1 }", "n() {}", refusedEdit, refusedEdit, "class"],
    [
      "property",
      "const o = {\n  «span|«name|k»: 1», // k\n};\n",
      "l: '//' // why",
      "const o = {\n  k: 1, // k\n  l: '//', // why\n};\n",
      "const o = {\n  l: '//', // why\n  k: 1, // k\n};\n",
      "variable",
    ],
    // A semicolon on the next line.
    [
      "property",
      "class C {\n  «span|«name|g» = 1\n  ;»[Symbol.iterator]() {}\n}",
      "h = 8",
      refusedEdit,
      "class C {\n  h = 8\n\n  g = 1\n  ;[Symbol.iterator]() {}\n}",
      "class",
    ],
    // Without a semicolon it would go on with the line above or below.
    [
      "method",
      "class C {\n  x = 1;\n  «span|*«name|g»() {}»\n  *i() {}\n}",
      "h = {} // why",
      "class C {\n  x = 1;\n  *g() {}\n  h = {}; // why\n  *i() {}\n}",
      "class C {\n  x = 1;\n  h = {}; // why\n  *g() {}\n  *i() {}\n}",
      "class",
    ],
    [
      "variable",
      "a()\nconst «span|«name|x» = {}»\nb()\n",
      "// all\n[1].map(x)",
      "a()\nconst x = {}\n// all\n;[1].map(x)\nb()\n",
      "a()\n// all\n;[1].map(x)\nconst x = {}\nb()\n",
    ],
    [
      "function",
      "«span|function «name|f»() {}»\n",
      "(function () {})();",
      "function f() {}\n\n(function () {})();\n",
      "(function () {})();\n\nfunction f() {}\n",
    ],
  ],
  "a.rs": [
    [
      "function",
      "#![allow(x)]\n#[test]\n«span|fn «name|f»() {}»\n",
      "fn g() {}",
      "#![allow(x)]\n#[test]\nfn f() {}\nfn g() {}\n",
      "#![allow(x)]\nfn g() {}\n#[test]\nfn f() {}\n",
    ],
    [
      "field",
      "struct S {\n    «span|«name|a»: u32»,\n}\n",
      "b: u32, // why",
      "struct S {\n    a: u32,\n    b: u32, // why\n}\n",
      "struct S {\n    b: u32, // why\n    a: u32,\n}\n",
      "struct",
    ],
  ],
  "a.go": [
    // Those below would repeat the new one, or count on.
    ["constant", "const (\n\t«span|«name|A» = iota»\n\tB\n\tC\n)\n", "D = 7", refusedEdit, refusedEdit],
    ["constant", "const (\n\tA = iota\n\t«span|«name|B»»\n\tC\n)\n", "D", refusedEdit, refusedEdit],
    ["constant", "const ( «span|«name|A» = iota»; B; C = 5 )\n", "D = 7", refusedEdit, refusedEdit],
    [
      "constant",
      "const (\n\tA = iota\n\t«span|«name|B»»\n\n\t// that is all\n)\n",
      "D",
      "const (\n\tA = iota\n\tB\n\tD\n\n\t// that is all\n)\n",
      refusedEdit,
    ],
    [
      "constant",
      "const (\n\t«span|«name|A» = 1»\n\tB = 2\n)\n",
      "D = 7",
      "const (\n\tA = 1\n\tD = 7\n\tB = 2\n)\n",
      "const (\n\tD = 7\n\tA = 1\n\tB = 2\n)\n",
    ],
    [
      "constant",
      "const (\n\t«span|«name|A» = iota»\n\tB\n)\n",
      "const D = 7",
      "const (\n\tA = iota\n\tB\n)\n\nconst D = 7\n",
      "const D = 7\n\nconst (\n\tA = iota\n\tB\n)\n",
    ],
    [
      "struct",
      "type «span|«name|E» struct{}»; type E2 struct{}\n",
      "type E3 struct{}",
      refusedEdit,
      "type E3 struct{}\n\ntype E struct{}; type E2 struct{}\n",
    ],
    ["field", "type S struct { «span|«name|A» int»; B int }\n", "C int", refusedEdit, refusedEdit, "struct"],
  ],
  "a.cpp": [
    [
      "function",
      "int a;\n\ntemplate <typename T>\n[[nodiscard]] «span|int «name|f»(T x) { return 2; }»\n",
      "int n() { return 1; }",
      "int a;\n\ntemplate <typename T>\n[[nodiscard]] int f(T x) { return 2; }\n\nint n() { return 1; }\n",
      "int a;\n\nint n() { return 1; }\n\ntemplate <typename T>\n[[nodiscard]] int f(T x) { return 2; }\n",
    ],
    [
      "function",
      "int a;\n\ntemplate <typename T>\n[[nodiscard]]\n«span|int «name|f»(T x) { return 2; }»\n",
      "int n() { return 1; }",
      "int a;\n\ntemplate <typename T>\n[[nodiscard]]\nint f(T x) { return 2; }\n\nint n() { return 1; }\n",
      "int a;\n\nint n() { return 1; }\n\ntemplate <typename T>\n[[nodiscard]]\nint f(T x) { return 2; }\n",
    ],
    [
      "function",
      "int a;\n\n// why\ntemplate <typename T> requires Int<T>\n«span|int «name|f»(T x) { return 2; }»\n",
      "int n() { return 1; }",
      "int a;\n\n// why\ntemplate <typename T> requires Int<T>\nint f(T x) { return 2; }\n\nint n() { return 1; }\n",
      "int a;\n\nint n() { return 1; }\n\n// why\ntemplate <typename T> requires Int<T>\nint f(T x) { return 2; }\n",
    ],
    [
      "function",
      "int a;\n\ntemplate <typename T>\n  requires requires(T t) { t.x; } && Int<T>\n«span|int «name|f»(T x) { return 2; }»\n",
      "int n() { return 1; }",
      "int a;\n\ntemplate <typename T>\n  requires requires(T t) { t.x; } && Int<T>\nint f(T x) { return 2; }\n\nint n() { return 1; }\n",
      "int a;\n\nint n() { return 1; }\n\ntemplate <typename T>\n  requires requires(T t) { t.x; } && Int<T>\nint f(T x) { return 2; }\n",
    ],
    [
      "function",
      "int a;\n\ntemplate <int N = (3 > 2)>\n«span|int «name|f»(int x) { return N; }»\n",
      "int n() { return 1; }",
      "int a;\n\ntemplate <int N = (3 > 2)>\nint f(int x) { return N; }\n\nint n() { return 1; }\n",
      "int a;\n\nint n() { return 1; }\n\ntemplate <int N = (3 > 2)>\nint f(int x) { return N; }\n",
    ],
    [
      "function",
      "#define A(x) \\\n  x\ntemplate <class T>\ntemplate <class U = a::b>\n«span|int «name|f»(T x) { return 2; }»\n",
      "int n() { return 1; }",
      "#define A(x) \\\n  x\ntemplate <class T>\ntemplate <class U = a::b>\nint f(T x) { return 2; }\nint n() { return 1; }\n",
      "#define A(x) \\\n  x\nint n() { return 1; }\ntemplate <class T>\ntemplate <class U = a::b>\nint f(T x) { return 2; }\n",
    ],
    [
      "function",
      "int a;\n\n__attribute__((noinline))\n«span|int «name|f»(T x) { return 2; }»\n",
      "int n() { return 1; }",
      "int a;\n\n__attribute__((noinline))\nint f(T x) { return 2; }\n\nint n() { return 1; }\n",
      "int a;\n\nint n() { return 1; }\n\n__attribute__((noinline))\nint f(T x) { return 2; }\n",
    ],
    [
      "method",
      "struct S {\n  int a;\n\n  template <typename T>\n  [[nodiscard]] «span|int «name|f»(T x) { return 2; }»\n};\n",
      "int n() { return 1; }",
      "struct S {\n  int a;\n\n  template <typename T>\n  [[nodiscard]] int f(T x) { return 2; }\n\n  int n() { return 1; }\n};\n",
      "struct S {\n  int a;\n\n  int n() { return 1; }\n\n  template <typename T>\n  [[nodiscard]] int f(T x) { return 2; }\n};\n",
      "struct",
    ],
    [
      "method",
      "struct S {\n  int a;\n\n  template <typename T> requires Int<T>\n  «span|int «name|f»(T x) { return 2; }»\n};\n",
      "int n() { return 1; }",
      "struct S {\n  int a;\n\n  template <typename T> requires Int<T>\n  int f(T x) { return 2; }\n\n  int n() { return 1; }\n};\n",
      "struct S {\n  int a;\n\n  int n() { return 1; }\n\n  template <typename T> requires Int<T>\n  int f(T x) { return 2; }\n};\n",
      "struct",
    ],
    [
      "method",
      "struct S {\n  int a;\n\n  template <int N = (3 > 2)> «span|int «name|f»(T x) { return 2; }»\n};\n",
      "int n() { return 1; }",
      "struct S {\n  int a;\n\n  template <int N = (3 > 2)> int f(T x) { return 2; }\n\n  int n() { return 1; }\n};\n",
      "struct S {\n  int a;\n\n  int n() { return 1; }\n\n  template <int N = (3 > 2)> int f(T x) { return 2; }\n};\n",
      "struct",
    ],
    // What a macro stands for may be part of what follows, and variables may follow a type.
    [
      "function",
      "int a;\n\nAPI\n«span|int «name|f»()»;\n",
      "int n();",
      "int a;\n\nAPI\nint f();\nint n();\n",
      refusedEdit,
    ],
    [
      "function",
      "MACRO(a)\n\n«span|int «name|f»()»;\n",
      "int n();",
      "MACRO(a)\n\nint f();\nint n();\n",
      "MACRO(a)\n\nint n();\nint f();\n",
    ],
    [
      "method",
      "struct S {\n public:\n  «span|int «name|f»()»;\n};\n",
      "int n();",
      "struct S {\n public:\n  int f();\n  int n();\n};\n",
      "struct S {\n public:\n  int n();\n  int f();\n};\n",
      "struct",
    ],
    ["struct", "«span|struct «name|S» { int a; }» s;\n", "int n;", refusedEdit, "int n;\n\nstruct S { int a; } s;\n"],
    ["function", "«span|int «name|f»()», g();\n", "int n();", refusedEdit, "int n();\nint f(), g();\n"],
    ["field", "struct S { «span|int «name|a»»; int b; };", "#define A", refusedEdit, refusedEdit, "struct"],
    [
      "function",
      "#pragma once\r\n«span|int «name|f»()»;\r\n",
      "int n();",
      "#pragma once\r\nint f();\r\nint n();\r\n",
      "#pragma once\r\nint n();\r\nint f();\r\n",
    ],
    ["field", "struct S { «span|int «name|a»»; int b; };", "int c", refusedEdit, refusedEdit, "struct"],
  ],
  "a.py": [
    [
      "method",
      "class «parent|C»:\n\tx = 1\n\n\t«span|def «name|m»(self):\n\t\tpass»\n",
      "def n(self):\n    if a:\n        pass",
      "class C:\n\tx = 1\n\n\tdef m(self):\n\t\tpass\n\n\tdef n(self):\n\t\tif a:\n\t\t\tpass\n",
      "class C:\n\tx = 1\n\n\tdef n(self):\n\t\tif a:\n\t\t\tpass\n\n\tdef m(self):\n\t\tpass\n",
      "class",
    ],
    // The string below documents it.
    [
      "variable",
      'class «parent|C»:\n    «span|«name|x»»: int = 1  # one\n    """The\n    x."""  # doc\n\n    y = 2\n    "y"\n',
      "z = 3",
      'class C:\n    x: int = 1  # one\n    """The\n    x."""  # doc\n    z = 3\n\n    y = 2\n    "y"\n',
      'class C:\n    z = 3\n    x: int = 1  # one\n    """The\n    x."""  # doc\n\n    y = 2\n    "y"\n',
      "class",
    ],
    ["variable", "«span|«name|x» = 1»; y = 2\n", "z = 3;", refusedEdit, "z = 3;\nx = 1; y = 2\n"],
    ["variable", "class «parent|E»: x = 1; «span|«name|y» = 2»\n", "z = 3", refusedEdit, refusedEdit, "class"],
    // What is indented deeper is the end of the body above.
    [
      "function",
      "def a():\n    return 1\n    # TODO\n«span|def «name|b»():\n    return 2»\n",
      "def c():\n    pass",
      "def a():\n    return 1\n    # TODO\ndef b():\n    return 2\ndef c():\n    pass\n",
      "def a():\n    return 1\n    # TODO\ndef c():\n    pass\ndef b():\n    return 2\n",
    ],
    [
      "method",
      "class C:\n# m\n    «span|def «name|m»(self):\n        pass»\n",
      "x = 1",
      "class C:\n# m\n    def m(self):\n        pass\n\n    x = 1\n",
      "class C:\n# m\n    x = 1\n\n    def m(self):\n        pass\n",
      "class",
    ],
    [
      "class",
      "class A:\n    x = 1\n    # TODO\n«span|class «name|E»: pass»\n",
      "class F: pass",
      "class A:\n    x = 1\n    # TODO\nclass E: pass\n\n\nclass F: pass\n",
      "class A:\n    x = 1\n    # TODO\n\n\nclass F: pass\n\n\nclass E: pass\n",
    ],
  ],
};

describe.each(Object.entries(places))("%s", (file, all) => {
  test.each(all)("%s %j gets %j [AGL-134 AGL-135]", (kind, text, code, after, before, parent) => {
    const anchor = markedSymbol(file, kind, text, parent);
    const placed = (side: Side): string =>
      orRefused(() => applyEdits(anchor.source.text, insertion(anchor, code, side)));
    expect({ after: placed("after"), before: placed("before") }).toEqual({ after, before });
  });
});
