// A server that fails in the middle of an account: the label gets worse, never better, and nothing is left running.

import { expect, test } from "vitest";
import { Cancelled } from "../../std/cancel.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import type { DialsOrChoice } from "../../testing/toy/toy.ts";
import type { ToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";

const fixture = `-- a.toy --
def «^»total
«use|total»
-- b.toy --
«use|total»
-- c.toy --
own total
total
-- d.toy --
«use|total»
«use|total»
`;

/** It searches open documents alone, so that everything else rests on the account. */
const searchesOpen: Partial<ToyDials> = { slowIndex: true, indexSignal: "silence" };

function open(dials: DialsOrChoice): ToyWorkspace {
  return openToyWorkspace({ fixture, dials, settings: { restart: { backoffMs: [0] } } });
}

interface Told {
  readonly uses: readonly string[];
  readonly possible: readonly string[];
  readonly unchecked: number;
  readonly reasons: readonly string[];
}

async function ask(kit: ToyWorkspace): Promise<Told> {
  const snapshot = await kit.clock.until(kit.workspace.snapshot());
  const asked = snapshot.uses(kit.at(kit.fixture.cursor), false, kit.patience());
  const { value, standing } = await kit.clock.until(asked);
  const spell = ({ file, span }: { file: unknown; span: { start: { line: number } } }): string =>
    `${String(file).split("/").at(-1)}:${span.start.line}`;
  return {
    uses: value.locations.map(spell).sort(),
    possible: value.possible.map(({ location, why }) => `${spell(location)} ${why}`).sort(),
    unchecked: value.unchecked,
    reasons: standing.reasons.map(({ code }) => code),
  };
}

const uses = ["a.toy:2", "b.toy:1", "d.toy:1", "d.toy:2"];

test("without a fault the account finds what the search lacks", async () => {
  await using kit = open(searchesOpen);
  expect(await ask(kit)).toEqual({ uses, possible: [], unchecked: 0, reasons: [] });
  expect(kit.fixture.marks("use")).toHaveLength(uses.length);
});

const definition = "textDocument/definition";
const start = { line: 0, character: 0 };
const uri = "file:///project/c.toy";

const faults: readonly (readonly [string, Partial<ToyDials>])[] = [
  ["dies of every question about a file", { crashAt: definition, crashFile: "b.toy" }],
  ["dies of every question", { crashAt: definition }],
  ["dies of the question about the symbol itself", { crashAt: definition, crashFile: "a.toy" }],
  ["never answers about a file", { neverAnswers: [definition], silentFile: "b.toy" }],
  ["never answers", { neverAnswers: [definition] }],
  ["never answers about the symbol itself", { neverAnswers: [definition], silentFile: "a.toy" }],
  ["answers with an error", { errors: { [definition]: { code: -32603, message: "a bad day" } } }],
  ["answers with a number", { replies: { [definition]: 42 } }],
  ["answers with nothing", { replies: { [definition]: null } }],
  ["answers with an empty list", { replies: { [definition]: [] } }],
  ["answers with a place without a range", { replies: { [definition]: { uri } } }],
  ["answers with a text for a place", { replies: { [definition]: [{ uri: 7, range: { start, end: start } }] } }],
  [
    "answers with a file that does not exist",
    { replies: { [definition]: { uri: "file:///project/gone.toy", range: { start, end: start } } } },
  ],
];

test.each(faults)("a server that %s: what it did not answer is not left out", async (_, dials) => {
  const kit = open({ ...searchesOpen, ...dials });
  const told = await ask(kit);
  expect(told.reasons).not.toEqual([]);
  const missing = uses.filter((use) => !told.uses.includes(use));
  const listed = missing.filter((use) => told.possible.some((one) => one.startsWith(`${use} `)));
  expect(told.unchecked + listed.length).toBeGreaterThanOrEqual(missing.length);
  // What leads elsewhere is never a use.
  expect(told.uses.filter((use) => !uses.includes(use))).toEqual([]);
  await kit[Symbol.asyncDispose]();
  expect(kit.host.processes.alive).toBe(0);
  kit.fixture.marks("use");
});

test("a server that dies once in the middle is started anew, and every place is asked about", async () => {
  await using kit = open((incarnation) =>
    incarnation === 1 ? { ...searchesOpen, crashAt: definition, crashFile: "d.toy" } : searchesOpen,
  );
  const told = await ask(kit);
  expect(told).toMatchObject({ uses, possible: [], unchecked: 0 });
  expect(kit.toy.incarnations).toHaveLength(2);
  kit.fixture.marks("use");
});

test("a caller that leaves in the middle stops the questions", async () => {
  await using kit = open({ ...searchesOpen, neverAnswers: [definition], silentFile: "b.toy" });
  const leaving = new AbortController();
  const snapshot = await kit.clock.until(kit.workspace.snapshot());
  const asked = snapshot
    .uses(kit.at(kit.fixture.cursor), false, kit.patience({ signal: leaving.signal }))
    .catch((error: unknown) => error);
  await kit.clock.pass(1_000);
  const before = kit.toy.server.paramsOf(definition).length;
  expect(before).toBeGreaterThan(0);
  leaving.abort();
  expect(await kit.clock.until(asked)).toBeInstanceOf(Cancelled);
  await kit.clock.pass(60_000);
  expect(kit.toy.server.paramsOf(definition)).toHaveLength(before);
  expect(kit.toy.server.methods).toContain("$/cancelRequest");
  kit.fixture.marks("use");
});
