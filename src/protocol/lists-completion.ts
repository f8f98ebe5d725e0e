// One completion, of whatever shape the server gave it.

import type { CompletionKind } from "../model/fine-facts.ts";
import { completionKinds } from "../model/fine-facts.ts";
import { at, isRecord } from "../std/json.ts";
import { normaliseHover } from "./hover.ts";
import type { CompletionHandle } from "./lists.ts";
import { plainSnippet } from "./lists-snippet.ts";
import { isRange } from "./locations.ts";
import type { WireRange } from "./wire-shapes.ts";

export interface WireCompletion {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  readonly documentation?: string;
  /** Plain, also where the server sent a snippet. */
  readonly newText: string;
  /** What it replaces; the word at the place where the server does not say. */
  readonly range?: WireRange;
  readonly alsoInserts: readonly string[];
  readonly isDeprecated: boolean;
}

/** What an item is found and sorted by: read for every one of thousands, so no more than that. */
export interface CompletionOrder {
  readonly filter: string;
  readonly sort: string;
  readonly label: string;
  readonly isPreselected: boolean;
  readonly range?: WireRange;
}

export function completionOrder(item: CompletionHandle): CompletionOrder {
  const label = plainLabel(item);
  const range = rangeOf(item);
  return {
    label,
    filter: text(item["filterText"]) ?? label,
    sort: text(item["sortText"]) ?? label,
    isPreselected: item["preselect"] === true,
    ...(range === undefined ? {} : { range }),
  };
}

export function readCompletion(item: CompletionHandle): WireCompletion {
  const label = plainLabel(item);
  const raw = text(at(item, ["textEdit", "newText"])) ?? text(item["insertText"]) ?? label;
  const detail = detailOf(item);
  const documentation = normaliseHover(item["documentation"]);
  const range = rangeOf(item);
  return {
    label,
    kind: completionKinds[Number(item["kind"]) - 1] ?? "text",
    ...(detail === "" ? {} : { detail }),
    ...(documentation === "" ? {} : { documentation }),
    newText: item["insertTextFormat"] === snippetFormat ? plainSnippet(raw) : raw,
    ...(range === undefined ? {} : { range }),
    alsoInserts: additions(item["additionalTextEdits"]),
    isDeprecated: item["deprecated"] === true || hasTag(item["tags"], deprecatedTag),
  };
}

/** Whether the server has left to a later question what an item is. */
export function lacksDetail(item: CompletionHandle): boolean {
  return detailOf(item) === "" && normaliseHover(item["documentation"]) === "";
}

// — below: private, in the order they are used —

/** Spec: LSP 3.18 InsertTextFormat.Snippet and CompletionItemTag.Deprecated. */
const snippetFormat = 2;
const deprecatedTag = 1;

/** Quirk(clangd 22.1.1): a label begins with a space, or with a dot where an include is added. */
function plainLabel({ label }: CompletionHandle): string {
  return label.replace(/^[\s•]+(?=\S)/, "");
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Of an edit that can insert or replace, the one that inserts. */
function rangeOf(item: CompletionHandle): WireRange | undefined {
  const edit = item["textEdit"];
  return [at(edit, ["range"]), at(edit, ["insert"])].find(isRange);
}

/** Type, signature and origin stand in three fields, and some servers say the same thing twice. */
function detailOf(item: CompletionHandle): string {
  const parts = [at(item, ["labelDetails", "detail"]), item["detail"], at(item, ["labelDetails", "description"])];
  const told: string[] = [];
  for (const part of parts) {
    const trimmed = text(part)?.trim() ?? "";
    if (trimmed !== "" && !told.includes(trimmed)) told.push(trimmed);
  }
  return told.join(" ");
}

function additions(edits: unknown): string[] {
  if (!Array.isArray(edits)) return [];
  return edits.flatMap((edit) => {
    const added = isRecord(edit) ? text(edit["newText"])?.trim() : undefined;
    return added === undefined || added === "" ? [] : [added];
  });
}

function hasTag(tags: unknown, tag: number): boolean {
  return Array.isArray(tags) && tags.includes(tag);
}
