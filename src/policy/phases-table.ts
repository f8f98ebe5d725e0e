// The skills whose order is watched, and their phases: data.

import type { PhaseRule, SkillPhases } from "./phases.ts";

/** Whatever changes files, by its effect; and commands of servers, whose effect is unknown. */
const changes: readonly PhaseRule[] = [{ effect: "write" }, "execute_command"];

/** What tries an edit out in memory. Throwing a draft away is in order at any time. */
const trials: readonly PhaseRule[] = [
  "simulate_*",
  "preview_edit",
  "create_simulation_session",
  "evaluate_session",
  // Without writing it shows what a draft would.
  { effect: "propose", operation: "commit_session" },
];

/** Operations that foresee the consequences of an edit; for an edit that would break something they do not count. */
const foreseen = { anyOf: ["preview_edit", "simulate_chain", "evaluate_session"], when: "answered" } as const;

export const skillPhases: readonly SkillPhases[] = [
  {
    skill: "lsp-rename",
    phases: [
      { name: "prerequisites", allowed: ["start_lsp"], forbidden: changes },
      {
        name: "preview",
        allowed: [
          "go_to_symbol",
          "find_symbol",
          "prepare_rename",
          "find_references",
          { effect: "propose", operation: "rename_symbol" },
        ],
        forbidden: changes,
        required: { anyOf: [{ effect: "propose", operation: "rename_symbol" }], when: "answered" },
      },
      {
        name: "execute",
        allowed: ["get_diagnostics", "rename_symbol", "apply_edit", "undo_edit"],
        forbidden: [...changes, ...trials, "run_build"],
      },
    ],
    forbidden: ["format_*", "run_tests"],
  },
  {
    skill: "lsp-refactor",
    phases: [
      {
        name: "blast_radius",
        allowed: ["blast_radius", "go_to_symbol", "find_references"],
        forbidden: [...changes, ...trials],
        required: { anyOf: ["blast_radius"], when: "answered" },
      },
      {
        name: "speculative_preview",
        allowed: ["open_document", "get_diagnostics", ...trials],
        forbidden: changes,
        required: foreseen,
      },
      {
        name: "apply",
        // Reading diagnostics between two edits of one change does not end the phase.
        allowed: [...changes, "get_diagnostics", "suggest_fixes"],
        // Tests of code that does not build show nothing.
        forbidden: [...trials, "run_tests"],
        required: { anyOf: [{ effect: "write" }], when: "answered" },
      },
      {
        name: "build_verification",
        allowed: ["get_diagnostics", "run_build", "undo_edit"],
        forbidden: [...changes, ...trials],
        required: { anyOf: ["run_build"], when: "asked" },
      },
      {
        name: "test_execution",
        allowed: ["get_tests_for_file", "run_tests", "undo_edit"],
        forbidden: [...changes, ...trials],
      },
    ],
    forbidden: ["rename_symbol"],
  },
  {
    skill: "lsp-safe-edit",
    phases: [
      { name: "setup", allowed: ["start_lsp", "open_document", "get_diagnostics"], forbidden: changes },
      {
        name: "speculative_preview",
        allowed: [...trials, "get_diagnostics"],
        forbidden: changes,
        required: foreseen,
      },
      {
        name: "apply",
        allowed: changes,
        forbidden: trials,
        required: { anyOf: [{ effect: "write" }], when: "answered" },
      },
      {
        name: "verify_and_fix",
        allowed: ["get_diagnostics", "suggest_fixes", ...changes],
        forbidden: [...trials, "run_build", "run_tests"],
      },
    ],
    forbidden: ["rename_symbol", "blast_radius"],
  },
  {
    skill: "lsp-verify",
    phases: [
      { name: "test_correlation", allowed: ["get_tests_for_file"], forbidden: changes },
      {
        name: "diagnostics",
        allowed: ["start_lsp", "get_diagnostics"],
        forbidden: changes,
        required: { anyOf: ["get_diagnostics"], when: "answered" },
      },
      {
        name: "build",
        allowed: ["run_build"],
        forbidden: changes,
        required: { anyOf: ["run_build"], when: "asked" },
      },
      {
        name: "tests",
        allowed: ["run_tests"],
        forbidden: changes,
        required: { anyOf: ["run_tests"], when: "asked" },
      },
      {
        name: "fix_and_format",
        allowed: ["suggest_fixes", "get_diagnostics", ...changes],
        forbidden: ["run_build", "run_tests"],
      },
    ],
    forbidden: [...trials, "rename_symbol"],
  },
];
