// Texts that a server would keep something of are shown to a process of their own, which ends with them.

import { expect, test } from "vitest";
import { Lane } from "../../std/lane.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import type { ToyWorkspace, WorkspaceChoices } from "../../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import type { Sessions } from "./sessions.ts";
import { Supposition } from "../supposition.ts";
import { TwinnedSessions } from "./twins.ts";
import type { SupposedSnapshot } from "../view.ts";

const fixture = `-- a.go --
package shop
var x
def apple
-- b.go --
package shop
var x
use apple
`;

function open(keeps: "any" | "go" | undefined, over: Partial<WorkspaceChoices> = {}): ToyWorkspace {
  return openToyWorkspace({
    ...over,
    fixture,
    language: { extensions: [".go"] },
    entry: {
      quirks: { supposes: { created: "open", deleted: "tell", ...(keeps && { keeps }) }, ...over.entry?.quirks },
    },
  });
}

function suppose(kit: ToyWorkspace, texts: Readonly<Record<string, string | null>>): Promise<SupposedSnapshot> {
  const entries = Object.entries(texts).map(([file, text]) => [kit.path(file), text] as const);
  return kit.clock.until(kit.workspace.suppose(new Map(entries)));
}

async function names(kit: ToyWorkspace, { snapshot }: Pick<SupposedSnapshot, "snapshot">): Promise<string[]> {
  const { value } = await kit.clock.until(snapshot.documentSymbols(kit.path("a.go"), kit.patience()));
  return value.map(({ name }) => name);
}

async function onDisk(kit: ToyWorkspace): Promise<string[]> {
  return names(kit, { snapshot: await kit.clock.until(kit.workspace.snapshot()) });
}

const one = "package shop\nvar x\ndef draft_one\n";

/** Only those that are started for a draft. */
function slowToEnd(incarnation: number): Partial<ToyDials> {
  return incarnation === 1 ? {} : { neverAnswers: ["shutdown"] };
}

/** For each process whether it was shown words of a draft, and whether it has ended. */
function processes(kit: ToyWorkspace): string[] {
  return kit.toy.incarnations.map(({ server }) => {
    const words = [...new Set(JSON.stringify(server.received).match(/draft_\w+/g))].join(" ");
    return `${words === "" ? "nothing" : words}${server.methods.includes("exit") ? ", ended" : ""}`;
  });
}

test("a server that keeps something of any text is shown none, and every draft has one that saw no other", async () => {
  await using kit = open("any");
  expect(await onDisk(kit)).toEqual(["apple"]);
  for (const word of ["draft_one", "draft_two"]) {
    const supposed = await suppose(kit, { "a.go": `package shop\nvar x\ndef ${word}\n` });
    expect(await names(kit, supposed)).toEqual([word]);
    expect(kit.workspace.sessions).toHaveLength(1);
    await kit.clock.until(supposed.release());
    expect(await onDisk(kit)).toEqual(["apple"]);
  }
  await kit.clock.pass(1_000);
  expect(processes(kit)).toEqual(["nothing", "draft_one, ended", "draft_two, ended"]);
  expect(kit.events.filter((event) => JSON.stringify(event).includes("draft"))).toEqual([]);
});

test.each([
  ["a body", { "a.go": "package shop\nvar x\ndef draft_one\n" }, "shared"],
  ["prose beside it", { "a.go": "package shop\nvar x\ndef draft_one\n", "README.md": "# Shop\n" }, "shared"],
  ["a package", { "a.go": "package draft_one\nvar x\ndef apple\n" }, "own"],
  ["a constraint", { "a.go": "//go:build draft_one\npackage shop\nvar x\ndef apple\n" }, "own"],
  ["a file that comes", { "c.go": "package shop\nvar x\ndef draft_one\n" }, "own"],
  ["a file that goes", { "a.go": "package shop\nvar x\ndef draft_one\n", "b.go": null }, "own"],
] as const)("what the go command does not read anew is shown to the shared server: %s", async (_, texts, where) => {
  await using kit = open("go");
  await onDisk(kit);
  const supposed = await suppose(kit, texts);
  await names(kit, supposed);
  await kit.clock.until(supposed.release());
  expect(await onDisk(kit)).toEqual(["apple"]);
  await kit.clock.pass(1_000);
  expect(processes(kit)).toEqual(where === "shared" ? ["draft_one"] : ["nothing", "draft_one, ended"]);
});

test("a process of one's own ends with the root, also while it is in use", async () => {
  const kit = open("any");
  const supposed = await suppose(kit, { "a.go": "package shop\nvar x\ndef draft_one\n" });
  expect(await names(kit, supposed)).toEqual(["draft_one"]);
  await kit.clock.until(kit.workspace.close());
  expect(processes(kit)).toEqual(["draft_one, ended"]);
  await kit.clock.until(supposed.release());
});

test("a caller that lets go of a draft waits until its process has ended, which is shown nothing more", async () => {
  await using kit = open("any", { dials: slowToEnd, settings: { stop: { shutdownMs: 200 } } });
  await onDisk(kit);
  const supposed = await suppose(kit, { "a.go": one, "b.go": "package shop\nvar x\nuse draft_one\n" });
  expect(await names(kit, supposed)).toEqual(["draft_one"]);
  const before = kit.toy.server.methods.length;
  await kit.clock.until(supposed.release());
  expect(kit.host.processes.alive).toBe(1);
  const told = kit.toy.server.methods.slice(before);
  expect(told.filter((method) => method !== "$/cancelRequest")).toEqual(["shutdown", "exit"]);
});

test("one that is slow to end keeps no caller for long, takes memory until it has, and is waited for with the root", async () => {
  const kit = open("any", { settings: { idle: { memoryBytes: 1_000, checkMs: 100 } } });
  await onDisk(kit);
  const supposed = await suppose(kit, { "a.go": one });
  expect(await names(kit, supposed)).toEqual(["draft_one"]);
  kit.toy.process.pauseInput();
  const began = kit.clock.now();
  await kit.clock.until(supposed.release());
  expect(kit.clock.now() - began).toBeLessThanOrEqual(500);
  expect(kit.host.processes.alive).toBe(2);
  for (const process of kit.host.processes.spawned) process.useMemory(600);
  await kit.clock.pass(200);
  expect(kit.eventsOf("session.evicted")).toMatchObject([{ server: "toy", why: "memory" }]);
  await kit.clock.until(kit.workspace.close());
  expect(kit.host.processes.alive).toBe(0);
});

test("the next draft starts no process before the one of the last has ended", async () => {
  await using kit = open("any");
  await onDisk(kit);
  for (let drafts = 0; drafts < 3; drafts++) {
    const supposed = await suppose(kit, { "a.go": one });
    expect(await names(kit, supposed)).toEqual(["draft_one"]);
    expect(kit.host.processes.alive).toBe(2);
    kit.toy.process.pauseInput();
    await kit.clock.until(supposed.release());
  }
  expect(kit.toy.incarnations).toHaveLength(4);
});

test("a draft that took too long has its process ended, and what is under way is told so", async () => {
  await using kit = open("any", {
    dials: { neverAnswers: ["textDocument/documentSymbol"] },
    settings: { edits: { laneMs: 3_000 } },
  });
  const supposed = await suppose(kit, { "a.go": one });
  const asked = await refusalOf(names(kit, supposed));
  expect(asked.details.next).toContain("laneMs");
  await kit.clock.pass(100);
  expect(processes(kit)).toEqual(["draft_one, ended"]);
  await kit.clock.until(supposed.release());
});

test.each([
  ["any", ["nothing", "draft_one, ended"]],
  [undefined, ["draft_one"]],
] as const)("a draft that rests lets others ask, and is asked again (%s)", async (keeps, expected) => {
  await using kit = open(keeps, { settings: { edits: { laneMs: 3_000 } } });
  await onDisk(kit);
  const supposed = await suppose(kit, { "a.go": one });
  for (const restMs of [100, 5_000, 0]) {
    expect(await names(kit, supposed)).toEqual(["draft_one"]);
    await kit.clock.until(supposed.rest());
    expect(await onDisk(kit)).toEqual(["apple"]);
    await kit.clock.pass(restMs);
  }
  await kit.clock.until(supposed.release());
  expect(processes(kit)).toEqual(expected);
  expect((await refusalOf(names(kit, supposed))).code).toBe("timed_out");
  await kit.clock.until(supposed.rest());
  expect((await refusalOf(names(kit, supposed))).code).toBe("timed_out");
});

test.each([undefined, "any"] as const)(
  "nothing is made for a draft that needs none, nor after the end (%s)",
  async (keeps) => {
    await using kit = open(keeps);
    await onDisk(kit);
    const [session] = kit.workspace.sessions;
    if (session === undefined) throw new Error("no server was asked");
    const pool = new Set<Sessions>();
    const { clock } = kit;
    const idle = { teardownMs: 0, memoryBytes: 0, checkMs: 0 };
    const sessions = new TwinnedSessions({ clock, settings: idle, emit: () => {}, pool, create: async () => session });
    const context = { clock, laneMs: 1_000, lane: new Lane(clock), own: sessions };
    const supposition = (): Supposition => new Supposition(context, new Map([[kit.path("a.go"), one]]));
    const atFirst = pool.size;
    await sessions.supposing(session, supposition());
    expect(pool.size - atFirst).toBe(keeps === undefined ? 0 : 1);
    await kit.clock.until(sessions.close());
    const late = sessions.supposing(session, supposition());
    const outcome = keeps === undefined ? await late : (await refusalOf(late)).code;
    expect(outcome).toBe(keeps === undefined ? session : "not_initialized");
    expect(pool.size).toBe(0);
  },
);

test("texts that may be read with each other are opened once more when all of them are shown", async () => {
  await using kit = open("any", { entry: { quirks: { reopens: true } } });
  const both = { "b.go": "use draft_one\n", "a.go": "package shop\nvar x\ndef draft_one\n" };
  const supposed = await suppose(kit, both);
  expect(await names(kit, supposed)).toEqual(["draft_one"]);
  const shown = kit.toy.received
    .filter(({ method }) => /didOpen|didClose|didChange|documentSymbol/.test(method))
    .map(({ method, params }) => {
      const { uri } = (params as { textDocument: { uri: string } }).textDocument;
      return `${method.replace("textDocument/", "")} ${uri.split("/").at(-1)}`;
    });
  expect(shown.slice(0, -1)).toEqual([
    ...["didOpen b.go", "didOpen a.go", "documentSymbol b.go", "documentSymbol a.go"],
    ...["didClose b.go", "didOpen b.go", "documentSymbol b.go"],
    ...["didClose a.go", "didOpen a.go", "documentSymbol a.go"],
  ]);
  await kit.clock.until(supposed.release());
});
