// What changes of C++ code do: clangd is shown them as if it had never seen what was there before, and what it does not
// look at is never called safe.

import { afterAll, describe, expect, test } from "vitest";
import { writeFileSync } from "node:fs";
import type { Consequences, TextChange } from "../../../src/model/consequences.ts";
import type { FilePath } from "../../../src/model/file-path.ts";
import { display, joinPath } from "../../../src/model/file-path.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";
import type { CheckOptions } from "../../../src/workspace/change/consequences.ts";
import { evaluate, judge, takeBasis } from "../../../src/workspace/change/consequences.ts";
import { hasServer } from "../installed.ts";
import { Stage } from "../stage.ts";

const fixture = `-- compile_commands.json --
[{ "directory": "{root}", "file": "main.cpp", "arguments": ["c++", "-std=c++17", "-c", "main.cpp"] }]
-- size.h --
#pragma once
template <class T> int size_of(const T &t) { return t.n; }
-- box.h --
#pragma once
struct Box { int n; };
-- twice.h --
#pragma once
inline int twice(const Box &box) { return 2 * box.n; }
-- main.cpp --
#include "size.h"
#include "box.h"
#include "twice.h"
int main() { return size_of(Box{1}) + twice(Box{2}); }
`;

const cases = [
  [
    "an include goes that is needed",
    { "main.cpp": '#include "size.h"\n#include "twice.h"\nint main() { return size_of(Box{1}); }\n' },
    true,
  ],
  [
    "an error in what is included first shows where it is included",
    {
      "main.cpp":
        '#include "size.h"\n#include "twice.h"\n#include "box.h"\nint main() { return size_of(Box{1}) + twice(Box{2}); }\n',
    },
    true,
  ],
  [
    "a template in a header does not fit any more what it is used with",
    {
      "size.h": "#pragma once\ntemplate <class T> int size_of(const T &t) { return t.m; }\n",
    },
    false,
  ],
  [
    "a file and a header that it includes change together",
    {
      "main.cpp": '#include "size.h"\n#include "box.h"\nint main() { return size_of(Crate{1}); }\n',
      "box.h": "#pragma once\nstruct Crate { int n; };\nusing Box = Crate;\n",
    },
    false,
  ],
] as const satisfies readonly (readonly [string, Readonly<Record<string, string>>, boolean])[];

describe.each(["clangd"].filter(hasServer))("%s", (server) => {
  const opening = Stage.open({ server, fixture, changes: [], killedAt: "references" });
  afterAll(async () => (await opening).close());

  test.each(cases)("foreseen and made: %s [AGL-212 D11]", async (_, edits, isBroken) => {
    const stage = await opening;
    const { workspace } = stage;
    const changes = changesOf(stage, edits);
    const options = optionsOf(stage);
    const view = {
      suppose: (_: FilePath, supposed: ReadonlyMap<FilePath, string | null>) => workspace.suppose(supposed),
    };
    const foreseen = (await evaluate(view, await workspace.snapshot(), changes, options)).value;
    const basis = await takeBasis(await workspace.snapshot(), changes, options);
    for (const { file, after } of changes) writeFileSync(file, after ?? "");
    const made = await judge(basis, await workspace.snapshot(), options);
    for (const { file, before } of changes) writeFileSync(file, before ?? "");
    const wanted = isBroken ? { safe: false, breaks: ["main.cpp"] } : { safe: "unknown", breaks: [] };
    const expected = {
      ...wanted,
      doubts: expect.arrayContaining([expect.stringContaining("bodies of functions in headers")]),
    };
    expect([told(stage, foreseen), told(stage, made)]).toEqual([expected, expected]);
  });
});

// — below: private, in the order they are used —

function changesOf({ root }: Stage, edits: Readonly<Record<string, string>>): TextChange[] {
  const { files } = parseFixture(fixture);
  return Object.entries(edits).map(([file, after]) => ({
    file: joinPath(root, file),
    before: files.get(file),
    after,
  }));
}

function optionsOf({ workspace }: Stage): CheckOptions {
  const patience = { deadline: deadlineIn(workspace.host.clock, 120_000), waitMs: 60_000 };
  return { patience, scope: "workspace", budgetMs: 100_000, thorough: true };
}

function told({ root }: Stage, { introduced, safe, doubts }: Consequences): object {
  const errors = introduced.filter(({ diagnostic }) => diagnostic.severity === "error");
  return { safe, breaks: [...new Set(errors.map(({ file }) => display(root, file)))].sort(), doubts };
}
