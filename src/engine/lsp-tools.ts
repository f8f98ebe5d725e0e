// The tools of an embedding agent, `lsp_hover` and the like: a view of the operation table that holds only what a
// server can serve.
//
// Invariant: one capability, one tool; a tool without its capability is not in the list, so that no agent can try it.

import type { Operation } from "../operations/define.ts";
import { operationNamed } from "../operations/table.ts";
import { Capabilities } from "../protocol/capabilities.ts";
import type { RequestMethod } from "../protocol/methods.ts";
import type { CancelSignal } from "../std/cancel.ts";
import type { Engine, EngineStatus, Invocation, Outcome } from "./engine.ts";

export interface LspTool {
  readonly name: string;
  readonly description: string;
  /** The operation that answers. */
  readonly operation: string;
  readonly schema: Operation["schema"];
  call(input: object, signal?: CancelSignal): Promise<Outcome>;
}

/** In the order in which an agent sees them. `undefined` needs no capability: diagnostics are pushed as well. */
const rows: readonly (readonly [name: string, operation: string, method: RequestMethod | undefined])[] = [
  ["lsp_diagnostics", "get_diagnostics", undefined],
  ["lsp_hover", "inspect_symbol", "textDocument/hover"],
  ["lsp_goto_definition", "go_to_definition", "textDocument/definition"],
  ["lsp_references", "find_references", "textDocument/references"],
  ["lsp_goto_type_definition", "go_to_type_definition", "textDocument/typeDefinition"],
  ["lsp_goto_implementation", "go_to_implementation", "textDocument/implementation"],
  ["lsp_document_symbols", "list_symbols", "textDocument/documentSymbol"],
  ["lsp_workspace_symbols", "find_symbol", "workspace/symbol"],
  ["lsp_callers", "find_callers", "textDocument/prepareCallHierarchy"],
  ["lsp_rename", "rename_symbol", "textDocument/rename"],
  ["lsp_format", "format_document", "textDocument/formatting"],
  ["lsp_code_actions", "suggest_fixes", "textDocument/codeAction"],
  ["lsp_completion", "get_completions", "textDocument/completion"],
  ["lsp_signature_help", "get_signature_help", "textDocument/signatureHelp"],
  ["lsp_goto_declaration", "go_to_declaration", "textDocument/declaration"],
  ["lsp_document_highlights", "get_document_highlights", "textDocument/documentHighlight"],
  ["lsp_inlay_hints", "get_inlay_hints", "textDocument/inlayHint"],
  ["lsp_semantic_tokens", "get_semantic_tokens", "textDocument/semanticTokens/full"],
  ["lsp_type_hierarchy", "type_hierarchy", "textDocument/prepareTypeHierarchy"],
  ["lsp_format_range", "format_range", "textDocument/rangeFormatting"],
];

/** The tools that a server with these capabilities can serve. `capabilities` is its `ServerCapabilities`. */
export function lspTools(engine: Engine, capabilities: unknown, caller: Invocation["caller"]): LspTool[] {
  const declared = new Capabilities(capabilities);
  return toolsWhere(engine, caller, (method) => declared.supports(method));
}

/** The tools that the servers which run now can serve; after a server has come back with more, there are more. */
export function lspToolsNow(engine: Engine, status: EngineStatus, caller: Invocation["caller"]): LspTool[] {
  const now = new Set(status.sessions.flatMap(({ supports }) => supports));
  return toolsWhere(engine, caller, (method) => now.has(method));
}

/** The same for requests that are known already; `any` where no server has said yet what it can serve. */
export function lspToolsServing(
  engine: Pick<Engine, "invoke">,
  supports: ReadonlySet<string> | "any",
  caller: Invocation["caller"],
): LspTool[] {
  return toolsWhere(engine, caller, (method) => supports === "any" || supports.has(method));
}

function toolsWhere(
  engine: Pick<Engine, "invoke">,
  caller: Invocation["caller"],
  supports: (method: RequestMethod) => boolean,
): LspTool[] {
  return rows.flatMap(([name, operation, method]) => {
    const answering = operationNamed(operation);
    if (answering === undefined || (method !== undefined && !supports(method))) return [];
    return [toolFrom(engine, caller, name, answering)];
  });
}

function toolFrom(
  engine: Pick<Engine, "invoke">,
  caller: Invocation["caller"],
  name: string,
  operation: Operation,
): LspTool {
  return {
    name,
    description: `${operation.summary} ${operation.guidance}`,
    operation: operation.name,
    schema: operation.schema,
    call: (input, signal) => engine.invoke({ operation: operation.name, input, caller, signal }),
  };
}
