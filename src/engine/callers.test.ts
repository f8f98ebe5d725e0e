// Several callers of one engine: what a caller that leaves takes with it, and what callers that share an id are not given.

import { expect, test } from "vitest";
import type { BridgeEvent } from "../model/event.ts";
import type { Caller } from "../policy/effects.ts";
import { Emitter } from "../std/emitter.ts";
import { at } from "../std/json.ts";
import type { ToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { openToyWorkspace } from "../../test/support/kits/workspace-kit.ts";
import { Roots } from "../workspace/roots.ts";
import type { Outcome } from "./engine.ts";
import { LocalEngine } from "./local-engine.ts";

const fixture = "-- a.toy --\ndef apple\n-- b.toy --\nuse apple\n";
const caller = (id: string): Caller => ({ door: "mcp", id, allowed: ["read", "control", "propose", "write"] });
const [one, two] = [caller("mcp one"), caller("mcp two")];
const shared: Caller = { ...caller("mcp shared"), isShared: true };

interface Opened extends AsyncDisposable {
  readonly kit: ToyWorkspace;
  readonly engine: LocalEngine;
  readonly events: readonly BridgeEvent[];
  readonly call: (who: Caller, operation: string, input?: object) => Promise<Outcome>;
}

function open(): Opened {
  const kit = openToyWorkspace({ fixture, dials: { diagnostics: "pull" } });
  const events: BridgeEvent[] = [];
  const emitter = new Emitter<BridgeEvent>(() => {});
  emitter.subscribe((event) => events.push(event));
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    emitter,
    () => {},
    () => () => {},
  );
  const call: Opened["call"] = (who, operation, input = {}) =>
    kit.clock.until(engine.invoke({ operation, input, caller: who, format: "json" }));
  return { kit, engine, events, call, [Symbol.asyncDispose]: () => kit[Symbol.asyncDispose]() };
}

const edit = { file_path: "a.toy", new_text: "def pear\n" };

async function draftOf({ call, kit }: Opened, who: Caller): Promise<string> {
  const begun = await call(who, "create_simulation_session", { workspace_root: kit.workspace.root });
  if (!begun.ok || begun.body.format !== "json") throw new Error("no draft was begun");
  return String(at(begun.body.json, ["session_id"]));
}

test("a caller that leaves takes its drafts and phases with it, and those of others stay", async () => {
  await using opened = open();
  const { call, engine } = opened;
  const [first, second] = [await draftOf(opened, one), await draftOf(opened, two)];
  for (const who of [one, two]) await call(who, "activate_skill", { skill_name: "lsp-rename", mode: "block" });
  engine.leave("mcp one");
  expect(await call(one, "simulate_edit", { session_id: first, ...edit })).toMatchObject({ ok: false });
  expect(await call(two, "simulate_edit", { session_id: second, ...edit })).toMatchObject({ ok: true });
  const active = await Promise.all([one, two].map((who) => call(who, "get_skill_phase")));
  expect(active.map((outcome) => outcome.ok && JSON.stringify(outcome.body).includes('"active":true'))).toEqual([
    false,
    true,
  ]);
});

test("callers that share an id have drafts by their names, but no phases and no last change", async () => {
  await using opened = open();
  const { call } = opened;
  const draft = await draftOf(opened, shared);
  expect(await call(shared, "simulate_edit", { session_id: draft, ...edit })).toMatchObject({ ok: true });
  expect(await call(shared, "activate_skill", { skill_name: "lsp-rename", mode: "block" })).toMatchObject({
    ok: false,
    refusal: { code: "capability_missing" },
  });
  const done = await call(shared, "commit_session", { session_id: draft, apply: true });
  expect(done).toMatchObject({ ok: true });
  expect(await call(shared, "undo_edit")).toMatchObject({
    ok: false,
    refusal: { code: "bad_input", what: "The change to undo is not named." },
  });
  const history = await call(shared, "edit_history");
  const id =
    history.ok && history.body.format === "json" ? /"id":"([^"]+)"/.exec(JSON.stringify(history.body.json)) : null;
  expect(await call(shared, "undo_edit", { id: id?.[1] })).toMatchObject({ ok: true });
});

test("what a call brings about is told with the id of its caller", async () => {
  await using opened = open();
  await opened.call(one, "set_log_level", { level: "debug" });
  await opened.call({ door: "library", allowed: ["read", "control"] }, "list_workspace_folders");
  expect(opened.events.filter(({ type }) => type === "log.level" || type === "operation")).toMatchObject([
    { type: "log.level", level: "debug", caller: "mcp one" },
    { type: "operation", name: "set_log_level", caller: "mcp one" },
    { type: "operation", name: "list_workspace_folders" },
  ]);
});
