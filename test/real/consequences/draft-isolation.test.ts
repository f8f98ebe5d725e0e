// Real servers are shown texts that are on no disk, and are back to what is on disk when they are let go of.

import type { Patience } from "../../../src/std/patience.ts";
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { repeats } from "../../support/soak.ts";
import { joinPath } from "../../../src/model/file-path.ts";
import type { Answer } from "../../../src/model/standing.ts";
import { deadlineIn } from "../../../src/std/deadline.ts";
import { pause } from "../../../src/std/pause.ts";
import { Roots } from "../../../src/workspace/roots.ts";
import type { Snapshot } from "../../../src/workspace/snapshot.ts";
import type { SupposedSnapshot } from "../../../src/workspace/view.ts";
import type { World } from "../../support/interleaving.ts";
import { draftWord, Interleaving } from "../../support/interleaving.ts";
import { hasServer } from "../installed.ts";
import { Stage } from "../stage.ts";

/** A file that another uses, a text of it that breaks that, and another text for the user with what it needs instead. */
interface Draft {
  readonly fixture: string;
  readonly used: string;
  readonly user: string;
  readonly broken: string;
  readonly moved: { readonly user: string; readonly file: string; readonly text: string };
  /** What the server takes in without the disk; of the rest an answer has to say that it does not. */
  readonly believes: readonly ("created" | "deleted")[];
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
    used: "src/a.ts",
    user: "src/b.ts",
    broken: "export function apple(): string { return ''; }\n",
    moved: {
      user: 'import { pear } from "./c.js";\nexport const eaten: number = pear();\n',
      file: "src/c.ts",
      text: "export function pear(): number { return 1; }\n",
    },
    believes: ["created", "deleted"],
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
    used: "a.py",
    user: "b.py",
    broken: "def apple() -> str:\n    return ''\n",
    moved: {
      user: "from c import pear\neaten: int = pear()\n",
      file: "c.py",
      text: "def pear() -> int:\n    return 1\n",
    },
    believes: [],
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
    used: "a.go",
    user: "b.go",
    broken: 'package shop\n\nfunc Apple() string { return "" }\n',
    moved: {
      user: "package shop\n\nvar Eaten int = Pear()\n",
      file: "c.go",
      text: "package shop\n\nfunc Pear() int { return 1 }\n",
    },
    believes: ["created"],
  },
  clangd: {
    fixture: `-- compile_flags.txt --
-std=c++17
-- a.hpp --
inline int apple() { return 1; }
-- b.cpp --
#include "a.hpp"
int eaten = apple();
`,
    used: "a.hpp",
    user: "b.cpp",
    broken: "struct S {};\ninline S apple() { return {}; }\n",
    moved: {
      user: '#include "c.hpp"\nint eaten = pear();\n',
      file: "c.hpp",
      text: "inline int pear() { return 1; }\n",
    },
    believes: ["created"],
  },
};

describe.each(Object.entries(drafts).filter(([server]) => hasServer(server)))("%s", (server, draft) => {
  test("a draft is seen by the call that supposes it, touches no file, and is seen by no call after [D5 D6 AGL-202]", async () => {
    await using stage = await Stage.open({ server, fixture: draft.fixture, changes: [], killedAt: "references" });
    expect(await errors(stage, await stage.workspace.snapshot(), draft.user)).toEqual([]);
    const seen = stage.events.length;
    const { snapshot, release } = await supposed(stage, { [draft.used]: draft.broken });
    expect(await errors(stage, snapshot, draft.user)).toHaveLength(1);
    await release();
    const after = await stage.workspace.snapshot();
    expect(await errors(stage, after, draft.user)).toEqual([]);
    expect(await errors(stage, after, draft.used)).toEqual([]);
    expect(writtenBelow(stage, seen, [draft.used, draft.user])).toEqual([]);
  });

  test("files that would come or go are taken in, or the answer says that they are not [D6]", async () => {
    await using stage = await Stage.open({ server, fixture: draft.fixture, changes: [], killedAt: "references" });
    const { user, file, text } = draft.moved;
    const created = await supposed(stage, { [draft.user]: user, [file]: text });
    const found = await created.snapshot.diagnostics(joinPath(stage.root, draft.user), patience(stage));
    await created.release();
    // Nothing is missing where the new file is taken in; elsewhere the answer says that it is not.
    const isTaken = found.value.diagnostics.length === 0;
    expect([isBelieved(found), isTaken]).toEqual(draft.believes.includes("created") ? [true, true] : [false, false]);

    const deleted = await supposed(stage, { [draft.used]: null });
    const missed = await deleted.snapshot.diagnostics(joinPath(stage.root, draft.user), patience(stage));
    await deleted.release();
    const isMissed = missed.value.diagnostics.length > 0;
    expect([isBelieved(missed), isMissed]).toEqual(draft.believes.includes("deleted") ? [true, true] : [false, false]);

    expect(await errors(stage, await stage.workspace.snapshot(), draft.user)).toEqual([]);
    await expect(errors(stage, await stage.workspace.snapshot(), file)).rejects.toMatchObject({
      code: "file_not_found",
    });
  });
});

test.each(["typescript-native"].filter(hasServer))(
  "%s: random steps of drafts, readers, edits and crashes: no reader ever sees foreign text [F57 F58 AGL-202]",
  async (server) => {
    const fixture = `-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }
-- src/a.ts --
-- src/b.ts --
-- src/c.ts --
`;
    await using stage = await Stage.open(
      { server, fixture, changes: [], killedAt: "references" },
      { edits: { laneMs: 2_000 }, restart: { breakerCrashes: 0, quarantineAfter: 0 } },
    );
    const odds = { crashes: 6, atOnce: 6, deadlineMs: 20_000 };
    const tally = await new Interleaving(world(stage), odds, 7).run(repeats({ test: 300, soak: 600 }));
    expect(tally.violations.slice(0, 5)).toEqual([]);
    expect(stage.events.filter((event) => draftWord.test(JSON.stringify(event)))).toEqual([]);
    const often = ["reader outline", "reader problems", "draft outline of its own", "draft problems of its own"];
    expect(often.filter((one) => (tally.counts[one] ?? 0) < 10)).toEqual([]);
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

function supposed(stage: Stage, texts: Readonly<Record<string, string | null>>): Promise<SupposedSnapshot> {
  const entries = Object.entries(texts).map(([file, text]) => [joinPath(stage.root, file), text] as const);
  return stage.workspace.suppose(new Map(entries));
}

/** Changes of these files that the watch has told of since then. */
function writtenBelow(stage: Stage, since: number, files: readonly string[]): string[] {
  const changed = stage.events.slice(since).flatMap((event) => (event.type === "files.changed" ? event.paths : []));
  return changed.filter((path) => files.some((file) => path === joinPath(stage.root, file)));
}

function isBelieved({ standing }: Answer<unknown>): boolean {
  return !standing.reasons.some(({ code }) => code === "unchecked");
}

function world(stage: Stage): World {
  const { workspace, root } = stage;
  return {
    workspace,
    roots: new Roots(workspace),
    files: ["a", "b", "c"].map((name) => joinPath(root, `src/${name}.ts`)),
    never: joinPath(root, "src/never.ts"),
    text: (word) => `export const ${word} = 1;\nmissing_${word};\n`,
    write: (file, text) => writeFileSync(file, text),
    crash: () => void workspace.sessions[0]?.running?.channel.kill("crash"),
    pass: (ms) => pause(workspace.host.clock, ms),
  };
}
