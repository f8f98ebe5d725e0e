// An answer that was kept is given again without a server while nothing that it rests on has changed, and never else.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { noDatabases } from "../../host/database/databases.ts";
import { nodeDatabases } from "../../host/database/node-databases.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display, filePath } from "../../model/file-path.ts";
import { AnswerStore } from "../../store/cache/answer-store.ts";

const fixture = `
-- a.toy --
def «^»apple
use apple
-- b.toy --
use apple
-- deep/c.toy --
def pear
-- notes.txt --
apples
`;

const ending: (() => void)[] = [];

afterEach(() => {
  for (const end of ending.splice(0).reverse()) end();
});

function storeHere(databases = nodeDatabases): AnswerStore {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "sightline-proof-")));
  const file = filePath(join(home, "refs.db"));
  const store = new AnswerStore({ databases, file, key: "a key", maxBytes: 1e9, now: () => 1 });
  ending.push(() => rmSync(home, { recursive: true, force: true }));
  ending.push(() => store.close());
  return store;
}

/** A process of its own on the same root. */
function open(store: AnswerStore, over: Partial<WorkspaceChoices> = {}, build = "a build"): ToyWorkspace {
  // Each disk in memory counts its stamps from 1, so that those of another one mean nothing.
  store.keepReadings(new Map(), [...store.readings().keys()]);
  return openToyWorkspace({
    fixture,
    ...over,
    entry: { restsOn: "root", ...over.entry },
    answers: { build, store: async () => store },
  });
}

/** The places, and whether a server was started for it. */
async function ask(kit: ToyWorkspace, file = kit.fixture.cursor.file): Promise<string> {
  const before = kit.host.processes.spawned.length;
  const snapshot = await kit.clock.until(kit.workspace.snapshot());
  const target = { file: kit.path(file), place: kit.fixture.cursor.span.start };
  const { value, standing } = await kit.clock.until(snapshot.references(target, true, kit.patience()));
  const places = value.map(
    ({ file: found, span }) => `${display(kit.workspace.root, found as FilePath)}:${span.start.line}`,
  );
  const how = kit.host.processes.spawned.length === before ? "kept" : "asked";
  return `${standing.state} ${places.sort().join(" ")} ${standing.evidence[0]?.proven === undefined ? how : "proven"}`;
}

/** Asks until the answer is kept. */
async function learn(store: AnswerStore, over: Partial<WorkspaceChoices> = {}): Promise<string> {
  await using kit = open(store, over);
  const said = await ask(kit);
  await kit.clock.until(kit.workspace.proven?.settled() ?? Promise.resolve());
  return said;
}

function toldIn(kit: ToyWorkspace): string[] {
  return kit.eventsOf("answer.kept").map(({ outcome, why }) => `${outcome}: ${why}`);
}

describe("a later process", () => {
  test("answers for what is unchanged without a server, and says when it was answered [AGL-301]", async () => {
    const store = storeHere();
    expect(await learn(store)).toBe("complete a.toy:1 a.toy:2 b.toy:1 asked");
    await using kit = open(store);
    expect(await ask(kit)).toBe("complete a.toy:1 a.toy:2 b.toy:1 proven");
    expect(kit.host.processes.spawned).toHaveLength(0);
  });

  test("an empty answer is an answer", async () => {
    const store = storeHere();
    const lonely = "-- a.toy --\ndef «^»apple\n-- b.toy --\nuse pear\n";
    const uses = async (kit: ToyWorkspace): Promise<number> => {
      const snapshot = await kit.clock.until(kit.workspace.snapshot());
      const target = { file: kit.path("a.toy"), place: kit.fixture.cursor.span.start };
      return (await kit.clock.until(snapshot.references(target, false, kit.patience()))).value.length;
    };
    {
      await using kit = open(store, { fixture: lonely });
      expect(await uses(kit)).toBe(0);
      await kit.clock.until(kit.workspace.proven?.settled() ?? Promise.resolve());
    }
    await using kit = open(store, { fixture: lonely });
    expect(await uses(kit)).toBe(0);
    expect(kit.host.processes.spawned).toHaveLength(0);
  });

  test("asks again after each change, also of a caller elsewhere, and not when it is taken back [AGL-302]", async () => {
    const store = storeHere();
    await learn(store);
    await using kit = open(store, { fixture: `${fixture}-- d.toy --\nuse apple\n` });
    expect(await ask(kit)).toBe("complete a.toy:1 a.toy:2 b.toy:1 d.toy:1 asked");
    expect(toldIn(kit)[0]).toBe("miss: changed since it was asked: files");
    await using back = open(store);
    expect(await ask(back)).toContain("proven");
  });

  const changes: readonly [string, Partial<WorkspaceChoices>, string, string?][] = [
    [
      "the server has another version of its program",
      { entry: { launch: { kind: "command", command: "toy", args: ["--other"] } } },
      "server, settings",
    ],
    ["the server is told something else", { entry: { settings: { deep: true } } }, "settings"],
    ["a setting is another one", { settings: { documents: { maxBytes: 5_000 } } }, "settings"],
    ["the root is not trusted any more", { trusted: false }, "settings"],
    ["we are another build", {}, "version", "another build"],
  ];
  test.each(changes)("asks again where %s", async (_, over, what, build = "a build") => {
    const store = storeHere();
    await learn(store);
    await using kit = open(store, over, build);
    expect(await ask(kit)).toContain("asked");
    expect(toldIn(kit)[0]).toBe(`miss: changed since it was asked: ${what}`);
  });

  test.each([
    ["a server of which it is not known what it reads", { entry: { restsOn: undefined } }],
    ["a setting that says so", { settings: { cache: { enabled: false } } }],
  ] as const)("has nothing that was kept of %s", async (_, over) => {
    const store = storeHere();
    await learn(store, over as Partial<WorkspaceChoices>);
    expect(store.size()?.answers).toBe(0);
  });

  test("a database that does not open makes it slower and not different [AGL-303]", async () => {
    const store = storeHere(noDatabases("there is none"));
    expect(await learn(store)).toBe("complete a.toy:1 a.toy:2 b.toy:1 asked");
    expect(await learn(store)).toBe("complete a.toy:1 a.toy:2 b.toy:1 asked");
  });
});

describe("what is not kept", () => {
  test("an answer that is not complete", async () => {
    const store = storeHere();
    expect(
      await learn(store, {
        entry: { references: "partial", readiness: { kind: "unknown", quietMs: 1 } },
        fixture: `${fixture}-- e.toy --\nuse (\n`,
      }),
    ).toContain("asked");
    const all = store.all().length;
    await learn(store, { settings: { account: { places: 0, ms: 0 } }, entry: { references: "partial" } });
    expect(store.all().length - all).toBeLessThanOrEqual(1);
    for (const one of store.all()) expect(one.kind).toBe("uses");
  });

  test("an answer during which a file was changed, and one right after a change", async () => {
    const store = storeHere();
    await using kit = open(store);
    await ask(kit);
    kit.host.write(kit.path("b.toy"), "use apple\nuse apple\n");
    await kit.clock.until(kit.workspace.proven?.settled() ?? Promise.resolve());
    expect(toldIn(kit)).toContain("not kept: a file was changed meanwhile");
    expect(store.all()).toHaveLength(0);
  });

  test("what was changed so that the server could not hear of it", async () => {
    const store = storeHere();
    await using kit = open(store);
    await ask(kit);
    kit.clock.advance(1_000);
    // Through another name of the file, which the watch does not report.
    kit.host.files.write(kit.path("b.toy"), "use apple\nuse apple\n");
    kit.clock.advance(1_000);
    await ask(kit);
    await kit.clock.until(kit.workspace.proven?.settled() ?? Promise.resolve());
    expect(toldIn(kit).filter((told) => told.startsWith("kept"))).toEqual([]);
  });

  test("an answer while another text is supposed", async () => {
    const store = storeHere();
    await learn(store);
    await using kit = open(store);
    const supposing = kit.workspace.suppose(new Map([[kit.path("b.toy"), "use pear\n"]]));
    const { snapshot, release } = await kit.clock.until(supposing);
    const target = { file: kit.path("a.toy"), place: kit.fixture.cursor.span.start };
    const { value } = await kit.clock.until(snapshot.references(target, true, kit.patience()));
    expect(value).toHaveLength(2);
    await kit.clock.until(release());
    await kit.clock.until(kit.workspace.proven?.settled() ?? Promise.resolve());
    expect(store.all()).toHaveLength(1);
  });
});

describe("any changes", () => {
  const names = ["a.toy", "b.toy", "deep/c.toy", "notes.txt", "new.toy"];
  const texts = ["def apple\nuse apple\n", "use apple\n", "use pear\n", "def pear\n", ""];
  const change = fc.record({ name: fc.constantFrom(...names), text: fc.constantFrom(undefined, ...texts) });

  test("a hit is what a process without anything kept says", async () => {
    const store = storeHere();
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), async (changes) => {
        const files = new Map([
          ["a.toy", "def «^»apple\nuse apple\n"],
          ["b.toy", "use apple\n"],
          ["deep/c.toy", "def pear\n"],
        ]);
        for (const { name, text } of changes) {
          if (name === "a.toy") files.set(name, `def «^»apple\n${text ?? ""}`);
          else if (text === undefined) files.delete(name);
          else files.set(name, text);
        }
        const own = [...files].map(([name, text]) => `-- ${name} --\n${text}`).join("");
        await using kit = open(store, { fixture: own });
        const said = await ask(kit);
        await kit.clock.until(kit.workspace.proven?.settled() ?? Promise.resolve());
        await using other = openToyWorkspace({ fixture: own });
        expect(said.replace(/ \w+$/, "")).toBe((await ask(other)).replace(/ \w+$/, ""));
      }),
      { numRuns: 60 },
    );
  });
});
