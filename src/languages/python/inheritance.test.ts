// Classes of Python, their members and how they are related, read without a parser.

import { describe, expect, test } from "vitest";
import type { FilePath } from "../../model/file-path.ts";
import { pythonNames } from "./classes.ts";
import { relatedTypes } from "../types.ts";
import { PythonRelations } from "./inheritance.ts";

const run = new Set(["run"]);

test("classes with what they extend, and where they define a member themselves", () => {
  const text = `import base

class Plain:
    """class Not(Plain): def run(self)"""
    x = 1

class Below(Plain, base.Other[int],
            metaclass=Meta):
    def other(self):
        def run():
            pass

    @decorated
    async def run(self):
        pass

    class Inner(Plain):
        def run(self):
            self.run = 1

class Made[T: Hashable](namedtuple("X", "a b"), Base):
    def a(
        self,
    ):
        first, self.run = given(self.run, run=1)
    if WINDOWS:
        def run(self): ...
    else:
        run: int

class Short(Plain): x = 1; run = lambda self: 3

def run():
    pass
`;
  const found = pythonNames(text, run).classes.map(({ name, bases, members }) => ({
    name,
    bases: bases.map((one) => one.replaceAll(/\s+/g, " ")),
    members: members.map(({ place }) => [place.line, place.column]),
  }));
  expect(found).toEqual([
    { name: "Plain", bases: [], members: [] },
    { name: "Below", bases: ["Plain", "base.Other[int]"], members: [[14, 15]] },
    {
      name: "Inner",
      bases: ["Plain"],
      members: [
        [18, 13],
        [19, 18],
      ],
    },
    {
      name: "Made",
      bases: ["namedtuple( , )", "Base"],
      members: [
        [25, 21],
        [27, 13],
        [29, 9],
      ],
    },
    { name: "Short", bases: ["Plain"], members: [[31, 28]] },
  ]);
});

/** The family of `A` in `a.py`; what is not certain ends in a question mark, and what is unknown in two. */
function familyIn(files: Readonly<Record<string, string>>): string[] {
  const texts = Object.entries(files).map(
    ([file, text]) => [`/p/${file}` as FilePath, pythonNames(text, run)] as const,
  );
  const relations = new PythonRelations(new Map(texts));
  const own = relations.types.find(({ name }) => name === "A");
  if (own === undefined) return [];
  const family = relatedTypes(relations, own).map(({ type, isCertain }) => `${type.name}${isCertain ? "" : "?"}`);
  const unclear = relations.types.filter((one) => relations.isUnclear(one)).map(({ name }) => `${name}??`);
  return [...family, ...unclear].sort();
}

test("the lines of a formatted string end no class", () => {
  const text = `class A:
    text = f"""
{one}
class {two}(A):
{
three
}
"""
    def run(self): ...
`;
  const found = pythonNames(text, run).classes.map(({ name, members }) => [
    name,
    ...members.map(({ place }) => place.line),
  ]);
  expect(found).toEqual([["A", 9]]);
});

test("a table of many lines is read once", () => {
  const table = `rows = [\n${"    (1, 2),\n".repeat(50_000)}]\nclass A:\n    def run(self): ...\n`;
  expect(pythonNames(table, run).classes.map(({ name }) => name)).toEqual(["A"]);
});

describe("what is related to a class", () => {
  test.each([
    ["a class that names it", "from a import A\nclass B(A): pass\n", ["B"]],
    ["one that knows it by another name", "from a import A as Base\nclass B(Base): pass\n", ["B"]],
    ["one that gives it another name", "import a as m\nX = m.A\nclass B(X): pass\n", ["B"]],
    ["by all names of a module", "from a import *\nclass B(A): pass\n", ["B"]],
    ["with parameters of types", "from a import A\nclass B(A[int]): pass\n", ["B"]],
    ["far below", "from a import A\nclass B(A): pass\nclass C(B): pass\n", ["B", "C"]],
    ["beside it in a third", "from a import A\nclass M: pass\nclass B(A, M): pass\n", ["B", "M"]],
    ["one of two", "from a import A\nX = A if True else object\nclass B(X): pass\n", ["B?"]],
    ["made of it", "from lib import mixed\nfrom a import A\nclass B(mixed(A)): pass\n", ["B?"]],
    ["made of nothing here", "from lib import base\nBase = base()\nclass B(Base): pass\n", []],
    ["made by a function here", "def base(): ...\nclass B(base()): pass\n", ["B??"]],
    ["a parameter", "def made(of):\n    class B(of): pass\n", ["B??"]],
    ["of its name, from elsewhere", "from lib import A\nclass B(A): pass\n", []],
    ["of its name, of its own", "class A2: pass\nclass B(A2, Exception): pass\n", []],
    ["from its own directory", "from . import A\nclass B(A): pass\n", ["B?"]],
    ["from a module beside it", "from .a import A\nclass B(A): pass\n", ["B"]],
    ["by a module beside it", "from . import a\nclass B(a.A): pass\n", ["B"]],
    ["from a module above it", "from ..a import A\nclass B(A): pass\n", ["B?"]],
    ["from a module of its name in another package", "from lib.a import A\nclass B(A): pass\n", ["B?"]],
    ["by a module of its name in another package", "from lib import a\nclass B(a.A): pass\n", ["B?"]],
    ["from a package without a file of its own", "import shop.a\nclass B(shop.a.A): pass\n", ["B?"]],
  ])("%s", (_, text, expected) => {
    expect(familyIn({ "a.py": "class A: pass\n", "b.py": text })).toEqual(expected);
  });

  test("by the name that a third file gives it", () => {
    const files = {
      "a.py": "class A: pass\n",
      "x.py": "from a import A as X\n",
      "b.py": "from x import X\nclass B(X): pass\n",
    };
    expect(familyIn(files)).toEqual(["B"]);
  });

  test.each([
    ["from a directory of sources", "src/pack/a.py", "tests/b.py", "from pack.a import A", ["B"]],
    ["from a directory of another package's programs", "tools/a.py", "pack/b.py", "from a import A", ["B?"]],
    ["from a package, under less than its name", "pack/a.py", "pack/sub/b.py", "from a import A", ["B?"]],
    ["from a package above", "pack/a.py", "pack/sub/b.py", "from ..a import A", ["B"]],
  ])("by its path: %s", (_, home, user, line, expected) => {
    const files = { "pack/__init__.py": "", [home]: "class A: pass\n", [user]: `${line}\nclass B(A): pass\n` };
    expect(familyIn(files)).toEqual(expected);
  });

  test("what goes round in a ring is read to its end", () => {
    const files = {
      "a.py": "from b import X\nclass A(X): pass\n",
      "b.py": "from a import A\nX = A\nclass B(X): pass\n",
    };
    expect(familyIn(files)).toEqual(["B"]);
  });
});
