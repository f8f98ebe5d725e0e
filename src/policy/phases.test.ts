// The order of a skill: what is in order, what is not, and that the way each skill documents is open from end to end.

import { describe, expect, test } from "vitest";
import type { PhaseCall, PhaseState, PhaseVerdict, SkillPhases } from "./phases.ts";
import { answeredCall, judgeCall, matchesRule, phaseOf, startPhases } from "./phases.ts";
import { skillPhases } from "./phases-table.ts";

function skillNamed(name: string): SkillPhases {
  const found = skillPhases.find(({ skill }) => skill === name);
  if (found === undefined) throw new TypeError(`there is no ${name}`);
  return found;
}

const read = (operation: string): PhaseCall => ({ operation, effect: "read" });
const propose = (operation: string): PhaseCall => ({ operation, effect: "propose" });
const write = (operation: string): PhaseCall => ({ operation, effect: "write" });
const exec = (operation: string): PhaseCall => ({ operation, effect: "exec" });

/** Every call judged, and answered unless it was out of order. */
function follow(skill: string, calls: readonly PhaseCall[]): { state: PhaseState; verdicts: readonly PhaseVerdict[] } {
  let state = startPhases(skillNamed(skill));
  const verdicts = calls.map((call) => {
    const judged = judgeCall(state, call);
    state = judged.verdict.inOrder ? answeredCall(judged.state, call) : judged.state;
    return judged.verdict;
  });
  return { state, verdicts };
}

const preview = propose("preview_edit");
const dryRun = propose("rename_symbol");

/** The way that each skill's own text takes. */
const ways: Readonly<Record<string, readonly PhaseCall[]>> = {
  "lsp-rename": [
    { operation: "start_lsp", effect: "control" },
    read("find_symbol"),
    read("prepare_rename"),
    read("find_references"),
    dryRun,
    write("rename_symbol"),
    read("get_diagnostics"),
    write("apply_edit"),
    write("undo_edit"),
  ],
  "lsp-refactor": [
    read("find_symbol"),
    read("blast_radius"),
    read("find_references"),
    read("get_symbol_source"),
    read("get_diagnostics"),
    propose("create_simulation_session"),
    propose("simulate_chain"),
    preview,
    write("commit_session"),
    read("get_diagnostics"),
    write("replace_symbol_body"),
    write("format_document"),
    exec("run_build"),
    read("get_tests_for_file"),
    exec("run_tests"),
    write("undo_edit"),
    propose("destroy_session"),
  ],
  "lsp-safe-edit": [
    read("get_editing_context"),
    read("get_diagnostics"),
    preview,
    preview,
    write("apply_edit"),
    read("get_diagnostics"),
    read("suggest_fixes"),
    write("apply_suggestion"),
    write("format_document"),
  ],
  "lsp-verify": [
    read("detect_changes"),
    read("get_tests_for_file"),
    read("get_diagnostics"),
    exec("run_build"),
    exec("run_tests"),
    read("suggest_fixes"),
    write("apply_suggestion"),
    write("format_document"),
    read("get_diagnostics"),
  ],
};

test("there are four skills with 3, 5, 4 and 5 phases [AGL-277]", () => {
  expect(skillPhases.map(({ skill, phases }) => [skill, phases.length])).toEqual([
    ["lsp-rename", 3],
    ["lsp-refactor", 5],
    ["lsp-safe-edit", 4],
    ["lsp-verify", 5],
  ]);
  expect(Object.keys(ways)).toEqual(skillPhases.map(({ skill }) => skill));
});

test.each(Object.entries(ways))("the way of %s is open from its first phase to its last [AGL-278]", (skill, calls) => {
  const { state, verdicts } = follow(skill, calls);
  expect(verdicts.filter(({ inOrder }) => !inOrder)).toEqual([]);
  expect(state.at).toBe(state.skill.phases.length - 1);
  const entered = verdicts.flatMap((verdict) => (verdict.inOrder ? (verdict.entered ?? []) : []));
  expect(entered).toEqual(state.skill.phases.slice(1).map(({ name }) => name));
  expect(state.history).toEqual(calls.map(({ operation }) => operation));
});

const someWrites = [
  "apply_edit",
  "safe_apply_edit",
  "replace_symbol_body",
  "commit_session",
  "rename_file",
  "new_edit",
];

test.each(someWrites)("no skill lets %s write before what has to come first [AGL-272]", (operation) => {
  const tried = new Set<string>();
  for (const { skill, phases } of skillPhases) {
    const way = ways[skill] ?? [];
    const firstWrite = way.findIndex(({ effect }) => effect === "write");
    // After every beginning of the documented way that stops before what the first change needs.
    for (let until = 0; until < firstWrite; until += 1) {
      const { state } = follow(skill, way.slice(0, until));
      const required = phases.findIndex((phase, index) => phase.required !== undefined && !state.met.includes(index));
      const writing = phases.findIndex(({ allowed }) => allowed.some((rule) => matchesRule(rule, write(operation))));
      if (required === -1 || (writing !== -1 && required >= writing)) continue;
      const { verdict } = judgeCall(state, write(operation));
      expect([skill, until, verdict.inOrder]).toEqual([skill, until, false]);
      tried.add(skill);
    }
  }
  expect([...tried]).toEqual(skillPhases.map(({ skill }) => skill));
});

test("a refusal says which phase is missing and what meets it [AGL-272]", () => {
  const { verdict } = judgeCall(startPhases(skillNamed("lsp-safe-edit")), write("apply_edit"));
  expect(verdict).toEqual({
    inOrder: false,
    reason:
      "apply_edit belongs to phase apply, and phase speculative_preview comes before it: preview_edit or simulate_chain or evaluate_session has not been answered",
    recovery: "call preview_edit or simulate_chain or evaluate_session first",
  });
});

describe("lsp-rename", () => {
  const before: readonly (readonly [string, readonly PhaseCall[]])[] = [
    ["at once", []],
    ["after the start of servers", [{ operation: "start_lsp", effect: "control" }]],
    ["after the question whether it can be renamed", [read("prepare_rename")]],
    ["after its uses were listed", [read("find_references"), read("go_to_symbol")]],
    ["after a look at diagnostics", [read("get_diagnostics")]],
  ];

  test.each(before)("nothing is written before a dry run: not %s [AGL-279]", (_, calls) => {
    const { state } = follow("lsp-rename", calls);
    for (const operation of ["rename_symbol", ...someWrites]) {
      expect(judgeCall(state, write(operation)).verdict.inOrder).toBe(false);
    }
    expect(judgeCall(state, exec("execute_command")).verdict.inOrder).toBe(false);
    const { state: shown, verdicts } = follow("lsp-rename", [...calls, dryRun]);
    expect(verdicts.at(-1)?.inOrder).toBe(true);
    expect(judgeCall(shown, write("rename_symbol")).verdict).toEqual({ inOrder: true, entered: "execute" });
  });

  test("a dry run that was refused, or is still on its way, has shown nothing", () => {
    const asked = judgeCall(startPhases(skillNamed("lsp-rename")), dryRun);
    expect(asked.verdict.inOrder).toBe(true);
    expect(judgeCall(asked.state, write("rename_symbol")).verdict.inOrder).toBe(false);
    expect(judgeCall(answeredCall(asked.state, dryRun), write("rename_symbol")).verdict.inOrder).toBe(true);
  });

  test("only a rename writes, and what is forbidden everywhere stays so", () => {
    const { state } = follow("lsp-rename", [dryRun, write("rename_symbol")]);
    expect(judgeCall(state, write("replace_symbol_body")).verdict.inOrder).toBe(false);
    expect(judgeCall(state, write("format_range")).verdict).toMatchObject({
      reason: "format_range is not part of lsp-rename",
    });
    expect(judgeCall(state, exec("run_tests")).verdict.inOrder).toBe(false);
  });
});

test("a name matches exactly or by a closing star, an effect by all operations that have it [AGL-274]", () => {
  const matching = (rule: Parameters<typeof matchesRule>[0], operations: readonly string[]): readonly string[] =>
    operations.filter((operation) => matchesRule(rule, propose(operation)));
  const names = ["simulate_edit", "simulate_chain", "simulate", "preview_edit"];
  expect(matching("simulate_*", names)).toEqual(["simulate_edit", "simulate_chain"]);
  expect(matching("simulate_edit", names)).toEqual(["simulate_edit"]);
  expect(matching("*_edit", names)).toEqual([]);
  expect(matching("*", names)).toEqual(names);
  expect(matching({ effect: "propose" }, names)).toEqual(names);
  expect(matching({ effect: "propose", operation: "preview_edit" }, names)).toEqual(["preview_edit"]);
  expect(matching({ effect: "write", operation: "preview_edit" }, names)).toEqual([]);
});

test("a call of a later phase moves the skill on, and none moves it back [AGL-275]", () => {
  const { state, verdicts } = follow("lsp-safe-edit", [preview, write("apply_edit"), preview]);
  expect(verdicts.map((verdict) => (verdict.inOrder ? verdict.entered : "no"))).toEqual([
    "speculative_preview",
    "apply",
    "no",
  ]);
  expect(phaseOf(state).name).toBe("apply");
  expect(verdicts.at(-1)).toMatchObject({
    reason: "preview_edit is not for phase apply; it belongs to phase speculative_preview, which has passed",
    recovery: expect.stringContaining("deactivate_skill"),
  });
});

test("questions that a phase says nothing about are in order, and move nothing", () => {
  for (const { skill } of skillPhases) {
    const { state, verdicts } = follow(skill, [read("inspect_symbol"), read("find_callers")]);
    expect([verdicts, state.at]).toEqual([[{ inOrder: true }, { inOrder: true }], 0]);
  }
  // One of a phase that cannot be entered yet is a question like any other.
  const { state } = follow("lsp-safe-edit", [read("suggest_fixes")]);
  expect(state.at).toBe(0);
});

test("a build that may not be run is a build that was asked for: what can be told of it has been told", () => {
  let state = follow("lsp-verify", [read("get_diagnostics")]).state;
  expect(judgeCall(state, write("apply_edit")).verdict.inOrder).toBe(false);
  // Neither is answered.
  for (const call of [exec("run_build"), exec("run_tests")]) ({ state } = judgeCall(state, call));
  expect(judgeCall(state, write("apply_edit")).verdict).toEqual({ inOrder: true, entered: "fix_and_format" });
});

describe("what a phase requires counts from when it is reached", () => {
  const edited = [read("blast_radius"), preview, write("apply_edit")];

  test("a build before an edit is none of it: tests wait for another", () => {
    const { state, verdicts } = follow("lsp-refactor", [exec("run_build"), ...edited]);
    expect(verdicts.filter(({ inOrder }) => !inOrder)).toEqual([]);
    expect(judgeCall(state, exec("run_tests")).verdict).toMatchObject({
      inOrder: false,
      recovery: "call run_build first",
    });
    const { state: built } = judgeCall(state, exec("run_build"));
    expect(judgeCall(built, exec("run_tests")).verdict).toEqual({ inOrder: true, entered: "test_execution" });
  });

  test("nor are tests before diagnostics: nothing is written until both have run after them", () => {
    const early = [exec("run_build"), exec("run_tests"), read("get_diagnostics")];
    const { state } = follow("lsp-verify", early);
    expect(judgeCall(state, write("apply_edit")).verdict.inOrder).toBe(false);
    const { state: built } = follow("lsp-verify", [...early, exec("run_build")]);
    expect(judgeCall(built, write("apply_edit")).verdict).toMatchObject({ recovery: "call run_tests first" });
    const { state: tested } = follow("lsp-verify", [...early, exec("run_build"), exec("run_tests")]);
    expect(judgeCall(tested, write("apply_edit")).verdict).toEqual({ inOrder: true, entered: "fix_and_format" });
  });
});

test("the operations about phases are never out of order and leave no trace", () => {
  const state = startPhases(skillNamed("lsp-verify"));
  for (const operation of ["activate_skill", "deactivate_skill", "get_skill_phase"]) {
    expect(judgeCall(state, { operation, effect: "control" })).toEqual({ state, verdict: { inOrder: true } });
  }
});

test("what is remembered of a long skill is its end", () => {
  const calls = Array.from({ length: 150 }, (_, at) => read(`question_${at}`));
  const { state } = follow("lsp-rename", calls);
  expect([state.history.length, state.history.at(-1)]).toEqual([100, "question_149"]);
});
