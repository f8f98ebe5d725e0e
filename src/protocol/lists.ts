// One shape for results that servers send as a list, an object with a list, or a mixture.

import type * as lsp from "vscode-languageserver-protocol";
import { isRecord } from "../std/json.ts";

export interface WireCompletions {
  readonly isIncomplete: boolean;
  readonly items: lsp.CompletionItem[];
}

/** The field `items` decides whether it is a list object. */
export function normaliseCompletions(result: unknown): WireCompletions {
  if (Array.isArray(result)) return { isIncomplete: false, items: result.filter(isCompletionItem) };
  if (!isRecord(result) || !Array.isArray(result["items"])) return { isIncomplete: false, items: [] };
  return { isIncomplete: result["isIncomplete"] === true, items: result["items"].filter(isCompletionItem) };
}

function isCompletionItem(value: unknown): value is lsp.CompletionItem {
  return isRecord(value) && typeof value["label"] === "string";
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
