// Descriptions of the operations' options for the command line; those for agents are shorter, or absent.

/** By operation and argument, where it means something of its own or is meant from where a person stands. */
const ofOperations: Readonly<Record<string, string>> = {
  "apply_suggestion.id": "the id of a suggestion, from the answer that listed it",
  "assemble_context.already_in_context": "what the model has: a file of the root, FILE:FROM-TO or the id of an item",
  "assemble_context.budget": "how many tokens all items may take together; 2000 without it",
  "assemble_context.changed_files": "a file that was modified, whose diagnostics are to be added",
  "assemble_context.purpose": "what the lines are to be: edited, which is the default, reviewed or fixed",
  "blast_radius.symbols": "a symbol that changes: FILE#Symbol.path, FILE:LINE:COLUMN or Symbol.path",
  "blast_radius.scope": "which symbols of the files to include",
  "create_simulation_session.workspace_root": "the root of the draft; by default that of the current directory",
  "detect_changes.scope": "which changes to include; committed is what the last commit changed",
  "detect_changes.workspace_root": "the checkout that contains this directory; by default the current directory",
  "find_callers.direction": "who calls it, what it calls, or both",
  "find_symbol.detail_level": "hover adds type and documentation to each",
  "find_symbol.language": "only symbols of this language, e.g. go",
  "go_to_symbol.language": "only symbols of this language, e.g. go",
  "safe_apply_edit.timeout_ms": "how long to check for what it would break, in milliseconds",
  "safe_edit.timeout_ms": "how long to check for what it would break, in milliseconds",
  "preview_edit.timeout_ms": "how long to check for what it would break, in milliseconds",
  "evaluate_session.timeout_ms": "how long to check for what it would break, in milliseconds",
  "simulate_chain.timeout_ms": "how long to check for what it would break, in milliseconds",
  "run_build.workspace_dir": "the project; by default that of the current directory",
  "run_tests.workspace_dir": "the project; by default that of the current directory",
  "suggest_fixes.kinds": "only of this kind, e.g. quickfix or refactor.extract",
  "type_hierarchy.direction": "what it derives from, what derives from it, or both",
};

/** By argument, for those without a description of their own. */
const ofArguments: Readonly<Record<string, string>> = {
  accept_partial: "go ahead although some places that must change may be unknown",
  accept_unknown: "make the change although not everything it can affect was checked",
  changed_files: "a file that changes",
  code: "the code to insert",
  column: "the column, from 1",
  command: "the name of the command",
  depth: "how many levels to list, including locals and imports; by default only what the file declares",
  dry_run: "only show what would change",
  edits: "the edits in their order: file_path, new_text, and old_text or a range",
  end_column: "where in the last line to end; by default after its text",
  end_line: "the last line, from 1; by default the end of the file",
  exclude_globs: "files to leave unchanged; ** crosses directories",
  file_path: "the file",
  file_paths: "a further file",
  filter: "only what no test covers",
  format: "outline and text for reading, json for programs",
  group_by: "group by the symbol that contains each",
  include_declaration: "also list the declaration",
  include_source: "the source line of each use",
  include_transitive: "also follow callers of callers",
  insert_spaces: "indent with spaces; by default as the file is indented",
  language: "choose the toolchain where a directory has several",
  language_id: "the language, if no file is named: go, python or rust",
  level: "the lowest level to report",
  limit: "how many to list at most",
  line: "the line, from 1",
  line_scope_end: "last line to search for the pattern",
  line_scope_start: "first line to search for the pattern",
  new_body: "the new body, or the whole new declaration",
  new_name: "the new name",
  new_path: "the new path, including the file name",
  new_text: "the replacement text",
  offset: "how many to skip",
  old_text: "the text to replace, exactly as in the file",
  path: "the directory",
  position_pattern: "text from the file with @@ right before the target character",
  replace_all: "replace every occurrence, not only one",
  scope: "file checks only the changed files, which proves nothing about others",
  session_id: "the id of the draft",
  start_column: "where in the first line to begin, from 1",
  start_line: "the first line, from 1",
  symbol_file: "the file that declares the symbol",
  symbol_path: "a symbol by its path, such as Cart.total",
  targets: "a further target",
  timeout_ms: "when to stop the run, in milliseconds",
};

/** `described` is what the operation itself says of the argument. */
export function optionWords(operation: string, key: string, described: string | undefined): string {
  const own = `${operation}.${key}`;
  if (Object.hasOwn(ofOperations, own)) return ofOperations[own] ?? "";
  if (described !== undefined) return plain(described);
  return (Object.hasOwn(ofArguments, key) ? ofArguments[key] : undefined) ?? "";
}

/** As the other options are written: no capital and no full stop, unless it is more than one sentence. */
function plain(text: string): string {
  const begun = /^[A-Z][a-z]* /.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
  return begun.replace(/\.$/, "");
}
