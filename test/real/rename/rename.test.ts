// Renames by real servers, carried out: every use changes and nothing else, and the way back restores every byte.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LineIndex } from "../../../src/model/line-index.ts";
import { applyEdits } from "../../../src/model/text-edit.ts";

import { renameFile } from "../../../src/operations/rename/rename-file.ts";
import { renameSymbol } from "../../../src/operations/rename/rename-symbol.ts";
import { undoEdit } from "../../../src/operations/edit/undo-edit.ts";
import { at } from "../../../src/std/json.ts";
import type { Mark } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { refusalOf } from "../../../src/testing/refusal-of.ts";
import { Acting } from "../edits/acting.ts";
import { hasInDepth, hasServer } from "../installed.ts";
import { odd, shopCrate } from "../reading/real-case.ts";

/**
 * `«r|…»` marks every place that changes, `«^»` a use that is pointed at, `«shadow»` another symbol of the same name,
 * and `«alias»` a name that an import gives it, where there is one. `windows` has lines that end in CRLF.
 */
interface Renamable {
  readonly fixture: string;
  readonly windows: string;
  readonly name: string;
  readonly newName: string;
  readonly reserved: string;
  /** What becomes of a rename at the alias: it changes alone, or the server does not do that. */
  readonly alias?: "alone" | "refused";
}

const typescript: Renamable = {
  fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/sum.ts --
/* ${odd} */ export function «r|total»(n: number): number { return n; } // total
export const shadow = («shadow»total: number) => total + 1;
export const text = "total";
-- src/use.ts --
import { «r|total» } from "./sum";
export const first = "${odd}" + «r|to«^»tal»(1);
export const second = «r|total»(2) + «r|total»(3);
-- src/other.ts --
import { «r|total» as «alias»sum } from "./sum";
import * as all from "./sum";
export const third = sum(1) + all.«r|total»(2);
`,
  windows: "src/use.ts",
  name: "total",
  newName: "größe",
  reserved: "class",
  alias: "alone",
};

const renamable: Readonly<Record<string, Renamable>> = {
  "typescript-native": typescript,
  "typescript-language-server": typescript,
  pyright: {
    fixture: `-- pyproject.toml --
[project]
name = "shop"
-- sums.py --
def «r|total»(n: int) -> int:
    """The total."""
    return n


def shadow(«shadow»total: int) -> int:
    return total
-- use.py --
from sums import «r|total»

first = "${odd}" * «r|to«^»tal»(1)
second = «r|total»(2) + «r|total»(3)  # total
-- other.py --
from sums import «r|total» as «alias»sum_of
import sums

third = sum_of(1) + sums.«r|total»(2)
`,
    windows: "use.py",
    name: "total",
    newName: "größe",
    reserved: "class",
    alias: "alone",
  },
  gopls: {
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- sums/sums.go --
package sums

/* ${odd} */ func «r|Total»(n int) int { return n }

func Shadow() int {
	«shadow»Total := 1
	return Total
}
-- shop.go --
package shop

import "example.org/shop/sums"

var first = "${odd}"[sums.«r|To«^»tal»(1)]
var second = sums.«r|Total»(2) + sums.«r|Total»(3) // as Total says
-- other.go --
package shop

import «alias»adding "example.org/shop/sums"

var third = adding.«r|Total»(1)
`,
    windows: "shop.go",
    name: "Total",
    newName: "Größe",
    reserved: "func",
    alias: "alone",
  },
  "rust-analyzer": {
    fixture: `${shopCrate}-- src/main.rs --
mod other;
mod sums;
use sums::«r|total»;

fn main() {
    let text = "${odd}"; /* ${odd} */ let first = «r|to«^»tal»(1);
    let second = «r|total»(2) + «r|total»(3); // total
    println!("{text}{first}{second}{}{}", other::third(), sums::shadow(1));
}
-- src/sums.rs --
pub fn «r|total»(n: i32) -> i32 {
    n
}

pub fn shadow(«shadow»total: i32) -> i32 {
    total
}
-- src/other.rs --
use crate::sums::«r|total» as «alias»sum;

pub fn third() -> i32 {
    sum(1)
}
`,
    windows: "src/main.rs",
    name: "total",
    newName: "größe",
    reserved: "fn",
    alias: "refused",
  },
  clangd: {
    fixture: `-- compile_commands.json --
[
 { "directory": "{root}", "file": "sum.cpp", "arguments": ["c++", "-std=c++17", "-c", "sum.cpp"] },
 { "directory": "{root}", "file": "use.cpp", "arguments": ["c++", "-std=c++17", "-c", "use.cpp"] }
]
-- sum.h --
#pragma once
/* ${odd} */ int «r|total»(int n);
-- sum.cpp --
#include "sum.h"
int «r|total»(int n) { return n; } // total
int shadow(int «shadow»total) { return total; }
-- use.cpp --
#include "sum.h"
/* ${odd} */ int first = «r|to«^»tal»(1);
int second = «r|total»(2) + «r|total»(3);
`,
    windows: "use.cpp",
    name: "total",
    newName: "fresh",
    reserved: "class",
  },
};

const servers = Object.entries(renamable).filter(([server]) => hasInDepth(server));

describe.each(servers)("%s renames", (server, { fixture: source, windows, name, newName, reserved, alias }) => {
  const opened = async () => {
    const fixture = parseFixture(source);
    const acting = await Acting.open(server, fixture);
    const files = [...fixture.files.keys()].filter((file) => fixture.marks("r").some((mark) => mark.file === file));
    const read = (): Record<string, string> =>
      Object.fromEntries(files.map((file) => [file, readFileSync(acting.path(file), "utf8")]));
    writeFileSync(acting.path(windows), (read()[windows] ?? "").replaceAll("\n", "\r\n"));
    return { fixture, acting, read, before: read() };
  };

  test("every use from one of them, at once and nothing else, and back again to every byte [AGL-083]", async () => {
    const { fixture, acting, read, before } = await opened();
    await using _ = acting;
    const { file, span } = fixture.cursor;
    const nowhere = { file_path: acting.path(file), ...span.start, new_name: reserved };
    expect((await refusalOf(acting.perform(renameSymbol, nowhere))).code).toBe("bad_input");
    expect(acting.stage.sent).not.toContain("textDocument/rename");
    const there = await acting.perform(renameSymbol, {
      file_path: acting.path(file),
      ...span.start,
      new_name: newName,
    });
    expect(there.toJson()).toMatchObject({ applied: true });
    expect(read()).toEqual(replaced(before, fixture.marks("r"), newName));
    // A server of C neither links nor looks into the bodies of functions in headers.
    expect(there.standing.reasons.filter(({ detail }) => !/still (?:link|compile)/.test(detail))).toEqual([]);
    expect(there.toText({ characters: 10_000 })).toContain(
      `Unchanged: text, or the name of another symbol (${name}): `,
    );
    const declared = fixture.marks("r").find((mark) => mark.file !== file && mark.file !== windows) ?? fixture.cursor;
    const back = { file_path: acting.path(declared.file), ...declared.span.start, new_name: name };
    expect((await acting.perform(renameSymbol, back)).toJson()).toMatchObject({ applied: true });
    expect(read()).toEqual(before);
  });

  test("nothing but the symbol that is meant, where another has its name or it has another name [AGL-083]", async () => {
    const { fixture, acting, read, before } = await opened();
    await using _ = acting;
    const changed = (now: Record<string, string>): string[] =>
      Object.keys(now).filter((one) => now[one] !== before[one]);
    const shadow = fixture.mark("shadow");
    const inner = { file_path: acting.path(shadow.file), ...shadow.span.start, new_name: "inner" };
    const shown = (await acting.perform(renameSymbol, { ...inner, dry_run: true })).toJson() as { diff: string };
    expect(shown.diff.match(/^\+\+\+ .*$/gm)).toEqual([`+++ b/${shadow.file}`]);
    expect(shown.diff).toContain("inner");
    const touched = shown.diff.split("\n").filter((line) => line.startsWith("-"));
    const [declared] = fixture.marks("r").filter((mark) => mark.file === shadow.file);
    const declaring = before[shadow.file]?.split("\n")[(declared?.span.start.line ?? 0) - 1];
    expect(touched).not.toContain(`-${declaring}`);
    const [other] = fixture.marks("alias");
    if (other === undefined) return;
    const asked = acting.perform(renameSymbol, {
      file_path: acting.path(other.file),
      ...other.span.start,
      new_name: "another",
    });
    const isRefused = alias === "refused";
    const outcome = isRefused ? (await refusalOf(asked)).code : at((await asked).toJson(), ["applied"]);
    expect(outcome).toBe(isRefused ? "no_symbol" : true);
    const now = read();
    expect(changed(now)).toEqual(isRefused ? [] : [other.file]);
    expect(now[other.file]?.match(/another/g) ?? []).toHaveLength(isRefused ? 0 : 2);
    expect(now[other.file]).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe.each(["typescript-native", "typescript-language-server"].filter(hasInDepth))("%s", (server) => {
  const fixture = parseFixture(`-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "moduleResolution": "bundler" } }
-- src/sum.ts --
export function total(n: number): number { return n; }
export { total as sum };
export class Cart { «private»#count = 1; get() { return this.#count; } }
-- src/use.ts --
import { total, «exported»sum } from "./sum";
export const all = { «short»total, sum };
export const mapped = [1].«outside»map((n) => n);
`);
  const marked = (acting: Acting, mark: string): object => {
    const { file, span } = fixture.mark(mark);
    return { file_path: acting.path(file), ...span.start };
  };

  test("renames at the declaration where a property has its name, and keeps the property", async () => {
    await using acting = await Acting.open(server, fixture);
    await acting.perform(renameSymbol, { ...marked(acting, "short"), new_name: "fresh" });
    expect(readFileSync(acting.path("src/sum.ts"), "utf8")).toContain("export { fresh as sum }");
    expect(readFileSync(acting.path("src/use.ts"), "utf8")).toContain("{ total: fresh, sum }");
    await acting.perform(renameSymbol, { ...marked(acting, "private"), new_name: "#amount" });
    expect(readFileSync(acting.path("src/sum.ts"), "utf8")).toContain("#amount = 1; get() { return this.#amount; }");
  });

  test.each([
    ["exported", "fresh", "ambiguous_target"],
    ["outside", "fresh", "outside_root"],
    ["private", "amount", "bad_input"],
  ])("refuses to rename at «%s» to %s", async (mark, new_name, code) => {
    await using acting = await Acting.open(server, fixture);
    const before = readFileSync(acting.path("src/use.ts"), "utf8");
    expect((await refusalOf(acting.perform(renameSymbol, { ...marked(acting, mark), new_name }))).code).toBe(code);
    expect(readFileSync(acting.path("src/use.ts"), "utf8")).toBe(before);
  });

  test("leaves files alone that are to be left alone, and tells what that breaks [AGL-083]", async () => {
    await using acting = await Acting.open(server, fixture);
    const input = { symbol_path: "total", new_name: "fresh", exclude_globs: ["src/**/use.*"] };
    const renamed = await acting.perform(renameSymbol, { file_path: acting.path("src/sum.ts"), ...input });
    expect(renamed.toJson()).toMatchObject({ applied: true, safe: false, excluded_files: [acting.path("src/use.ts")] });
    expect(readFileSync(acting.path("src/use.ts"), "utf8")).toBe(fixture.files.get("src/use.ts"));
  });

  test("moves a file, and every import of it and in it goes along; and back again to every byte", async () => {
    await using acting = await Acting.open(server, fixture);
    const before = readFileSync(acting.path("src/use.ts"), "utf8");
    const there = { file_path: acting.path("src/sum.ts"), new_path: acting.path("src/deep/sums.ts") };
    expect((await acting.perform(renameFile, there)).toJson()).toMatchObject({ applied: true });
    expect(existsSync(acting.path("src/sum.ts"))).toBe(false);
    expect(readFileSync(acting.path("src/use.ts"), "utf8")).toBe(before.replace("./sum", "./deep/sums"));
    const back = { file_path: acting.path("src/deep/sums.ts"), new_path: acting.path("src/sum.ts") };
    expect((await acting.perform(renameFile, back)).toJson()).toMatchObject({ applied: true });
    expect(readFileSync(acting.path("src/use.ts"), "utf8")).toBe(before);
  });
});

test.each(["pyright"].filter(hasServer))(
  "%s does not follow files: it is said, and who still means it, and moved only if that is wanted",
  async (server) => {
    const fixture = parseFixture(`-- sums.py --
def total(n: int) -> int:
    return n
-- use.py --
from sums import total

first = total(1)
`);
    await using acting = await Acting.open(server, fixture);
    const input = { file_path: acting.path("sums.py"), new_path: acting.path("adding.py") };
    const held = await acting.perform(renameFile, input);
    expect(held.succeeded).toBe(false);
    expect(held.toJson()).toMatchObject({
      applied: false,
      // It believes only the disk that a file is gone.
      safe: "unknown",
      withheld: expect.stringContaining("accept_partial: true"),
    });
    expect(existsSync(acting.path("sums.py"))).toBe(true);
    const moved = await acting.perform(renameFile, { ...input, accept_partial: true });
    expect(moved.toJson()).toMatchObject({ applied: true, safe: false });
    const text = moved.toText({ characters: 10_000 });
    expect(text).toContain("Imports were not updated: no server here supports it.");
    expect(text).toContain("Other files that contain the word sums: 1 line in 1 file: use.py:1");
    expect(moved.standing.state).toBe("partial");
  },
);

test.each(["gopls"].filter(hasServer))(
  "%s goes on reading a file that would have moved: what it finds then is no verdict, and nothing is moved",
  async (server) => {
    const fixture = parseFixture(`-- go.mod --
module example.org/shop

go 1.21
-- a.go --
package shop

func A() int { return 1 }
`);
    await using acting = await Acting.open(server, fixture);
    const input = { file_path: acting.path("a.go"), new_path: acting.path("c.go") };
    expect((await acting.perform(renameFile, input)).toJson()).toMatchObject({ applied: false, safe: "unknown" });
    const moved = await acting.perform(renameFile, { ...input, accept_partial: true });
    expect(moved.toJson()).toMatchObject({ applied: true, safe: true });
  },
);

test.each(["typescript-native", "typescript-language-server"].filter(hasInDepth))(
  "%s: a name that a file imports in vain gets another, and nothing is broken by it nor by the way back",
  async (server) => {
    const fixture = parseFixture(`-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "noUnusedLocals": true, "types": [] }, "include": ["src"] }
-- src/sum.ts --
export function total(n: number): number { return n; }
-- src/idle.ts --
import { total } from "./sum";
export const idle = 1;
`);
    await using acting = await Acting.open(server, fixture);
    const input = { file_path: "src/sum.ts", symbol_path: "total", new_name: "sum" };
    const whole = { safe: true, errors_introduced: [], errors_resolved: [] };
    expect((await acting.perform(renameSymbol, { ...input, dry_run: true })).toJson()).toMatchObject(whole);
    expect((await acting.perform(renameSymbol, input)).toJson()).toMatchObject({ applied: true, ...whole });
    expect((await acting.perform(undoEdit, {})).toJson()).toMatchObject({ applied: true, ...whole });
  },
);

test.each(["pyright"].filter(hasServer))(
  "%s leaves overrides alone, so it is asked to rename each of them along",
  async (server) => {
    const fixture = parseFixture(`-- base.py --
class Base:
    def «^»show(self) -> str:
        return ""

    def alone(self) -> str:
        return self.show()
-- below.py --
from base import Base


class Below(Base):
    def show(self) -> str:
        return "below"
`);
    await using acting = await Acting.open(server, fixture);
    const place = { file_path: acting.path("base.py"), ...fixture.cursor.span.start };
    const renamed = await acting.perform(renameSymbol, { ...place, new_name: "text" });
    expect(renamed.toJson()).toMatchObject({ applied: true });
    for (const file of ["base.py", "below.py"])
      expect(readFileSync(acting.path(file), "utf8")).toBe(fixture.files.get(file)?.replaceAll("show", "text"));
    const free = { file_path: acting.path("base.py"), symbol_path: "Base.alone", new_name: "single" };
    expect((await acting.perform(renameSymbol, free)).toJson()).toMatchObject({ applied: true });
  },
);

test.each(["rust-analyzer"].filter(hasServer))("%s renames a module together with its file", async (server) => {
  const fixture = parseFixture(`${shopCrate}-- src/main.rs --
mod «^»sums;
fn main() {
    println!("{}", sums::total(1));
}
-- src/sums.rs --
pub fn total(n: i32) -> i32 {
    n
}
`);
  await using acting = await Acting.open(server, fixture);
  const { file, span } = fixture.cursor;
  const renamed = await acting.perform(renameSymbol, {
    file_path: acting.path(file),
    ...span.start,
    new_name: "adding",
  });
  expect(renamed.toJson()).toMatchObject({ applied: true });
  expect([existsSync(acting.path("src/sums.rs")), existsSync(acting.path("src/adding.rs"))]).toEqual([false, true]);
  expect(readFileSync(acting.path("src/main.rs"), "utf8")).toBe(
    (fixture.files.get("src/main.rs") ?? "").replaceAll("sums", "adding"),
  );
});

// — below: private, in the order they are used —

function replaced(before: Record<string, string>, marks: readonly Mark[], newText: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(before).map(([file, text]) => {
      const index = new LineIndex(text);
      const edits = marks
        .filter((mark) => mark.file === file)
        .map(({ span }) => ({ start: index.offsetOf(span.start), end: index.offsetOf(span.end), newText }));
      return [file, applyEdits(text, edits)];
    }),
  );
}

/**
 * `«r»` marks what is renamed to `count`; `«^»` another symbol of that name is used or declared where it would be seen.
 * Each holds one rename that changes what the code does without any error, and one that is only near to it.
 */
const captures: Readonly<Record<string, { readonly files: string; readonly fine: string }>> = {
  "typescript-native": {
    files: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/lost.ts --
const «lost»total = 10;
export function f(count: number) { return count + total; }
-- src/gained.ts --
const count = 10;
export function g(«gained»total: number) { return total + count; }
`,
    fine: `-- src/fine.ts --
const «fine»total = 10;
export const both = { total };
export function h(n: number) { const count = n; return count; }
export const after = total;
`,
  },
  pyright: {
    files: `-- pyrightconfig.json --
{}
-- lost.py --
«lost»total = 10


def f(count):
    return count + total
-- gained.py --
count = 10


def g(«gained»total):
    return total + count
`,
    fine: `-- fine.py --
«fine»total = 10


def h(n):
    count = n
    return count


after = total
`,
  },
  gopls: {
    files: `-- go.mod --
module example.org/shop

go 1.21
-- lost.go --
package shop

var «lost»total = 10

func f(count int) int { return count + total }
-- gained.go --
package shop

var amount = 10

func g(«gained»amounts int) int { return amounts + amount }
`,
    fine: `-- fine.go --
package shop

var «fine»sum = 10

func h(n int) int {
	count := n
	return count
}

var after = sum
`,
  },
};

describe.each(Object.keys(captures).filter(hasServer))("a name that is taken (%s)", (server) => {
  const { files, fine } = captures[server] ?? { files: "", fine: "" };
  const fixture = parseFixture(files + fine);

  test.each(["lost", "gained"])("%s: is refused, and named where it means something else [D6]", async (mark) => {
    await using acting = await Acting.open(server, fixture);
    const { file, span } = fixture.mark(mark);
    const newName = server === "gopls" && mark === "gained" ? "amount" : "count";
    for (const dry_run of [true, false]) {
      const input = { file_path: acting.path(file), ...span.start, new_name: newName, dry_run };
      const refusal = await refusalOf(acting.perform(renameSymbol, input));
      // gopls finds out by itself.
      expect(refusal.code).toBe(server === "gopls" ? "request_failed" : "conflicting_edit");
      expect(refusal.details.why).toContain(server === "gopls" ? newName : file);
    }
    expect(readFileSync(acting.path(file), "utf8")).toBe(fixture.files.get(file));
  });

  test("is given all the same where the two cannot be mixed up", async () => {
    await using acting = await Acting.open(server, fixture);
    const { file, span } = fixture.mark("fine");
    const performed = await acting.perform(renameSymbol, {
      file_path: acting.path(file),
      ...span.start,
      new_name: server === "gopls" ? "counted" : "count",
    });
    expect(performed.toText({ characters: 4_000 })).not.toContain("Not checked");
    expect(performed.toJson()).toMatchObject({ applied: true });
  });
});

/** `«taken»` is declared beside another `count`; `«merged»` may be, for the language joins the two. */
const declaredTwice: Readonly<Record<string, string>> = {
  "typescript-native": `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "noUnusedLocals": true }, "include": ["src"] }
-- src/taken.ts --
export const count = 5;
export const «taken»total = 6;
-- src/parameters.ts --
export function f(count: number, «taken»total: string) { return 1; }
-- src/imported.ts --
import { «taken»given } from "./given";
const count = 1;
export const both = [count];
-- src/given.ts --
export const given = 1;
-- src/merged.ts --
export interface count { readonly n: number }
export const «merged»total = { n: 1 };
-- src/joined.ts --
export type count = number;
export function «merged»total(n: count): count { return n; }
-- src/unused.ts --
const «merged»total = 1;
export {};
`,
  pyright: `-- pyrightconfig.json --
{}
-- taken.py --
def count(n: int) -> int:
    return n


def «taken»total(n: str) -> str:
    return n
-- fine.py --
def «merged»total(n: int) -> int:
    return n
`,
  gopls: `-- go.mod --
module example.org/shop

go 1.21
-- taken.go --
package shop

var count = 10

func «taken»total() int { return 1 }
-- fine/fine.go --
package fine

func «merged»total() int { return 1 }
`,
};

describe.each(Object.keys(declaredTwice).filter(hasServer))("a name that is declared already (%s)", (server) => {
  const fixture = parseFixture(declaredTwice[server] ?? "");

  test("is not declared once more, and nothing is written [D6]", async () => {
    await using acting = await Acting.open(server, fixture);
    for (const { file, span } of fixture.marks("taken")) {
      for (const dry_run of [true, false]) {
        const input = { file_path: acting.path(file), ...span.start, new_name: "count", dry_run };
        const refusal = await refusalOf(acting.perform(renameSymbol, input));
        expect([file, refusal.code]).toEqual([file, server === "gopls" ? "request_failed" : "conflicting_edit"]);
        expect(refusal.details.why).toContain(server === "gopls" ? "count" : file);
      }
      expect(readFileSync(acting.path(file), "utf8")).toBe(fixture.files.get(file));
    }
  });

  test("is given where the language joins the two, or nothing else has it", async () => {
    await using acting = await Acting.open(server, fixture);
    for (const { file, span } of fixture.marks("merged")) {
      const input = { file_path: acting.path(file), ...span.start, new_name: "count" };
      const performed = await acting.perform(renameSymbol, input);
      expect([file, performed.toJson()]).toEqual([file, expect.objectContaining({ applied: true })]);
      expect(performed.toText({ characters: 4_000 })).not.toContain("Not checked");
    }
  });
});
