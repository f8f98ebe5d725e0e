// Answers what a server asks of its client: all fifteen requests of the protocol, at any time, also before the
// initialize reply and while stopping, because some servers stall or abort without an answer.
//
// Spec: LSP 3.18; `facts` about servers that treat an error here as fatal are why the refresh requests answer null.

import type { JsonObject } from "../../catalog/json.ts";
import type { Quirks } from "../../catalog/quirks.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName } from "../../model/file-path.ts";
import type { Registration } from "../../protocol/capabilities.ts";
import type { ServerRequestMethod } from "../../protocol/methods.ts";
import { serverRequests } from "../../protocol/methods.ts";
import { toUri } from "../../protocol/uri.ts";
import { at, isRecord } from "../../std/json.ts";
import type { ApplyEditReply } from "../edits/server-edits.ts";

export interface RequestContext {
  readonly quirks: Quirks;
  readonly settings: JsonObject | undefined;
  folders(): readonly FilePath[];
  register(registrations: readonly Registration[]): void;
  unregister(ids: readonly string[]): void;
  /** Everything we know of diagnostics may have changed. */
  diagnosticsRefresh(): void;
  shown(text: string): void;
  /** The server wants a change to be made. */
  applyEdit(params: unknown): Promise<ApplyEditReply>;
}

/** Undefined means that the method is unknown; the connection then answers -32601 at once. */
export function answerServer(context: RequestContext, method: string, params: unknown): unknown {
  if (isKnown(method)) return answers[method](context, params);
  const fixed = context.quirks.answer;
  return fixed !== undefined && Object.hasOwn(fixed, method) ? fixed[method] : undefined;
}

function isKnown(method: string): method is ServerRequestMethod {
  return (serverRequests as readonly string[]).includes(method);
}

const answers: { readonly [M in ServerRequestMethod]: (context: RequestContext, params: unknown) => unknown } = {
  "workspace/configuration": configuration,
  "client/registerCapability": (context, params) => {
    context.register(parseRegistrations(at(params, ["registrations"])));
    return null;
  },
  "client/unregisterCapability": (context, params) => {
    // Spec: the misspelling `unregisterations` is the name on the wire.
    const list = at(params, ["unregisterations"]);
    context.unregister(parseRegistrations(list).map((registration) => registration.id));
    return null;
  },
  "workspace/workspaceFolders": (context) => {
    const folders = context.folders();
    return folders.length === 0 ? null : folders.map((folder) => ({ uri: toUri(folder), name: baseName(folder) }));
  },
  "workspace/applyEdit": (context, params) => context.applyEdit(params),
  "window/showMessageRequest": chooseAction,
  "window/showDocument": () => ({ success: false }),
  "window/workDoneProgress/create": () => null,
  "workspace/codeLens/refresh": () => null,
  "workspace/semanticTokens/refresh": () => null,
  "workspace/inlayHint/refresh": () => null,
  "workspace/inlineValue/refresh": () => null,
  "workspace/diagnostic/refresh": (context) => {
    context.diagnosticsRefresh();
    return null;
  },
  "workspace/foldingRange/refresh": () => null,
  "workspace/textDocumentContent/refresh": () => null,
};

/**
 * Exactly one answer per item, in order, null where nothing is configured.
 * Quirk(pyright 1.1.414): a partial object loses 82 % of references in silence, so nothing is ever made up.
 */
function configuration(context: RequestContext, params: unknown): unknown {
  const items = at(params, ["items"]);
  if (!Array.isArray(items)) return [];
  return items.map((item) => {
    const section = at(item, ["section"]);
    const path = typeof section === "string" && section !== "" ? section.split(".") : [];
    return at(context.settings, path) ?? null;
  });
}

function parseRegistrations(list: unknown): Registration[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isRecord).flatMap((item) => {
    const { id, method } = item;
    if (typeof id !== "string" || typeof method !== "string") return [];
    return [{ id, method, options: item["registerOptions"] }];
  });
}

function chooseAction(context: RequestContext, params: unknown): unknown {
  const text = at(params, ["message"]);
  if (typeof text === "string") context.shown(text);
  const actions = at(params, ["actions"]);
  if (!Array.isArray(actions)) return null;
  const wanted = context.quirks.chooseAction ?? [];
  return actions.find((action) => wanted.some((title) => at(action, ["title"]) === title)) ?? null;
}
