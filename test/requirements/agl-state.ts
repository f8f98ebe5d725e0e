// What is kept and watched: file watcher, logs, skills and phases, audit trail, reference cache, scopes.

import { checklist } from "./requirement.ts";

export const aglState = checklist("standard", {
  "AGL-240": "`start_lsp` starts the watcher with the client.",
  "AGL-241": "The root is watched with all below it, by the platform's own means.",
  "AGL-242": "Events merge per path: a path occurs once in a batch.",
  "AGL-243": "A batch is one `workspace/didChangeWatchedFiles`, sent after a debounce of 150ms.",
  "AGL-244": "Create is 1, write is 2, remove and rename are 3.",
  "AGL-245":
    "Not watched: `.git`, `node_modules`, `target`, `build`, `dist`, `vendor`, `__pycache__`, `.venv`, `venv`, and all names that start with `.` but `.` itself.",
  "AGL-246": "A directory made later is watched from then on, and what was written into it before is reported too.",
  "AGL-247": "Shutdown stops the watcher and another `start_lsp` replaces it; what is pending is sent first.",
  "AGL-248": "Edits by other tools need no `did_change_watched_files`, and open documents follow them.",
  "AGL-249": "Until there is an MCP session logs go to stderr, never to stdout.",
  "AGL-250": "From the client's `initialized` on, logs are MCP notifications, on the wire `notifications/message`.",
  "AGL-251": "No log notification goes out before the session can take it.",
  "AGL-252": "A log notification has level, logger and the message as JSON.",
  "AGL-253": "All eight levels are accepted: `debug info notice warning error critical alert emergency`.",
  "AGL-254": "We ourselves log at `debug`, `info`, `warning`, `error` and `critical` only.",
  "AGL-255": "The least level is `LOG_LEVEL` at start, then what `set_log_level` says.",
  "AGL-256": "Importing the logging module does nothing; the level is read at start.",
  "AGL-257": "All 23 skills are inside the product and usable as prompts uninstalled.",
  "AGL-258": "`prompts/list` describes each skill briefly, without its body.",
  "AGL-259": "`prompts/get` gives the whole text of one.",
  "AGL-260": "Installed to `~/.claude/skills/`, these SKILL.md files are slash commands too.",
  "AGL-261":
    "A SKILL.md has `name`, `description`, `allowed-tools` (`mcp__lsp__<tool>`) and a body, and each tool it allows exists under the registered prefix.",
  "AGL-262": "`skills/install.sh` links all skills, copies with `--copy`, and overwrites with `--force` alone.",
  "AGL-263": "The installer finds SKILL.md down to two levels and makes `~/.claude/skills/` if need be.",
  "AGL-264": "Skills and tools ship together and agree.",
  "AGL-265":
    "There are `lsp-verify` (diagnostics, build, tests), `lsp-test-correlation`, `lsp-fix-all` and `lsp-inspect` (dead symbols, coverage, error handling, doc drift).",
  "AGL-266":
    "There are `lsp-safe-edit` (diagnostics before and after, `simulate_chain`), `lsp-simulate`, `lsp-edit-symbol`, `lsp-edit-export` (callers first) and `lsp-format-code`.",
  "AGL-267":
    "There are `lsp-rename` (all sites previewed, then atomic), `lsp-refactor` (in steps), `lsp-extract-function` and `lsp-generate` (validated by LSP).",
  "AGL-268":
    "There are `lsp-impact` (`blast_radius`, references, hierarchies), `lsp-implement`, `lsp-dead-code` and `lsp-cross-repo` (`get_cross_repo_references`).",
  "AGL-269":
    "There are `lsp-docs`, `lsp-local-symbols`, `lsp-explore` (hover, implementations, calls, references) and `lsp-understand`.",
  "AGL-270":
    "There are `lsp-architecture` (languages, packages, entry points, hotspots, dependencies) and `lsp-onboard` (build system and a diagnostics baseline besides).",
  "AGL-271": "An active skill has each later call checked against its phase.",
  "AGL-272":
    "A call out of order, such as writing before simulating, is refused with why and how to go on, by whatever tool it writes.",
  "AGL-273": "`mode` block refuses, warn lets pass and reports.",
  "AGL-274": "A tool pattern matches exactly or by a closing `*`.",
  "AGL-275": "A call of a later phase moves the phase on.",
  "AGL-276": "Checking and recording a call are one step, also under concurrency.",
  "AGL-277": "Phases: `lsp-rename` 3, `lsp-refactor` 5, `lsp-safe-edit` 4, `lsp-verify` 5.",
  "AGL-278": "In block mode each skill's documented way passes from first to last phase.",
  "AGL-279": "`lsp-rename` refuses to write in every phase before the preview.",
  "AGL-280": "Without an active skill nothing is affected.",
  "AGL-281": "One call, one JSONL line: what, when, and whether it succeeded.",
  "AGL-282": "The file is that of `--audit-log`, else `AGENT_LSP_AUDIT_LOG`, else `~/.agent-lsp/audit.jsonl`.",
  "AGL-283": "Where none of them nor `$HOME` is known there is no auditing and no cost of it.",
  "AGL-284": "Missing parent directories are made at the first opening.",
  "AGL-285": "`timestamp` is ISO 8601, `tool` the MCP name.",
  "AGL-286": "`files` has the paths concerned, `session_id` the simulation if there is one.",
  "AGL-287": "`edit_summary` of a change has mode, path, previews of old and new text, and details of a rename.",
  "AGL-288":
    "`diagnostics_before` and `diagnostics_after` count errors, warnings and files checked; `net_delta` is the change.",
  "AGL-289": "`success` is a boolean, `error_message` comes with failure, `duration_ms` is wall-clock time.",
  "AGL-290": "256 records can wait, and no call waits for the disk.",
  "AGL-291": "No record is ever lost; at the least a gap is counted and recorded.",
  "AGL-292": "Shutdown writes all that waits before it closes the file.",
  "AGL-293": "Lines keep the order of completion and are never torn, also by two processes.",
  "AGL-294":
    "`start_lsp` opens the workspace's SQLite file `~/.agent-lsp/cache/<hash>/refs.db`, in which references persist.",
  "AGL-295": "`<hash>` is the hex of the first 8 bytes of the root path's SHA-256, 16 characters.",
  "AGL-296": "The database is in WAL mode with a busy timeout of 5 seconds.",
  "AGL-297":
    "`symbol_refs` has `file_path`, `file_hash` (SHA-256), `symbol_name`, `symbol_line`, `locations` (JSON array) and `cached_at`, none of them NULL, keyed by (`file_path`,`symbol_name`,`symbol_line`).",
  "AGL-298": "`blast_radius` stores each reference result.",
  "AGL-299": "A lookup hits while the file's hash is the stored one; otherwise the entry goes and it is a miss.",
  "AGL-300": "The watcher removes all entries of a file that changed.",
  "AGL-301": "A later session answers for unchanged symbols from the cache without the server.",
  "AGL-302": "Changes alone lead to new queries, and a new caller elsewhere is such a change.",
  "AGL-303": "A database that does not open makes results slower and not different, without an error.",
  "AGL-304": "Two processes use one cache without harm.",
  "AGL-305": "Export compacts by `VACUUM INTO` and gzips.",
  "AGL-306": "Import gunzips, does `PRAGMA integrity_check`, then replaces atomically.",
  "AGL-307": "A corrupt artifact is refused, and the cache stays.",
  "AGL-308": "A committed `.gz` spares another machine the cold start: paths in it are relative to the root.",
  "AGL-309":
    "`export_cache` and `import_cache` offer both, with a size limit and never silently from an opened repository.",
  "AGL-310": "Scoping starts by itself for Python, TypeScript and JavaScript from 500 source files, never below.",
  "AGL-311": "Go and Rust are not scoped.",
  "AGL-312": "A scope is the active package and what it depends on directly and locally.",
  "AGL-313": "`open_document` looks for the scope of its file.",
  "AGL-314": "Python: up over `__init__.py` to the package root; imports of its `.py` files are the dependencies.",
  "AGL-315":
    "TypeScript and JavaScript: up to the nearest `package.json`; relative `import` and `require` are the dependencies.",
  "AGL-316":
    "A scope that changed, and no other, restricts analysis by `pyrightconfig.json` or `tsconfig.json`, without ever overwriting the user's own.",
  "AGL-317": "The server takes the new config without restart.",
  "AGL-318": "Another package moves the scope, and the results of the former stay cached.",
  "AGL-319": "An answer that was scoped says so.",
  "AGL-320": "`start_lsp` takes an explicit `scope`.",
});
