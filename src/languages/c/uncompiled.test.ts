// What a place of C that is not compiled cannot mean, by its text alone.

import { describe, expect, test } from "vitest";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import { UncompiledC } from "./uncompiled.ts";

/** The place at `^`, and where the symbol is declared, at `@`. */
function read(marked: string): { readonly code: string; readonly at: number; readonly declared: number } {
  const text = marked.replace(/[@^]/g, "");
  const at = marked.replace("@", "").indexOf("^");
  const declared = marked.replace("^", "").indexOf("@");
  return { code: maskCommentsAndStrings(text, "c"), at, declared };
}

function of(
  marked: string,
  file = "a.cc",
): { readonly c: UncompiledC; readonly at: number; readonly declared: number } {
  const { code, at, declared } = read(marked);
  return { c: new UncompiledC(file, code), at, declared };
}

describe("the name of a file that is included", () => {
  test.each([
    ["in brackets", "#include <^pcre.h>\n", true],
    ["deep in a path", "#  include <a/^pcre/b.h>\n", true],
    ["behind it", "#include <a.h>\nstruct ^pcre;\n", false],
    ["a macro", "#include ^pcre\n", false],
    ["in a comparison", "int x = a < ^pcre;\n", false],
  ])("%s", (_, marked, expected) => {
    const { c, at } = of(marked);
    expect(c.isIncluded(at)).toBe(expected);
  });
});

describe("what is put aside", () => {
  test.each([
    ["behind #if 0", "#if 0\nint a = ^total();\n#endif\n", true],
    ["in brackets", "# if (0)\nint a = ^total();\n#endif\n", true],
    ["in a condition inside", "#if 0\n#ifdef A\nint a = ^total();\n#endif\n#endif\n", true],
    ["its other branch", "#if 0\n#else\nint a = ^total();\n#endif\n", false],
    ["behind it", "#if 0\n#endif\nint a = ^total();\n", false],
    ["a macro", "#if ZERO\nint a = ^total();\n#endif\n", false],
    ["what only begins with it", "#if 0 || A\nint a = ^total();\n#endif\n", false],
    ["a hexadecimal number", "#if 0x1\nint a = ^total();\n#endif\n", false],
  ])("%s", (_, marked, expected) => {
    const { c, at } = of(marked);
    expect(c.isPutAside(at)).toBe(expected);
  });
});

describe("a name that another branch defines", () => {
  test.each([
    ["a type", "#if A\ntypedef int ^total;\n#else\ntypedef long @total;\n#endif\n", true],
    ["the first of three", "#if A\ntypedef int @total;\n#elif B\n#else\nusing ^total = int;\n#endif\n", true],
    ["a class, at its head", "#if A\nclass ^total { };\n#else\ntypedef int @total;\n#endif\n", true],
    ["a class, in its body", "#if A\nclass total { ~^total() {} };\n#else\ntypedef int @total;\n#endif\n", true],
    [
      "a function with a body",
      "struct S {\n#if A\nint ^total() { return 1; }\n#else\nint @total() { return 2; }\n#endif\n};\n",
      true,
    ],
    [
      "a use beside it",
      "#if A\nstatic int total() { return 1; }\nint b = ^total();\n#else\nstatic int @total() { return 2; }\n#endif\n",
      true,
    ],
    [
      "one that is only declared",
      "#if A\nint total();\nint b = ^total();\n#else\nint @total() { return 2; }\n#endif\n",
      false,
    ],
    ["one from elsewhere", "#if A\nextern int total;\nint b = ^total;\n#else\nint @total = 2;\n#endif\n", false],
    ["one that the same branch declares", "#if A\ntypedef int @total;\n^total b;\n#endif\n", false],
    ["one declared outside of it", "int @total();\n#if A\nint ^total() { return 1; }\n#else\n#endif\n", false],
    [
      "one declared in another condition",
      "#if A\ntypedef int @total;\n#endif\n#if B\ntypedef int ^total;\n#endif\n",
      false,
    ],
    [
      "one in a class of the branch",
      "#if A\nstruct S { int total() { return 1; } int b() { return ^total(); } };\n#else\nint @total() { return 2; }\n#endif\n",
      false,
    ],
    ["nothing", "#if A\nint b = ^total();\n#else\nint @total() { return 2; }\n#endif\n", false],
  ])("%s", (_, marked, expected) => {
    const { c, at, declared } = of(marked);
    expect(c.isDefinedAgain("total", at, [declared])).toBe(expected);
  });

  test.each([
    ["without a guard", "", false],
    ["with a guard", "#ifndef A_H\n#define A_H\n", true],
    ["read once", "#pragma once\n", true],
  ])("in a header %s, which may be included under both conditions", (_, head, expected) => {
    const branches = "#if A\ntypedef int ^total;\n#else\ntypedef long @total;\n#endif\n";
    const { c, at, declared } = of(`${head}${branches}${head.includes("ifndef") ? "#endif\n" : ""}`, "a.h");
    expect(c.isDefinedAgain("total", at, [declared])).toBe(expected);
  });

  test("nothing is known while the symbol is declared outside as well", () => {
    const { c, at, declared } = of(
      "int total();\n#if A\nint ^total() { return 1; }\n#else\nint @total() { return 2; }\n#endif\n",
    );
    expect(c.isDefinedAgain("total", at, [declared, 4])).toBe(false);
  });
});

describe("a name by itself in a class that is not the symbol's", () => {
  const own = "class Own { int @size_; };\n";
  test.each([
    ["in a body", `${own}class A {\n#if W\n int f() { return ^size_; }\n#endif\n};\n`, true],
    ["where members are initialized", `${own}class A {\n#if W\n A(int v) : ^size_(v) { }\n#endif\n};\n`, true],
    ["declared", `${own}class A {\n#if W\n int ^size_;\n#endif\n};\n`, true],
    [
      "as a value whose member is taken",
      `${own}class A {\n#if W\n int f() { return ^size_.load(); }\n#endif\n};\n`,
      true,
    ],
    ["in a class with a macro", `${own}class API_EXPORT A {\n#if W\n int f() { return ^size_; }\n#endif\n};\n`, true],
    ["behind a value", `${own}class A {\n#if W\n int f(Own o) { return o.^size_; }\n#endif\n};\n`, false],
    ["behind a pointer", `${own}class A {\n#if W\n int f(Own* o) { return o->^size_; }\n#endif\n};\n`, false],
    ["behind a scope", `${own}class A {\n#if W\n int Own::* f = &Own::^size_;\n#endif\n};\n`, false],
    ["in a class with bases", `${own}class A : public B {\n#if W\n int f() { return ^size_; }\n#endif\n};\n`, false],
    [
      "in a class inside of one with bases",
      `${own}class A : B { class C {\n#if W\n int f() { return ^size_; }\n#endif\n}; };\n`,
      false,
    ],
    ["in the symbol's class", "class Own { int @size_;\n#if W\n int f() { return ^size_; }\n#endif\n};\n", false],
    [
      "in a class inside of it",
      "class Own { static int @size_; class A {\n#if W\n int f() { return ^size_; }\n#endif\n}; };\n",
      false,
    ],
    ["in a function", `${own}#if W\nint f() { return ^size_; }\n#endif\n`, false],
    ["in a member that is defined outside", `${own}#if W\nint Own::f() { return ^size_; }\n#endif\n`, false],
    ["of an enumeration", "enum Own { @size_ };\nclass A {\n#if W\n int f() { return ^size_; }\n#endif\n};\n", false],
    [
      "of a union without a name",
      "static union { int @size_; };\nclass A {\n#if W\n int f() { return ^size_; }\n#endif\n};\n",
      false,
    ],
    ["in a macro", `${own}class A {\n#define F ^size_\n};\n`, false],
    ["in a macro that goes on", `${own}class A {\n#define F \\\n  ^size_\n};\n`, false],
  ])("%s", (_, marked, expected) => {
    const { c, at, declared } = of(marked);
    expect(c.isForeignMember("size_", at, c, declared)).toBe(expected);
  });
});
