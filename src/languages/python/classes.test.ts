// Classes of Python as their headers declare them, and the class around a place.

import { describe, expect, test } from "vitest";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import { pythonClassAt, pythonClasses } from "./classes.ts";

describe("headers", () => {
  test.each<[string, string, readonly string[]]>([
    ["without bases", "class A:\n    pass\n", ["A()"]],
    ["with empty brackets", "class A():\n    pass\n", ["A()"]],
    ["with bases", "class A(B, C):\n    pass\n", ["A(B,C)"]],
    ["by the last part of a base", "class A(m.n.B):\n    pass\n", ["A(B)"]],
    ["without what a base takes", "class A(B[int, dict[str, int]], Generic[T]):\n    pass\n", ["A(B,Generic)"]],
    ["however deep", "class A(B[c[d[e[f]]], [g]], h(i(j(k)))(l), M):\n    pass\n", ["A(B,h,M)"]],
    ["of which one is chosen, by the last", "class A(m.B if x else C, *D):\n    pass\n", ["A(C,D)"]],
    ["with bounds of types", "class A[T: (B[c], D) = E](F[T]):\n    pass\n", ["A(F)"]],
    ["without keywords", "class A(B, metaclass=M, total=False):\n    pass\n", ["A(B)"]],
    ["with parameters of types", "class A[T: int](B[T]):\n    pass\n", ["A(B)"]],
    ["over several lines", "class A(\n    B,\n    C,  # why\n):\n    pass\n", ["A(B,C)"]],
    ["on one line", "class A(B): x = 1\n", ["A(B)"]],
    ["one inside of another", "class A:\n    class B(A):\n        pass\n", ["A()", "B(A)"]],
    ["under a condition, with tabs", "if x:\n\tclass A(B):\n\t\tpass\n", ["A(B)"]],
    ["beyond ASCII", "class Größe(Maß):\n    pass\n", ["Größe(Maß)"]],
    ["not in a string or a comment", '"""\nclass A:\n"""\n# class B:\n', []],
    ["not a name that begins so", "classify = 1\nx = class_a\n", []],
  ])("%s", (_, text, expected) => {
    const found = pythonClasses(maskCommentsAndStrings(text, "python"));
    expect(found.map(({ name, bases }) => `${name}(${bases.join()})`)).toEqual(expected);
  });
});

test("members are what a body declares directly", () => {
  const text = `class A(B):
    """Says.

    said: str
    """

    size: int
    name = "x"

    @property
    def area(self) -> int:
        inner = 1
        return inner

    async def grow(
        self,
        by=1,
    ) -> None: ...

    try:
        spare = 1
    except E:
        pass

    class Inner:
        deep = 1

after = 1
`;
  expect(pythonClasses(maskCommentsAndStrings(text, "python")).map(({ members }) => members)).toEqual([
    ["size", "name", "area", "grow", "Inner"],
    ["deep"],
  ]);
});

describe("the class around a place", () => {
  test.each<[string, string, string | undefined]>([
    ["in its body", "class A:\n    ^x = 1\n", "A"],
    ["in a method", "class A:\n    def f(self):\n        ^x\n", "A"],
    ["behind other members", "class A:\n    def f(self):\n        pass\n\n    # note\n    def ^g(self): ...\n", "A"],
    ["in the inner of two", "class A:\n    class B:\n        ^x = 1\n", "B"],
    ["behind the inner of two", "class A:\n    class B:\n        y = 1\n    ^x = 1\n", "A"],
    ["behind a header of several lines", "class A(\n    B,\n):\n    ^x = 1\n", "A"],
    ["behind a call of several lines at the margin", "class A:\n    y = f(\n1,\n)\n    ^x = 1\n", "A"],
    ["behind it", "class A:\n    y = 1\n^x = 1\n", undefined],
    ["in a block behind it", "class A:\n    y = 1\nif z:\n    ^x = 1\n", undefined],
    ["before it", "^x = 1\nclass A:\n    pass\n", undefined],
    ["in no class", "def f():\n    ^x = 1\n", undefined],
  ])("%s", (_, marked, name) => {
    const code = maskCommentsAndStrings(marked.replace("^", ""), "python");
    expect(pythonClassAt(code, marked.indexOf("^"))?.name).toBe(name);
  });
});
