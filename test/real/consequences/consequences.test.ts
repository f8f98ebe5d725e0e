// What changes do to the problems of real code: foreseen before they are made, and found after.

import { afterAll, describe, expect, test } from "vitest";
import { oneIn } from "../../support/soak.ts";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Consequences, TextChange } from "../../../src/model/consequences.ts";
import type { FilePath } from "../../../src/model/file-path.ts";
import { display, joinPath } from "../../../src/model/file-path.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import type { CheckOptions } from "../../../src/workspace/change/consequences.ts";
import { evaluate, judge, takeBasis } from "../../../src/workspace/change/consequences.ts";
import { hasServer } from "../installed.ts";
import { Stage } from "../stage.ts";

interface Expected {
  readonly safe: boolean | "unknown";
  readonly breaks?: readonly string[];
  readonly mends?: readonly string[];
  readonly doubts?: readonly string[];
}

interface Case {
  readonly title: string;
  /** The text of each file that changes; null for one that goes. */
  readonly edits: Readonly<Record<string, string | null>>;
  readonly expected: Expected;
  /** What is told before the change is made, where the server cannot be shown it as it would be. */
  readonly foreseen?: Expected;
}

interface Code {
  readonly server: string;
  readonly fixture: string;
  readonly cases: readonly Case[];
}

const typescript: Code = {
  server: "typescript-native",
  fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "types": [], "moduleDetection": "legacy" }, "include": ["src"] }
-- src/price.ts --
export interface Price {
  readonly cents: number;
}
export function parse(text: string): Price {
  return { cents: Number(text) };
}
-- src/index.ts --
export * from "./price.js";
-- src/buy.ts --
import type { Price } from "./index.js";
export function buy(price: Price): void {
  void price;
}
-- src/shop.ts --
import { buy } from "./buy.js";
buy({ cents: 3 });
-- src/total.ts --
import { parse } from "./index.js";
export const total: number = parse("3").cents;
-- src/late.ts --
import { never } from "./never.js";
export const late: number = never;
-- src/region.ts --
const region = "north";
-- src/alone.ts --
export const alone = 1;
`,
  cases: [
    {
      title: "an export that others use is deleted",
      edits: { "src/price.ts": "export interface Price {\n  readonly cents: number;\n}\n" },
      expected: { safe: false, breaks: ["src/total.ts"] },
    },
    {
      title: "a required member breaks a literal in a file that names nothing of it",
      edits: {
        "src/price.ts":
          "export interface Price {\n  readonly cents: number;\n  readonly currency: string;\n}\nexport function parse(text: string): Price {\n  return { cents: Number(text), currency: text };\n}\n",
      },
      expected: { safe: false, breaks: ["src/shop.ts"] },
    },
    {
      title: "a type changes through a chain of re-exports",
      edits: {
        "src/price.ts":
          "export interface Price {\n  readonly cents: number;\n}\nexport function parse(text: string): string {\n  return text;\n}\n",
      },
      expected: { safe: false, breaks: ["src/total.ts"] },
    },
    {
      title: "a comment changes nothing",
      edits: { "src/alone.ts": "// Alone.\nexport const alone = 1;\n" },
      expected: { safe: true },
    },
    {
      title: "prose beside the code changes nothing",
      edits: {
        "src/README.md": "# Alone\n",
        "README.md": "# Shop\n",
        "src/alone.ts": "// A.\nexport const alone = 1;\n",
      },
      expected: { safe: true },
    },
    {
      title: "what may be imported without being code is read from the disk",
      edits: { "src/prices.json": "{}\n", "src/alone.ts": "// A.\nexport const alone = 1;\n" },
      expected: { safe: "unknown", doubts: ["no server can check src/prices.json"] },
      foreseen: {
        safe: "unknown",
        doubts: [
          "no server can check src/prices.json",
          "src/prices.json: read from disk by servers of other files",
          "TypeScript 7 reads src/prices.json from the disk, without the change",
        ],
      },
    },
    {
      title: "an error that moves with its line is none",
      edits: {
        "src/late.ts": '// Later.\n\nimport { never } from "./never.js";\nexport const late: number = never;\n',
      },
      expected: { safe: true },
    },
    {
      title: "a name that all of the program sees is declared twice",
      edits: { "src/other-region.ts": 'const region = "south";\n' },
      expected: { safe: false, breaks: ["src/other-region.ts", "src/region.ts"] },
    },
    {
      title: "a file is emptied",
      edits: { "src/price.ts": "" },
      expected: { safe: false, breaks: ["src/buy.ts", "src/index.ts", "src/total.ts"] },
    },
    {
      title: "a file that was missing comes",
      edits: { "src/never.ts": "export const never = 1;\n" },
      expected: { safe: true, mends: ["src/late.ts"] },
    },
    {
      title: "a file goes that others import",
      edits: { "src/buy.ts": null },
      expected: { safe: false, breaks: ["src/shop.ts"] },
    },
  ],
};

const python: Code = {
  server: "pyright",
  fixture: `-- pyproject.toml --
[project]
name = "shop"
version = "1"
-- shop/__init__.py --
from .price import parse as parse
-- shop/price.py --
def parse(text: str) -> int:
    return int(text)
-- shop/total.py --
from shop import parse

total: int = parse("3")
-- shop/late.py --
from shop.never import never

late = never
-- shop/alone.py --
alone = 1
`,
  cases: [
    {
      title: "a function that others use is deleted",
      edits: { "shop/price.py": "def other(text: str) -> int:\n    return int(text)\n" },
      expected: { safe: false, breaks: ["shop/__init__.py", "shop/total.py"] },
    },
    {
      title: "a type changes through a package",
      edits: { "shop/price.py": "def parse(text: str) -> str:\n    return text\n" },
      expected: { safe: false, breaks: ["shop/total.py"] },
    },
    {
      title: "a comment changes nothing",
      edits: { "shop/price.py": "# Prices.\ndef parse(text: str) -> int:\n    return int(text)\n" },
      expected: { safe: true },
    },
    {
      title: "a file that was missing comes",
      edits: { "shop/never.py": "never = 1\n" },
      expected: { safe: true, mends: ["shop/late.py"] },
      foreseen: {
        safe: "unknown",
        doubts: ["Pyright considers shop/never.py missing, because it reads the disk"],
      },
    },
    {
      title: "a file goes that others import",
      edits: { "shop/price.py": null },
      expected: { safe: false, breaks: ["shop/__init__.py", "shop/total.py"] },
      foreseen: {
        safe: "unknown",
        doubts: ["Pyright goes on reading shop/price.py, because it reads the disk"],
      },
    },
  ],
};

const go: Code = {
  server: "gopls",
  fixture: `-- go.mod --
module example.com/shop

go 1.21
-- price/price.go --
package price

func Parse(text string) int { return len(text) }
-- price/extra.go --
package price

func Twice(text string) int { return 2 * Parse(text) }
-- total/total.go --
package total

import "example.com/shop/price"

func Total() int { return price.Parse("3") }
-- total/total_test.go --
package total_test

import (
	"testing"

	"example.com/shop/total"
)

func TestTotal(t *testing.T) {
	var sum int = total.Total()
	_ = sum
}
-- alone/alone.go --
package alone

func Alone() int { return Missing() }
`,
  cases: [
    {
      title: "a function that others use is deleted",
      edits: { "price/price.go": "package price\n" },
      expected: { safe: false, breaks: ["price/extra.go", "total/total.go"] },
    },
    {
      title: "a type changes through a package into the tests of another",
      edits: {
        "total/total.go":
          'package total\n\nimport "example.com/shop/price"\n\nfunc Total() string { return string(rune(price.Parse("3"))) }\n',
      },
      expected: { safe: false, breaks: ["total/total_test.go"] },
    },
    {
      title: "a comment changes nothing",
      edits: { "price/price.go": "package price\n\n// Parse.\nfunc Parse(text string) int { return len(text) }\n" },
      expected: { safe: true },
    },
    {
      title: "a file that was missing comes",
      edits: { "alone/missing.go": "package alone\n\nfunc Missing() int { return 1 }\n" },
      expected: { safe: true, mends: ["alone/alone.go"] },
    },
    {
      title: "a file goes that others need",
      edits: { "price/price.go": null },
      expected: { safe: false, breaks: ["price/extra.go", "total/total.go"] },
      foreseen: {
        safe: "unknown",
        doubts: ["gopls goes on reading price/price.go, because it reads the disk"],
      },
    },
  ],
};

const bodiesUnseen =
  "clangd does not look into the bodies of functions in headers: only a compiler tells whether they still compile";

const c: Code = {
  server: "clangd",
  fixture: `-- compile_commands.json --
[
  { "directory": "{root}", "file": "total.c", "arguments": ["cc", "-Iinclude", "-c", "total.c"] },
  { "directory": "{root}", "file": "alone.c", "arguments": ["cc", "-Iinclude", "-c", "alone.c"] }
]
-- include/price.h --
#pragma once
int parse(const char *text);
-- include/shop.h --
#pragma once
#include "price.h"
-- total.c --
#include "shop.h"
int total(void) { return parse("3"); }
-- alone.c --
int alone(void) { return 1; }
`,
  cases: [
    {
      title: "a function that others use through a header is deleted",
      edits: { "include/price.h": "#pragma once\nint other(const char *text);\n" },
      expected: { safe: false, breaks: ["total.c"], doubts: [bodiesUnseen] },
    },
    {
      title: "a comment changes nothing",
      edits: { "include/price.h": "#pragma once\n// Parses.\nint parse(const char *text);\n" },
      expected: { safe: true },
    },
    {
      title: "a source file of its own",
      edits: { "alone.c": "int alone(void) { return nothing; }\n" },
      expected: { safe: false, breaks: ["alone.c"], doubts: [bodiesUnseen] },
    },
  ],
};

const all = [typescript, python, go, c].filter(({ server }) => hasServer(server));

describe.each(all)("$server", ({ server, fixture, cases }) => {
  const stages: Stage[] = [];
  const open = async (): Promise<Stage> => {
    const stage = await Stage.open({ server, fixture, changes: [], killedAt: "references" });
    stages.push(stage);
    return stage;
  };
  const shared = open();
  afterAll(async () => {
    await Promise.all(stages.map((stage) => stage.close()));
  });

  test.each(titled(cases))(
    "foreseen: %s [AGL-212 AGL-215 AGL-216 AGL-217]",
    async (_, { edits, expected, foreseen }) => {
      const stage = await shared;
      const changes = changesOf(stage, fixture, edits);
      const view = {
        suppose: (_: FilePath, supposed: ReadonlyMap<FilePath, string | null>) => stage.workspace.suppose(supposed),
      };
      const outcome = (await evaluate(view, await stage.workspace.snapshot(), changes, optionsOf(stage))).value;
      expect(told(stage, outcome)).toEqual(wanted(foreseen ?? expected));
    },
  );

  test.each(oneIn(2, titled(cases), "every second change that is made"))(
    "made: %s [D11]",
    async (_, { edits, expected }) => {
      const stage = await shared;
      const changes = changesOf(stage, fixture, edits);
      const options = optionsOf(stage);
      const basis = await takeBasis(await stage.workspace.snapshot(), changes, options);
      for (const { file, after } of changes) write(file, after);
      const outcome = await judge(basis, await stage.workspace.snapshot(), options);
      for (const { file, before } of changes) write(file, before);
      expect(told(stage, outcome)).toEqual(wanted(expected));
    },
  );
});

// — below: private, in the order they are used —

/** A title of its own beside each, for `$title` is quoted and cut. */
function titled(cases: readonly Case[]): [string, Case][] {
  return cases.map((one) => [one.title, one]);
}

function changesOf({ root }: Stage, fixture: string, edits: Case["edits"]): TextChange[] {
  const { files } = parseFixture(fixture);
  return Object.entries(edits).map(([file, after]) => ({
    file: joinPath(root, file),
    before: files.get(file),
    after: after ?? undefined,
  }));
}

function optionsOf({ workspace }: Stage): CheckOptions {
  const patience = { deadline: deadlineIn(workspace.host.clock, 120_000), waitMs: 60_000 };
  return { patience, scope: "workspace", budgetMs: 100_000, thorough: true };
}

function write(file: FilePath, text: string | undefined): void {
  mkdirSync(dirname(file), { recursive: true });
  if (text === undefined) rmSync(file);
  else writeFileSync(file, text);
}

function told({ root }: Stage, { introduced, resolved, safe, unchecked, doubts }: Consequences): object {
  const files = (found: Consequences["introduced"]): string[] => {
    const errors = found.filter(({ diagnostic }) => diagnostic.severity === "error");
    return [...new Set(errors.map(({ file }) => display(root, file)))].sort();
  };
  return { safe, breaks: files(introduced), mends: files(resolved), unchecked, doubts };
}

function wanted({ safe, breaks = [], mends = [], doubts = [] }: Expected): object {
  return { safe, breaks, mends, unchecked: [], doubts };
}
