// Phases on the road of every call: who is affected, what is refused, what is told, and that nothing slips through.

import { expect, test } from "vitest";
import type { BridgeEvent } from "../../model/event.ts";
import { operations } from "../../operations/table.ts";
import type { Caller } from "../../policy/effects.ts";
import { phaseOperations } from "../../policy/phases.ts";
import { Emitter } from "../../std/emitter.ts";
import { at } from "../../std/json.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { Roots } from "../../workspace/roots.ts";
import type { Invocation, Outcome } from "../engine.ts";
import { LocalEngine } from "../local-engine.ts";
import { PhaseKeeper } from "./phase-keeper.ts";

const fixture = "-- a.toy --\ndef «^»apple\nuse apple\n";
const one: Caller = { door: "library", allowed: ["read", "control", "propose", "write"] };
const other: Caller = { ...one, id: "another agent" };

interface Road extends AsyncDisposable {
  readonly events: readonly BridgeEvent[];
  call(operation: string, input?: object, more?: Partial<Invocation>): Promise<Outcome>;
  json(operation: string, input?: object, more?: Partial<Invocation>): Promise<unknown>;
  /** Whether it was refused for its phase. */
  isBlocked(operation: string, input?: object, more?: Partial<Invocation>): Promise<boolean>;
}

function road(): Road {
  const kit = openToyWorkspace({ fixture });
  const emitter = new Emitter<BridgeEvent>(() => {});
  const engine = new LocalEngine(
    new Roots(kit.workspace),
    kit.clock,
    emitter,
    async () => {},
    () => () => {},
  );
  const events: BridgeEvent[] = [];
  engine.events((event) => events.push(event));
  const call: Road["call"] = (operation, input = {}, more = {}) =>
    kit.clock.until(engine.invoke({ operation, input, caller: one, format: "json", ...more }));
  return {
    events,
    call,
    async json(operation, input, more) {
      const outcome = await call(operation, input, more);
      if (!outcome.ok) throw new Error(`${outcome.refusal.code}: ${outcome.refusal.what}`);
      return outcome.body.format === "json" ? outcome.body.json : outcome.body.text;
    },
    async isBlocked(operation, input, more) {
      const outcome = await call(operation, input, more);
      return !outcome.ok && at(outcome.refusal.data, ["error"]) === "phase_violation";
    },
    [Symbol.asyncDispose]: () => kit.clock.until(engine.close()),
  };
}

const blockVerify = { skill_name: "lsp-verify", mode: "block" };
const command = { command: "toy.explain", file_path: "a.toy" };
const apple = { symbol_path: "apple" };

test("a skill is activated, reports its phase, and is ended [AGL-138 AGL-139 AGL-140]", async () => {
  await using here = road();
  expect(await here.json("get_skill_phase")).toEqual({
    active: false,
    available_skills: ["lsp-rename", "lsp-refactor", "lsp-safe-edit", "lsp-verify"],
  });
  expect(await here.json("activate_skill", { skill_name: "lsp-rename" })).toMatchObject({
    status: "activated",
    skill: "lsp-rename",
    mode: "warn",
    current_phase: "prerequisites",
    total_phases: 3,
    allowed_tools: ["start_lsp"],
    forbidden_tools: expect.arrayContaining(["execute_command", "format_*", "run_tests"]),
  });
  await here.json("find_references", apple);
  expect(await here.json("get_skill_phase")).toMatchObject({
    active: true,
    skill_name: "lsp-rename",
    current_phase: "preview",
    phase_index: 1,
    total_phases: 3,
    mode: "warn",
    allowed_tools: expect.arrayContaining(["prepare_rename", "rename_symbol as a dry run"]),
    tool_history: ["find_references"],
  });
  expect(await here.json("deactivate_skill")).toEqual({ status: "deactivated" });
  expect(await here.json("deactivate_skill")).toEqual({ status: "deactivated" });
  expect(await here.json("get_skill_phase")).toMatchObject({ active: false });
});

test("a skill that there is not and a second one are refused in the words of the contract", async () => {
  await using here = road();
  expect(await here.call("activate_skill", { skill_name: "lsp-nothing" })).toMatchObject({
    ok: false,
    refusal: {
      code: "bad_input",
      what: expect.stringContaining("unknown skill"),
      next: expect.stringContaining("lsp-verify"),
    },
  });
  await here.json("activate_skill", blockVerify);
  for (const skill_name of ["lsp-verify", "lsp-rename"]) {
    expect(await here.call("activate_skill", { skill_name })).toMatchObject({
      ok: false,
      refusal: { what: expect.stringContaining("already active"), next: expect.stringContaining("deactivate_skill") },
    });
  }
});

test("every later call is checked; one out of order is refused with the way on [AGL-271 AGL-272 AGL-273]", async () => {
  await using here = road();
  await here.json("activate_skill", blockVerify);
  const refused = await here.call("execute_command", command);
  expect(refused).toMatchObject({
    ok: false,
    refusal: {
      code: "policy_denied",
      what: "Phase violation: execute_command is out of order in lsp-verify, phase test_correlation (phase_violation).",
      why: expect.stringContaining("get_diagnostics has not been answered"),
      next: expect.stringMatching(/^Call get_diagnostics first\. Allowed now: get_tests_for_file; /),
      data: {
        error: "phase_violation",
        tool: "execute_command",
        skill: "lsp-verify",
        current_phase: "test_correlation",
      },
    },
  });
  expect(here.events).toContainEqual(
    expect.objectContaining({ type: "phase.violated", operation: "execute_command", mode: "block", caller: "library" }),
  );
  await here.json("get_diagnostics", { file_path: "a.toy" });
  expect(await here.json("get_skill_phase")).toMatchObject({
    current_phase: "diagnostics",
    tool_history: ["execute_command", "get_diagnostics"],
  });
});

test("warn lets the call pass, and both the answer and an event tell of it [AGL-273]", async () => {
  await using here = road();
  await here.json("activate_skill", { skill_name: "lsp-safe-edit" });
  const outcome = await here.call("blast_radius", { changed_files: ["a.toy"] });
  expect(outcome).toMatchObject({
    ok: true,
    notice:
      "Phase warning: in lsp-safe-edit, phase setup, blast_radius is not part of lsp-safe-edit; continue without it, or end the skill first with deactivate_skill.",
  });
  expect(here.events).toContainEqual(
    expect.objectContaining({ type: "phase.violated", operation: "blast_radius", mode: "warn" }),
  );
  expect(await here.call("find_references", apple)).not.toHaveProperty("notice");
});

test("a caller's skill affects no other, and no call without a skill is affected [AGL-280]", async () => {
  await using here = road();
  expect(await here.isBlocked("execute_command", command)).toBe(false);
  await here.json("activate_skill", blockVerify);
  expect(await here.isBlocked("execute_command", command)).toBe(true);
  expect(await here.isBlocked("execute_command", command, { caller: other })).toBe(false);
  expect(await here.json("get_skill_phase", {}, { caller: other })).toMatchObject({ active: false });
  await here.json("activate_skill", { skill_name: "lsp-rename" }, { caller: other });
  await here.json("deactivate_skill");
  expect(await here.isBlocked("execute_command", command)).toBe(false);
  expect(await here.json("get_skill_phase", {}, { caller: other })).toMatchObject({ skill_name: "lsp-rename" });
});

test("what is asked on a client's behalf, and not by its agent, neither counts nor moves a skill on", async () => {
  await using here = road();
  await here.json("activate_skill", blockVerify);
  await here.json("get_diagnostics", { file_path: "a.toy" }, { unasked: true });
  expect(await here.json("get_skill_phase")).toMatchObject({ phase_index: 0, tool_history: [] });
});

test("calls at once are judged one after the other, each by what the others left [AGL-276]", async () => {
  await using here = road();
  await here.json("activate_skill", { skill_name: "lsp-rename", mode: "block" });
  const outcomes = await Promise.all([
    here.call("find_references", apple),
    here.call("execute_command", command),
    here.call("prepare_rename", apple),
    here.call("find_references", apple),
  ]);
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true, true]);
  expect(await here.json("get_skill_phase")).toMatchObject({
    current_phase: "preview",
    tool_history: ["find_references", "execute_command", "prepare_rename", "find_references"],
  });
  expect(here.events.filter(({ type }) => type === "phase.entered")).toHaveLength(2);
});

test("every operation but the three about phases is checked, whatever its kind [AGL-073]", () => {
  const nothing = [
    { skill: "no-call", phases: [{ name: "silence", allowed: [], forbidden: ["*"] }], forbidden: [] },
  ] as const;
  const keeper = new PhaseKeeper(operations, () => {}, { skills: nothing });
  keeper.of("agent").activate("no-call", "block");
  const free = operations.filter(({ name, kind }) => {
    try {
      keeper.enter("agent", { operation: name, effect: kind === "query" ? "read" : "write" });
      return true;
    } catch {
      // It was refused, as it should be.
      return false;
    }
  });
  expect(free.map(({ name }) => name)).toEqual([...phaseOperations]);
});
