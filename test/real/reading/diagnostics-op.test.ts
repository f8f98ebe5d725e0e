// Problems of a whole root as each real server finds them, and what changed after an edit that moves lines.

import { describe, expect, test } from "vitest";
import { getDiagnostics } from "../../../src/operations/problems/get-diagnostics.ts";
import type { Fixture } from "../../../src/testing/fixture.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { Acting } from "../edits/acting.ts";
import { cases } from "./cases.ts";
import { presentInDepth } from "../installed.ts";
import { shopCrate } from "./real-case.ts";

/** `error` marks every error; in `edit`, which moves lines, mends one and makes another, `new` marks what is new. */
interface Wrong {
  readonly fixture: string;
  readonly edit: string;
}

const typescript: Wrong = {
  fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/right.ts --
export const right: number = 1;
-- src/first.ts --
export const «error|first»: number = "one";
-- src/second.ts --
import { right } from "./right";
export const «error|second»: string = right;
`,
  edit: `-- src/first.ts --
// One line more,
// and another one.
export const first: number = "one";
-- src/second.ts --
import { right } from "./right";
export const second: number = right;
-- src/third.ts --
import { right } from "./right";
export const third = right.«new|missing»;
`,
};

const wrong: Readonly<Record<string, Wrong>> = {
  "typescript-native": typescript,
  "typescript-language-server": typescript,
  pyright: {
    fixture: `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- shop/__init__.py --
-- shop/right.py --
right: int = 1
-- shop/first.py --
first: int = «error|"one"»
-- shop/second.py --
from shop.right import right

second: str = «error|right»
`,
    edit: `-- shop/first.py --
# One line more,
# and another one.
first: int = "one"
-- shop/second.py --
from shop.right import right

second: int = right
-- shop/third.py --
from shop.right import right

third = right.«new|missing»
`,
  },
  gopls: {
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- right.go --
package shop

var Right int = 1
-- first.go --
package shop

var First int = «error|"one"»
-- second.go --
package shop

var Second string = «error|Right»
`,
    edit: `-- first.go --
package shop

// One line more,
// and another one.
var First int = "one"
-- second.go --
package shop

var Second int = Right
-- third.go --
package shop

var Third int = «new|missing»
`,
  },
  "rust-analyzer": {
    fixture: `${shopCrate}-- src/lib.rs --
pub mod first;
pub mod right;
pub mod second;
-- src/right.rs --
pub const RIGHT: i32 = 1;
-- src/first.rs --
pub const FIRST: i32 = «error|true»;
-- src/second.rs --
use crate::right::RIGHT;

pub const SECOND: bool = «error|RIGHT»;
`,
    edit: `-- src/lib.rs --
pub mod first;
pub mod right;
pub mod second;
pub mod third;
-- src/first.rs --
// One line more,
// and another one.
pub const FIRST: i32 = true;
-- src/second.rs --
use crate::right::RIGHT;

pub const SECOND: i32 = RIGHT;
-- src/third.rs --
pub const THIRD: i32 = «new|1u8»;
`,
  },
  clangd: {
    fixture: `-- compile_flags.txt --
-std=c++17
-- right.cpp --
int right = 1;
-- first.cpp --
int «error|first» = "one";
-- second.cpp --
extern int right;
char *«error|second» = &right;
`,
    edit: `-- first.cpp --
// One line more,
// and another one.
int first = "one";
-- second.cpp --
extern int right;
int *second = &right;
-- third.cpp --
int third = «new|missing»;
`,
  },
};

describe.each(presentInDepth(cases.filter(({ server }) => wrong[server] !== undefined)))("$server", ({ server }) => {
  test("all files, some files, and what changed [AGL-111 AGL-003]", async () => {
    const { fixture: before, edit } = wrong[server] ?? typescript;
    const fixture = parseFixture(before);
    const edited = parseFixture(edit);
    await using acting = await Acting.open(server, fixture);
    const all = await acting.perform(getDiagnostics, { severity: "error" });
    const { token, ...files } = all.toJson() as Record<string, readonly Problem[]> & { readonly token: string };
    expect(spelt(acting, files)).toEqual(marked(fixture, "error"));
    expect(all.standing).toMatchObject({ state: "complete", reasons: [] });
    expect(new Set(all.standing.evidence.map((one) => one.server))).toEqual(new Set([server]));

    const right = [...fixture.files.keys()].filter((file) => /right\./.test(file));
    const clean = await acting.perform(getDiagnostics, { file_paths: right });
    expect(clean.toText({ characters: 1_000 })).toMatch(/^clean: no errors or warnings in /);

    acting.write(edited);
    const since = await acting.perform(getDiagnostics, { since: token, severity: "error" });
    const { introduced, resolved, unchanged } = since.toJson() as Changes;
    expect(spelt(acting, introduced)).toEqual(marked(edited, "new"));
    expect(spelt(acting, resolved)).toEqual(marked(fixture, "error").filter((place) => place.includes("second")));
    const first = Object.keys(files).filter((uri) => uri.includes("first"));
    expect(unchanged).toBe(first.flatMap((uri) => files[uri] ?? []).length);
    expect(since.standing.state).toBe("complete");
  });
});

interface Problem {
  readonly range: { readonly start: { readonly line: number; readonly column: number } };
}

interface Changes {
  readonly introduced: Readonly<Record<string, readonly Problem[]>>;
  readonly resolved: Readonly<Record<string, readonly Problem[]>>;
  readonly unchanged: number;
}

function spelt(acting: Acting, files: Readonly<Record<string, readonly Problem[]>>): string[] {
  const start = `file://${acting.path("")}`;
  const places = Object.entries(files).flatMap(([uri, problems]) =>
    problems.map(({ range }) => `${uri.replace(start, "")}:${range.start.line}:${range.start.column}`),
  );
  // A server and its compiler may both find one problem.
  return [...new Set(places)].sort();
}

function marked(fixture: Fixture, name: string): string[] {
  return fixture
    .marks(name)
    .map(({ file, span: { start } }) => `${file}:${start.line}:${start.column}`)
    .sort();
}
