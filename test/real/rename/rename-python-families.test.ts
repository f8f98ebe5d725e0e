// Renames of members of Python by a real server: members that override one another are renamed together, or not at all.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { oneIn } from "../../support/soak.ts";
import { renameSymbol } from "../../../src/operations/rename/rename-symbol.ts";
import type { Fixture, Mark } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { refusalOf } from "../../../src/testing/refusal-of.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";

const servers = ["pyright"].filter(hasServer);

/** `«m»` marks each member of one family; a rename of the first or the last renames every `foo`, except in files called `other`. */
const whole: readonly (readonly [what: string, fixture: string, members: readonly string[]])[] = [
  [
    "a chain in three files, with calls through each",
    `-- a.py --
class A:
    def «m»foo(self) -> int:
        return 1

    def run(self):
        return self.foo()
-- b.py --
from a import A as Base


class B(Base):
    def «m»foo(self): return super().foo() + 1
-- c.py --
import b


class C(b.B):
    def «m»foo(self) -> int:
        return b.B.foo(self) + 2
-- calls.py --
from a import A
from b import B
from c import C


def calls(one: A, two: B, three: C, any: A | C):
    return one.foo(), two.foo(), three.foo(), any.foo(), A().foo, C.foo
-- other.py --
class Other:
    def foo(self):
        return 1


Other().foo()
`,
    ["A.foo", "B.foo", "C.foo"],
  ],
  [
    "a diamond, with siblings that only their base relates",
    `-- a.py --
class Top:
    def «m»foo(self) -> int:
        return 1


class Left(Top):
    def «m»foo(self) -> int:
        return super().foo()


class Right(Top):
    def «m»foo(self) -> int:
        return super().foo()


class Bottom(Left, Right):
    def both(self):
        return self.foo(), Left.foo(self), Right.foo(self)


class Alone(Top):
    def «m»foo(self) -> int:
        return Bottom().foo()
`,
    ["Top.foo", "Left.foo", "Right.foo", "Alone.foo"],
  ],
  [
    "a mixin, and another class that takes it",
    `-- mixin.py --
class Mixin:
    def «m»foo(self) -> int:
        return 1
-- a.py --
from mixin import Mixin


class Base:
    def «m»foo(self) -> int:
        return 2


class Both(Mixin, Base):
    pass


Both().foo()
-- b.py --
from mixin import Mixin


class Further(Mixin):
    def «m»foo(self) -> int:
        return 3


Further().foo()
`,
    ["Mixin.foo", "Base.foo", "Further.foo"],
  ],
  [
    "a protocol and classes that name it",
    `-- a.py --
from typing import Protocol


class Shape(Protocol):
    def «m»foo(self) -> int: ...
-- b.py --
from a import Shape


class Round(Shape):
    def «m»foo(self) -> int:
        return 1


def use(shape: Shape):
    return shape.foo()


use(Round())
`,
    ["Shape.foo", "Round.foo"],
  ],
  [
    "values, properties and overloads, under another name of the base",
    `-- a.py --
class A:
    «m»foo = 1
-- x.py --
import a as m

X = m.A
-- b.py --
from typing import overload

from x import X


class B(X): «m»foo = 2


class C(X):
    def __init__(self):
        self.«m»foo = 3


class D(X):
    @property
    def «m»foo(self) -> int:
        return 1

    @foo.setter
    def foo(self, value: int):
        self.value = value


class E(X):
    @overload
    def foo(self, value: int) -> int: ...
    @overload
    def foo(self, value: str) -> str: ...
    def «m»foo(self, value):
        return value
`,
    ["A.foo", "B.foo", "C.foo", "D.foo", "E.foo"],
  ],
];

describe.each(servers)("%s: a member is renamed with its family:", (server) => {
  test.each(oneIn(2, whole, "every second family"))("%s", async (_, source, members) => {
    const fixture = parsed(source);
    await using acting = await Acting.open(server, fixture);
    const marks = fixture.marks("m");
    const inputAt = (mark: Mark | undefined): object =>
      mark === undefined ? {} : { file_path: acting.path(mark.file), ...mark.span.start, new_name: "fresh" };
    const shown = await acting.perform(renameSymbol, { ...inputAt(marks.at(-1)), dry_run: true });
    expect(shown.toJson()).toMatchObject({ preview: { locations: placesIn(fixture) } });
    expect(shown.toJson()).not.toHaveProperty("would_be_withheld");
    const performed = await acting.perform(renameSymbol, inputAt(marks[0]));
    const { renamed_along } = performed.toJson() as { readonly renamed_along: readonly { readonly symbol: string }[] };
    expect(new Set([members[0], ...renamed_along.map(({ symbol }) => symbol)])).toEqual(new Set(members));
    expect(performed.toText({ characters: 10_000 })).toContain("Also renamed, because they override one another: ");
    expect(textsNow(acting, fixture)).toEqual(renamedAll(fixture));
  });
});

/** `«^»` is renamed, with what `along` names; what must be named as left is told by `left`. */
const left: readonly (readonly [what: string, fixture: string, left: RegExp, along: readonly string[]])[] = [
  [
    "a member of a class whose base is computed",
    `-- a.py --
class A:
    def «^»foo(self):
        return 1
-- b.py --
from a import A


def made(of):
    class Mixed(of):
        def foo(self):
            return 2

    return Mixed


made(A)
`,
    /Mixed\.foo \(b\.py:6\)/,
    [],
  ],
  [
    "a member of a class that may have another base, while the certain one goes along",
    `-- a.py --
class A:
    def «^»foo(self):
        return 1


class B(A):
    def foo(self):
        return 2


Base = A if len("a") == 1 else object


class Unsure(Base):
    def foo(self):
        return 3
`,
    /cannot be determined .*Unsure\.foo \(a\.py:15\)/,
    ["B.foo"],
  ],
  [
    "more members than are renamed along",
    `-- a.py --
class A:
    def «^»foo(self):
        return 1
${Array.from({ length: 51 }, (_each, at) => `class B${at}(A):\n    def foo(self): ...\n`).join("")}`,
    /B0\.foo \(a\.py:5\), B1\.foo .* and 48 more; more than 50 are not renamed with it/,
    [],
  ],
  [
    "what the text takes for a member and the server does not",
    `-- a.py --
class A:
    def «^»foo(self):
        return 1


class Foreign:
    foo = 1


class B(A):
    def other(this):
        def inner(self: Foreign):
            self.foo = 2

        return inner
`,
    /B\.foo \(a\.py:13\)/,
    [],
  ],
  [
    "a stub of what goes along",
    `-- a.py --
class A:
    def «^»foo(self):
        return 1
-- b.py --
from a import A


class B(A):
    def foo(self):
        return 2
-- typings/b.pyi --
class B:
    def foo(self) -> int: ...
`,
    /b\.pyi/,
    ["B.foo"],
  ],
];

describe.each(servers)("%s leaves a name: the rename is held back for", (server) => {
  test.each(oneIn(2, left, "every second name that is left"))("%s", async (_, source, named, along) => {
    const fixture = parsed(source);
    await using acting = await Acting.open(server, fixture);
    const { file, span } = fixture.cursor;
    const input = { file_path: acting.path(file), ...span.start, new_name: "fresh" };
    const held = await acting.perform(renameSymbol, input);
    expect(held.toJson()).toMatchObject({
      applied: false,
      withheld: expect.stringMatching(named),
      renamed_along: along.map((symbol) => ({ symbol })),
    });
    expect(textsNow(acting, fixture)).toEqual(fixture.files);
    const forced = await acting.perform(renameSymbol, { ...input, accept_partial: true });
    expect(forced.toJson()).toMatchObject({ applied: true });
  });
});

test.each(servers)("%s: a name that only the family of an override has is refused", async (server) => {
  const fixture = parsed(`-- a.py --
class A:
    def «^»foo(self):
        return 1


class Mixin:
    def foo(self):
        return 2


class Both(Mixin, A):
    pass


class Far(Mixin):
    fresh = 1
`);
  await using acting = await Acting.open(server, fixture);
  const input = { file_path: acting.path("a.py"), ...fixture.cursor.span.start, new_name: "fresh" };
  const refusal = await refusalOf(acting.perform(renameSymbol, input));
  expect([refusal.code, refusal.details.why]).toEqual([
    "conflicting_edit",
    "The renamed one and the other fresh would override one another: Far.fresh (a.py:16).",
  ]);
});

// — below: private, in the order they are used —

function parsed(source: string): Fixture {
  return parseFixture(`-- pyrightconfig.json --\n{}\n${source}`);
}

function isOther(file: string): boolean {
  return file.startsWith("other");
}

function placesIn({ files }: Fixture): number {
  return [...files].flatMap(([file, text]) => (isOther(file) ? [] : [...text.matchAll(/\bfoo\b/g)])).length;
}

function renamedAll({ files }: Fixture): ReadonlyMap<string, string> {
  return new Map([...files].map(([file, text]) => [file, isOther(file) ? text : text.replaceAll(/\bfoo\b/g, "fresh")]));
}

function textsNow(acting: Acting, { files }: Fixture): ReadonlyMap<string, string> {
  return new Map([...files.keys()].map((file) => [file, readFileSync(acting.path(file), "utf8")]));
}
