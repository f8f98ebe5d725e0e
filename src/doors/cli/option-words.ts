// What the options of operations mean, in the words of the command line; descriptions for agents are kept short, or left out.

/** By operation and argument, where it means something of its own or is meant from where a person stands. */
const ofOperations: Readonly<Record<string, string>> = {
  "apply_suggestion.id": "the id of a suggestion, as the answer with it names it",
  "blast_radius.symbols": "a symbol that changes: FILE#Symbol.path, FILE:LINE:COLUMN or Symbol.path",
  "blast_radius.scope": "which symbols of the files to look at",
  "create_simulation_session.workspace_root": "the root that the draft is about; that of where you stand without it",
  "detect_changes.scope": "which changes to look at; committed is what the last commit changed",
  "detect_changes.workspace_root": "the checkout around this directory; where you stand without it",
  "find_callers.direction": "who calls it, what it calls, or both",
  "find_symbol.detail_level": "hover adds type and documentation to each",
  "find_symbol.language": "only symbols of this language, e.g. go",
  "go_to_symbol.language": "only symbols of this language, e.g. go",
  "safe_apply_edit.timeout_ms": "how long to look for what it would break, in milliseconds",
  "safe_edit.timeout_ms": "how long to look for what it would break, in milliseconds",
  "preview_edit.timeout_ms": "how long to look for what it would break, in milliseconds",
  "evaluate_session.timeout_ms": "how long to look for what it would break, in milliseconds",
  "simulate_chain.timeout_ms": "how long to look for what it would break, in milliseconds",
  "run_build.workspace_dir": "the project; that of where you stand without it",
  "run_tests.workspace_dir": "the project; that of where you stand without it",
  "suggest_fixes.kinds": "only of this kind, e.g. quickfix or refactor.extract",
  "type_hierarchy.direction": "what it derives from, what derives from it, or both",
};

/** By argument, for those without a description of their own. */
const ofArguments: Readonly<Record<string, string>> = {
  accept_partial: "do it also where not everything that must change may be known",
  accept_unknown: "make it also where not all that it can reach could be checked",
  changed_files: "a file that changes",
  code: "what to put there",
  column: "the column, from 1",
  command: "the name of the command",
  depth: "how many levels to list, locals and imports among them; without it what the file declares",
  dry_run: "only show what would change",
  edits: "the edits in their order: file_path, new_text, and old_text or a range",
  end_column: "where in the last line to end; after its text without it",
  end_line: "the last line, from 1; the end of the file without it",
  exclude_globs: "files to leave alone; ** crosses directories",
  file_path: "the file",
  file_paths: "a further file",
  filter: "only what no test covers",
  format: "outline and text for reading, json for programs",
  group_by: "under the symbol that each belongs to",
  include_declaration: "list the declaration itself, too",
  include_source: "the source line of each use",
  include_transitive: "follow callers of callers as well",
  insert_spaces: "indent with spaces; as the file is indented without it",
  language: "choose the toolchain where a directory has several",
  language_id: "the language, where no file tells it: go, python or rust",
  level: "the least level",
  limit: "how many to list at most",
  line: "the line, from 1",
  line_scope_end: "last line to search for the pattern",
  line_scope_start: "first line to search for the pattern",
  new_body: "the new inside, or the whole new declaration",
  new_name: "what it is to be called",
  new_path: "where the file is to be, with its name",
  new_text: "what takes its place",
  offset: "how many to pass over first",
  old_text: "the text to replace, as it stands in the file",
  path: "the directory",
  position_pattern: "text of the file with @@ before the character meant",
  replace_all: "every place where it stands, not only one",
  scope: "file looks at the changed files alone, which is never proof",
  session_id: "the id of the draft",
  start_column: "where in the first line to begin, from 1",
  start_line: "the first line, from 1",
  symbol_file: "the file that declares the symbol",
  symbol_path: "a symbol by its path, such as Cart.total",
  targets: "a further target",
  timeout_ms: "when to end the run, in milliseconds",
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
