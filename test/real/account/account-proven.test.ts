// Places that a server does not judge, and of which the text proves what they are: nothing of the symbol, or what takes its
// place in another build.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { renameSymbol } from "../../../src/operations/rename/rename-symbol.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { accountAt, placesOf } from "./accounted.ts";
import { Acting } from "../edits/acting.ts";
import { hasServer } from "../installed.ts";

interface Case {
  readonly title: string;
  readonly server: string;
  /** `«^»` is the symbol; `«use|…»` and `«through|…»` are the places of its account. */
  readonly fixture: string;
}

interface PossibleCase extends Case {
  readonly why: string;
}

const proven: readonly Case[] = [
  {
    title: "what is put aside, the name of a file, and members of another class",
    server: "clangd",
    fixture: `-- compile_commands.json --
[{ "directory": ".", "file": "a.cc", "arguments": ["c++", "-c", "a.cc"] }]
-- a.cc --
struct Counter { int «^»count; int get() { return «use|count»; } };
#ifdef HAVE_COUNT
#include <count.h>
#endif
#if 0
int old(Counter* counter) { return counter->count; }
#endif
struct Clock {
#ifdef _WIN32
  explicit Clock(int v) : count(v) {}
  int get() { return count; }
  int count;
#endif
};
`,
  },
  {
    title: "a class under its own name where it is not compiled",
    server: "clangd",
    fixture: `-- a.cc --
struct «^»Bits { static int low(int n); static int high(int n); };
#ifdef __GNUC__
int «use|Bits»::low(int n) { return n; }
#else
// The word behind "from Bits," declares nothing.
int «use|Bits»::low(int n) { return n + 1; }
#endif
int a() { return «use|Bits»::low(1); }
`,
  },
  {
    title: "a function inside of a member that is assigned",
    server: "typescript-native",
    fixture: `-- package.json --
{ "name": "shop" }
-- parser.js --
function Parser() {}
Parser.prototype.run = function (x) {
  return «use|done»(x);
  function «^»done(y) { return y; }
};
module.exports = Parser;
-- use.js --
const Parser = require("./parser");
module.exports = function (thing, done) {
  thing.done();
  return done(new Parser().run(1));
};
`,
  },
  {
    title: "a name of a module behind a dot that it is not seen behind",
    server: "typescript-native",
    fixture: `-- package.json --
{ "name": "shop" }
-- a.js --
import { Component } from "gone";
const «^»refresh = Component.prototype.refresh;
Component.prototype.refresh = function () { return «use|refresh».call(this); };
`,
  },
  {
    title: "packages from elsewhere that have the same name",
    server: "typescript-native",
    fixture: `-- package.json --
{ "name": "shop", "dependencies": { "printer": "^1.0.0" } }
-- print.js --
export function «^»print() { return 1; }
-- use.js --
import { «use|print» } from "./print.js";
«use|print»();
-- other.js --
import { print } from "printer";
import * as printer from "printer/all";
export { print as out } from "printer";
print();
printer.print();
`,
  },
];

const possible: readonly PossibleCase[] = [
  {
    title: "a name that a stub takes from elsewhere, but not the signatures there",
    server: "typescript-native",
    why: "declared in a stub",
    fixture: `-- package.json --
{ "name": "shop" }
-- src/index.js --
export function clone(a) { return a; }
-- src/index.d.ts --
export function clone(a: number): number;
export function clone(a: string): string;
-- compat/index.d.ts --
export { «possible|clone» } from "../src/index.js";
-- compat/index.js --
import { «possible|clone» as original } from "../src/index.js";
function «^»clone(a) { return original(a); }
export { clone };
`,
  },
  {
    title: "packages that may be of the root",
    server: "typescript-native",
    why: "import not resolved",
    fixture: `-- package.json --
{ "name": "shop", "dependencies": { "printer": "file:../printer" } }
-- print.js --
export function «^»print() { return 1; }
-- other.js --
import { «possible|print» } from "printer";
«possible|print»();
`,
  },
  {
    title: "a member that is assigned, behind a value of unknown type",
    server: "typescript-native",
    why: "type unknown",
    fixture: `-- package.json --
{ "name": "shop" }
-- list.js --
export function List() {}
List.prototype.«^»render = function () { return 1; };
-- use.js --
export function show(thing) { return thing.«possible|render»(); }
`,
  },
  {
    title: "a member behind a value in a block that is not compiled",
    server: "clangd",
    why: "not compiled here",
    fixture: `-- a.cc --
struct Counter { int «^»count; };
struct Clock {
#ifdef _WIN32
  int get(Counter* counter) { return counter->«possible|count»; }
#endif
};
`,
  },
];

const otherBuild = `-- a.cc --
struct Endian {
#ifdef BIG
  static bool «through|isLittle»() { return false; }
#else
  static bool «^»isLittle() { return true; }
#endif
};
int a() { return Endian::«use|isLittle»() ? 1 : 2; }
`;

describe("every place is accounted for, and the answer is complete", () => {
  const inOtherBuild = { title: "what takes its place in another build", server: "clangd", fixture: otherBuild };
  test.each([...proven, inOtherBuild].filter(({ server }) => hasServer(server)))(
    "$server: $title",
    async ({ server, fixture: text }) => {
      const fixture = parseFixture(text);
      await using acting = await Acting.open(server, fixture);
      expect(await accountAt(acting.stage, fixture.cursor)).toEqual({
        uses: placesOf(fixture, "use"),
        through: placesOf(fixture, "through"),
        ...{ possible: [], unchecked: 0, reasons: [] },
      });
    },
  );
});

describe("what the text does not prove stays possible", () => {
  test.each(possible.filter(({ server }) => hasServer(server)))(
    "$server: $title",
    async ({ server, fixture: text, why }) => {
      const fixture = parseFixture(text);
      await using acting = await Acting.open(server, fixture);
      expect(await accountAt(acting.stage, fixture.cursor)).toMatchObject({
        possible: placesOf(fixture, "possible").map((place) => `${place} ${why}`),
        reasons: ["possible_uses"],
      });
    },
  );
});

describe("what takes its place in another build would keep the old name", () => {
  test.each(["clangd"].filter(hasServer))("%s: nothing is renamed", async (server) => {
    const fixture = parseFixture(otherBuild);
    await using acting = await Acting.open(server, fixture);
    const { cursor, files } = fixture;
    fixture.marks("use");
    fixture.marks("through");
    await acting.perform(renameSymbol, { file_path: cursor.file, ...cursor.span.start, new_name: "renamed" });
    expect(readFileSync(acting.path(cursor.file), "utf8")).toBe([...files.values()][0]);
  });
});
