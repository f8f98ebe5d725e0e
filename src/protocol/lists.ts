// One shape for results that servers send as a list, an object with a list, or a mixture.

import type * as lsp from "vscode-languageserver-protocol";
import type { JsonRecord } from "../std/json.ts";
import { at, isRecord } from "../std/json.ts";
import { isRange } from "./locations.ts";

/** An item as it came: a request for more details sends it back unchanged. */
export type CompletionHandle = JsonRecord & { readonly label: string };

export interface WireCompletions {
  readonly isIncomplete: boolean;
  readonly items: readonly CompletionHandle[];
  /** How many elements are no items. */
  readonly unreadable: number;
}

/** The field `items` decides whether it is a list object. */
export function normaliseCompletions(result: unknown): WireCompletions {
  const list = Array.isArray(result) ? result : at(result, ["items"]);
  if (!Array.isArray(list)) return { isIncomplete: false, items: [], unreadable: 0 };
  const defaults = at(result, ["itemDefaults"]);
  const items = list.filter(isCompletionItem);
  return {
    isIncomplete: at(result, ["isIncomplete"]) === true,
    items: isRecord(defaults) ? items.map((item) => withDefaults(item, defaults)) : items,
    unreadable: list.length - items.length,
  };
}

function isCompletionItem(value: unknown): value is CompletionHandle {
  return isRecord(value) && typeof value["label"] === "string";
}

/** Spec: LSP 3.17 CompletionList.itemDefaults; what an item says itself wins. */
function withDefaults(item: CompletionHandle, defaults: JsonRecord): CompletionHandle {
  const { editRange, insertTextFormat, data } = defaults;
  const newText = typeof item["textEditText"] === "string" ? item["textEditText"] : item.label;
  const textEdit = isRange(editRange)
    ? { newText, range: editRange }
    : isRecord(editRange) && { newText, ...editRange };
  return {
    ...(data === undefined ? {} : { data }),
    ...(insertTextFormat === undefined ? {} : { insertTextFormat }),
    ...(isRecord(textEdit) ? { textEdit } : {}),
    ...item,
  };
}

/** A bare Command (its `command` is a string) becomes a code action that carries it; decided per element. */
export function normaliseCodeActions(result: unknown): lsp.CodeAction[] {
  if (!Array.isArray(result)) return [];
  return result.filter(isRecord).map((item): lsp.CodeAction => {
    if (typeof item["command"] !== "string") return { ...item, title: title(item) };
    const command: lsp.Command = { title: title(item), command: item["command"] };
    return {
      title: command.title,
      command: Array.isArray(item["arguments"]) ? { ...command, arguments: item["arguments"] } : command,
    };
  });
}

function title(item: { readonly [key: string]: unknown }): string {
  return typeof item["title"] === "string" ? item["title"] : "(untitled)";
}
