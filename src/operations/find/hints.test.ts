// Every answer names a sensible next operation, and one that there is.

import { expect, test } from "vitest";
import { LocalEngine } from "../../engine/local-engine.ts";
import type { Caller } from "../../policy/effects.ts";
import { Emitter } from "../../std/emitter.ts";
import { Roots } from "../../workspace/roots.ts";
import { perform } from "../../../test/support/kits/perform.ts";
import { openToyWorkspace } from "../../../test/support/kits/workspace-kit.ts";
import { findReferences } from "./find-references.ts";
import { operationNamed, operations } from "../table.ts";

const fixture = `-- a.toy --
def fruit
def apple is fruit
  use fruit
use apple
def lonely
-- b.toy --
use gone
-- empty.toy --
# nothing
`;

const found = { symbol_path: "apple" };
const none = { symbol_path: "lonely" };

/** What each is asked so that it finds something, and so that it finds nothing; a place for those that are not named. */
const inputs: Readonly<Record<string, readonly object[]>> = {
  find_symbol: [{ query: "apple" }, { query: "melon" }],
  go_to_symbol: [found, { symbol_path: "aple" }],
  list_symbols: [{ file_path: "a.toy" }, { file_path: "empty.toy" }],
  blast_radius: [{ changed_files: ["a.toy"] }, { changed_files: ["empty.toy"] }],
  // There is no git in memory; its own tests look at what follows.
  detect_changes: [],
  validate_change: [
    { file_paths: ["a.toy"] },
    { before: [{ file_path: "a.toy", text: "def apple\n" }] },
    { before: [{ file_path: "b.toy", text: "use apple\n" }] },
  ],
  // Nor is there a compiler.
  run_build: [],
  run_tests: [],
  get_symbol_documentation: [],
  get_editing_context: [{ file_path: "a.toy" }, { file_path: "empty.toy" }],
  assemble_context: [{ file_path: "a.toy" }, { file_path: "empty.toy" }],
  get_tests_for_file: [{ file_path: "a.toy" }],
  get_cross_repo_references: [{ symbol_file: "a.toy", symbol_path: "apple", consumer_roots: ["."] }],
  get_diagnostics: [{ file_path: "a.toy" }, { file_path: "b.toy" }],
  suggest_fixes: [{ file_path: "b.toy" }, { file_path: "a.toy" }],
  apply_edit: [{ file_path: "a.toy", old_text: "def lonely", new_text: "def alone", dry_run: true }],
  safe_apply_edit: [{ file_path: "b.toy", old_text: "use gone", new_text: "use gone" }],
  safe_edit: [{ file_path: "b.toy", old_text: "use gone", new_text: "use gone" }],
  // Their own tests look at what follows.
  apply_suggestion: [],
  format_document: [],
  format_range: [],
  organize_imports: [],
  execute_command: [{ command: "toy.explain", file_path: "a.toy" }],
  rename_symbol: [
    { ...found, new_name: "pear", dry_run: true },
    { ...found, new_name: "pear" },
  ],
  rename_file: [
    { file_path: "a.toy", new_path: "c.toy", dry_run: true },
    { file_path: "a.toy", new_path: "c.toy" },
  ],
  get_inlay_hints: [{ file_path: "a.toy" }, { file_path: "empty.toy" }],
  get_semantic_tokens: [{ file_path: "a.toy" }, { file_path: "empty.toy" }],
  get_server_capabilities: [{}, { file_path: "a.toy" }],
  detect_lsp_servers: [{}],
  start_lsp: [{}],
  restart_lsp_server: [{}],
  add_workspace_folder: [{ path: "." }],
  remove_workspace_folder: [{ path: "sub" }],
  list_workspace_folders: [{}],
  open_document: [{ file_path: "a.toy" }],
  close_document: [{ file_path: "a.toy" }],
  did_change_watched_files: [{ changes: [{ uri: "a.toy", type: 2 }] }],
  replace_symbol_body: [{ symbol_path: "lonely", new_body: "def lonely is fruit", dry_run: true }],
  insert_after_symbol: [{ symbol_path: "lonely", code: "def lone", dry_run: true }],
  insert_before_symbol: [{ symbol_path: "lonely", code: "def lone" }],
  safe_delete_symbol: [{ symbol_path: "lonely", dry_run: true }],
  preview_edit: [
    { file_path: "a.toy", old_text: "def lonely", new_text: "def alone" },
    { file_path: "a.toy", old_text: "def apple", new_text: "def pear" },
  ],
  create_simulation_session: [{}],
  // Their own tests look at what follows: they need a draft, or a change that was made.
  simulate_edit: [],
  evaluate_session: [],
  simulate_chain: [],
  commit_session: [],
  discard_session: [],
  undo_edit: [],
  destroy_session: [{ session_id: "none" }],
  edit_history: [{}],
  // It needs an engine.
  script: [],
  set_log_level: [{ level: "warning" }],
  activate_skill: [{ skill_name: "lsp-rename" }],
  deactivate_skill: [{}],
  get_skill_phase: [{}],
};

const asked = operations.flatMap((operation) => {
  const own = inputs[operation.name] ?? [found, none, { targets: ["apple", "nothing"] }, { targets: ["nothing"] }];
  return own.map((input) => [operation.name, input] as const);
});

test.each(asked)("%s %j is followed by something", async (name, input) => {
  const settings = { commands: { allow: { toy: ["toy.explain"] } } };
  await using kit = openToyWorkspace({ fixture, settings, dials: { commands: ["toy.explain"] } });
  const operation = operationNamed(name);
  const hints = operation === undefined ? [] : (await perform(kit, operation, input)).hints;
  expect(hints.filter((hint) => operationNamed(hint.operation) !== undefined)).not.toEqual([]);
});

const core = new Set(operations.filter(({ exposure }) => exposure === "core").map(({ name }) => name));

test.each(asked.filter(([name]) => core.has(name)))(
  "%s %j is followed by something that core has [AGL-141]",
  async (operation, input) => {
    await using kit = openToyWorkspace({ fixture });
    const roots = new Roots(kit.workspace);
    const engine = new LocalEngine(
      roots,
      kit.clock,
      new Emitter(() => {}),
      () => {},
      () => () => {},
    );
    const caller: Caller = { door: "mcp", allowed: ["read", "propose", "write", "control"] };
    const outcome = await kit.clock.until(engine.invoke({ operation, input, caller, exposed: core }));
    expect(outcome).toMatchObject({ ok: true, hint: expect.stringMatching(/^Next: (\w+), .+\.$/) });
    const [, next = ""] = /^Next: (\w+),/.exec(outcome.ok ? (outcome.hint ?? "") : "") ?? [];
    expect(core).toContain(next);
  },
);

test.each([
  ["find_references", found, none],
  ["find_symbol", { query: "apple" }, { query: "melon" }],
  ["get_diagnostics", { file_path: "b.toy" }, { file_path: "a.toy" }],
])(
  "%s is followed by something else when it finds nothing, and only by operations that there are [AGL-144]",
  async (name, some, nothing) => {
    await using kit = openToyWorkspace({ fixture });
    const operation = operationNamed(name);
    if (operation === undefined) throw new Error(`there is no ${name}`);
    const next = async (input: object): Promise<unknown> =>
      (await perform(kit, operation, input)).hints.find((hint) => operationNamed(hint.operation) !== undefined);
    expect(await next(some)).not.toEqual(await next(nothing));
  },
);

test("what a symbol's change would reach follows its references [AGL-142]", async () => {
  await using kit = openToyWorkspace({ fixture });
  const [first] = (await perform(kit, findReferences, found)).hints;
  expect(first?.operation).toBe("blast_radius");
  expect(operationNamed("blast_radius")?.exposure).toBe("core");
});

test("changed files are listed in numbers that can be heard", () => {
  const operation = operationNamed("did_change_watched_files");
  const changes = Array.from({ length: 10_001 }, () => ({ uri: "a.toy", type: 2 }));
  expect(() => operation?.decode({ changes })).toThrow("The arguments are invalid.");
  expect(() => operation?.decode({ changes: changes.slice(1) })).not.toThrow();
});
