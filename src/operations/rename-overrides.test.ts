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

def run():
    pass
`;
  expect(classesIn(text, "run")).toEqual([
    { name: "Plain", bases: [], line: 3, end: 5, method: undefined },
    { name: "Below", bases: ["Plain", "Other", "Meta"], line: 7, end: 19, method: 14 },
    { name: "Inner", bases: ["Plain"], line: 17, end: 19, method: 18 },
  ]);
});
