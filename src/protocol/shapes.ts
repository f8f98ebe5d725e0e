// Whether a reply can be what its method promises at all: nonsense must not pass for an empty answer.

import { isRecord } from "../std/json.ts";
import { isRange } from "./locations.ts";
import type { RequestMethod } from "./methods.ts";

type Shape = (result: unknown) => boolean;

const list: Shape = (result) => result === null || Array.isArray(result);
const places: Shape = (result) => list(result) || (isRecord(result) && ("uri" in result || "targetUri" in result));

const object: Shape = (result) => result === null || isRecord(result);
const holding =
  (key: string): Shape =>
  (result) =>
    result === null || (isRecord(result) && Array.isArray(result[key]));

const shapes: { readonly [M in RequestMethod]?: Shape } = {
  "textDocument/definition": places,
  "textDocument/declaration": places,
  "textDocument/typeDefinition": places,
  "textDocument/implementation": places,
  "textDocument/references": list,
  "textDocument/documentSymbol": list,
  "textDocument/documentHighlight": list,
  "textDocument/codeAction": list,
  "workspace/symbol": list,
  "textDocument/prepareCallHierarchy": list,
  "callHierarchy/incomingCalls": list,
  "callHierarchy/outgoingCalls": list,
  "textDocument/prepareTypeHierarchy": list,
  "typeHierarchy/supertypes": list,
  "typeHierarchy/subtypes": list,
  "textDocument/completion": (result) => list(result) || holding("items")(result),
  "completionItem/resolve": object,
  "textDocument/signatureHelp": holding("signatures"),
  "textDocument/inlayHint": list,
  "textDocument/semanticTokens/full": holding("data"),
  "textDocument/semanticTokens/range": holding("data"),
  "textDocument/prepareRename": object,
  "textDocument/rename": object,
  "workspace/willRenameFiles": object,
  "textDocument/hover": (result) => result === null || (isRecord(result) && "contents" in result),
};

/** True for methods whose shape is judged elsewhere. */
export function hasShapeOf(method: RequestMethod, result: unknown): boolean {
  return shapes[method]?.(result) ?? true;
}

/** Elements of a list that say neither what they are about nor where: they are left out of the answer. */
export function unreadableItems(result: unknown): number {
  return Array.isArray(result) ? result.filter((item) => !isReadable(item)).length : 0;
}

function isReadable(item: unknown): boolean {
  if (!isRecord(item)) return false;
  if (typeof item["targetUri"] === "string")
    return isRange(item["targetSelectionRange"]) || isRange(item["targetRange"]);
  // One end of a call.
  const end = item["from"] ?? item["to"];
  if (isRecord(end)) return typeof end["uri"] === "string" && isReadable(end);
  if (isRecord(item["location"])) return typeof item["location"]["uri"] === "string";
  return isRange(item["range"]) || isRange(item["selectionRange"]);
}
