// Code for another platform: its server does not compile it, and it is listed, found and read all the same.

import { describe, expect, test } from "vitest";
import { findReferences } from "../../../src/operations/find/find-references.ts";
import { findSymbol } from "../../../src/operations/symbols/find-symbol.ts";
import { getSymbolSource } from "../../../src/operations/read/get-symbol-source.ts";
import { listSymbols } from "../../../src/operations/symbols/list-symbols.ts";
import { safeDeleteSymbol } from "../../../src/operations/symbol-edit/safe-delete-symbol.ts";
import type { Fixture } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { refusalOf } from "../../../src/testing/refusal-of.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";

const python = parseFixture(`-- a.py --
import sys


def helper():
    return 1


if sys.platform == "win32":

    def «left»win_helper():
        return helper()

    class Console:
        def write(self):
            return 2

else:

    def other_helper():
        return 3
-- b.py --
import sys

assert sys.platform == "win32"


def late_helper():
    return 4
`);

const c = parseFixture(`-- compile_flags.txt --
-xc
-- a.c --
int helper(int x) { return x; }
#ifdef _WIN32
int «left»win_helper(void) {
  return helper(3);
}
#else
int other_helper(void) { return helper(4); }
#endif
int main(void) { return helper(1); }
`);

interface Case {
  readonly server: string;
  readonly fixture: Fixture;
  readonly outline: string;
  readonly condition: string;
}

const cases: readonly Case[] = [
  {
    server: "pyright",
    fixture: python,
    outline: `a.py: 5 symbols
helper [Function] :4
win_helper [Function] :10 (not compiled here)
Console [Class] :13 (not compiled here)
  write [Method] :14 (not compiled here)
other_helper [Function] :19`,
    condition: 'if sys.platform == "win32":',
  },
  {
    server: "clangd",
    fixture: c,
    outline: `a.c: 4 symbols
helper [Function] :1
win_helper [Function] :3 (not compiled here)
other_helper [Function] :7
main [Function] :9`,
    condition: "#ifdef _WIN32",
  },
];

describe.each(cases.filter(({ server }) => hasServer(server)))("$server", ({ server, fixture, outline, condition }) => {
  const { file, span: left } = fixture.mark("left");

  test("the outline has what is not compiled, with a mark", async () => {
    await using acting = await Acting.open(server, fixture);
    const performed = await acting.perform(listSymbols, { file_path: file });
    expect(performed.toText({ characters: 2_000 })).toBe(outline);
    expect(performed.standing.reasons).toEqual([]);
  });

  test("it is found by name and read", async () => {
    await using acting = await Acting.open(server, fixture);
    const found = await acting.perform(findSymbol, { query: "win_helper" });
    expect(found.toText({ characters: 2_000 })).toContain(`${file}:${left.start.line}:${left.start.column}`);
    const source = await acting.perform(getSymbolSource, { file_path: file, symbol_path: "win_helper" });
    expect(source.toText({ characters: 2_000 })).toContain("helper(");
  });

  test("pointing at it is answered with what it stands under", async () => {
    await using acting = await Acting.open(server, fixture);
    const refusal = await refusalOf(acting.perform(findReferences, { file_path: file, ...left.start }));
    expect(refusal.details.what).toContain(`does not compile line ${left.start.line}`);
    expect(refusal.details.why).toContain(condition);
  });

  test("it is not deleted as unused", async () => {
    await using acting = await Acting.open(server, fixture);
    const refusal = await refusalOf(
      acting.perform(safeDeleteSymbol, { file_path: file, symbol_path: "win_helper", dry_run: true }),
    );
    expect(JSON.stringify(refusal.details)).toContain("not compiled");
  });
});

test.each(hasServer("pyright") ? ["pyright"] : [])(
  "%s: a file that is for another platform as a whole",
  async (server) => {
    await using acting = await Acting.open(server, python);
    const performed = await acting.perform(listSymbols, { file_path: "b.py" });
    expect(performed.toText({ characters: 2_000 })).toContain("late_helper [Function] :6 (not compiled here)");
  },
);
