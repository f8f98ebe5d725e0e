// Where the name of a symbol stands that a search found: right at the name, so that a next question can be asked there.

import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Span } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import { bug } from "../../std/bug.ts";
import type { Patience, Snapshot, Target } from "../../workspace/snapshot.ts";
import type { ShownPlace } from "../places.ts";
import { shownPlaces, textOf } from "../places.ts";
import { leafOf } from "../../languages/names/symbol-name.ts";
import type { FoundAnywhere } from "./search.ts";
import { matching, pathedSymbols, placeOfName } from "../../languages/declarations/symbol-tree.ts";

export interface PlacedSymbol {
  readonly place: ShownPlace;
  /** Absent where nothing can be asked: outside of the root, or where the name was not found. */
  readonly target: Target | undefined;
}

const nowhere: Span = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };

/** Servers name the whole declaration, the name alone, or only the file. */
export async function placedSymbol(found: FoundAnywhere, patience: Patience): Promise<PlacedSymbol> {
  const { snapshot, symbol } = found;
  const { file } = symbol;
  const isOurs = !isExternal(file) && snapshot.holds(file);
  const span = isOurs ? await nameSpan(snapshot, file, found, patience) : symbol.span;
  const [place] = await shownPlaces(snapshot, [{ file, span: span ?? nowhere }], false);
  return {
    place: place ?? bug("one location has one place"),
    target: isOurs && span !== undefined ? { file, place: span.start } : undefined,
  };
}

// — below: private, in the order they are used —

async function nameSpan(
  snapshot: Snapshot,
  file: FilePath,
  { symbol, names }: FoundAnywhere,
  patience: Patience,
): Promise<Span | undefined> {
  const index = await textOf(snapshot, file);
  if (index === undefined) return symbol.span;
  const span = symbol.span ?? (await declaredSpan(snapshot, file, names, patience));
  return span && atName(index, symbol.name, span);
}

/** A server that tells only the file has told the declaration elsewhere. */
async function declaredSpan(
  snapshot: Snapshot,
  file: FilePath,
  names: readonly string[],
  patience: Patience,
): Promise<Span | undefined> {
  try {
    const { value } = await snapshot.documentSymbols(file, patience);
    const symbols = pathedSymbols(value);
    const [exact] = matching(symbols, names);
    return (exact ?? matching(symbols, names.slice(-1))[0])?.node.nameSpan;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function atName(index: LineIndex, name: string, span: Span): Span {
  const start = placeOfName(index, { name, kind: "variable", span, nameSpan: span, children: [] });
  const end = index.offsetOf(start) + leafOf(name).length;
  return index.text.startsWith(leafOf(name), index.offsetOf(start)) ? { start, end: index.placeOf(end) } : span;
}
