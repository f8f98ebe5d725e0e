// The documented way of each skill in block mode, through the engine, down to the files; and that leaving it changes none.

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

const fixture = "-- a.toy --\ndef apple\ndef pear\n-- b.toy --\nuse apple\nuse pear\n";
const agent: Caller = { door: "mcp", allowed: ["read", "control", "propose", "write"] };

interface Agent extends AsyncDisposable {
  readonly kit: ToyWorkspace;
  call(operation: string, input?: object, caller?: Caller): Promise<Outcome>;
  /** The answer of a call that must not be refused. */
  ask(operation: string, input?: object): Promise<unknown>;
  text(file: string): Promise<string>;
  phase(): Promise<unknown>;
}

async function agentOn(skill_name: string): Promise<Agent> {
  const kit = openToyWorkspace({ fixture, dials: { diagnostics: "pull" } });
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    new Emitter<BridgeEvent>(() => {}),
    async () => {},
    () => () => {},
  );
  const call: Agent["call"] = (operation, input = {}, caller = agent) =>
    kit.clock.until(engine.invoke({ operation, input, caller, format: "json" }));
  const ask: Agent["ask"] = async (operation, input) => {
    const outcome = await call(operation, input);
    if (!outcome.ok) throw new Error(`${operation}: ${outcome.refusal.what} ${outcome.refusal.why ?? ""}`);
    return outcome.body.format === "json" ? outcome.body.json : outcome.body.text;
  };
  await ask("activate_skill", { skill_name, mode: "block" });
  return {
    kit,
    call,
    ask,
    text: async (file) =>
      kit.host.files.decode((await kit.host.files.read(kit.path(file), 1_000_000)) ?? new Uint8Array()).text,
    phase: async () => at(await ask("get_skill_phase"), ["current_phase"]),
    [Symbol.asyncDispose]: () => kit.clock.until(engine.close()),
  };
}

const apple = { file_path: "a.toy", symbol_path: "apple" };
const edit = { file_path: "a.toy", old_text: "def pear", new_text: "def pear\ndef plum" };

async function expectBlocked(calling: Promise<Outcome>): Promise<void> {
  const outcome = await calling;
  expect(outcome.ok ? outcome.body : outcome.refusal.data).toMatchObject({ error: "phase_violation" });
}

test("lsp-rename: nothing is written before the dry run, and all of it after [AGL-278 AGL-279]", async () => {
  await using here = await agentOn("lsp-rename");
  const rename = { ...apple, new_name: "fig" };
  await expectBlocked(here.call("rename_symbol", rename));
  await expectBlocked(here.call("apply_edit", edit));
  expect(await here.text("a.toy")).toBe("def apple\ndef pear\n");
  await here.ask("find_symbol", { query: "apple" });
  await here.ask("prepare_rename", apple);
  await here.ask("find_references", apple);
  await expectBlocked(here.call("rename_symbol", rename));
  await here.ask("rename_symbol", { ...rename, dry_run: true });
  expect(await here.text("a.toy")).toBe("def apple\ndef pear\n");
  expect(await here.phase()).toBe("preview");
  await here.ask("rename_symbol", rename);
  expect([await here.text("a.toy"), await here.text("b.toy")]).toEqual(["def fig\ndef pear\n", "use fig\nuse pear\n"]);
  await here.ask("get_diagnostics", { file_paths: ["a.toy", "b.toy"] });
  expect(await here.phase()).toBe("execute");
  await here.ask("undo_edit");
  expect(await here.text("b.toy")).toBe("use apple\nuse pear\n");
  await here.ask("deactivate_skill");
});

test("a dry run that was refused opens no way to write", async () => {
  await using here = await agentOn("lsp-rename");
  expect((await here.call("rename_symbol", { ...apple, new_name: "", dry_run: true })).ok).toBe(false);
  expect((await here.call("rename_symbol", { symbol_path: "nothing", new_name: "fig", dry_run: true })).ok).toBe(false);
  await expectBlocked(here.call("rename_symbol", { ...apple, new_name: "fig" }));
});

test("lsp-safe-edit: a preview, then the edit, then mending [AGL-278]", async () => {
  await using here = await agentOn("lsp-safe-edit");
  for (const operation of ["apply_edit", "safe_apply_edit", "safe_edit"])
    await expectBlocked(here.call(operation, edit));
  await here.ask("get_editing_context", { file_path: "a.toy" });
  await here.ask("get_diagnostics", { file_path: "a.toy" });
  await expectBlocked(here.call("apply_edit", edit));
  await here.ask("preview_edit", edit);
  await here.ask("preview_edit", edit);
  await here.ask("apply_edit", edit);
  expect(await here.text("a.toy")).toBe("def apple\ndef pear\ndef plum\n");
  await expectBlocked(here.call("preview_edit", edit));
  await here.ask("get_diagnostics", { file_path: "a.toy" });
  expect(await here.phase()).toBe("verify_and_fix");
  await here.ask("suggest_fixes", { file_path: "a.toy" });
  await here.ask("apply_edit", { file_path: "a.toy", old_text: "plum", new_text: "quince" });
  expect(await here.text("a.toy")).toContain("quince");
  await here.ask("deactivate_skill");
});

test.each([
  ["preview_edit", () => ({})],
  ["evaluate_session", (session_id: unknown) => ({ session_id })],
  ["simulate_chain", (session_id: unknown) => ({ session_id, edits: [{ ...edit, new_text: "" }] })],
] as const)("a preview that finds new errors opens no way to write, and says so (%s)", async (operation, inputOf) => {
  await using here = await agentOn("lsp-safe-edit");
  const breaking = { ...edit, new_text: "" };
  const session_id = at(await here.ask("create_simulation_session"), ["session_id"]);
  if (operation === "evaluate_session") await here.ask("simulate_edit", { session_id, ...breaking });
  const input = operation === "preview_edit" ? breaking : inputOf(session_id);
  expect(await here.call(operation, input)).toMatchObject({
    ok: true,
    succeeded: false,
    notice: `Phase note: ${operation} found new errors or was withheld, so it does not unlock the next phase of lsp-safe-edit.`,
  });
  await expectBlocked(here.call("apply_edit", breaking));
  expect(await here.call("preview_edit", { ...edit, scope: "file" })).toMatchObject({
    succeeded: true,
    notice: "Phase note: preview_edit counts in lsp-safe-edit, but it did not check everything.",
  });
  await here.ask("apply_edit", edit);
});

test.each([
  ["preview_edit", () => ({ ...edit, new_text: edit.old_text })],
  ["evaluate_session", (session_id: unknown) => ({ session_id })],
  ["simulate_chain", (session_id: unknown) => ({ session_id, edits: [{ ...edit, new_text: edit.old_text }] })],
] as const)("a preview of no change opens no way to write, and says so (%s)", async (operation, inputOf) => {
  await using here = await agentOn("lsp-safe-edit");
  const session_id = at(await here.ask("create_simulation_session"), ["session_id"]);
  expect(await here.call(operation, inputOf(session_id))).toMatchObject({ ok: true, notice: noted(operation) });
  await expectBlocked(here.call("apply_edit", edit));
  await here.ask("preview_edit", edit);
  // Nor does a change of nothing count as the change that is to be made.
  const none = { ...edit, new_text: edit.old_text };
  expect(await here.call("apply_edit", none)).toMatchObject({ ok: true, notice: noted("apply_edit") });
});

function noted(operation: string): string {
  return `Phase note: ${operation} changed nothing, or no file could be checked, so it does not unlock the next phase of lsp-safe-edit.`;
}

test("a dry run that changes nothing opens no way to write", async () => {
  await using here = await agentOn("lsp-rename");
  await here.call("rename_symbol", { ...apple, new_name: "apple", dry_run: true });
  await expectBlocked(here.call("rename_symbol", { ...apple, new_name: "fig" }));
});

test("agents of one door have drafts and a history of their own [S27]", async () => {
  await using here = await agentOn("lsp-verify");
  await here.ask("deactivate_skill");
  const session_id = at(await here.ask("create_simulation_session"), ["session_id"]);
  const other: Caller = { ...agent, id: "another connection" };
  expect(await here.call("evaluate_session", { session_id }, other)).toMatchObject({ ok: false });
  const id = at(await here.ask("apply_edit", edit), ["undo_id"]);
  expect(await here.call("undo_edit", {}, other)).toMatchObject({
    ok: false,
    refusal: { code: "bad_input", next: expect.stringContaining("edit_history") as string },
  });
  expect(await here.text("a.toy")).toBe("def apple\ndef pear\ndef plum\n");
  expect(await here.call("undo_edit", { id }, other)).toMatchObject({ ok: false, refusal: { code: "bad_input" } });
  expect(await here.call("undo_edit", { id })).toMatchObject({ ok: true });
  expect(await here.text("a.toy")).toBe("def apple\ndef pear\n");
});

test("lsp-refactor: measured, tried, written, built and tested, each before the next [AGL-278]", async () => {
  await using here = await agentOn("lsp-refactor");
  await expectBlocked(here.call("preview_edit", edit));
  await expectBlocked(here.call("create_simulation_session"));
  await here.ask("blast_radius", { symbols: ["a.toy#apple"] });
  await expectBlocked(here.call("apply_edit", edit));
  await here.ask("get_symbol_source", apple);
  const session_id = at(await here.ask("create_simulation_session"), ["session_id"]);
  await expectBlocked(here.call("commit_session", { session_id, apply: true }));
  await here.ask("simulate_chain", { session_id, edits: [edit] });
  await here.ask("commit_session", { session_id });
  expect(await here.phase()).toBe("speculative_preview");
  await here.ask("commit_session", { session_id, apply: true });
  expect(await here.text("a.toy")).toBe("def apple\ndef pear\ndef plum\n");
  await here.ask("get_diagnostics", { file_path: "a.toy" });
  expect(await here.phase()).toBe("apply");
  // There is no compiler in memory: that was asked for and told.
  await here.call("run_build");
  expect(await here.phase()).toBe("build_verification");
  await expectBlocked(here.call("apply_edit", { ...edit, old_text: "plum", new_text: "fig" }));
  await here.ask("get_tests_for_file", { file_path: "a.toy" });
  await here.call("run_tests");
  expect(await here.phase()).toBe("test_execution");
  await here.ask("undo_edit");
  expect(await here.text("a.toy")).toBe("def apple\ndef pear\n");
  await here.ask("destroy_session", { session_id });
  await here.ask("deactivate_skill");
});

test("lsp-verify: three layers are asked before anything is mended [AGL-278]", async () => {
  await using here = await agentOn("lsp-verify");
  await here.ask("get_tests_for_file", { file_path: "a.toy" });
  await here.ask("get_diagnostics", { file_path: "a.toy" });
  await expectBlocked(here.call("apply_edit", edit));
  await here.call("run_build");
  await expectBlocked(here.call("apply_edit", edit));
  await here.call("run_tests");
  expect(await here.phase()).toBe("tests");
  await here.ask("suggest_fixes", { file_path: "a.toy" });
  await here.ask("safe_apply_edit", edit);
  expect(await here.phase()).toBe("fix_and_format");
  await expectBlocked(here.call("run_tests"));
  await here.ask("deactivate_skill");
});
