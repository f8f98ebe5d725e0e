// What a compiler refuses and no server tells is never called safe, and what only a server makes up is no error.

import { afterAll, describe, expect, test } from "vitest";
import type { FilePath } from "../../../src/model/file-path.ts";
import { joinPath } from "../../../src/model/file-path.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { evaluate } from "../../../src/workspace/change/consequences.ts";
import { hasServer } from "../installed.ts";
import { Stage } from "../stage.ts";

interface Code {
  readonly server: string;
  readonly fixture: string;
  /** What is changed, and what is to be told of it. */
  readonly cases: readonly (readonly [string, Readonly<Record<string, string>>, boolean | "unknown"])[];
}

const go: Code = {
  server: "gopls",
  fixture: `-- go.mod --
module example.com/m

go 1.21
-- a/a.go --
package a

func F() int { return 1 }
-- a/a_test.go --
package a

import "testing"

func TestF(t *testing.T) { F() }
-- a/b_test.go --
package a_test

import "testing"

func TestMain(m *testing.M) { m.Run() }
-- a/c.go --
package a

var C = F()
-- b/b.go --
package b

import "example.com/m/a"

var B int = a.F()
`,
  cases: [
    ["the inside of a function", { "a/a.go": "package a\n\nfunc F() int { x := 1; return x + 1 }\n" }, true],
    ["a circle of what is initialized", { "a/a.go": "package a\n\nfunc F() int { return C }\n" }, false],
    ["an ordinary change", { "a/a.go": "package a\n\nfunc F() int { return 2 }\n" }, true],
    [
      "one more test",
      {
        "a/a_test.go":
          'package a\n\nimport "testing"\n\nfunc TestF(t *testing.T) { F() }\n\nfunc TestG(t *testing.T) { F() }\n',
      },
      true,
    ],
    ["a misplaced constraint", { "a/a.go": "package a\n\n//go:build linux\n\nfunc F() int { return 1 }\n" }, false],
    ["a function without a body", { "a/a.go": "package a\n\nfunc F() int\n" }, "unknown"],
    [
      "a test by its name only",
      { "a/a_test.go": 'package a\n\nimport "testing"\n\nfunc TestF(t *testing.B) { F() }\n' },
      "unknown",
    ],
    [
      "two that begin the tests",
      { "a/a_test.go": 'package a\n\nimport "testing"\n\nfunc TestMain(m *testing.M) { m.Run() }\n' },
      "unknown",
    ],
  ],
};

const ghost = { "ghost.py": "G = 1\n" };

const python: Code = {
  server: "pyright",
  fixture: `-- pyrightconfig.json --
{}
-- a.py --
k: int = 1
-- b.py --
from a import k

n: int = k
-- sub/pyrightconfig.json --
{ "typeCheckingMode": "strict", "extraPaths": [".."] }
-- sub/g.py --
from lib import f

print(f(1))
-- lib.py --
def f(x: int) -> int:
    return x
`,
  cases: [
    ["an ordinary change", { "a.py": "k: int = 2\n" }, true],
    ["a module that stricter code below imports", { "lib.py": "def f(x):\n    return x\n" }, "unknown"],
    ["a file that comes", ghost, "unknown"],
    ["a file that comes again", ghost, "unknown"],
    [
      "a file that comes and is imported",
      { ...ghost, "b.py": "from a import k\nfrom ghost import G\n\nn: int = k + G\n" },
      "unknown",
    ],
    ["a file that comes with an error", { "ghost.py": "G: int = ''\n" }, false],
  ],
};

const options = (more = ""): string =>
  `{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []${more} }, "include": ["."] }`;

const typescript: Code = {
  server: "typescript-native",
  fixture: `-- shared/s.ts --
export const s = 1;
-- a/tsconfig.json --
${options()}
-- a/g.d.ts --
declare const ONLY_A: number;
-- a/x.ts --
import { s } from "../shared/s";
export const z = s;
-- b/tsconfig.json --
${options()}
-- b/y.ts --
import { s } from "../shared/s";
export const z = s;
-- c/tsconfig.json --
${options()}
-- c/own.ts --
export const own: number[] = [];
export function head(): number {
  return 1;
}
-- d/tsconfig.json --
${options(', "noUncheckedIndexedAccess": true')}
-- d/user.ts --
import { own } from "../c/own";
export const user = own;
-- f/tsconfig.json --
${options()}
-- f/tsconfig.build.json --
{ "extends": "./tsconfig.json", "compilerOptions": { "noUncheckedIndexedAccess": true, "paths": { "alias/*": ["../shared/*"] } }, "include": ["."] }
-- f/only.ts --
export const list: number[] = [];
-- f/wrong.ts --
const list: number[] = [];
export const first: number = list[0];
-- g/tsconfig.json --
${options()}
-- g/tsconfig.build.json --
{ "extends": "./tsconfig.json", "compilerOptions": { "declaration": true }, "include": ["."] }
-- g/made.ts --
export const made = () => class { x = 1 };
-- e/tsconfig.json --
${options()}
-- e/given.ts --
export function declared(): number {
  return 1;
}
export function inferred() {
  return 1;
}
-- e/taken.ts --
import { declared, inferred } from "./given";
export const sum: number = declared() + inferred();
`,
  cases: [
    [
      "the inside of a function whose type is inferred",
      {
        "e/given.ts": `export function declared(): number {\n  return 1;\n}\nexport function inferred() {\n  return {};\n}\n`,
      },
      false,
    ],
    [
      "the inside of a function whose type is declared",
      {
        "e/given.ts": `export function declared(): number {\n  return 2;\n}\nexport function inferred() {\n  return 1;\n}\n`,
      },
      true,
    ],
    ["what one of two projects declares", { "shared/s.ts": "export const s = ONLY_A;\n" }, "unknown"],
    [
      "what a stricter project imports",
      { "c/own.ts": "export const own: number[] = [];\nexport const first: number = own[0];\n" },
      false,
    ],
    [
      "the inside of a function that a stricter project imports",
      { "c/own.ts": "export const own: number[] = [];\nexport function head(): number {\n  return own[0];\n}\n" },
      false,
    ],
    [
      "what is right in a stricter project too",
      { "c/own.ts": "export const own: number[] = [];\nexport const first: number | undefined = own[0];\n" },
      true,
    ],
    [
      "what a configuration beside its own refuses, which extends that one",
      { "f/only.ts": "export const list: number[] = [];\nexport const first: number = list[0];\n" },
      false,
    ],
    [
      "what a configuration beside its own takes as well",
      { "f/only.ts": "export const list: number[] = [2];\n" },
      true,
    ],
    [
      "what was wrong there before",
      { "f/wrong.ts": "const list: number[] = [];\nexport const first: number = list[0];\nexport const last = 2;\n" },
      true,
    ],
    [
      "what cannot be declared, where only another configuration writes declarations",
      { "g/made.ts": "export const made = () => class { private x = 1 };\n" },
      false,
    ],
    [
      "an alias that only the other configuration has",
      { "f/only.ts": 'import { s } from "alias/s";\nexport const list: number[] = [s];\n' },
      false,
    ],
    [
      "what only its own project has",
      { "d/user.ts": 'import { own } from "../c/own";\nexport const user = [...own];\n' },
      true,
    ],
  ],
};

describe.each([go, python, typescript].filter(({ server }) => hasServer(server)))(
  "$server",
  ({ server, fixture, cases }) => {
    const stage = Stage.open({ server, fixture, changes: [], killedAt: "references" });
    afterAll(async () => (await stage)[Symbol.asyncDispose]());

    test.each(cases)("%s", async (_, edits, expected) => {
      const { root, workspace } = await stage;
      const before = parseFixture(fixture).files;
      const view = {
        suppose: (__: FilePath, supposed: ReadonlyMap<FilePath, string | null>) => workspace.suppose(supposed),
      };
      const changes = Object.entries(edits).map(([name, after]) => ({
        file: joinPath(root, name),
        before: before.get(name),
        after,
      }));
      const patience = { deadline: deadlineIn(workspace.host.clock, 120_000), waitMs: 60_000 };
      const options = { patience, scope: "workspace", budgetMs: 100_000, thorough: true } as const;
      const { safe } = (await evaluate(view, await workspace.snapshot(), changes, options)).value;
      expect(safe).toBe(expected);
    });
  },
);
