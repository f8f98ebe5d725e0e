// Drafts that a server would not forget leave nothing behind in the one that everybody asks.

import type { Patience } from "../../../src/std/patience.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isExternal } from "../../../src/model/code-facts.ts";
import type { FilePath } from "../../../src/model/file-path.ts";
import { display, joinPath } from "../../../src/model/file-path.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import { evaluate } from "../../../src/workspace/change/consequences.ts";
import type { Snapshot } from "../../../src/workspace/snapshot.ts";
import type { Supposed } from "../../../src/workspace/supposition.ts";
import { hasServer } from "../installed.ts";
import { Stage } from "../stage.ts";

const go = `-- go.mod --
module example.org/shop

go 1.21
-- b/b.go --
package b

const B = 1
-- c/c.go --
package c

import "example.org/shop/b"

const C = b.B
`;

const goDrafts = ["gopls"].filter(hasServer).flatMap((server) => [
  [server, "a constraint that leaves a package without files", "//go:build windows\n\npackage b\n\nconst B = 1\n"],
  [server, "imports in a circle", 'package b\n\nimport _ "example.org/shop/c"\n\nconst B = 1\n'],
]);

test.each(goDrafts)("%s: after a draft of %s importers are as they were [AGL-202 D6]", async (server, _, text) => {
  await using stage = await Stage.open({ server, fixture: go, changes: [], killedAt: "references" });
  const before = await stage.workspace.snapshot();
  expect(await errors(stage, before, "c/c.go")).toEqual([]);
  const { snapshot, release } = await stage.workspace.suppose(new Map([[joinPath(stage.root, "b/b.go"), text]]));
  expect(await errors(stage, snapshot, "c/c.go")).not.toEqual([]);
  await release();
  const after = await stage.workspace.snapshot();
  expect([await errors(stage, after, "c/c.go"), await errors(stage, after, "b/b.go")]).toEqual([[], []]);
});

const cpp = `-- compile_commands.json --
[{ "directory": "{root}", "file": "a.cpp", "arguments": ["c++", "-c", "a.cpp"] }]
-- h.h --
#pragma once
int real_fn(int x);
-- g.h --
#pragma once
#include "h.h"
-- a.cpp --
#include "g.h"
int «def|real_fn»(int x) { return x; }
int other() { return real_fn(1); }
`;

test.each(["clangd"].filter(hasServer))(
  "%s: a use that only a draft has is found by no other caller, nor written into its index [AGL-202 D6]",
  async (server) => {
    await using stage = await Stage.open({ server, fixture: cpp, changes: [], killedAt: "references" });
    const used = ["a.cpp"];
    expect(await users(stage, await stage.workspace.snapshot())).toEqual(used);
    const text = '#pragma once\n#include "h.h"\ninline int zzdraft() { return real_fn(5); }\n';
    const { snapshot, release } = await stage.workspace.suppose(new Map([[joinPath(stage.root, "g.h"), text]]));
    expect(await errors(stage, snapshot, "a.cpp")).toEqual([]);
    expect(await users(stage, snapshot)).toEqual(["a.cpp", "g.h"]);
    await release();
    const after = await stage.workspace.snapshot();
    expect(await users(stage, after)).toEqual(used);
    const named = await after.workspaceSymbols(joinPath(stage.root, "a.cpp"), "zzdraft", patience(stage));
    expect(named.value).toEqual([]);
    const index = join(stage.root, ".cache", "clangd", "index");
    const shards = existsSync(index) ? readdirSync(index).map((name) => readFileSync(join(index, name), "latin1")) : [];
    expect(shards.filter((shard) => shard.includes("zzdraft"))).toEqual([]);
  },
);

const importers = Array.from({ length: 30 }, (_, at) => `f${at + 10}.cpp`);

const many = `-- compile_commands.json --
[${[...importers, "z.cpp"].map((file) => `{ "directory": "{root}", "file": "${file}", "arguments": ["c++", "-c", "${file}"] }`).join(",\n")}]
-- h.h --
#pragma once
int kept(int x);
int removed(int x);
${importers.map((file) => `-- ${file} --\n#include "h.h"\nstatic int use() { return kept(1); }\n`).join("")}-- z.cpp --
#include "h.h"
static int use() { return removed(1); }
`;

test.each(["clangd"].filter(hasServer))(
  "%s: a draft that is looked at in stages is seen in the last one too, by one process that ends with it",
  async (server) => {
    await using stage = await Stage.open({ server, fixture: many, changes: [], killedAt: "references" });
    const { workspace } = stage;
    const file = joinPath(stage.root, "h.h");
    const changes = [
      {
        file,
        before: "#pragma once\nint kept(int x);\nint removed(int x);\n",
        after: "#pragma once\nint kept(int x);\n",
      },
    ];
    const view = { suppose: (_: FilePath, supposed: Supposed) => workspace.suppose(supposed) };
    const { introduced } = (
      await evaluate(view, await workspace.snapshot(), changes, {
        patience: patience(stage),
        scope: "workspace",
        budgetMs: 100_000,
        thorough: true,
      })
    ).value;
    const starts = stage.events.filter(({ type }) => type === "session.starting");
    const ends = stage.events.filter((event) => event.type === "session.state" && event.to === "stopping");
    const broken = introduced.map((one) => `${display(stage.root, one.file)}: ${one.diagnostic.message}`);
    expect(broken).toContainEqual(expect.stringMatching(/^z\.cpp: .*undeclared identifier 'removed'/));
    expect(broken.filter((one) => !one.startsWith("z.cpp: "))).toEqual([]);
    expect([starts.length, ends.length]).toEqual([2, 1]);
  },
);

// — below: private, in the order they are used —

function patience(stage: Stage): Patience {
  return { deadline: deadlineIn(stage.workspace.host.clock, 120_000), waitMs: 60_000 };
}

async function errors(stage: Stage, snapshot: Snapshot, file: string): Promise<string[]> {
  const { value } = await snapshot.diagnostics(joinPath(stage.root, file), patience(stage));
  return value.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
}

/** The files that use the function. */
async function users(stage: Stage, snapshot: Snapshot): Promise<string[]> {
  const [mark] = parseFixture(cpp).marks("def");
  if (mark === undefined) throw new Error("nothing is marked");
  const target = { file: joinPath(stage.root, mark.file), place: mark.span.start };
  const { value } = await snapshot.references(target, false, patience(stage));
  const files = value.flatMap(({ file }) => (isExternal(file) ? [] : [display(stage.root, file)]));
  return [...new Set(files)].sort();
}
