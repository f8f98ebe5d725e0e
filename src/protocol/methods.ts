// The one table of LSP methods: what each takes and returns, who sends it, and what must be declared first.
//
// Spec: LSP 3.18. `capability` is a path into the server's capabilities; `option` a further flag below it.
// Invariant: a request which is not in this table is never sent.

import type * as lsp from "vscode-languageserver-protocol";

/** Type-level half of the table. */
export interface Requests {
  initialize: { params: lsp.InitializeParams; result: lsp.InitializeResult };
  shutdown: { params: undefined; result: null };
  "textDocument/definition": { params: lsp.DefinitionParams; result: Locations };
  "textDocument/declaration": { params: lsp.DeclarationParams; result: Locations };
  "textDocument/typeDefinition": { params: lsp.TypeDefinitionParams; result: Locations };
  "textDocument/implementation": { params: lsp.ImplementationParams; result: Locations };
  "textDocument/references": { params: lsp.ReferenceParams; result: lsp.Location[] | null };
  "textDocument/hover": { params: lsp.HoverParams; result: lsp.Hover | null };
  "textDocument/documentSymbol": {
    params: lsp.DocumentSymbolParams;
    result: lsp.DocumentSymbol[] | lsp.SymbolInformation[] | null;
  };
  "textDocument/documentHighlight": { params: lsp.DocumentHighlightParams; result: lsp.DocumentHighlight[] | null };
  "textDocument/completion": { params: lsp.CompletionParams; result: lsp.CompletionList | lsp.CompletionItem[] | null };
  "textDocument/signatureHelp": { params: lsp.SignatureHelpParams; result: lsp.SignatureHelp | null };
  "textDocument/codeAction": { params: lsp.CodeActionParams; result: (lsp.Command | lsp.CodeAction)[] | null };
  "textDocument/formatting": { params: lsp.DocumentFormattingParams; result: lsp.TextEdit[] | null };
  "textDocument/rangeFormatting": { params: lsp.DocumentRangeFormattingParams; result: lsp.TextEdit[] | null };
  "textDocument/rename": { params: lsp.RenameParams; result: lsp.WorkspaceEdit | null };
  "textDocument/prepareRename": { params: lsp.PrepareRenameParams; result: lsp.PrepareRenameResult | null };
  "textDocument/inlayHint": { params: lsp.InlayHintParams; result: lsp.InlayHint[] | null };
  "textDocument/semanticTokens/full": { params: lsp.SemanticTokensParams; result: lsp.SemanticTokens | null };
  "textDocument/semanticTokens/range": { params: lsp.SemanticTokensRangeParams; result: lsp.SemanticTokens | null };
  "textDocument/diagnostic": { params: lsp.DocumentDiagnosticParams; result: lsp.DocumentDiagnosticReport };
  "textDocument/prepareCallHierarchy": {
    params: lsp.CallHierarchyPrepareParams;
    result: lsp.CallHierarchyItem[] | null;
  };
  "callHierarchy/incomingCalls": {
    params: lsp.CallHierarchyIncomingCallsParams;
    result: lsp.CallHierarchyIncomingCall[] | null;
  };
  "callHierarchy/outgoingCalls": {
    params: lsp.CallHierarchyOutgoingCallsParams;
    result: lsp.CallHierarchyOutgoingCall[] | null;
  };
  "textDocument/prepareTypeHierarchy": {
    params: lsp.TypeHierarchyPrepareParams;
    result: lsp.TypeHierarchyItem[] | null;
  };
  "typeHierarchy/supertypes": { params: lsp.TypeHierarchySupertypesParams; result: lsp.TypeHierarchyItem[] | null };
  "typeHierarchy/subtypes": { params: lsp.TypeHierarchySubtypesParams; result: lsp.TypeHierarchyItem[] | null };
  "workspace/symbol": {
    params: lsp.WorkspaceSymbolParams;
    result: lsp.SymbolInformation[] | lsp.WorkspaceSymbol[] | null;
  };
  "workspace/diagnostic": { params: lsp.WorkspaceDiagnosticParams; result: lsp.WorkspaceDiagnosticReport };
  "workspace/executeCommand": { params: lsp.ExecuteCommandParams; result: unknown };
  "workspace/willRenameFiles": { params: lsp.RenameFilesParams; result: lsp.WorkspaceEdit | null };
}

export type Locations = lsp.Location | lsp.Location[] | lsp.LocationLink[] | null;
export type RequestMethod = keyof Requests;

export interface MethodRow {
  /** Path into the server's capabilities; empty when nothing needs to be declared. */
  readonly capability: readonly string[];
  /** A boolean option below the capability which must be true as well. */
  readonly option?: string;
  /** The method whose dynamic registration also grants this one. */
  readonly registeredAs?: string;
  /** Asking twice changes nothing, so the request may be sent again after a crash. */
  readonly idempotent: boolean;
  readonly timeoutMs: number;
}

/** What an agent waits for at most by default; `references` and start-up have known slow cases. */
const ordinary = 30_000;
const read = (capability: string, more: Partial<MethodRow> = {}): MethodRow => ({
  capability: [capability],
  idempotent: true,
  timeoutMs: ordinary,
  ...more,
});

export const methods: { readonly [M in RequestMethod]: MethodRow } = {
  // JVM servers take minutes on a cold start.
  initialize: { capability: [], idempotent: false, timeoutMs: 300_000 },
  shutdown: { capability: [], idempotent: false, timeoutMs: 2_000 },
  "textDocument/definition": read("definitionProvider"),
  "textDocument/declaration": read("declarationProvider"),
  "textDocument/typeDefinition": read("typeDefinitionProvider"),
  "textDocument/implementation": read("implementationProvider", { timeoutMs: 60_000 }),
  "textDocument/references": read("referencesProvider", { timeoutMs: 120_000 }),
  "textDocument/hover": read("hoverProvider"),
  "textDocument/documentSymbol": read("documentSymbolProvider"),
  "textDocument/documentHighlight": read("documentHighlightProvider"),
  "textDocument/completion": read("completionProvider"),
  "textDocument/signatureHelp": read("signatureHelpProvider"),
  "textDocument/codeAction": read("codeActionProvider"),
  "textDocument/formatting": read("documentFormattingProvider"),
  "textDocument/rangeFormatting": read("documentRangeFormattingProvider"),
  "textDocument/rename": read("renameProvider", { timeoutMs: 120_000 }),
  "textDocument/prepareRename": read("renameProvider", {
    option: "prepareProvider",
    registeredAs: "textDocument/rename",
  }),
  "textDocument/inlayHint": read("inlayHintProvider"),
  "textDocument/semanticTokens/full": read("semanticTokensProvider", {
    option: "full",
    registeredAs: "textDocument/semanticTokens",
  }),
  "textDocument/semanticTokens/range": read("semanticTokensProvider", {
    option: "range",
    registeredAs: "textDocument/semanticTokens",
  }),
  "textDocument/diagnostic": read("diagnosticProvider", { timeoutMs: 60_000 }),
  "textDocument/prepareCallHierarchy": read("callHierarchyProvider"),
  "callHierarchy/incomingCalls": read("callHierarchyProvider", {
    registeredAs: "textDocument/prepareCallHierarchy",
    timeoutMs: 120_000,
  }),
  "callHierarchy/outgoingCalls": read("callHierarchyProvider", {
    registeredAs: "textDocument/prepareCallHierarchy",
    timeoutMs: 60_000,
  }),
  "textDocument/prepareTypeHierarchy": read("typeHierarchyProvider"),
  "typeHierarchy/supertypes": read("typeHierarchyProvider", { registeredAs: "textDocument/prepareTypeHierarchy" }),
  "typeHierarchy/subtypes": read("typeHierarchyProvider", {
    registeredAs: "textDocument/prepareTypeHierarchy",
    timeoutMs: 60_000,
  }),
  "workspace/symbol": read("workspaceSymbolProvider", { timeoutMs: 60_000 }),
  "workspace/diagnostic": read("diagnosticProvider", {
    option: "workspaceDiagnostics",
    registeredAs: "textDocument/diagnostic",
    timeoutMs: 120_000,
  }),
  "workspace/executeCommand": { capability: ["executeCommandProvider"], idempotent: false, timeoutMs: 60_000 },
  "workspace/willRenameFiles": read("workspace", { capability: ["workspace", "fileOperations", "willRename"] }),
};

/** Spec: LSP 3.18 metaModel: every request a server may send to its client. */
export const serverRequests = [
  "workspace/configuration",
  "client/registerCapability",
  "client/unregisterCapability",
  "workspace/workspaceFolders",
  "workspace/applyEdit",
  "window/showMessageRequest",
  "window/showDocument",
  "window/workDoneProgress/create",
  "workspace/codeLens/refresh",
  "workspace/semanticTokens/refresh",
  "workspace/inlayHint/refresh",
  "workspace/inlineValue/refresh",
  "workspace/diagnostic/refresh",
  "workspace/foldingRange/refresh",
  "workspace/textDocumentContent/refresh",
] as const;

export type ServerRequestMethod = (typeof serverRequests)[number];
