// Classes of Python and their methods, read without a parser.

import { expect, test } from "vitest";
import { classesIn } from "./rename-overrides.ts";

test("classes with what they extend, and where they define a method themselves", () => {
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
            pass

class Made[T: Hashable](namedtuple("X", "a b"), Base):
    def a(
        self,
    ):
        pass
    if WINDOWS:
        def run(self): ...
    else:
        def run(self): ...

def run():
    pass
`;
  expect(classesIn(text, "run")).toEqual([
    { name: "Plain", bases: [], methods: [] },
    { name: "Below", bases: ["Plain", "Other", "Meta"], methods: [14] },
    { name: "Inner", bases: ["Plain"], methods: [18] },
    { name: "Made", bases: ["namedtuple", "Base"], methods: [27, 29] },
  ]);
});
