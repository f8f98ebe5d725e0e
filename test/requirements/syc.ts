// What passive, governed context must do: discovery, policy, evidence, assembly, validation, invariants.

import { checklist } from "./requirement.ts";

export const syc = checklist("governed", {
  "SYC-01":
    "Semantic context is gathered behind the scenes, and it is the host that puts it before the model, which cannot query LSP.",
  "SYC-02": "LSP-001: what the model is told of the code's meaning is what the operator's editor would show.",
  "SYC-03": "LSP-002: the context assembler starts every query; the model starts none.",
  "SYC-04":
    "LSP-003: a query is canonicalized and judged by policy as class `read`, which by default needs no approval.",
  "SYC-05":
    "LSP-004: diagnostics serve as validation evidence; errors new after a modification are caught and recorded.",
  "SYC-06": "LSP-005: a lost capability is no failure, and the session goes on.",
  "SYC-07": "LSP-006: after an error or timeout no inferred type takes the answer's place without being marked.",
  "SYC-08":
    "Discovery at session start prefers operator registration, then workspace configuration, then auto-detection.",
  "SYC-09": "Workspace configuration is read from `.syndicate/lsp.json` or its equivalent.",
  "SYC-10": "Auto-detection looks for known binaries that fit the file types present.",
  "SYC-11": "No detected server is started without the operator knowing.",
  "SYC-12": "Non-interactive runs detect nothing and use explicit registrations only.",
  "SYC-13":
    "Detection pairs .go with `gopls`; .ts .tsx .js .jsx with `typescript-language-server`; .rs with `rust-analyzer`; .py with `pylsp` or `pyright`; .c .cpp .h .hpp with `clangd`; .java with `jdtls`; .rb with `ruby-lsp` or `solargraph`; .cs with `omnisharp`.",
  "SYC-14":
    "A registration needs language id, binary with launch args or endpoint, workspace scope, and initialization options that `initialize` forwards; one with a part missing is rejected.",
  "SYC-15": "A server is reached as a process or over a socket.",
  "SYC-16":
    "Handshake: spawn, `initialize` with root and client capabilities, its result, `initialized`, capabilities recorded.",
  "SYC-17": "A server that fails to start is marked unavailable; only its language goes without LSP context.",
  "SYC-18": "The end of the session sends `shutdown`, then `exit`.",
  "SYC-19":
    "Enrichment uses `textDocument/hover`, `textDocument/definition`, `textDocument/typeDefinition`, `textDocument/documentSymbol`, `workspace/symbol`, `textDocument/references`, `textDocument/signatureHelp` and `textDocument/inlayHint`, and nothing besides.",
  "SYC-20":
    "Validation uses pulled `textDocument/diagnostic`, pushed `textDocument/publishDiagnostics` and `workspace/diagnostic`.",
  "SYC-21":
    "`textDocument/completion`, `textDocument/formatting`, `textDocument/codeAction` and `workspace/executeCommand` are never used.",
  "SYC-22": "A query, being `read`, writes no file, runs no code and opens no connection.",
  "SYC-23": "Within an active execution envelope the default policy allows queries beforehand.",
  "SYC-24": "Policy can decide otherwise by deployment mode, for sensitive workspaces and for single capabilities.",
  "SYC-25": "One batch of queries emits one evidence event `lsp_query_batch`.",
  "SYC-26":
    "That event tells server and version, query types, targets, outcome (responded, timed out, error) and bytes received.",
  "SYC-27": "Items have the source type `lsp_semantic`.",
  "SYC-28": "Their priority class is `supporting`: after file content of the workspace, before heuristic summaries.",
  "SYC-29": "They count as impure: without a live server they cannot be computed again.",
  "SYC-30": "A type signature is added when the excerpt at hand hides the type of a symbol in use.",
  "SYC-31": "A definition excerpt is added when the model names a symbol that lives in another file.",
  "SYC-32": "A compact symbol outline stands in for a file that is not in context as a whole.",
  "SYC-33": "The state of diagnostics is added after each code modification.",
  "SYC-34": "Inlay hints are added as the assembler sees fit and the budget allows.",
  "SYC-35": "A file's modification time is noted when it is queried and again when the item is injected.",
  "SYC-36": "If the two differ the query is asked anew.",
  "SYC-37": "If it cannot be, the item is marked potentially stale with the time of the first query.",
  "SYC-38": "A file-modifying tool leads to diagnostics of all modified files before the turn closes.",
  "SYC-39": "`clean`, nothing new: recorded, go on.",
  "SYC-40": "`warnings_only`, new warnings alone: recorded, shown to the model, go on.",
  "SYC-41": "`new_errors`: recorded, fed back for self-correction, `diagnostic_regression` emitted.",
  "SYC-42": "`baseline_error`, errors as they were before: recorded, and not blamed on the modification.",
  "SYC-43": "`lsp_unavailable`, no answer: the gap is recorded and work goes on unvalidated.",
  "SYC-44": "What made a `new_errors` verdict stands in the model's next context window.",
  "SYC-45": "Self-correction runs 2 rounds by default, and the number can be set.",
  "SYC-46": "When the rounds are used up the operator is shown what is unresolved.",
  "SYC-47": "FH-001: failed start-up makes the server unavailable and the work goes on without LSP context.",
  "SYC-48": "FH-002: a timeout gives an empty result, and several in a row a health evaluation.",
  "SYC-49": "FH-003: a crash gets one restart; should that fail, the server is unavailable until the session ends.",
  "SYC-50": "FH-004: an unsupported capability is passed over silently and nothing is invented.",
  "SYC-51": "FH-005: stale context is asked for anew or else marked stale.",
  "SYC-52": "FH-006: a server error on a diagnostic query is `lsp_unavailable` and blocks nothing.",
  "SYC-53": "INV-001: nothing from LSP is injected unless a context record names its source, query type and timestamp.",
  "SYC-54": "INV-002: no capability is used that InitializeResult did not declare.",
  "SYC-55": "INV-003: inferred or cached data never stands for a query result unless marked stale.",
  "SYC-56": "INV-004: no LSP request that modifies files is issued.",
  "SYC-57": "INV-005: an unavailable server never halts execution.",
  "SYC-58": "INV-006: a turn that modified code tries diagnostic validation before it closes.",
});
