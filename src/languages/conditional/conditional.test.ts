// Which declarations stand under a condition that decides whether they are compiled.

import { describe, expect, test } from "vitest";
import type { Family } from "../family.ts";
import type { ConditionalDeclaration } from "./declaration.ts";
import { conditionAt, conditionalDeclarations } from "./conditional.ts";

/** `kind name` of each with the first and last line of its text, children in brackets. */
function read(family: Family, text: string): string[] {
  const line = (offset: number): number => text.slice(0, offset).split("\n").length;
  const show = ({ name, kind, at, start, end, children }: ConditionalDeclaration): string => {
    const leaf = name.split("::").at(-1) ?? "";
    const isThere = text.startsWith(leaf, at);
    const inside = children.length === 0 ? "" : ` [${children.map(show).join(", ")}]`;
    return `${isThere ? "" : "MISPLACED "}${kind} ${name} ${line(start)}-${line(end)}${inside}`;
  };
  return conditionalDeclarations(family, text).map(show);
}

describe("Python", () => {
  test.each([
    [
      "a platform",
      'import sys\nif sys.platform == "win32":\n    def a(x):\n        return 1\n\n    B = 2\nC = 3\n',
      ["function a 3-4", "variable B 6-6"],
    ],
    ["the other branch", 'if sys.platform == "win32":\n    pass\nelse:\n    async def a(): ...\n', ["function a 4-4"]],
    [
      "a class with members",
      'if os.name == "nt":\n    class A(B):\n        x = 1\n        def m(self):\n            y = 1\n',
      ["class A 2-5 [variable x 3-3, method m 4-5]"],
    ],
    [
      "inside of a class",
      "class A:\n    if sys.version_info >= (3, 99):\n        def m(self): ...\n    def n(self): ...\n",
      ["method m 3-3"],
    ],
    ["nothing inside of a function", 'def f():\n    if sys.platform == "win32":\n        def g(): ...\n', []],
    ["no test that only running decides", "if ready():\n    def a(): ...\n", []],
    [
      "after an assertion",
      'import sys\nassert sys.platform == "win32"\n\ndef a():\n    x = 1\n    return x\n\nclass B:\n    pass\n',
      ["function a 4-6", "class B 8-9"],
    ],
    [
      "after a test that leaves",
      'if sys.platform != "win32":\n    raise ImportError()\n\ndef a(): ...\n',
      ["function a 4-4"],
    ],
    [
      "a statement over several lines",
      "if TYPE_CHECKING:\n    def a(\n        x,\n    ):\n        return 1\ndef b(): ...\n",
      ["function a 2-5"],
    ],
    [
      "words in strings and comments",
      'if TYPE_CHECKING:\n    """\n    def a(): ...\n    """\n    # def b(): ...\n',
      [],
    ],
    ["tabs", "if not TYPE_CHECKING:\n\tdef a():\n\t\tpass\ndef b(): ...\n", ["function a 2-3"]],
  ])("%s", (_, text, expected) => {
    expect(read("python", text)).toEqual(expected);
  });

  test("the condition of a place is the line of its test", () => {
    const text = 'x = 1\nif sys.platform == "win32":\n    def a(): ...\nelse:\n    b()\nc()\n';
    const at = (word: string): string | undefined => conditionAt("python", text, text.indexOf(word));
    expect([at("x ="), at("def a"), at("b()"), at("c()")]).toEqual([
      undefined,
      'if sys.platform == "win32":',
      'if sys.platform == "win32":',
      undefined,
    ]);
  });
});

describe("C and C++", () => {
  test.each([
    [
      "functions",
      "#ifdef _WIN32\nint win(void) { return 1; }\nstatic void proto(int x);\n#endif\nint main() {}\n",
      ["function win 2-2", "function proto 3-3"],
    ],
    [
      "both branches",
      "#if A\nint a() {\n  return 1;\n}\n#else\nint b() { return 2; }\n#endif\n",
      ["function a 2-4", "function b 6-6"],
    ],
    [
      "a guard around the header",
      "#ifndef X_H\n#define X_H\nint a();\n#ifdef W\nint b();\n#endif\n#endif\n",
      ["function b 5-5"],
    ],
    [
      "types, aliases and values",
      '#if W\nstruct S { int x; };\nenum class E { a };\nusing H = void*;\ntypedef int I;\nconst int N = 3;\nextern "C" {\nint c();\n}\n#endif\n',
      ["struct S 2-2 [variable x 2-2]", "enum E 3-3", "class H 4-4", "class I 5-5", "variable N 6-6", "function c 8-8"],
    ],
    [
      "a namespace and a member",
      "namespace n {\n#if W\nclass API File final : public Base {\n public:\n  void close();\n};\nvoid File::close() { shut(); }\n#endif\n}\n",
      ["class File 3-6 [function close 4-5]", "function File::close 7-7"],
    ],
    ["nothing inside of a function", "int f() {\n#ifdef W\n  int x = 1;\n  call(x);\n#endif\n}\n", []],
    [
      "templates and attributes",
      "#if W\ntemplate <typename T>\n[[nodiscard]] T* get(T& x) { return &x; }\n#endif\n",
      ["function get 2-3"],
    ],
    ["calls of macros", "#if W\nDEFINE_IT(x)\nREGISTER(y);\n#define M(x) f(x)\n#endif\n", []],
    [
      "a function whose head depends on a condition",
      "#ifdef W\nint a(int x)\n#else\nint a(long x)\n#endif\n{ return 1; }\nint b();\n",
      [],
    ],
  ])("%s", (_, text, expected) => {
    expect(read("c", text)).toEqual(expected);
  });

  test("the condition of a place is the line of its branch", () => {
    const text = "#ifndef X_H\n#define X_H\nint a;\n#ifdef W\nint b;\n#else\nint c;\n#endif\nint d;\n#endif\n";
    const at = (word: string): string | undefined => conditionAt("c", text, text.indexOf(word));
    expect([at("int a"), at("int b"), at("int c"), at("int d")]).toEqual([undefined, "#ifdef W", "#else", undefined]);
  });
});
