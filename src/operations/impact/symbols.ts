// The symbols of a file whose uses can be asked for.

import type { Located } from "../../workspace/view.ts";
import { standingOf } from "../../model/standing.ts";
import { shownPath } from "../foreign-text.ts";
import { unlistedIn } from "../../languages/declarations/handed-on.ts";
import type { Ledger } from "./ledger.ts";
import type { DeclaredSymbol, FileOutline, FileOutlines } from "./outline.ts";
import { isAskable, isLiteralKey, isTestCode } from "./outline.ts";
import type { ChangedSymbol } from "./subject.ts";
import { placeOfName } from "../../languages/declarations/symbol-tree.ts";

/** All of them and what the file hands on, or of its own those that `wanted` chooses once the outline is known. */
export async function symbolsOfFile(
  outlines: FileOutlines,
  ledger: Ledger,
  located: Located,
  wanted: (outline: FileOutline) => (symbol: DeclaredSymbol) => boolean = () => () => true,
): Promise<ChangedSymbol[]> {
  const { snapshot, file } = located;
  const outline = await outlines.of(snapshot, file);
  const shown = shownPath(snapshot.base, file);
  ledger.take(outline.standing, shown);
  ledger.take(standingOf(unlistedIn(file, outline.index)), shown);
  const isWanted = wanted(outline);
  const own = outline.symbols.filter((symbol) => isWanted(symbol) && !isPartOfValue(located, symbol));
  return [...own, ...outline.handedOn].filter(isAskable).map((symbol) => ({
    ...{ snapshot, file, shown, symbol },
    place: placeOfName(outline.index, symbol.node),
    isTest: isTestCode(snapshot.root, file, outline.index, symbol),
  }));
}

/** The key of an object is a part of what the object is called: others of its type have the same key. */
export function isPartOfValue({ snapshot, file }: Located, symbol: DeclaredSymbol): boolean {
  if (!isLiteralKey(symbol)) return false;
  // What JavaScript exports may be an object without a name.
  return symbol.parent !== undefined || (snapshot.languageOf(file) ?? "").startsWith("typescript");
}
