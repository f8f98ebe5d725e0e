// What a compiler refuses and no server tells is never called safe.

import { afterAll, describe, expect, test } from "vitest";
import type { FilePath } from "../../src/model/file-path.ts";
import { joinPath } from "../../src/model/file-path.ts";
import { deadlineIn } from "../../src/std/deadline.ts";
import { parseFixture } from "../../src/testing/fixture.ts";
import { foresee } from "../../src/workspace/consequences.ts";
import { hasServer } from "./installed.ts";
import { Stage } from "./stage.ts";

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
`,
  cases: [
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

describe.each([go].filter(({ server }) => hasServer(server)))("$server", ({ server, fixture, cases }) => {
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
    const { safe } = await foresee(view, await workspace.snapshot(), changes, options);
    expect(safe).toBe(expected);
  });
});
