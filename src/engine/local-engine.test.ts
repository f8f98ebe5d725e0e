// The road: every call is decoded, allowed, run, bounded and recorded, and only expected failures are refusals.

import { expect, test } from "vitest";
import { refusalCodes } from "../model/refusal.ts";
import type { BridgeEvent } from "../model/event.ts";
import type { Caller } from "../policy/effects.ts";
import { Emitter } from "../std/emitter.ts";
import { at } from "../std/json.ts";
import type { ToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import type { Format, Outcome } from "./engine.ts";
import { LocalEngine } from "./local-engine.ts";
import { Roots } from "../workspace/roots.ts";
import { LastAnswers } from "../store/last-answers.ts";
import { refusalTable } from "./text/refusal-table.ts";

const fixture = `
-- a.toy --
def «^»apple
use apple
`;
const reader: Caller = { door: "library", allowed: ["read"] };

function engineOn(
  kit: ToyWorkspace,
  last?: LastAnswers,
  closing: (isLate: boolean) => void = () => {},
): { engine: LocalEngine; events: BridgeEvent[] } {
  const emitter = new Emitter<BridgeEvent>(() => {});
  const events: BridgeEvent[] = [];
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    emitter,
    closing,
    () => () => {},
    undefined,
    undefined,
    undefined,
    last,
  );
  engine.events((event) => events.push(event));
  return { engine, events };
}

function input(kit: ToyWorkspace): object {
  const { file, span } = kit.fixture.cursor;
  return { file_path: file, ...span.start };
}

test("one call fans out to several requests and returns one result [AGL-008]", async () => {
  await using kit = openToyWorkspace({ fixture });
  const { engine, events } = engineOn(kit);
  const outcome = await kit.clock.until(
    engine.invoke({
      operation: "find_references",
      input: { file_path: kit.fixture.cursor.file, symbol_path: "apple" },
      caller: reader,
    }),
  );
  expect(outcome).toMatchObject({
    ok: true,
    body: { format: "text", text: "1 reference to a.toy:1:5  def apple\na.toy\n  2:5  use apple" },
    standing: { state: "complete" },
  });
  const asked = kit.toy.received.map(({ method }) => method);
  expect(asked.slice(asked.indexOf("textDocument/didOpen") + 1)).toEqual([
    "textDocument/documentSymbol",
    "textDocument/references",
  ]);
  expect(events).toMatchObject([
    {
      type: "operation",
      name: "find_references",
      outcome: "complete",
      steps: ["decode", "allow", "run", "bound", "record"],
    },
  ]);
});

test.each([
  ["an unknown operation", "frobnicate", {}, reader, "unknown_operation"],
  ["arguments of the wrong type", "find_references", { file_path: 7 }, reader, "bad_input"],
  [
    "a caller that may not read",
    "find_references",
    { file_path: "a.toy", line: 1, column: 5 },
    { door: "mcp", allowed: [] } as Caller,
    "policy_denied",
  ],
])("%s is a refusal, and recorded", async (_, operation, raw, caller, code) => {
  await using kit = openToyWorkspace({ fixture });
  const { engine, events } = engineOn(kit);
  const outcome: Outcome = await engine.invoke({ operation, input: raw, caller });
  expect(outcome).toMatchObject({ ok: false, refusal: { code } });
  expect(events).toMatchObject([{ type: "operation", outcome: code }]);
  expect(kit.host.processes.spawned).toHaveLength(0);
});

test("text and JSON stay within the limit of the call, the standing included", async () => {
  const uses = Array.from({ length: 200 }, () => "use apple").join("\n");
  await using kit = openToyWorkspace({
    // The last file is too large to be read, and may hold a use.
    fixture: `${fixture}-- b.toy --\n${uses}\n-- c.toy --\n${"# apple\n".repeat(1_000)}`,
    settings: { documents: { maxBytes: 5_000 } },
  });
  const { engine } = engineOn(kit);
  const ask = (format: Format, maxCharacters?: number): Promise<Outcome> =>
    kit.clock.until(
      engine.invoke({ operation: "find_references", input: input(kit), caller: reader, format, maxCharacters }),
    );
  expect(await ask("json")).toMatchObject({ ok: true, body: { json: { length: 201 }, leftOut: undefined } });
  const words = await ask("text", 1_100);
  if (!words.ok || words.body.format !== "text") throw new Error("no answer");
  expect(words.standingLine).toMatch(/^Standing: partial/);
  expect(`${words.standingLine}${words.body.text}${words.hint}`.length).toBeLessThanOrEqual(1_100);
  const bounded = await ask("json", 1_100);
  if (!bounded.ok || bounded.body.format !== "json") throw new Error("no answer");
  expect(JSON.stringify(bounded.body.json).length).toBeLessThanOrEqual(1_100);
  expect(bounded.body.leftOut).toMatch(/^Only the first \d+ of 201 items are listed/);
  // Data that were cut are not complete, in any format.
  expect(bounded.standing.reasons.map(({ code }) => code)).toContain("capped");
});

test("a reason is told to each connection once at length; data always have it whole", async () => {
  await using kit = openToyWorkspace({ fixture, entry: { readiness: { kind: "unknown", quietMs: 0 } } });
  const { engine } = engineOn(kit);
  const file_path = kit.fixture.cursor.file;
  const ask = async (caller: Caller): Promise<(string | undefined)[]> => {
    const outcome = await kit.clock.until(engine.invoke({ operation: "list_symbols", input: { file_path }, caller }));
    if (!outcome.ok) throw new Error("no answer");
    return [outcome.standingLine, ...outcome.standing.reasons.map(({ detail }) => detail)];
  };
  const full = ["Standing: partial — Toy does not say when it is ready", "Toy does not say when it is ready"];
  const short = ["Standing: partial (as before: readiness unknown)", "Toy does not say when it is ready"];
  const one: Caller = { ...reader, id: "one" };
  expect([await ask(one), await ask(one), await ask({ ...reader, id: "two" })]).toEqual([full, short, full]);
  // Those without a name of their own may be several readers.
  expect([await ask(reader), await ask(reader)]).toEqual([full, full]);
});

test("how the last call ended is kept for who asks why, but not what was asked unasked", async () => {
  await using kit = openToyWorkspace({ fixture, entry: { readiness: { kind: "unknown", quietMs: 0 } } });
  const last = new LastAnswers(kit.host);
  const { engine } = engineOn(kit, last);
  const file_path = kit.fixture.cursor.file;
  const question = { operation: "list_symbols", input: { file_path }, caller: reader };
  await kit.clock.until(engine.invoke(question));
  await kit.clock.until(engine.invoke({ ...question, operation: "get_diagnostics", unasked: true }));
  await kit.clock.until(engine.invoke({ ...question, operation: "frobnicate" }));
  await last.settled();
  expect(await last.of(kit.workspace.root)).toMatchObject({
    operation: "list_symbols",
    about: file_path,
    standing: { state: "partial", reasons: [{ code: "readiness_unknown" }], evidence: [{ server: "toy" }] },
  });
  await kit.clock.until(engine.invoke({ ...question, input: { file_path: "none.toy" } }));
  await kit.clock.until(engine.invoke({ ...question, input: { file_path: "other.toy" }, unasked: true }));
  await last.settled();
  expect(await last.of(kit.workspace.root)).toMatchObject({
    operation: "list_symbols",
    about: "none.toy",
    refusal: { code: "file_not_found" },
  });
});

test("a denial names its rule and the version of the policy", async () => {
  await using kit = openToyWorkspace({ fixture });
  const { engine } = engineOn(kit);
  const caller: Caller = { door: "mcp", allowed: [] };
  const outcome = await engine.invoke({ operation: "find_references", input: input(kit), caller });
  expect(outcome).toMatchObject({
    ok: false,
    refusal: { code: "policy_denied", data: { rule: "effect.not_granted", policyVersion: "2" } },
  });
});

test("a defect of ours is recorded with its place and does not escape", async () => {
  await using kit = openToyWorkspace({ fixture });
  const { engine, events } = engineOn(kit);
  kit.host.files.real = () => Promise.reject(new Error("boom"));
  const outcome = await engine.invoke({ operation: "find_references", input: input(kit), caller: reader });
  expect(outcome).toMatchObject({ ok: false, refusal: { code: "internal", why: "boom" } });
  expect(events[0]).toMatchObject({ type: "defect", where: "find_references", message: "boom" });
});

test("a cancellation passes through untouched [BRG-56]", async () => {
  await using kit = openToyWorkspace({ fixture, dials: { neverAnswers: ["textDocument/references"] } });
  const { engine } = engineOn(kit);
  const controller = new AbortController();
  const call = engine
    .invoke({ operation: "find_references", input: input(kit), caller: reader, signal: controller.signal })
    .catch((error: unknown) => error);
  await kit.clock.pass(1_000);
  controller.abort();
  expect(await call).toMatchObject({ name: "AbortError" });
});

test("every refusal has its row", () => {
  expect(Object.keys(refusalTable).sort()).toEqual([...refusalCodes].sort());
});

test("no call outlives its deadline, whatever hangs below it", async () => {
  await using kit = openToyWorkspace({ fixture, dials: { neverAnswers: ["textDocument/references"] } });
  const { engine } = engineOn(kit);
  kit.host.files.real = () => new Promise(() => {});
  const began = kit.clock.now();
  const outcome = await kit.clock.until(
    engine.invoke({ operation: "find_references", input: input(kit), caller: reader, timeoutMs: 300 }),
  );
  expect(outcome).toMatchObject({ ok: false, refusal: { code: "timed_out" } });
  expect(kit.clock.now() - began).toBeLessThanOrEqual(550);
});

test("an answer without a later call names no token, and removes no other's", async () => {
  await using kit = openToyWorkspace({ fixture });
  const { engine } = engineOn(kit);
  const ask = async (more: object, once?: boolean): Promise<unknown> => {
    const given = { file_path: kit.fixture.cursor.file, ...more };
    const asked = engine.invoke({ operation: "get_diagnostics", input: given, caller: reader, once });
    const outcome = await kit.clock.until(asked);
    if (!outcome.ok) throw new Error(outcome.refusal.what);
    return outcome.body.format === "json" ? outcome.body.json : outcome.body.text;
  };
  const token = at(await ask({ format: "json" }), ["token"]);
  expect(token).toEqual(expect.any(String));
  for (const look of await Promise.all(Array.from({ length: 60 }, () => ask({ format: "json" }, true)))) {
    expect(Object.keys(Object(look))).toEqual([expect.stringMatching(/^file:/)]);
  }
  expect(await ask({}, true)).not.toContain("since=");
  // An answer about the past can be had in passing as well.
  for (const once of [true, false])
    expect(await ask({ since: token, format: "json" }, once)).not.toHaveProperty("unknown_since");
});

test("closing ends in order; where something hangs it ends by force, and what runs is killed [S42]", async () => {
  const ended: boolean[] = [];
  await using kit = openToyWorkspace({ fixture });
  const watch = kit.host.watching.watch.bind(kit.host.watching);
  const hanging = new Set([true]);
  kit.host.watching.watch = (options) =>
    Object.assign(watch(options), { close: () => new Promise<void>((done) => hanging.size > 0 || done()) });
  const { engine } = engineOn(kit, undefined, (isLate) => {
    ended.push(isLate);
    if (isLate) kit.host.processes.killAll();
  });
  await kit.clock.until(engine.invoke({ operation: "find_references", input: input(kit), caller: reader }));
  expect(kit.host.processes.alive).toBe(1);
  await kit.clock.until(engine.close());
  expect([ended, kit.host.processes.alive]).toEqual([[true], 0]);
  hanging.clear();
});

test("calls that a machine makes of its own accord keep no idle server alive, those of a caller do [NEX-20]", async () => {
  for (const unasked of [true, false]) {
    await using kit = openToyWorkspace({ fixture });
    const { engine } = engineOn(kit);
    const ask = (isUnasked: boolean): Promise<Outcome> =>
      kit.clock.until(
        engine.invoke({ operation: "find_references", input: input(kit), caller: reader, unasked: isUnasked }),
      );
    await ask(false);
    for (let minute = 0; minute < 9; minute++) {
      await kit.clock.pass(60_000);
      expect(await ask(unasked)).toMatchObject({ ok: true });
    }
    await kit.clock.pass(120_000);
    expect(kit.eventsOf("session.evicted")).toHaveLength(unasked ? 1 : 0);
  }
});
