import { expect, test } from "vitest";
import type * as lsp from "vscode-languageserver-protocol";
import * as library from "vscode-languageserver-protocol/node";

import type { RequestMethod, Requests } from "./methods.ts";
import { methods, serverRequests } from "./methods.ts";

interface Definition {
  readonly method: string;
  readonly messageDirection: string;
  readonly capabilities?: { readonly server?: string };
  readonly type: { readonly registrationMethod?: string };
  readonly registrationMethod?: string;
}

/** Every request that the protocol's own library defines. */
const definitions = Object.values(library as Record<string, unknown>).filter(
  (value): value is Definition =>
    typeof value === "object" &&
    value !== null &&
    "messageDirection" in value &&
    "type" in value &&
    (value.type as object).constructor.name.startsWith("ProtocolRequestType"),
);
const byMethod = new Map(definitions.map((definition) => [definition.method, definition]));
const all = Object.keys(methods) as RequestMethod[];
/** Those of the protocol; what only one server knows is not in its library. */
const names = all.filter((name) => methods[name].beyond !== true);

/** What the protocol's own library says that each request takes; `initialize` is held to it where it is written. */
interface Theirs {
  "textDocument/definition": lsp.DefinitionParams;
  "textDocument/declaration": lsp.DeclarationParams;
  "textDocument/typeDefinition": lsp.TypeDefinitionParams;
  "textDocument/implementation": lsp.ImplementationParams;
  "textDocument/references": lsp.ReferenceParams;
  "textDocument/hover": lsp.HoverParams;
  "textDocument/documentSymbol": lsp.DocumentSymbolParams;
  "textDocument/documentHighlight": lsp.DocumentHighlightParams;
  "textDocument/completion": lsp.CompletionParams;
  "completionItem/resolve": lsp.CompletionItem;
  "textDocument/signatureHelp": lsp.SignatureHelpParams;
  "textDocument/codeAction": lsp.CodeActionParams;
  "codeAction/resolve": lsp.CodeAction;
  "textDocument/formatting": lsp.DocumentFormattingParams;
  "textDocument/rangeFormatting": lsp.DocumentRangeFormattingParams;
  "textDocument/rename": lsp.RenameParams;
  "textDocument/prepareRename": lsp.PrepareRenameParams;
  "textDocument/inlayHint": lsp.InlayHintParams;
  "textDocument/semanticTokens/full": lsp.SemanticTokensParams;
  "textDocument/semanticTokens/range": lsp.SemanticTokensRangeParams;
  "textDocument/diagnostic": lsp.DocumentDiagnosticParams;
  "textDocument/prepareCallHierarchy": lsp.CallHierarchyPrepareParams;
  "callHierarchy/incomingCalls": lsp.CallHierarchyIncomingCallsParams;
  "callHierarchy/outgoingCalls": lsp.CallHierarchyOutgoingCallsParams;
  "textDocument/prepareTypeHierarchy": lsp.TypeHierarchyPrepareParams;
  "typeHierarchy/supertypes": lsp.TypeHierarchySupertypesParams;
  "typeHierarchy/subtypes": lsp.TypeHierarchySubtypesParams;
  "workspace/symbol": lsp.WorkspaceSymbolParams;
  "workspace/diagnostic": lsp.WorkspaceDiagnosticParams;
  "workspace/executeCommand": lsp.ExecuteCommandParams;
  "workspace/willRenameFiles": lsp.RenameFilesParams;
}

/** Never, if the compiler can show that whatever we send is what they take. */
type Wrong = {
  [M in RequestMethod]: M extends keyof Theirs ? (Requests[M] extends Theirs[M] ? never : M) : never;
}[RequestMethod];
type Beyond = "rust-analyzer/expandMacro" | "textDocument/switchSourceHeader";
type Unchecked = Exclude<RequestMethod, keyof Theirs | Beyond>;

test("what we send is what the protocol's own library takes, as the compiler sees it", () => {
  const wrong: [Wrong] extends [never] ? "none" : Wrong = "none";
  const unchecked: Unchecked[] = ["initialize", "shutdown"] satisfies ("initialize" | "shutdown")[];
  const noOther: [Exclude<Unchecked, "initialize" | "shutdown">] extends [never] ? "none" : Unchecked = "none";
  expect([wrong, noOther, unchecked.length]).toEqual(["none", "none", 2]);
});

test("every request of the table is one that a client may send", () => {
  expect(definitions.length).toBeGreaterThan(60);
  for (const name of names) expect([name, byMethod.get(name)?.messageDirection]).not.toEqual([name, "serverToClient"]);
  expect(names.filter((name) => !byMethod.has(name))).toEqual([]);
});

test("what is not of the protocol says so, and is only sent where the catalogue knows of it", () => {
  const beyond: Beyond[] = ["rust-analyzer/expandMacro", "textDocument/switchSourceHeader"];
  expect(all.filter((name) => methods[name].beyond === true)).toEqual(beyond);
  expect(beyond.filter((name) => byMethod.has(name))).toEqual([]);
});

test("every request that a server may send is listed, and nothing else", () => {
  const fromServer = definitions.filter(({ messageDirection }) => messageDirection === "serverToClient");
  expect([...serverRequests].sort()).toEqual(fromServer.map(({ method }) => method).sort());
});

test("a capability is looked for where the protocol puts it", () => {
  const differing = names.flatMap((name) => {
    const { capability, option } = methods[name];
    const ours = [...capability, ...(option === undefined ? [] : [option])].join(".");
    const theirs = byMethod.get(name)?.capabilities?.server ?? "";
    return ours === theirs ? [] : [`${name}: ${ours} instead of ${theirs}`];
  });
  // The library names no path for these three; the protocol does: `full` is an option, the others share their provider.
  expect(differing).toEqual([
    "textDocument/semanticTokens/full: semanticTokensProvider.full instead of semanticTokensProvider",
    "typeHierarchy/supertypes: typeHierarchyProvider instead of ",
    "typeHierarchy/subtypes: typeHierarchyProvider instead of ",
  ]);
});

test("a dynamic registration names a method of its own capability", () => {
  for (const name of names) {
    const { registeredAs, capability } = methods[name];
    const registered =
      registeredAs === undefined ? undefined : (methods as Record<string, { capability: unknown }>)[registeredAs];
    expect([name, registered?.capability ?? capability]).toEqual([name, capability]);
  }
  expect(methods["textDocument/semanticTokens/full"].registeredAs).toBe(
    byMethod.get("textDocument/semanticTokens/full")?.registrationMethod,
  );
});

test("what runs a command or starts and ends a server is never sent twice on its own", () => {
  expect(names.filter((name) => !methods[name].idempotent)).toEqual([
    "initialize",
    "shutdown",
    "workspace/executeCommand",
  ]);
});

test("every request has a time that ends", () => {
  for (const name of names)
    expect([name, methods[name].timeoutMs > 0 && methods[name].timeoutMs <= 300_000]).toEqual([name, true]);
});
