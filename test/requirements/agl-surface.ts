// What meets the outside: URIs, resources, client lifecycle, normalised shapes, extensions, command line, library.

import { checklist } from "./requirement.ts";

export const aglSurface = checklist("standard", {
  "AGL-321": "`file:///path/to/file.go` is `/path/to/file.go`, both ways.",
  "AGL-322": "`file:///path/to/foo%20bar` is `/path/to/foo bar`, and a space is written `%20`.",
  "AGL-323":
    "URIs are parsed by RFC 3986 and odd forms are borne: drive letters, `#`, `?`, `%` and all scripts come back the same.",
  "AGL-324": "One conversion serves client, sessions and tools.",
  "AGL-325":
    "A path is allowed as the root or below `root/` (`/root-evil` is refused), for every writer, with symlinks resolved and added folders included.",
  "AGL-326": "One routine for range edits serves client and sessions, right for UTF-16 and for edits in any order.",
  "AGL-327":
    "Three templates are listed: `lsp-diagnostics:///{filePath}`, and `lsp-hover:///{filePath}` and `lsp-completions:///{filePath}` with `?line={line}&column={column}&language_id={language_id}`.",
  "AGL-328": "`lsp-diagnostics:///<path>` reads as the file's diagnostics in JSON.",
  "AGL-329": "With an empty path it reads as those of all open files.",
  "AGL-330": "The hover and completions resources read as hover text and completions of the position.",
  "AGL-331":
    "After `resources/subscribe` on a diagnostics URI every change of them sends `notifications/resources/updated` with that URI.",
  "AGL-332": "A file's subscription fires for its own URI only, that of all files for any `file://` URI.",
  "AGL-333": "`resources/read` after the notification gives the new diagnostics.",
  "AGL-334": "Unsubscribing ends that one subscription.",
  "AGL-335": "`initialize` has capabilities, `rootUri` and `workspaceFolders`, whose support is declared.",
  "AGL-336":
    "`window/workDoneProgress/create` and `workspace/configuration` that come before `initialize` has returned are answered at once.",
  "AGL-337": "The response gives capabilities and the legend of semantic tokens, and both are kept.",
  "AGL-338":
    "The client counts as initialised before `initialized` goes out, so that no early server request is refused.",
  "AGL-339": "The watcher starts after `initialized`, and then tools are ready.",
  "AGL-340": "Request ids are integers that rise.",
  "AGL-341": "`id` without `method` is a response; both together are a server request, which is answered.",
  "AGL-342": "Each method has its timeout: `textDocument/references` 120s, `initialize` 300s for a cold JVM.",
  "AGL-343": "A restarted client has no readiness and no capabilities of its former life.",
  "AGL-344": "`get_diagnostics`, `evaluate_session` and resource reads share one wait for diagnostics.",
  "AGL-345": "It ends when every target URI had a notification since the snapshot and 500ms went by without another.",
  "AGL-346": "What was there before does not count; document versions decide.",
  "AGL-347": "`timeoutMs` ends it in any case, and the caller is told.",
  "AGL-348": "With no target it ends at once.",
  "AGL-349":
    "Both LSP shapes of document symbols become one tree; `selectionRange` in the first element tells them apart.",
  "AGL-350":
    "A flat `SymbolInformation[]` becomes a tree by `containerName`, those without parent its roots, and equal names do not collide.",
  "AGL-351": "Completions become a list from array or object; `items` tells them apart.",
  "AGL-352": "A bare `Command` (`command` is a string) becomes a code action, element by element, and others pass.",
  "AGL-353": "Nothing above sees a polymorphic shape.",
  "AGL-354":
    "A language extension registers its factory under its language ID when built; nothing is scanned or loaded.",
  "AGL-355": "It offers any of tools, resources, subscriptions and prompts.",
  "AGL-356": "After the arguments are parsed, extensions are activated for each configured language.",
  "AGL-357": "An extension that is not activated costs nothing.",
  "AGL-358": "Where names are equal the extension wins over the core.",
  "AGL-359": "For Go it is `go doc [pkg] Symbol`, the package taken from the nearest `go.mod`.",
  "AGL-360": "Python runs `python3 -m pydoc Symbol`.",
  "AGL-361": "Rust runs `cargo doc --no-deps --message-format short` and gives the symbol's text.",
  "AGL-362": "ANSI escapes are taken out.",
  "AGL-363":
    "A signature is picked: for Go the first line of `func`, `type`, `var` or `const`, for Python the first that is not empty.",
  "AGL-364": "TypeScript and JavaScript are refused and pointed to hover.",
  "AGL-365": "Of the symbols around the cursor the deepest is taken.",
  "AGL-366": "Its source is the lines from start to end of its range, both included.",
  "AGL-367": "The result has `symbol_name`, `symbol_kind`, `start_line` and `end_line` from 1, and `source`.",
  "AGL-368": "Four channels start with `start_lsp` and stop at shutdown, however often that happens.",
  "AGL-369":
    "Changes of diagnostics are gathered for 2 seconds, or as set, and sent as `notifications/resources/updated`.",
  "AGL-370":
    "The end of all `$/progress` tokens is one log notification with JSON; after 5 minutes it is not waited for any more.",
  "AGL-371": "A crash and a recovery are a log notification with JSON at once.",
  "AGL-372": "3 seconds after a change on disk a resource update and a log notification say that references are stale.",
  "AGL-373": "Nothing goes out before the MCP session is there or after it closed.",
  "AGL-374": "Closing the hub ends its subscribers and leaves no timer.",
  "AGL-375": "The client lets these channels see file changes, liveness and whether the workspace is loaded.",
  "AGL-376": "`--version` prints the version of the build, or `dev`.",
  "AGL-377": "`init` asks and writes an MCP config (`mcp.json`), keeping all that is not ours.",
  "AGL-378":
    "`doctor` starts each configured server, looks at its capabilities and lists tools with and without support.",
  "AGL-379":
    "`update` fetches the latest release, compares, verifies the checksum and replaces the running program atomically.",
  "AGL-380": "`update --check` compares only; `update --force` installs anyway.",
  "AGL-381":
    "`uninstall` removes our MCP entries, installed skills, our part of CLAUDE.md and caches, and nothing else.",
  "AGL-382": "`uninstall --dry-run` lists what would go and changes nothing.",
  "AGL-383":
    "`daemon-broker` runs the broker, `daemon-status` lists daemons, `daemon-stop` ends them (`--all`, `--root-dir=`, `--language=`).",
  "AGL-384": "Signals and uncaught errors end cleanly.",
  "AGL-385": "The library works without an MCP server.",
  "AGL-386": "It exports the types of the wire (Position, Range, Location and so on) and the envelope of tool results.",
  "AGL-387": "It exports LSP client, server manager and client resolver.",
  "AGL-388": "It exports what speculation needs: session manager and types, and its API.",
  "AGL-389":
    "What it exports is what is used inside, without conversion (32 types, 5 constants, 2 constructors in the source).",
  "AGL-390": "The public layer has no logic, and a smoke test sees each export.",
  "AGL-391":
    "A test enforces that resources and tools keep apart, that nothing above is imported by the LSP layer, and that extensions see only types.",
  "AGL-392": "Each module has a documentation comment.",
  "AGL-393":
    "A benchmark that can be repeated compares token cost with grep-and-read, through the MCP server and on pinned corpora.",
});
