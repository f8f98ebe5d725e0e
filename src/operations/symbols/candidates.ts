// Symbols that fit a path exactly, wherever they are; and what is only similar, where none does.

import type { Patience } from "../../std/patience.ts";
import type { FoundSymbol, SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display, isInside } from "../../model/file-path.ts";
import type { FilePlace } from "../../model/place.ts";
import { comparePlaces, contains } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { joinStandings, reasonOfRefusal, standingOf } from "../../model/standing.ts";
import { pooled } from "../../std/pooled.ts";
import { wholeName } from "../../workspace/asking/name-search.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import type { QueryContext } from "../define.ts";
import { leafOf, spelled } from "../../languages/names/symbol-name.ts";
import { qualities } from "./rank.ts";
import type { SearchedRoot, SearchScope } from "./search.ts";
import { containerNames, joinedStanding, searchAnywhere, searchedRoots } from "./search.ts";
import type { PathedSymbol } from "../../languages/declarations/symbol-tree.ts";
import {
  endsWith,
  fits,
  pathedSymbols,
  sameNames,
  withoutConstructors,
} from "../../languages/declarations/symbol-tree.ts";

/** A symbol that fits a path. */
export interface Candidate extends FilePlace {
  readonly snapshot: Snapshot;
  readonly path: readonly string[];
  readonly kind: SymbolKind;
  /** Absent for a symbol that only the search of the whole workspace knows. */
  readonly node?: SymbolNode | undefined;
}

/** The most files read for one name, and how many at the same time. */
const filesAtMost = 50;
const atOnce = 8;

/** A list of fewer was not cut: of the servers whose limit is known the smallest is 100. */
const shortList = 50;

export interface Candidates extends Answer<Candidate[]> {
  /** No server returned so many symbols that it may have cut the list. */
  readonly isShort: boolean;
}

/** Symbols with exactly this path or an ending of it, in the order of roots, files and text. */
export async function candidatesAnywhere(
  context: QueryContext,
  names: readonly string[],
  scope: SearchScope = {},
): Promise<Candidates> {
  const places = await searchedRoots(context, scope);
  const [leaf = "", container] = [...names].reverse();
  const first = await Promise.all(places.map((place) => inRoot(place, leaf, names, context.patience, scope)));
  const found = chosen(first.flatMap(({ value }) => value));
  if (found.length > 0 || container === undefined) return { value: found, ...summaryOf(first) };
  // Not every server lists members or locals of what it knows; their container may lead to them.
  const second = await Promise.all(places.map((place) => inRoot(place, container, names, context.patience, scope)));
  return {
    value: chosen(second.flatMap(({ value }) => value)),
    ...summaryOf([...first, ...second]),
  };
}

/** The best of what is only similar to the path. */
export async function nearAnywhere(
  context: QueryContext,
  names: readonly string[],
  scope: SearchScope = {},
): Promise<Answer<Candidate[]>> {
  const { value, standing } = await searchAnywhere(context, names.join("."), scope);
  const near = value.flatMap(({ snapshot, symbol, names: path, quality }): Candidate[] => {
    const { file, span, kind } = symbol;
    if (quality === qualities.none || isExternal(file) || span === undefined || !snapshot.holds(file)) return [];
    return [{ snapshot, file, place: span.start, path, kind }];
  });
  return { value: near.slice(0, 10), standing };
}

// — below: private, in the order they are used —

type CoincidingCandidate = Candidate & {
  /** Whether the search of the workspace led right to it, and not only to its file. */
  readonly isHit: boolean;
  readonly fit: Fit;
};

/** From best to worst: the whole path, its end, its end with the names of directories and file, what a search says alone. */
const fitsInOrder = ["whole", "end", "qualified", "said"] as const;
type Fit = (typeof fitsInOrder)[number];

interface Searched extends Answer<CoincidingCandidate[]> {
  /** How many symbols the servers returned, whether or not they match. */
  readonly listed: number;
}

function summaryOf(searched: readonly Searched[]): Omit<Candidates, "value"> {
  return { standing: joinedStanding(searched), isShort: searched.every(({ listed }) => listed < shortList) };
}

async function inRoot(
  { snapshot, within }: SearchedRoot,
  name: string,
  names: readonly string[],
  patience: Patience,
  { language }: SearchScope,
): Promise<Searched> {
  const { value, standing } = await snapshot.findSymbols(wholeName(name), patience, language);
  const hits = value.flatMap((symbol) =>
    !isExternal(symbol.file) && isInside(within ?? snapshot.root, symbol.file) && leafOf(symbol.name) === name
      ? [{ ...symbol, file: symbol.file }]
      : [],
  );
  const files = [...new Set(hits.map(({ file }) => file))];
  const trees = await pooled(files.slice(0, filesAtMost), atOnce, (file) => treeOf(snapshot, file, patience));
  const declared = trees.flatMap(({ file, symbols }) => {
    const own = hits.filter((hit) => hit.file === file);
    return symbols.flatMap((symbol) => candidate(snapshot, file, symbol, names, own));
  });
  const said = hits.flatMap(({ file, span, kind, container, name: own }): CoincidingCandidate[] => {
    const path = [...containerNames(container), ...spelled(own).parts];
    if (span === undefined || !endsWith(path, names)) return [];
    return [{ snapshot, file, place: span.start, path, kind, isHit: true, fit: "said" }];
  });
  const reasons = trees.flatMap(({ refused }) => refused);
  if (files.length > filesAtMost) reasons.push({ code: "scoped", detail: "not searched: more files" });
  return {
    value: [...declared, ...said],
    standing: joinStandings([standing, standingOf(reasons)]),
    listed: value.length,
  };
}

async function treeOf(
  snapshot: Snapshot,
  file: FilePath,
  patience: Patience,
): Promise<{ file: FilePath; symbols: PathedSymbol[]; refused: Reason[] }> {
  try {
    const { value } = await snapshot.documentSymbols(file, patience);
    return { file, symbols: pathedSymbols(value), refused: [] };
  } catch (error) {
    // A file that cannot be read does not affect the others.
    if (!(error instanceof Refusal)) throw error;
    const detail = `not checked: ${display(snapshot.base, file)} (${error.details.what})`;
    return { file, symbols: [], refused: [reasonOfRefusal(error, detail)] };
  }
}

function candidate(
  snapshot: Snapshot,
  file: FilePath,
  symbol: PathedSymbol,
  names: readonly string[],
  hits: readonly FoundSymbol[],
): CoincidingCandidate[] {
  const { path, also, node } = symbol;
  const before = display(snapshot.base, file)
    .replace(/\.[^./]*$/, "")
    .split("/");
  const fit = [path, ...also].some((one) => sameNames(one, names))
    ? "whole"
    : fits(symbol, names)
      ? "end"
      : endsWith([...before, ...path], names)
        ? "qualified"
        : undefined;
  if (fit === undefined) return [];
  const place = node.nameSpan.start;
  const isHit = hits.some(
    ({ span }) => span !== undefined && (contains(span, place) || contains(node.nameSpan, span.start)),
  );
  return [{ snapshot, file, place, path, kind: node.kind, node, isHit, fit }];
}

/** The best fit alone; and of a header and its source, the one that the servers' own search leads to. */
function chosen(all: readonly CoincidingCandidate[]): Candidate[] {
  const fit = fitsInOrder.find((one) => all.some((candidateOf) => candidateOf.fit === one));
  const best = withoutConstructors(all.filter((one) => one.fit === fit));
  const led = new Set(best.filter(({ isHit }) => isHit).map(groupOf));
  const kept = led.size === 0 ? best : best.filter((one) => led.has(groupOf(one)));
  const unique = new Map(kept.map((one) => [keyOfPlace(one.file, one.place), one]));
  return [...unique.values()].sort((a, b) =>
    a.file === b.file ? comparePlaces(a.place, b.place) : a.file < b.file ? -1 : 1,
  );
}

/** Overloads stand together: same file, same path. */
function groupOf({ file, path }: Candidate): string {
  return JSON.stringify([file, path]);
}
