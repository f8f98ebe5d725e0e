// What an embeddable plugin must do: notifications, conditional tools, sync, start-up and recovery, registry.

import { checklist } from "./requirement.ts";

export const syn = checklist("synwire", {
  "SYN-01":
    "The plugin owns a client and the client owns one server process over stdio JSON-RPC; tools reach the server through the client alone; the plugin gives the host tools, signal routes and bridged notifications.",
  "SYN-02":
    "An agent gains types, diagnostics, symbol navigation and refactoring, and references are semantic: no comment, string, substring or namesake is among them.",
  "SYN-03":
    "Lifecycle, capability negotiation, document sync, notification bridging and crash recovery are each covered.",
  "SYN-04": "Unsolicited `textDocument/publishDiagnostics`, `window/showMessage` and `window/logMessage` are taken in.",
  "SYN-05": "A notification taken in both fires the notification hook and emits an agent event.",
  "SYN-06":
    'The hook receives `level` and `message`; diagnostics come with level `"diagnostics"` and a message made of file URI and summary.',
  "SYN-07": 'A TaskNotification carries it, with a custom kind: `"lsp_diagnostics_changed"` for diagnostics.',
  "SYN-08": 'A crash of the server has the kind `"lsp_server_crashed"`.',
  "SYN-09": "An event's payload is JSON and leaves out nothing of the notification.",
  "SYN-10":
    'The event maps to the signal `Custom("lsp_diagnostics_changed")`; a matching route delivers it, whereupon the agent can call `lsp_diagnostics`.',
  "SYN-11": "Hooks watch and cannot change the flow; signals decide what happens next.",
  "SYN-12": "From a client and its ServerCapabilities a factory makes exactly the tools the server declared.",
  "SYN-13": "`lsp_diagnostics` always exists, for it needs notifications and no capability.",
  "SYN-14": "`lsp_hover` exists if and only if `hoverProvider` does.",
  "SYN-15": "`lsp_goto_definition` exists if and only if `definitionProvider` does.",
  "SYN-16": "`lsp_references` exists if and only if `referencesProvider` does.",
  "SYN-17": "`lsp_rename` exists if and only if `renameProvider` does.",
  "SYN-18": "Formatting, code actions and the other providers decide about their tools alike.",
  "SYN-19": "No tool is shown that the connected server cannot serve.",
  "SYN-20": "When a reconnected server declares more, the added tools appear with no change of configuration.",
  "SYN-21": "One capability flag stands for one tool, as in the factory of the file tools.",
  "SYN-22": "What `vfs_write`, `vfs_edit` and `vfs_append` change is told to the server.",
  "SYN-23":
    "The driver is a post-tool-use hook: after a success it gets tool name and arguments and takes the file path out of them.",
  "SYN-24": "A file the server does not have open is sent whole by `textDocument/didOpen`.",
  "SYN-25": "A file that is open is sent by `textDocument/didChange`.",
  "SYN-26": "Sync is Full: a change holds the entire text and has no range.",
  "SYN-27": "`vfs_rm` leads to `textDocument/didClose`.",
  "SYN-28": "Diagnostics of the new analysis arrive by hook and by event.",
  "SYN-29": "How documents are synced stays inside: incremental sync could come without touching the plugin's surface.",
  "SYN-30":
    "A missing, crashed or hung server never ends the agent's work: it falls back to text tools while recovery is tried.",
  "SYN-31": "Start, first: the configured language id gives binary and default arguments through the registry.",
  "SYN-32":
    "Start, second: the binary is looked up on PATH; without it there is one warning, state Dormant, no LSP tool, and the agent goes on.",
  "SYN-33": "Start, third: the server is spawned as a child and spoken to over stdio.",
  "SYN-34":
    "Start, fourth: `initialize` names workspace root and client capabilities, and its answer decides the tools.",
  "SYN-35": "The states are Discovering (first), Starting, Ready, Restarting and Dormant (last).",
  "SYN-36":
    "Exactly eight transitions exist: Discovering to Starting or Dormant, Starting to Ready or Restarting, Ready to Restarting or Dormant, Restarting to Starting or Dormant.",
  "SYN-37": 'An exit that was not asked for while Ready emits `Custom("lsp_server_crashed")` and leads to Restarting.',
  "SYN-38": "A failed spawn or handshake counts as an attempt and leads to Restarting.",
  "SYN-39": "Attempts wait 1, 2, 4, 8 and 16 s, and never longer than 30 s.",
  "SYN-40":
    "Failing 5 times in a row with no successful initialize: Dormant, a lasting warning, and the LSP tools leave the agent's set.",
  "SYN-41": "A successful initialize sets the failure count and the backoff back.",
  "SYN-42": "A call during a restart gets a structured answer saying so, from which the agent can turn to text search.",
  "SYN-43": "A shutdown asked for while Ready ends Dormant, without restart and without crash signal.",
  "SYN-44":
    "Built in: rust `rust-analyzer`, go `gopls` with `serve`, python `pylsp`, typescript `typescript-language-server` with `--stdio`, c `clangd`; the others take no argument.",
  "SYN-45": "Configuration can add a language and replace a built-in one.",
  "SYN-46":
    "The builder takes language, server binary, server args and a registry override of all three, and its build may fail.",
  "SYN-47":
    "Two examples work: rust with one more `--log-file=...`, and haskell as `haskell-language-server-wrapper --lsp`.",
  "SYN-48": "An entry is plain data, `{binary, args[], env?}`, without behaviour.",
  "SYN-49": "A missing server is never installed by us.",
  "SYN-50": "No server starts before the first LSP tool is called.",
  "SYN-51": "Indexing of 10 to 30 s and hundreds of MB are normal and not taken for a failure.",
  "SYN-52":
    "After an edit an answer may still be of the old text, and since the protocol has no end-of-analysis signal, freshness is never claimed unless known.",
  "SYN-53": "Each workspace root has one server; several repositories are several plugins with a process each.",
  "SYN-54": "A request the server did not declare is never sent; unknown fields and extensions do no harm.",
});
