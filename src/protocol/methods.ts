// The one table of LSP methods: what each takes, which side sends it, and what must be declared first.
//
// Spec: LSP 3.18. `capability` is a path into the server's capabilities; `option` a further flag below it.
// Invariant: a request which is not in this table is never sent.

import type { AtPosition, CodeActionContext, Formatting, InDocument, InRange, OfItem } from "./wire-shapes.ts";

/** What each request takes. What it returns is `unknown` until it has been normalised: servers send what they like. */
export interface Requests {
  initialize: object;
  shutdown: undefined;
  "textDocument/definition": AtPosition;
  "textDocument/declaration": AtPosition;
  "textDocument/typeDefinition": AtPosition;
  "textDocument/implementation": AtPosition;
  "textDocument/references": AtPosition & { context: { includeDeclaration: boolean } };
  "textDocument/hover": AtPosition;
  "textDocument/documentSymbol": InDocument;
  "textDocument/documentHighlight": AtPosition;
  "textDocument/completion": AtPosition;
  "completionItem/resolve": { label: string };
  "textDocument/signatureHelp": AtPosition;
  "textDocument/codeAction": InRange & { context: CodeActionContext };
  /** An action goes back to the server as it came. */
  "codeAction/resolve": { title: string };
  "textDocument/formatting": Formatting;
  "textDocument/rangeFormatting": Formatting & InRange;
  "textDocument/rename": AtPosition & { newName: string };
  "textDocument/prepareRename": AtPosition;
  "textDocument/inlayHint": InRange;
  "textDocument/semanticTokens/full": InDocument;
  "textDocument/semanticTokens/range": InRange;
  "textDocument/diagnostic": InDocument & { identifier?: string; previousResultId?: string };
  "textDocument/prepareCallHierarchy": AtPosition;
  "callHierarchy/incomingCalls": OfItem;
  "callHierarchy/outgoingCalls": OfItem;
  "textDocument/prepareTypeHierarchy": AtPosition;
  "typeHierarchy/supertypes": OfItem;
  "typeHierarchy/subtypes": OfItem;
  "workspace/symbol": { query: string };
  "workspace/diagnostic": { identifier?: string; previousResultIds: { uri: string; value: string }[] };
  "workspace/executeCommand": { command: string; arguments?: unknown[] };
  "rust-analyzer/expandMacro": AtPosition;
  "textDocument/switchSourceHeader": { uri: string };
  "workspace/willRenameFiles": { files: { oldUri: string; newUri: string }[] };
}

export type RequestMethod = keyof Requests;

export interface MethodRow {
  /** Path into the server's capabilities; empty when nothing needs to be declared. */
  readonly capability: readonly string[];
  /** A boolean option below the capability which must be true as well. */
  readonly option?: string;
  /** The method whose dynamic registration also grants this one. */
  readonly registeredAs?: string;
  /** The answer holds text that may come from files which the document brings in: types, messages, documentation. */
  readonly quotes?: true;
  /** Not of the protocol: only the catalogue entry of a server says whether it answers. */
  readonly beyond?: true;
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
  "textDocument/hover": read("hoverProvider", { quotes: true }),
  "textDocument/documentSymbol": read("documentSymbolProvider"),
  "textDocument/documentHighlight": read("documentHighlightProvider"),
  "textDocument/completion": read("completionProvider", { quotes: true }),
  "completionItem/resolve": read("completionProvider", {
    quotes: true,
    option: "resolveProvider",
    registeredAs: "textDocument/completion",
  }),
  "textDocument/signatureHelp": read("signatureHelpProvider", { quotes: true }),
  "textDocument/codeAction": read("codeActionProvider", { quotes: true }),
  "codeAction/resolve": read("codeActionProvider", {
    quotes: true,
    option: "resolveProvider",
    registeredAs: "textDocument/codeAction",
  }),
  "textDocument/formatting": read("documentFormattingProvider"),
  "textDocument/rangeFormatting": read("documentRangeFormattingProvider"),
  "textDocument/rename": read("renameProvider", { timeoutMs: 120_000 }),
  "textDocument/prepareRename": read("renameProvider", {
    option: "prepareProvider",
    registeredAs: "textDocument/rename",
  }),
  "textDocument/inlayHint": read("inlayHintProvider", { quotes: true }),
  "textDocument/semanticTokens/full": read("semanticTokensProvider", {
    option: "full",
    registeredAs: "textDocument/semanticTokens",
  }),
  "textDocument/semanticTokens/range": read("semanticTokensProvider", {
    option: "range",
    registeredAs: "textDocument/semanticTokens",
  }),
  "textDocument/diagnostic": read("diagnosticProvider", { timeoutMs: 60_000 }),
  "textDocument/prepareCallHierarchy": read("callHierarchyProvider", { quotes: true }),
  "callHierarchy/incomingCalls": read("callHierarchyProvider", {
    quotes: true,
    registeredAs: "textDocument/prepareCallHierarchy",
    timeoutMs: 120_000,
  }),
  "callHierarchy/outgoingCalls": read("callHierarchyProvider", {
    quotes: true,
    registeredAs: "textDocument/prepareCallHierarchy",
    timeoutMs: 60_000,
  }),
  "textDocument/prepareTypeHierarchy": read("typeHierarchyProvider", { quotes: true }),
  "typeHierarchy/supertypes": read("typeHierarchyProvider", {
    quotes: true,
    registeredAs: "textDocument/prepareTypeHierarchy",
  }),
  "typeHierarchy/subtypes": read("typeHierarchyProvider", {
    quotes: true,
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
  "rust-analyzer/expandMacro": { capability: [], quotes: true, beyond: true, idempotent: true, timeoutMs: ordinary },
  "textDocument/switchSourceHeader": { capability: [], beyond: true, idempotent: true, timeoutMs: ordinary },
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
