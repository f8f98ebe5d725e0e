import { describe, expect, test } from "vitest";

import { checkDiagnostics, standingWords } from "../../testing/checks.ts";
import type { SessionChoices, ToySession } from "../../testing/kits/kit.ts";
import { openSession } from "../../testing/kits/kit.ts";
import { oneTurn } from "../../testing/step-clock.ts";
import type { ToyDials } from "../../testing/toy/toy-dials.ts";
import { diagnose } from "./diagnose.ts";

const styles: readonly (readonly [ToyDials["diagnostics"], "push" | "pull"])[] = [
  ["push", "push"],
  ["push-unversioned", "push"],
  ["pull", "pull"],
  ["pull-dynamic", "pull"],
];

async function askFor(kit: ToySession, file: string, over: Parameters<ToySession["ask"]>[0] = {}) {
  const { value, standing } = await kit.clock.until(diagnose(kit.session, kit.path(file), kit.ask(over)));
  return { ...value, messages: value.diagnostics.map(({ message }) => message), standing: standingWords(standing) };
}

function open(fixture: string, dials: Partial<ToyDials>, more: Partial<SessionChoices> = {}): ToySession {
  return openSession({ fixture, dials, ...more });
}

test.each([
  ["that the caller gives is the shorter", 10_000, 700, 700],
  ["that is set is the shorter", 500, 700, 500],
  ["is not given, and readiness is not waited for", 1_000, undefined, 1_000],
])("what is never pushed is waited for no longer than the time %s", async (_, set, patienceMs, waited) => {
  await using kit = open(
    "-- a.toy --\nuse x\n",
    { publishesOn: "demand" },
    { settings: { diagnostics: { waitMs: set } } },
  );
  await kit.clock.until(kit.session.start(kit.ask().deadline));
  const began = kit.clock.now();
  const { standing } = await askFor(kit, "a.toy", { waitMs: 0, patienceMs });
  expect([kit.clock.now() - began, standing]).toEqual([waited, expect.stringMatching(/^unavailable/)]);
});

describe.each(styles)("diagnostics by %s", (diagnostics, source) => {
  test("say what is wrong and where, beyond ASCII too [AGL-201]", async () => {
    await checkDiagnostics(
      `-- a.toy --
«^»def x
é𝒳 use «problem|größe» use x
use «problem|x1» # use nothing
-- b.toy --
def y
-- @diagnostics --
error unknown unknown name größe
error unknown unknown name x1
`,
      { dials: { diagnostics } },
    );
  });

  test("of a clean file are an empty list that is complete", async () => {
    await using kit = open("-- a.toy --\ndef x\n", { diagnostics });
    expect(await askFor(kit, "a.toy")).toMatchObject({ source, messages: [], standing: "complete" });
  });

  test("follow the disk, and name the version they are of [SYN-52]", async () => {
    await using kit = open("-- a.toy --\nuse x\n-- b.toy --\n", { diagnostics });
    expect(await askFor(kit, "a.toy")).toMatchObject({ version: 1, messages: ["unknown name x"] });
    kit.host.write(kit.path("b.toy"), "def x\n");
    expect(await askFor(kit, "a.toy")).toMatchObject({ messages: [], standing: "complete" });
    kit.host.write(kit.path("a.toy"), "use x use y\n");
    expect(await askFor(kit, "a.toy")).toMatchObject({
      version: 2,
      messages: ["unknown name y"],
      standing: "complete",
    });
  });

  test("are of the next life after a crash", async () => {
    await using kit = open("-- a.toy --\nuse x\n", { diagnostics });
    await askFor(kit, "a.toy");
    kit.toy.process.exit(1);
    expect(await askFor(kit, "a.toy")).toMatchObject({ source, messages: ["unknown name x"], standing: "complete" });
    expect(kit.toy.incarnations).toHaveLength(2);
  });

  test("survive a crash that comes while they are awaited", async () => {
    const crashAt = source === "pull" ? "textDocument/diagnostic" : "textDocument/didOpen";
    await using kit = openSession({
      fixture: "-- a.toy --\nuse x\n",
      dials: (life) => ({ diagnostics, ...(life === 1 ? { crashAt } : {}) }),
    });
    expect(await askFor(kit, "a.toy")).toMatchObject({ messages: ["unknown name x"], standing: "complete" });
  });
});

describe("pushed diagnostics", () => {
  test.each([
    ["push", 1],
    ["push-unversioned", undefined],
  ] as const)("by %s are recorded as events before any question", async (diagnostics, version) => {
    await using kit = open("-- a.toy --\n𝒳 use «problem|x»\n", { diagnostics });
    await askFor(kit, "a.toy");
    const [event] = kit.eventsOf("diagnostics");
    expect(event).toMatchObject({
      server: "toy",
      file: kit.path("a.toy"),
      diagnostics: [{ message: "unknown name x", severity: "error", span: kit.fixture.mark("problem").span }],
    });
    expect(event?.version).toBe(version);
  });

  test("with versions are there with the push, without only after silence", async () => {
    await using versioned = open("-- a.toy --\nuse x\n", { diagnostics: "push" });
    await askFor(versioned, "a.toy");
    expect(versioned.clock.now()).toBe(1_000);
    await using unversioned = open("-- a.toy --\nuse x\n", { diagnostics: "push-unversioned" });
    await askFor(unversioned, "a.toy");
    expect(unversioned.clock.now()).toBe(1_500);
  });

  test("that never come are nothing received, after the time for them", async () => {
    await using kit = open("-- a.toy --\ndef x\n", { silentWhenClean: true });
    expect(await askFor(kit, "a.toy")).toMatchObject({
      source: "none",
      messages: [],
      standing: "unavailable: nothing_received",
    });
    expect(kit.clock.now()).toBe(11_000);
  });

  test("of an older version are not shown as those of this one", async () => {
    await using kit = open("-- a.toy --\nuse x\n", { publishesOn: "demand" });
    const ask = () => diagnose(kit.session, kit.path("a.toy"), kit.ask());
    const first = ask();
    await oneTurn();
    kit.toy.server.publish();
    expect((await kit.clock.until(first)).value.diagnostics).toHaveLength(1);
    kit.host.write(kit.path("a.toy"), "def x\n");
    const second = ask();
    await oneTurn();
    kit.toy.server.publish(undefined, 1);
    const { value, standing } = await kit.clock.until(second);
    expect([value.source, value.diagnostics, standingWords(standing)]).toEqual([
      "none",
      [],
      "unavailable: nothing_received",
    ]);
  });

  test("that are still coming when the time is up are partial, and timed out", async () => {
    await using kit = open("-- a.toy --\nuse x\n", { diagnostics: "push-unversioned" });
    const question = diagnose(kit.session, kit.path("a.toy"), kit.ask({ ms: 1_200 }));
    await oneTurn();
    for (let ms = 100; ms < 2_000; ms += 100) kit.clock.after(ms, () => kit.toy.server.publish());
    const { value, standing } = await kit.clock.until(question);
    expect([value.source, value.diagnostics.length, standingWords(standing)]).toEqual([
      "push",
      1,
      "partial: timed_out",
    ]);
  });

  test("come after a save, where the server waits for one", async () => {
    const entry = { quirks: { saveForDiagnostics: true } };
    await using kit = open("-- a.toy --\nuse x\n", { publishesOn: "save", save: "yes" }, { entry });
    expect(await askFor(kit, "a.toy")).toMatchObject({ messages: ["unknown name x"], standing: "complete" });
  });

  test("of a document that was closed and opened again are the new ones", async () => {
    await using kit = open("-- a.toy --\nuse x\n", {});
    await askFor(kit, "a.toy");
    kit.host.files.write(kit.path("a.toy"), "use y\n");
    await askFor(kit, "a.toy");
    await kit.session.documents.close(kit.path("a.toy"));
    kit.host.files.write(kit.path("a.toy"), "use z\n");
    expect(await askFor(kit, "a.toy")).toMatchObject({ messages: ["unknown name z"], standing: "complete" });
  });

  test("about no file, or malformed, do no harm", async () => {
    await using kit = open("-- a.toy --\nuse x\n", {});
    await askFor(kit, "a.toy");
    kit.toy.server.notify("textDocument/publishDiagnostics", { uri: "jdt://class", diagnostics: [] });
    kit.toy.server.notify("textDocument/publishDiagnostics", { diagnostics: "none" });
    kit.toy.server.notify("textDocument/publishDiagnostics", {
      uri: kit.uri("a.toy"),
      version: 9,
      diagnostics: [1],
    });
    await oneTurn();
    expect(await askFor(kit, "a.toy")).toMatchObject({ source: "push", messages: [] });
    expect(kit.eventsOf("defect")).toEqual([]);
  });
});

describe("pulled diagnostics", () => {
  test("that are unchanged are the ones from before", async () => {
    await using kit = open("-- a.toy --\nuse x\n", { diagnostics: "pull" });
    await askFor(kit, "a.toy");
    expect(await askFor(kit, "a.toy")).toMatchObject({ messages: ["unknown name x"], standing: "complete" });
    const previous = kit.toy.server
      .paramsOf("textDocument/diagnostic")
      .map((params) => (params as { previousResultId?: string }).previousResultId);
    expect(previous).toEqual([undefined, expect.any(String)]);
  });

  test("of several sources are joined, and one that cannot be read makes the answer unavailable", async () => {
    await using kit = open("-- a.toy --\nuse x\n", { diagnostics: "pull-dynamic" });
    await askFor(kit, "a.toy");
    await kit.toy.server.register("textDocument/diagnostic", { identifier: "second" });
    expect((await askFor(kit, "a.toy")).messages).toEqual(["unknown name x", "unknown name x"]);
    const identifiers = kit.toy.server
      .paramsOf("textDocument/diagnostic")
      .map((params) => (params as { identifier?: string }).identifier);
    expect(identifiers).toEqual(["toy", "toy", "second"]);
  });

  test.each([
    ["first", ["null", "full"]],
    ["last", ["full", "null"]],
  ] as const)("whose %s report cannot be parsed are unavailable", async (_which, replies) => {
    await using kit = open("-- a.toy --\nuse x\n", { diagnostics: "pull-dynamic" });
    await askFor(kit, "a.toy");
    await kit.toy.server.register("textDocument/diagnostic", { identifier: "second" });
    kit.toy.server.reports.push(...replies);
    expect((await askFor(kit, "a.toy")).standing).toBe("unavailable: nothing_received");
  });

  test("are not asked of a server that must not be asked", async () => {
    const entry = { quirks: { neverSend: ["textDocument/diagnostic"] } };
    await using kit = open("-- a.toy --\nuse x\n", { diagnostics: "pull" }, { entry });
    expect(await askFor(kit, "a.toy")).toMatchObject({ source: "none", standing: "unavailable: nothing_received" });
    expect(kit.toy.server.methods).not.toContain("textDocument/diagnostic");
  });

  test("may all have changed: the server says so, and is answered", async () => {
    await using kit = open("-- a.toy --\nuse x\n", { diagnostics: "pull" });
    await askFor(kit, "a.toy");
    const before = kit.session.diagnosticsEpoch;
    await kit.toy.server.ask("workspace/diagnostic/refresh");
    expect(kit.session.diagnosticsEpoch).toBe(before + 1);
    expect(kit.eventsOf("diagnostics.refresh")).toEqual([{ type: "diagnostics.refresh", server: "toy" }]);
    expect(kit.toy.server.answers.at(-1)).toEqual({ method: "workspace/diagnostic/refresh", result: null });
  });
});

test("a server without diagnostics never makes a file look clean", async () => {
  await using kit = open("-- a.toy --\nuse x\n", { diagnostics: "none" }, { entry: { diagnostics: "none" } });
  expect(await askFor(kit, "a.toy")).toMatchObject({
    source: "none",
    messages: [],
    standing: "unavailable: nothing_received",
  });
  expect(kit.clock.now()).toBe(1_000);
});
