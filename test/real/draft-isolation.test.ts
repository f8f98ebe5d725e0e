// Real servers are shown texts that nobody has written, and are back to what is on disk when they are let go of.

import { describe, expect, test } from "vitest";
import { joinPath } from "../../src/model/file-path.ts";
import { deadlineIn } from "../../src/std/deadline.ts";
import type { Patience, Snapshot } from "../../src/workspace/snapshot.ts";
import { hasServer } from "./installed.ts";
import { Stage } from "./stage.ts";

/** A file that others use, a text of it that breaks them, a file that would be new and one whose end would be missed. */
interface Draft {
  readonly fixture: string;
  readonly changed: string;
  readonly user: string;
  readonly text: string;
}

const drafts: Readonly<Record<string, Draft>> = {
  "typescript-native": {
    fixture: `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "module": "nodenext" }, "include": ["src"] }
-- src/a.ts --
export function apple(): number { return 1; }
-- src/b.ts --
import { apple } from "./a.js";
export const eaten: number = apple();
`,
    changed: "src/a.ts",
    user: "src/b.ts",
    text: "export function apple(): string { return ''; }\n",
  },
  pyright: {
    fixture: `-- pyrightconfig.json --
{}
-- a.py --
def apple() -> int:
    return 1
-- b.py --
from a import apple
eaten: int = apple()
`,
    changed: "a.py",
    user: "b.py",
    text: "def apple() -> str:\n    return ''\n",
  },
  gopls: {
    fixture: `-- go.mod --
module example.org/shop

go 1.21
-- a.go --
package shop

func Apple() int { return 1 }
-- b.go --
package shop

var Eaten int = Apple()
`,
    changed: "a.go",
    user: "b.go",
    text: 'package shop\n\nfunc Apple() string { return "" }\n',
  },
  clangd: {
    fixture: `-- compile_flags.txt --
-std=c++17
-- a.h --
inline int apple() { return 1; }
-- b.cpp --
#include "a.h"
int eaten = apple();
`,
    changed: "a.h",
    user: "b.cpp",
    text: "struct S {};\ninline S apple() { return {}; }\n",
  },
};

function patience(stage: Stage): Patience {
  return { deadline: deadlineIn(stage.workspace.host.clock, 120_000), waitMs: 60_000 };
}

async function problems(stage: Stage, snapshot: Snapshot, file: string): Promise<string[]> {
  const { value } = await snapshot.diagnostics(joinPath(stage.root, file), patience(stage));
  return value.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
}

describe.each(Object.keys(drafts).filter(hasServer))("%s", (server) => {
  const draft = drafts[server] as Draft;

  test("a change is seen by whoever supposes it, and by nobody after", async () => {
    await using stage = await Stage.open({ server, fixture: draft.fixture, changes: [], killedAt: "references" });
    expect(await problems(stage, await stage.workspace.snapshot(), draft.user)).toEqual([]);
    const { snapshot, release } = await stage.workspace.suppose(
      new Map([[joinPath(stage.root, draft.changed), draft.text]]),
    );
    expect(await problems(stage, snapshot, draft.user)).toHaveLength(1);
    await release();
    expect(await problems(stage, await stage.workspace.snapshot(), draft.user)).toEqual([]);
  });
});
