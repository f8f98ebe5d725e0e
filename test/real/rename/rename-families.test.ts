// Renames of members by real servers, where classes that inherit from one another have the new name, or keep the old one.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { oneIn } from "../../support/soak.ts";
import { renameSymbol } from "../../../src/operations/rename/rename-symbol.ts";
import { safeDeleteSymbol } from "../../../src/operations/symbol-edit/safe-delete-symbol.ts";
import type { Fixture } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { refusalOf } from "../../../src/testing/refusal-of.ts";
import { Acting } from "../edits/acting.ts";
import { hasInDepth, hasServer } from "../installed.ts";

/** `«r»` marks members that would override, or be overridden, under the name `bar`; `«fine»` those that nothing meets. */
const overridden: Readonly<Record<string, string>> = {
  typescript: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/above.ts --
export class A { «r»foo() { return 1; } run() { return this.foo(); } }
-- src/below.ts --
import { A } from "./above";
export class B extends A { bar() { return 2; } }
export const changed = new B().run();
-- src/reverse.ts --
class Base { bar() { return 1; } run() { return this.bar(); } }
class Below extends Base { «r»foo() { return 2; } }
export const changed = new Below().run();
-- src/contract.ts --
interface Shape { «r»foo(): number }
class Round implements Shape { foo() { return 1; } run() { return this.foo(); } }
class Oval extends Round { bar() { return 2; } }
export const changed = [new Oval().run()] satisfies number[];
-- src/library.ts --
class Fault extends Error { «outside»foo = "none"; }
export const changed = new Fault("given");
-- src/fine.ts --
class One { «fine»foo() { return 1; } }
class Two { bar() { return 2; } }
export const both = [new One().foo(), new Two().bar()];
`,
  pyright: `-- pyrightconfig.json --
{}
-- above.py --
class A:
    def «r»foo(self):
        return 1

    def run(self):
        return self.foo()
-- below.py --
from above import A as Base


class B(Base):
    def bar(self):
        return 2
-- reverse.py --
class Base:
    bar = 1


class Below(Base):
    def __init__(self):
        self.«r»foo = 2
-- beside.py --
class Sole:
    def __init__(self):
        self.«r»foo = 1
        self.bar = 2
-- fine.py --
class One:
    def «fine»foo(self):
        return 1


class Two:
    def bar(self):
        return 2
`,
  gopls: `-- go.mod --
module example.org/shop

go 1.21
-- above.go --
package shop

type T struct{}

func (T) «r»foo() int { return 1 }

type W struct{ T }

func (W) bar() int { return 2 }

var changed = W{}.foo()
-- reverse.go --
package shop

type Inner struct{}

func (Inner) bar() int { return 1 }

type Outer struct{ Inner }

func (Outer) «r»foo() int { return 2 }

type barred interface{ bar() int }

var promoted barred = Outer{}
-- fine.go --
package shop

type One struct{}

func (One) «fine»foo() int { return 1 }

type Two struct{}

func (Two) bar() int { return 2 }
`,
  clangd: `-- compile_commands.json --
[{ "directory": "{root}", "file": "all.cpp", "arguments": ["c++", "-std=c++17", "-c", "all.cpp"] }]
-- all.cpp --
struct A { virtual int «r»foo() { return 1; } int run() { return foo(); } };
struct B : A { virtual int bar() { return 2; } };
struct Base { virtual int bar() { return 1; } };
struct Below : Base { virtual int «r»foo() { return 2; } };
struct One { int «fine»foo() { return 1; } };
struct Two { int bar() { return 2; } };
`,
};

const families: readonly (readonly [server: string, fixture: string])[] = [
  ["typescript-native", overridden["typescript"] ?? ""],
  ["typescript-language-server", overridden["typescript"] ?? ""],
  ...["pyright", "gopls", "clangd"].map((server) => [server, overridden[server] ?? ""] as const),
];

describe.each(families.filter(([server]) => hasInDepth(server)))("%s: a member gets a name", (server, source) => {
  const fixture = parseFixture(source);

  const asked = [
    ...fixture.marks("r").map((mark) => ({ mark, new_name: "bar" })),
    ...fixture.marks("outside").map((mark) => ({ mark, new_name: "message" })),
  ].map((one) => [`${one.mark.file}:${one.mark.span.start.line}`, one] as const);

  test.each(oneIn(2, asked, "every second member of a family"))(
    "that a class above or below it has, at %s: this is refused, and named",
    async (_, one) => {
      await using acting = await Acting.open(server, fixture);
      const { file, span } = one.mark;
      const before = textsNow(acting, fixture);
      const input = { file_path: acting.path(file), ...span.start, new_name: one.new_name };
      const refusal = await refusalOf(acting.perform(renameSymbol, input));
      expect(refusal.code).toMatch(/^(?:conflicting_edit|request_failed)$/);
      expect(refusal.details.why).toMatch(/\w+\.(?:d\.)?(?:ts|py|go|cpp):\d+/);
      expect(textsNow(acting, fixture)).toEqual(before);
    },
  );

  test("that only a class without relation has: this is done, without a doubt", async () => {
    await using acting = await Acting.open(server, fixture);
    const { file, span } = fixture.mark("fine");
    const input = { file_path: acting.path(file), ...span.start, new_name: "bar" };
    const performed = await acting.perform(renameSymbol, input);
    expect(performed.toJson()).toMatchObject({ applied: true });
    expect(performed.toText({ characters: 4_000 })).not.toContain("Not checked");
  });
});

/** `«^»` is renamed; what must be named as left is told by `left`. */
const left: readonly (readonly [what: string, fixture: string, left: RegExp])[] = [
  [
    "a stub beside the source",
    `-- a.py --
def «^»foo():
    return 1
-- a.pyi --
def foo() -> int: ...
-- g.py --
from a import foo

foo()
`,
    /a\.pyi/,
  ],
  [
    "a stub in its own directory",
    `-- pack/a.py --
def «^»foo():
    return 1
-- pack/__init__.py --
-- typings/pack/a.pyi --
def foo() -> int: ...
`,
    /typings\/pack\/a\.pyi/,
  ],
];

describe.each(["pyright"].filter(hasServer))("%s leaves a name: the rename is held back for", (server) => {
  test.each(left)("%s", async (_, source, named) => {
    const fixture = parseFixture(`-- pyrightconfig.json --\n{}\n${source}`);
    await using acting = await Acting.open(server, fixture);
    const { file, span } = fixture.cursor;
    const input = { file_path: acting.path(file), ...span.start, new_name: "fresh" };
    const held = await acting.perform(renameSymbol, input);
    expect(held.toJson()).toMatchObject({ applied: false, withheld: expect.stringMatching(named) });
    expect(textsNow(acting, fixture)).toEqual(fixture.files);
    const forced = await acting.perform(renameSymbol, { ...input, accept_partial: true });
    expect(forced.toJson()).toMatchObject({ applied: true });
  });
});

test.each(["pyright"].filter(hasServer))(
  "%s renames a stub together with its source, from the stub",
  async (server) => {
    const fixture = parseFixture(`-- pyrightconfig.json --
{}
-- a.py --
def foo():
    return 1
-- a.pyi --
def «^»foo() -> int: ...
-- g.py --
from a import foo

foo()
`);
    await using acting = await Acting.open(server, fixture);
    const input = { file_path: acting.path("a.pyi"), ...fixture.cursor.span.start, new_name: "fresh" };
    expect((await acting.perform(renameSymbol, input)).toJson()).toMatchObject({ applied: true });
    expect([...textsNow(acting, fixture).values()].join("\n")).not.toContain("foo");
  },
);

test.each(["gopls"].filter(hasServer))(
  "%s: a name that is declared where all of a package is seen is refused",
  async (server) => {
    const fixture = parseFixture(`-- go.mod --
module example.org/shop

go 1.21
-- a.go --
package shop

func «^»Foo() int { return 1 }
-- b/b.go --
package b

import . "example.org/shop"

func Bar() int { return Foo() }
`);
    await using acting = await Acting.open(server, fixture);
    const input = { file_path: acting.path("a.go"), ...fixture.cursor.span.start, new_name: "Bar" };
    const refusal = await refusalOf(acting.perform(renameSymbol, input));
    expect(refusal.code).toBe("conflicting_edit");
    expect(refusal.details.why).toContain("b/b.go:5");
    expect(textsNow(acting, fixture)).toEqual(fixture.files);
  },
);

describe.each(["gopls"].filter(hasServer))("%s: it is told what a name does by itself", (server) => {
  const fixture = parseFixture(`-- go.mod --
module example.org/shop

go 1.21
-- a.go --
package shop

type T struct {
	«field»Foo int
	Bar    int \`json:"bar"\`
}

func (T) «plain»Text() string { return "t" }

func (T) «known»Error() string { return "e" }

type W struct{ T }

func (W) Error() string { return "w" }
`);

  test.each([
    ["field", "Fresh", "similar formats changes from Foo to Fresh"],
    ["plain", "String", "String is called implicitly by its name"],
    ["known", "Fault", "Error is called implicitly by its name"],
  ])("of «%s» that becomes %s", async (mark, new_name, told) => {
    await using acting = await Acting.open(server, fixture);
    const { file, span } = fixture.mark(mark);
    const input = { file_path: acting.path(file), ...span.start, new_name, dry_run: true };
    expect((await acting.perform(renameSymbol, input)).toText({ characters: 10_000 })).toContain(told);
  });

  test("and of a field with a tag, or an ordinary method, nothing", async () => {
    await using acting = await Acting.open(server, fixture);
    for (const symbol_path of ["T.Bar", "T.Text"]) {
      const input = { file_path: acting.path("a.go"), symbol_path, new_name: "Fresh", dry_run: true };
      const text = (await acting.perform(renameSymbol, input)).toText({ characters: 10_000 });
      expect(text).not.toMatch(/similar formats changes|called implicitly by its name/);
    }
  });

  test("what is embedded answers instead of a method that is deleted", async () => {
    await using acting = await Acting.open(server, fixture);
    const input = { file_path: acting.path("a.go"), symbol_path: "W.Error", dry_run: true };
    const text = (await acting.perform(safeDeleteSymbol, input)).toText({ characters: 10_000 });
    expect(text).toContain("is used instead: T.Error (a.go:10)");
  });
});

// — below: private, in the order they are used —

function textsNow(acting: Acting, { files }: Fixture): ReadonlyMap<string, string> {
  return new Map([...files.keys()].map((file) => [file, readFileSync(acting.path(file), "utf8")]));
}
