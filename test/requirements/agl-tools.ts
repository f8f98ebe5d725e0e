// What the tools must do, one by one, and the hints that link them.

import { checklist } from "./requirement.ts";

export const aglTools = checklist("standard", {
  "AGL-068":
    "66 tools are offered: the 61 that are named, and `callers`, `explore`, `explore_symbol`, `safe_apply_edit`, `safe_edit`.",
  "AGL-069": "`tools/list` has for each tool a name, a description, the JSON Schema of its arguments, and annotations.",
  "AGL-070": "`readOnlyHint`, `destructiveHint` and title tell the truth about what a tool changes.",
  "AGL-071":
    'No array in a schema is nullable: `["null","array"]` is written `"array"`, for the sake of Gemini clients.',
  "AGL-072": "Registration and doing are apart: tools run in tests with no MCP transport.",
  "AGL-073":
    "The 58 tools that are not phase tools are checked against the phase before they run; the 3 phase tools are not.",
  "AGL-074": "Every tool that takes a position also takes `position_pattern` in place of line and column.",
  "AGL-075": "`line_scope_start` and `line_scope_end` narrow the search for the pattern and settle doubles.",
  "AGL-076": "Workspace lookup bears inexact names.",
  "AGL-077":
    "Results of `list_symbols`, `get_symbol_source` and `get_editing_context` have figures in `_meta.token_savings`.",
  "AGL-078": '`go_to_definition` gives the places of definition, is titled "Go to Definition", and only reads.',
  "AGL-079": "`go_to_type_definition` gives the place of the symbol's type.",
  "AGL-080": "`go_to_implementation` gives what implements an interface or a method concretely.",
  "AGL-081": "`go_to_declaration` gives the declaration, in C the header.",
  "AGL-082":
    "`go_to_symbol` finds the definition of a dotted, inexact name without coordinates; `workspace_root` and `language` are heeded.",
  "AGL-083":
    "`rename_symbol` renames in the whole workspace, with `dry_run` and `exclude_globs`, and only the symbol meant.",
  "AGL-084": "`prepare_rename` tells whether a symbol may be renamed, and its range.",
  "AGL-085": "`get_document_highlights` gives all occurrences inside the file.",
  "AGL-086":
    "`find_callers` gives incoming, outgoing or both kinds of calls, by `direction`; `cross_concurrent` is understood.",
  "AGL-087": "`type_hierarchy` gives supertypes, subtypes or both, by direction.",
  "AGL-088": "`inspect_symbol` gives the hover at a position.",
  "AGL-089": "`get_completions` gives completions in one normalised list.",
  "AGL-090": "`get_signature_help` gives signatures and the parameter at the cursor.",
  "AGL-091": "`suggest_fixes` gives code actions of a range and of the diagnostics that overlap it, with their edits.",
  "AGL-092": '`list_symbols` gives a file\'s tree of symbols, with lines and children; `format` "outline" is known.',
  "AGL-093": "`find_symbol` searches the workspace by `query`, `detail_level` basic or hover, `limit` and `offset`.",
  "AGL-094": "`find_references` gives all references with file and line; `include_declaration` is heeded.",
  "AGL-095": "`get_inlay_hints` gives the hints of a range.",
  "AGL-096": "`get_semantic_tokens` gives tokens decoded by the legend of the handshake, for the range asked.",
  "AGL-097": "`get_symbol_source` gives the text of the symbol at a position.",
  "AGL-098": "`get_symbol_documentation` gives documentation from the toolchain.",
  "AGL-099":
    "`blast_radius` lists every exported symbol of `changed_files`, follows it to its references, and parts test callers from all others, each credited to its symbol.",
  "AGL-100":
    "`get_cross_repo_references` takes `consumer_roots` in as workspace folders; references come by repository, with file and line.",
  "AGL-101":
    "`detect_changes` runs git diff (new and deleted files too), keeps files of known languages, runs blast radius, and gives each symbol a risk class.",
  "AGL-102": "`get_editing_context` gives symbols, callers, callees and imports of a file in one call.",
  "AGL-103": "`get_editing_context` with `if_none_match` answers an unchanged file by a short not-modified.",
  "AGL-104":
    "`start_lsp` starts the servers of `root_dir`, with `language_id`, `connect`, `ready_timeout_seconds` and `scope`; a second root counts too.",
  "AGL-105": "`restart_lsp_server` stops the servers and initialises them again.",
  "AGL-106": "`add_workspace_folder` adds a folder to the live session, whose files then are readable.",
  "AGL-107": "`remove_workspace_folder` takes a folder out of the live session.",
  "AGL-108": "`list_workspace_folders` lists the folders.",
  "AGL-109": "After `open_document` the server tracks the file, with the content it really has.",
  "AGL-110": "`close_document` ends the tracking.",
  "AGL-111": "`get_diagnostics` gives what is current for one file or all open ones, with `group_by`.",
  "AGL-112": "`get_server_capabilities` tells the server's capabilities and which tools they support.",
  "AGL-113": "`detect_lsp_servers` tells the languages of `workspace_dir` and the servers installed.",
  "AGL-114": "`run_build` builds by a table per language, within a time limit, and gives parsed errors.",
  "AGL-115": "`run_tests` runs the tests and gives parsed failures.",
  "AGL-116": "`get_tests_for_file` leads from a source file to its tests.",
  "AGL-117": "`set_log_level` sets the least level logged, while running.",
  "AGL-118":
    "`apply_edit` writes a workspace edit or a text replacement, inside the root, exactly, and refuses an ambiguous match.",
  "AGL-119": "`execute_command` hands a command and its arguments to the server.",
  "AGL-120": "`did_change_watched_files` reports changes by hand, though ordinary work never needs it.",
  "AGL-121": "`format_document` formats a file by `tab_size` and `insert_spaces`.",
  "AGL-122": "`format_range` formats a range.",
  "AGL-123": "`export_cache` writes the reference cache to `dest_path`.",
  "AGL-124": "`import_cache` takes the artifact at `src_path` for the reference cache.",
  "AGL-125": "`create_simulation_session` gives a new `session_id` in state `created`.",
  "AGL-126": "`simulate_edit` makes one range edit, in memory only, at a path that is checked.",
  "AGL-127": "`evaluate_session` gives the difference of diagnostics to the baseline, by `scope` and `timeout_ms`.",
  "AGL-128": "`simulate_chain` makes edit after edit and evaluates each.",
  "AGL-129": "`commit_session` gives the patch, and writes it with `apply: true`.",
  "AGL-130": "`discard_session` takes the server back to the original content.",
  "AGL-131": "`destroy_session` removes the session.",
  "AGL-132": "`preview_edit` does the whole cycle of one edit in one call.",
  "AGL-133":
    "`replace_symbol_body` replaces the body of the symbol at `symbol_path`, whatever the shape of its signature.",
  "AGL-134": "`insert_after_symbol` puts `code` right behind a named symbol.",
  "AGL-135": "`insert_before_symbol` puts `code` right before a named symbol.",
  "AGL-136": "`safe_delete_symbol` deletes a named symbol only when it is known that nothing refers to it.",
  "AGL-137": "The four share one resolver and one meaning of a name path, `T.M` of Go included.",
  "AGL-138": "`activate_skill` starts the enforcement of `skill_name` in `mode` warn or block.",
  "AGL-139": "`deactivate_skill` ends it.",
  "AGL-140": "`get_skill_phase` tells skill, phase and the tools allowed now.",
  "AGL-141": "Every tool response has a hint that names the sensible next call.",
  "AGL-142": "`find_references` hints at `blast_radius`.",
  "AGL-143": "Hints are made below the wire and reach the MCP response unchanged on any transport.",
  "AGL-144":
    "By hints alone an agent chains tools rightly: they fit the outcome and name only tools that are registered.",
});
