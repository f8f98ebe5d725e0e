// The parts under the engine, for programs that build on them: the client of a server, who starts and finds servers, and drafts.
//
// They are the parts that Sightline itself is made of, as they are: nothing here wraps or converts.

export type { LanguageEntry, ServerEntry } from "./catalog/entry.ts";
export { defineServer } from "./catalog/entry.ts";
export type { Catalog } from "./catalog/table.ts";
export { catalog, makeCatalog } from "./catalog/table.ts";
export { settingsFor } from "./config/profiles.ts";
export type { Settings } from "./config/settings.ts";
export type { Outcome, OutcomeBody } from "./engine/engine.ts";
export type { Host } from "./host/host.ts";
export { openNodeHost } from "./host/node/node-host.ts";
export type {
  Diagnostic,
  FoundSymbol,
  Hierarchy,
  HierarchyItem,
  HoverText,
  Location,
  Severity,
  SymbolKind,
  SymbolNode,
} from "./model/code-facts.ts";
export { severities, symbolKinds } from "./model/code-facts.ts";
export type { FilePath } from "./model/file-path.ts";
export { filePath } from "./model/file-path.ts";
export type { FilePlace, Place, Span } from "./model/place.ts";
export type { Answer } from "./model/standing.ts";
export type { OffsetEdit } from "./model/text-edit.ts";
export type { WireAction } from "./protocol/code-actions.ts";
export type { WireDiagnostic } from "./protocol/diagnostics.ts";
export { errorCodes } from "./protocol/error-codes.ts";
export type { WireCall, WireHierarchyItem } from "./protocol/hierarchy.ts";
export type { WireLocation } from "./protocol/locations.ts";
export type { RequestMethod, Requests } from "./protocol/methods.ts";
export { methods } from "./protocol/methods.ts";
export type { WireFoundSymbol, WireSymbol } from "./protocol/symbols.ts";
export { tokenModifiers, tokenTypes } from "./protocol/tokens.ts";
export type { WirePosition, WireRange } from "./protocol/wire-shapes.ts";
export type { AskOptions, Reply, SessionOptions } from "./session/ask-host.ts";
export { Session } from "./session/session.ts";
export type { Life } from "./session/process/lifecycle.ts";
export type { StatusRecord } from "./session/status.ts";
export type { CallerDrafts, DraftedFile, DraftState } from "./workspace/change/drafts.ts";
export { Draft, Drafts } from "./workspace/change/drafts.ts";
export type { RoutingContext } from "./workspace/servers/routing.ts";
export { Routing } from "./workspace/servers/routing.ts";
export type { ServersContext } from "./workspace/servers/root-servers.ts";
export { RootServers } from "./workspace/servers/root-servers.ts";
export type { SessionsContext } from "./workspace/servers/sessions.ts";
export { Sessions } from "./workspace/servers/sessions.ts";
export { Snapshot } from "./workspace/snapshot.ts";
export { Workspace } from "./workspace/workspace.ts";
export type { WorkspaceOptions } from "./workspace/workspace-options.ts";
