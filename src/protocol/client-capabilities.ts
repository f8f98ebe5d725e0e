// The capabilities that we declare to a server: only what is really implemented.

import type { ClientCapabilities, CompletionItemKind, MarkupKind, SymbolKind } from "vscode-languageserver-protocol";
import { symbolKinds } from "../model/code-facts.ts";
import { completionKinds } from "../model/fine-facts.ts";
import { tokenModifiers, tokenTypes } from "./tokens.ts";

const allSymbolKinds = { valueSet: symbolKinds.map((_, index) => (index + 1) as SymbolKind) };
const markdown = "markdown" as MarkupKind;
const plaintext = "plaintext" as MarkupKind;

/** Spec: LSP 3.18 CodeActionKind; the empty one stands for all. */
const actionKinds = [
  "",
  "quickfix",
  "refactor",
  "refactor.extract",
  "refactor.inline",
  "refactor.move",
  "refactor.rewrite",
  "source",
  "source.organizeImports",
  "source.fixAll",
];

/** Capabilities of requests about one position or one range of a file. */
const fineReading: NonNullable<ClientCapabilities["textDocument"]> = {
  completion: {
    dynamicRegistration: true,
    completionItem: {
      // Why not snippets: their marks are for an editor, and plain text is what is shown.
      snippetSupport: false,
      documentationFormat: [markdown, plaintext],
      deprecatedSupport: true,
      tagSupport: { valueSet: [1] },
      preselectSupport: true,
      labelDetailsSupport: true,
      resolveSupport: { properties: ["detail", "documentation", "additionalTextEdits"] },
    },
    completionItemKind: { valueSet: completionKinds.map((_, index) => (index + 1) as CompletionItemKind) },
  },
  signatureHelp: {
    dynamicRegistration: true,
    signatureInformation: {
      documentationFormat: [markdown, plaintext],
      parameterInformation: { labelOffsetSupport: true },
      activeParameterSupport: true,
      noActiveParameterSupport: true,
    },
  },
  inlayHint: { dynamicRegistration: true },
  semanticTokens: {
    dynamicRegistration: true,
    requests: { range: true, full: true },
    // A server may leave out what is not named here.
    tokenTypes,
    tokenModifiers,
    formats: ["relative"],
    overlappingTokenSupport: false,
    multilineTokenSupport: false,
    // Only the server says what a word is, so all of them are requested.
    augmentsSyntaxTokens: false,
  },
  rename: { dynamicRegistration: true, prepareSupport: true, prepareSupportDefaultBehavior: 1 },
};

/** `experimental` comes from the catalogue, e.g. rust-analyzer's serverStatusNotification. */
export function clientCapabilities(experimental: object | undefined): ClientCapabilities {
  return {
    general: {
      // Why not utf-8 as well: utf-16 is our own unit and every server has it; two servers switch as soon as utf-8 is offered.
      positionEncodings: ["utf-16"],
      staleRequestSupport: { cancel: true, retryOnContentModified: [] },
    },
    window: {
      workDoneProgress: true,
      showMessage: { messageActionItem: { additionalPropertiesSupport: false } },
      showDocument: { support: false },
    },
    workspace: {
      applyEdit: false,
      // Edits are understood and shown; see `session/edits/workspace-edit.ts`.
      workspaceEdit: {
        documentChanges: true,
        resourceOperations: ["create", "rename", "delete"],
        // All of an edit or nothing of it; see `workspace/write/writer.ts`.
        failureHandling: "transactional",
        // What needs a confirmation is reported, and not carried out without it.
        changeAnnotationSupport: { groupsOnLabel: false },
      },
      fileOperations: { dynamicRegistration: true, willRename: true, didRename: true },
      executeCommand: { dynamicRegistration: true },
      configuration: true,
      workspaceFolders: true,
      didChangeConfiguration: { dynamicRegistration: true },
      didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
      symbol: { dynamicRegistration: true, symbolKind: allSymbolKinds },
      diagnostics: { refreshSupport: true },
    },
    textDocument: {
      synchronization: { dynamicRegistration: true, didSave: true },
      publishDiagnostics: {
        versionSupport: true,
        relatedInformation: false,
        codeDescriptionSupport: false,
        dataSupport: true,
      },
      diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true },
      codeAction: {
        dynamicRegistration: true,
        codeActionLiteralSupport: { codeActionKind: { valueSet: actionKinds } },
        isPreferredSupport: true,
        disabledSupport: true,
        dataSupport: true,
        resolveSupport: { properties: ["edit", "command"] },
      },
      definition: { dynamicRegistration: true, linkSupport: true },
      references: { dynamicRegistration: true },
      callHierarchy: { dynamicRegistration: true },
      typeHierarchy: { dynamicRegistration: true },
      hover: { dynamicRegistration: true, contentFormat: [markdown, plaintext] },
      ...fineReading,
      documentSymbol: {
        dynamicRegistration: true,
        hierarchicalDocumentSymbolSupport: true,
        symbolKind: allSymbolKinds,
      },
    },
    ...(experimental === undefined ? {} : { experimental }),
  };
}
