// One tree for both shapes of document symbols, and one list for both shapes of workspace symbols.

import type { SymbolKind } from "../model/code-facts.ts";
import { symbolKinds } from "../model/code-facts.ts";
import { isRecord } from "../std/json.ts";
import { isRange } from "./locations.ts";
import type { WirePosition, WireRange } from "./wire-shapes.ts";

export interface WireSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly detail?: string;
  readonly range: WireRange;
  readonly selectionRange: WireRange;
  readonly children: WireSymbol[];
}

export interface WireFoundSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container?: string;
  readonly uri: string;
  readonly range?: WireRange;
}

/** The presence of `selectionRange` in the first element decides which shape it is. */
export function normaliseDocumentSymbols(result: unknown): WireSymbol[] {
  const items = Array.isArray(result) ? result.filter(isRecord) : [];
  return items[0] !== undefined && "selectionRange" in items[0] ? items.flatMap(fromTree) : fromFlat(items);
}

export function normaliseWorkspaceSymbols(result: unknown): WireFoundSymbol[] {
  const items = Array.isArray(result) ? result.filter(isRecord) : [];
  return items.flatMap((item) => {
    const location = item["location"];
    if (!isRecord(location) || typeof location["uri"] !== "string") return [];
    const container = item["containerName"];
    return [
      {
        name: symbolName(item["name"]),
        kind: symbolKind(item["kind"]),
        ...(typeof container === "string" && container !== "" ? { container } : {}),
        uri: location["uri"],
        ...(isRange(location["range"]) ? { range: location["range"] } : {}),
      },
    ];
  });
}

export function symbolKind(value: unknown): SymbolKind {
  return (typeof value === "number" ? symbolKinds[value - 1] : undefined) ?? "variable";
}

type Item = { readonly [key: string]: unknown };

function fromTree(item: Item): WireSymbol[] {
  const range = isRange(item["range"]) ? item["range"] : item["selectionRange"];
  if (!isRange(range)) return [];
  const detail = item["detail"];
  const children = Array.isArray(item["children"]) ? item["children"].filter(isRecord) : [];
  return [
    {
      name: symbolName(item["name"]),
      kind: symbolKind(item["kind"]),
      ...(typeof detail === "string" && detail !== "" ? { detail } : {}),
      range,
      selectionRange: isRange(item["selectionRange"]) ? item["selectionRange"] : range,
      children: children.flatMap(fromTree),
    },
  ];
}

/**
 * A flat list names its containers only by their names. Of several symbols with the container's name the parent is
 * the innermost whose range encloses the child; without one the last declared before it; else the child is a root.
 */
function fromFlat(items: readonly Item[]): WireSymbol[] {
  const nodes = items.flatMap((item) => {
    const location = item["location"];
    const range = isRecord(location) ? location["range"] : undefined;
    if (!isRange(range)) return [];
    const node: WireSymbol = {
      name: symbolName(item["name"]),
      kind: symbolKind(item["kind"]),
      range,
      selectionRange: range,
      children: [],
    };
    return [{ node, container: item["containerName"] }];
  });
  const named = new Map<string, WireSymbol[]>();
  for (const { node } of nodes) {
    const namesakes = named.get(node.name);
    if (namesakes === undefined) named.set(node.name, [node]);
    else namesakes.push(node);
  }
  const roots: WireSymbol[] = [];
  const parents = new Map<WireSymbol, WireSymbol>();
  for (const { node, container } of nodes) {
    const candidates = typeof container === "string" && container !== "" ? (named.get(container) ?? []) : [];
    const parent = parentAmong(candidates, node, parents);
    if (parent !== undefined) parents.set(node, parent);
    (parent?.children ?? roots).push(node);
  }
  return cutBelow(roots, deepest);
}

type Parents = ReadonlyMap<WireSymbol, WireSymbol>;

function parentAmong(candidates: readonly WireSymbol[], child: WireSymbol, parents: Parents): WireSymbol | undefined {
  const others = candidates.filter((candidate) => mayHold(candidate, child, parents));
  const enclosing = others.filter((candidate) => encloses(candidate.range, child.range));
  if (enclosing.length > 0)
    return enclosing.reduce((inner, next) => (encloses(inner.range, next.range) ? next : inner));
  const earlier = others.filter((candidate) => before(candidate.range.start, child.range.start));
  if (earlier.length === 0) return others[0];
  return earlier.reduce((last, next) => (before(last.range.start, next.range.start) ? next : last));
}

/** Deeper than any code nests, and far from the end of the stack for whatever walks the tree. */
const deepest = 512;

/** What lies deeper than `depth` levels starts over at the top. */
function cutBelow(roots: WireSymbol[], depth: number): WireSymbol[] {
  let level = roots;
  for (let below = 1; below < depth && level.length > 0; below++) level = level.flatMap((node) => node.children);
  const cut = level.flatMap((node) => node.children.splice(0));
  return cut.length === 0 ? roots : roots.concat(cutBelow(cut, depth));
}

/** False when the candidate is the child itself or below it, as when two flat symbols name each other as container. */
function mayHold(candidate: WireSymbol, child: WireSymbol, parents: Parents): boolean {
  let depth = 0;
  for (let here: WireSymbol | undefined = candidate; here !== undefined; here = parents.get(here)) {
    if (here === child || ++depth >= deepest) return false;
  }
  return true;
}

function encloses(outer: WireRange, inner: WireRange): boolean {
  return !before(inner.start, outer.start) && !before(outer.end, inner.end);
}

function before(a: WirePosition, b: WirePosition): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** Quirk(matlab): names were seen as null and as lists. */
function symbolName(value: unknown): string {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.join(".") : "";
}
