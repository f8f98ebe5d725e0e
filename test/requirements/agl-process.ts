// What processes must do: connection modes, the daemon, passive TCP, HTTP, shutdown.

import { checklist } from "./requirement.ts";

export const aglProcess = checklist("standard", {
  "AGL-001":
    "The root is the top project directory, marked by a file like `go.mod`, `package.json` or `Cargo.toml`, and the server indexes relative to it.",
  "AGL-002":
    'A document is opened under the short language ID of its language (`"go"`, `"typescript"`, `"python"`; `.tsx` has one of its own).',
  "AGL-003":
    "`textDocument/publishDiagnostics` is taken in whenever it comes, and diagnostics are pulled where the server advertises that.",
  "AGL-004": "Code actions can be asked for a diagnostic and for a range, and are resolved where needed.",
  "AGL-005":
    "Symbols can be had per file (`textDocument/documentSymbol`) and for the workspace (`workspace/symbol`), of every server concerned.",
  "AGL-006": "A workspace edit over several files is one operation: all files change or none.",
  "AGL-007": "LSP traffic names files by `file://` URI, never by a bare path.",
  "AGL-008": "A tool call may cost several LSP requests and still gives one result.",
  "AGL-009": "The MCP server is one process, started once, which serves all calls of the session.",
  "AGL-010": "MCP is JSON-RPC 2.0 over stdio, or over HTTP with `--http`; LSP is JSON-RPC 2.0 as well.",
  "AGL-011":
    "A configured language server has exactly one subprocess with its own stdin and stdout, and a drained stderr.",
  "AGL-012":
    "LSP messages are framed by `Content-Length: N\\r\\n\\r\\n` where N counts the bytes of the JSON body; large messages do not lose the frame.",
  "AGL-013": "A language server stays up for the whole MCP session; no tool call spawns a server.",
  "AGL-014": "A second query, about whatever file, meets the warm index: there is no second `initialize`.",
  "AGL-015":
    "Direct pipes, daemon socket and passive TCP give the same results for the same inputs; tools cannot tell them apart.",
  "AGL-016": "The product installs as one self-contained executable that needs no further runtime when it is used.",
  "AGL-017":
    "Python and TypeScript, which index long, get a broker; Go, Rust, C and the like do not (`NeedsDaemon` false), nor a socket or a state file.",
  "AGL-018": "The first `start_lsp` for a daemon language starts the broker, and indexing goes on in the background.",
  "AGL-019":
    "`agent-lsp daemon-broker`, with `--root-dir=`, `--language=` and `--command=`, makes the program the broker.",
  "AGL-020": "The broker has its language server as a child, spawned once (`pyright-langserver --stdio`), over pipes.",
  "AGL-021": "The broker does `initialize` with the root itself, before it serves clients.",
  "AGL-022": "A session that attaches does not `initialize` again, yet learns the server's real capabilities.",
  "AGL-023":
    "The broker listens on a Unix socket in its state directory (`~/.cache/agent-lsp/daemons/<hash>/daemon.sock`), or an equivalent on Windows.",
  "AGL-024": "Each socket connection is a JSON-RPC channel of its own with Content-Length framing.",
  "AGL-025":
    "A request from one of several clients gets its response on its own connection; ids are rewritten and requests run side by side.",
  "AGL-026": "Notifications of the server reach every attached client.",
  "AGL-027": 'The end of indexing is written as `"ready": true` into `daemon.json`.',
  "AGL-028": "Clients look at readiness before references, so that nothing incomplete comes back silently.",
  "AGL-029":
    "Several signals together (diagnostics seen, a hover canary, an adaptive first timeout) make a daemon client count as warm.",
  "AGL-030": "The last client's leaving starts 30 minutes of waiting, which any new client resets.",
  "AGL-031":
    "When they are over the broker sends `shutdown` and `exit`, then ends and leaves neither socket nor state file.",
  "AGL-032":
    "The broker is detached and outlives the MCP process with its server; directly run servers end with their session.",
  "AGL-033":
    "A later `start_lsp` for that root and language finds the live broker and an indexed server at once, as on a Python repository of 1,000 files.",
  "AGL-034":
    "Only a live PID together with a socket that answers is a running broker; otherwise its files are stale, are removed, and a new one starts.",
  "AGL-035": "A pair of root directory and language ID has one broker, also when two sessions start together.",
  "AGL-036": "The state directory's name is a hash, so that workspaces never share a broker.",
  "AGL-037": "It holds `daemon.json`, `daemon.sock` and `daemon.pid`, and other users reach none of them (mode 0700).",
  "AGL-038": "The death of the broker's server is noticed, told to clients, and answered by restart or exit.",
  "AGL-039": "Two clients with one document stay consistent: one `didOpen`, rising versions.",
  "AGL-040": '`connect: "localhost:9999"` at `start_lsp` dials that TCP address, spawns nothing and uses no broker.',
  "AGL-041":
    "A passive client does `initialize` and `initialized` in full and keeps the capabilities as in direct mode.",
  "AGL-042":
    "Passive differs only at the end: the connection closes, `exit` is never sent, and the remote server runs on.",
  "AGL-043":
    "Passive has no child, stderr or exit monitor; a lost connection still is seen and fails pending calls at once.",
  "AGL-044": "The root is watched in passive mode too.",
  "AGL-045":
    "Any server with framed JSON-RPC over TCP will do (`gopls -listen=:9999`, `clangd --port=9999`), be it shared, contained, remote or started beforehand.",
  "AGL-046": "An address at which nothing answers gives a clear tool error and leaves the former client as it was.",
  "AGL-047": "`--http` replaces stdio by Streamable HTTP with JSON-RPC and SSE; it is off unless asked for.",
  "AGL-048": "`--port` is `8080` unless set, and only 1 to 65535 is accepted.",
  "AGL-049": "`--listen-addr` is `127.0.0.1` unless set, and must be an IP address.",
  "AGL-050": "The bearer token comes from `--token` or, kept out of the process list, from `AGENT_LSP_TOKEN`.",
  "AGL-051": "`--no-auth` is off, and is refused unless the bind address is loopback (`127.0.0.1`).",
  "AGL-052": "Neither token nor `--no-auth`: the server does not start.",
  "AGL-053":
    "With a token set, every request but one to `/health`, so the MCP endpoint `/`, needs `Authorization: Bearer <token>`.",
  "AGL-054": "Tokens are compared in constant time, and length does not leak.",
  "AGL-055": 'A wrong or absent token is answered by 401 with `{"error":"unauthorized"}`.',
  "AGL-056": '`/health` answers `{"status":"ok"}` to every client.',
  "AGL-057": "Limits of HTTP: header 10s, read 30s, idle 120s.",
  "AGL-058": "The write limit of 60s never cuts an SSE stream or a call of 120s.",
  "AGL-059": "A body above 4 MB is rejected.",
  "AGL-060":
    "All responses, 401 and `/health` among them, carry `X-Content-Type-Options: nosniff` and `Cache-Control: no-store`.",
  "AGL-061": "On shutdown HTTP requests in flight have 5 seconds to finish.",
  "AGL-062":
    "HTTP suits containers and remote use: sessions are isolated, and `Origin` and `Host` are checked on loopback.",
  "AGL-063": "All servers are shut down whichever way we end: signal, fatal error, end of stdin.",
  "AGL-064": "A transport that closes without a signal leaves no server behind.",
  "AGL-065": "Each shutdown of a client is `shutdown`, `exit` and a wait of 3 seconds at most.",
  "AGL-066": "What still lives after 3 seconds is killed with its whole process group.",
  "AGL-067": "If `shutdown` cannot be delivered the process is killed at once.",
});
