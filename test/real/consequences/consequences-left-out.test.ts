// Go files that the go command leaves out by a name are not built, and a change breaks them all the same.

import { describe, expect, test } from "vitest";
import type { FilePath } from "../../../src/model/file-path.ts";
import { display, joinPath } from "../../../src/model/file-path.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { evaluate } from "../../../src/workspace/change/consequences.ts";
import { hasServer } from "../installed.ts";
import { Stage } from "../stage.ts";

const using = (name: string, of: string): string =>
  `package ${name}\n\nimport "example.com/shop/${of}"\n\nvar A = ${of}.Parse("3")\n`;
const declared = (name: string): string => `package ${name}\n\nfunc Parse(text string) int { return len(text) }\n`;

const fixture = `-- go.mod --
module example.com/shop

go 1.21
-- price/price.go --
${declared("price")}-- _examples/app/main.go --
${using("main", "price")}func main() {}
-- price/testdata/a/a.go --
${using("a", "price")}-- price/testdata/a/a_test.go --
${using("a_test", "price")}-- mixed/mixed.go --
${declared("mixed")}-- mixed/testdata/a.go --
package a
-- mixed/testdata/b.go --
${using("b", "mixed")}-- later/later.go --
${declared("later")}-- later/_more.go --
package later

var more = Parse("3")
`;

/** All files of so small a root are looked at. */
const unchecked = ["later/_more.go", "mixed/testdata/a.go", "mixed/testdata/b.go"];
const outcomes: readonly [string, object][] = [
  [
    "price",
    {
      safe: false,
      breaks: ["_examples/app/main.go", "price/testdata/a/a.go", "price/testdata/a/a_test.go"],
      unchecked,
    },
  ],
  ["mixed", { safe: "unknown", breaks: [], unchecked }],
  ["later", { safe: "unknown", breaks: [], unchecked }],
];

describe.each(["gopls"].filter((server) => hasServer(server)))("%s", (server) => {
  test.each(outcomes)("a function that only such files use goes from %s", async (name, expected) => {
    await using stage = await Stage.open({ server, fixture, changes: [], killedAt: "references" });
    const { root, workspace } = stage;
    const file = joinPath(root, `${name}/${name}.go`);
    const before = parseFixture(fixture).files.get(`${name}/${name}.go`);
    const view = {
      suppose: (_: FilePath, supposed: ReadonlyMap<FilePath, string | null>) => workspace.suppose(supposed),
    };
    const patience = { deadline: deadlineIn(workspace.host.clock, 120_000), waitMs: 60_000 };
    const changes = [{ file, before, after: `package ${name}\n` }];
    const options = { patience, scope: "workspace", budgetMs: 100_000, thorough: true } as const;
    const {
      safe,
      introduced,
      unchecked: unlooked,
    } = (await evaluate(view, await workspace.snapshot(), changes, options)).value;
    const names = (found: readonly { readonly file: FilePath }[]): string[] =>
      [...new Set(found.map((one) => display(root, one.file)))].sort();
    expect({ safe, breaks: names(introduced), unchecked: names(unlooked) }).toEqual(expected);
  });
});
