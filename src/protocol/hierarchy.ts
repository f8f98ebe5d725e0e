// One shape for the items of call and type hierarchies, and for the calls between them.

import type { SymbolKind } from "../model/code-facts.ts";
import { isRecord } from "../std/json.ts";
import { isRange } from "./locations.ts";
import { symbolKind } from "./symbols.ts";
import type { WireRange } from "./wire-shapes.ts";

export interface WireHierarchyItem {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly detail?: string;
  readonly uri: string;
  readonly range: WireRange;
  readonly selectionRange: WireRange;
  /** As the server sent it: it wants the same back, `data` and all. */
  readonly verbatim: object;
}

export interface WireCall {
  readonly item: WireHierarchyItem;
  readonly ranges: readonly WireRange[];
}

export function normaliseHierarchyItems(result: unknown): WireHierarchyItem[] {
  return Array.isArray(result) ? result.flatMap(oneItem) : [];
}

/** `end` names the other end of the call: `from` in incoming calls, `to` in outgoing ones. */
export function normaliseCalls(result: unknown, end: "from" | "to"): WireCall[] {
  if (!Array.isArray(result)) return [];
  return result.filter(isRecord).flatMap((call) => {
    const ranges = Array.isArray(call["fromRanges"]) ? call["fromRanges"].filter(isRange) : [];
    return oneItem(call[end]).map((item) => ({ item, ranges }));
  });
}

function oneItem(item: unknown): WireHierarchyItem[] {
  if (!isRecord(item) || typeof item["uri"] !== "string") return [];
  const { name, detail, range, selectionRange } = item;
  const whole = [range, selectionRange].find(isRange);
  if (whole === undefined) return [];
  return [
    {
      name: typeof name === "string" ? name : "",
      kind: symbolKind(item["kind"]),
      ...(typeof detail === "string" && detail !== "" ? { detail } : {}),
      uri: item["uri"],
      range: whole,
      selectionRange: isRange(selectionRange) ? selectionRange : whole,
      verbatim: item,
    },
  ];
}
