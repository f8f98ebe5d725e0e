// Every parameter that the contract documents, tool by tool: taken, or passed over with a remark, and never an error.

import { expect, test } from "vitest";
import { z } from "zod";
import { operations } from "./table.ts";

const at = { file_path: "a.ts", line: 1, column: 1, language_id: "typescript" };
const pattern = { position_pattern: "a@@b", line_scope_start: 1, line_scope_end: 2 };
const range = { start_line: 1, start_column: 1, end_line: 2, end_column: 1 };
const ranged = { file_path: "a.ts", ...range, language_id: "typescript" };
const runs = { workspace_dir: ".", path: "src", language: "typescript" };
const symbol = { file_path: "a.ts", symbol_path: "A.b[1]" };
const edit = { file_path: "a.ts", ...range, new_text: "x" };

/** With a value of the documented form for each; several objects where the contract offers ways that exclude each other. */
const documented: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  start_lsp: [
    { root_dir: ".", language_id: "go", connect: "localhost:9", ready_timeout_seconds: 5, scope: "src" },
    { root_dir: ".", language_id: "python", scope: '["src","lib"]' },
  ],
  restart_lsp_server: [{ root_dir: "." }],
  add_workspace_folder: [{ path: "." }],
  remove_workspace_folder: [{ path: "." }],
  list_workspace_folders: [{}],
  open_document: [{ file_path: "a.ts", language_id: "typescript", text: "" }],
  close_document: [{ file_path: "a.ts" }],
  get_server_capabilities: [{}],
  detect_lsp_servers: [{ workspace_dir: "." }],
  set_log_level: ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"].map((level) => ({
    level,
  })),
  did_change_watched_files: [{ changes: [1, 2, 3].map((type) => ({ uri: "file:///a.ts", type })) }, { changes: [] }],
  execute_command: [{ command: "x", arguments: [{ a: 1 }] }],
  get_diagnostics: [{ file_path: "a.ts", group_by: "symbol" }, {}],
  inspect_symbol: [at, { file_path: "a.ts", ...pattern }],
  get_completions: [at],
  get_signature_help: [at],
  suggest_fixes: [ranged],
  list_symbols: [{ file_path: "a.ts", language_id: "typescript", format: "outline" }],
  find_symbol: [
    { query: "a", detail_level: "basic", limit: 3, offset: 0 },
    { query: "", detail_level: "hover" },
  ],
  get_inlay_hints: [ranged],
  get_semantic_tokens: [ranged],
  get_symbol_source: [
    { ...at, position_pattern: undefined },
    { file_path: "a.ts", line: 1 },
    { file_path: "a.ts", ...pattern },
  ],
  get_symbol_documentation: [{ symbol: "a", language_id: "go", file_path: "a.go", format: "markdown" }],
  get_editing_context: [{ file_path: "a.ts", if_none_match: "x" }],
  blast_radius: [
    { changed_files: ["a.ts"], include_transitive: true, scope: "exported", filter: "untested" },
    { changed_files: ["a.ts"], scope: "all" },
  ],
  detect_changes: [
    ...["unstaged", "staged", "committed"].map((scope) => ({ workspace_root: ".", scope })),
    { workspace_root: ".", range: "a..b" },
  ],
  get_cross_repo_references: [{ symbol_file: "a.ts", line: 1, column: 1, consumer_roots: ["b"], language_id: "go" }],
  go_to_definition: [at, { file_path: "a.ts", ...pattern }],
  go_to_type_definition: [at],
  go_to_implementation: [at],
  go_to_declaration: [at],
  find_references: [
    { ...at, include_declaration: true },
    { file_path: "a.ts", ...pattern, include_declaration: false },
  ],
  go_to_symbol: [{ symbol_path: "A.b", workspace_root: ".", language: "go" }],
  find_callers: ["incoming", "outgoing", "both"].map((direction) => ({ ...at, direction, cross_concurrent: true })),
  callers: [{ ...at, direction: "incoming", cross_concurrent: true }],
  type_hierarchy: ["incoming", "outgoing", "both", "supertypes", "subtypes"].map((direction) => ({ ...at, direction })),
  get_document_highlights: [at],
  explore_symbol: [at, { file_path: "a.ts", ...pattern }],
  explore: [at, { file_path: "a.ts", ...pattern }],
  prepare_rename: [at],
  rename_symbol: [
    { ...at, new_name: "b", dry_run: true, exclude_globs: ["**/x"] },
    { file_path: "a.ts", ...pattern, new_name: "b" },
  ],
  format_document: [{ file_path: "a.ts", language_id: "typescript", tab_size: 4, insert_spaces: true }],
  format_range: [{ ...ranged, tab_size: 4, insert_spaces: true }],
  apply_edit: [
    { file_path: "a.ts", old_text: "a", new_text: "b" },
    { workspace_edit: { changes: {} } },
    { workspace_edit: { documentChanges: [] } },
  ],
  safe_apply_edit: [{ file_path: "a.ts", old_text: "a", new_text: "b" }],
  safe_edit: [{ file_path: "a.ts", old_text: "a", new_text: "b" }],
  replace_symbol_body: [{ ...symbol, new_body: "x" }],
  insert_after_symbol: [{ ...symbol, code: "x" }],
  insert_before_symbol: [{ ...symbol, code: "x" }],
  safe_delete_symbol: [symbol],
  run_build: [runs],
  run_tests: [runs],
  get_tests_for_file: [{ file_path: "a.ts" }],
  create_simulation_session: [{ workspace_root: ".", language: "go" }],
  simulate_edit: [{ session_id: "x", ...edit }],
  evaluate_session: ["file", "workspace"].map((scope) => ({ session_id: "x", scope, timeout_ms: 5_000 })),
  simulate_chain: [{ session_id: "x", edits: [edit], timeout_ms: 5_000 }],
  commit_session: [{ session_id: "x", target: "out", apply: true }],
  discard_session: [{ session_id: "x" }],
  destroy_session: [{ session_id: "x" }],
  preview_edit: ["file", "workspace"].map((scope) => {
    return { workspace_root: ".", language: "go", session_id: "x", scope, timeout_ms: 5_000, ...edit };
  }),
  activate_skill: ["warn", "block"].map((mode) => ({ skill_name: "lsp-verify", mode })),
  deactivate_skill: [{}],
  get_skill_phase: [{}],
};

/** What the file or the root says itself. */
const needless = ["language_id", "workspace_root", "language"];

/** What is passed over with a remark, by tool. */
const remarked: Readonly<Record<string, readonly string[]>> = {
  start_lsp: ["scope"],
  callers: ["direction", "cross_concurrent"],
  preview_edit: ["session_id"],
};

const rows = Object.entries(documented).flatMap(([name, inputs]) => inputs.map((input) => ({ name, input })));

test.each(rows)("$name takes $input", ({ name, input }) => {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`there is no ${name}`);
  const call = operation.decode(input);
  const passedOver = Object.keys(input).filter((key) => !Object.hasOwn(operation.schema.shape, key));
  const expected = (remarked[name] ?? []).filter((key) => Object.hasOwn(input, key));
  expect(call.ignored.map((remark) => /^\w+/.exec(remark)?.[0])).toEqual(expected);
  expect(passedOver.filter((key) => !needless.includes(key)).sort()).toEqual([...expected].sort());
});

test("the tools of the contract are all there, and what one of them needs is needed", () => {
  const names = operations.map(({ name }) => name);
  expect(Object.keys(documented).filter((name) => !names.includes(name))).toEqual([]);
  for (const [name, [first]] of Object.entries(documented)) {
    const schema = operations.find((one) => one.name === name)?.schema;
    const { required = [] } =
      schema === undefined ? {} : z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const needed: readonly string[] = required;
    expect([name, needed.filter((key) => !Object.hasOwn(first ?? {}, key))]).toEqual([name, []]);
  }
});
