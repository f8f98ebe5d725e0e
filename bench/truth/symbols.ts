// What is known of a symbol independently of any language server, and which symbols are asked about.

import type { FoundPlace } from "../../test/real/reading/asked-package.ts";
import { randomFrom } from "../shared/stats.ts";

/** `file:line`, relative to the root and counted from 1, as in the other comparisons. */
export type Fact = string;

/** How a use is known: resolved by a compiler or by scope, or by a member name that is declared once in the repository. */
export type Proof = "resolved" | "name";

export interface TrueSymbol {
  readonly name: string;
  /** As the oracle calls it: function, method, property … */
  readonly kind: string;
  /** The first is asked at; the others declare it too. */
  readonly declared: readonly FoundPlace[];
  readonly uses: readonly { readonly fact: Fact; readonly proof: Proof }[];
  /** Where a member of this name stands behind a value of unknown type: nothing can be said of it. */
  readonly undecided: readonly Fact[];
}

export function factOf({ file, line }: Pick<FoundPlace, "file" | "line">): Fact {
  return `${file}:${line}`;
}

/** So many uses are shown whole; beyond it an answer is counts. */
const mostUses = 250;
/** Of the symbols that are asked about, at most this part has no use. */
const unusedShare = 0.1;

/** Symbols of every kind in turn, by a seed. */
export function chooseSymbols(all: readonly TrueSymbol[], askIn: RegExp, count: number, seed: number): TrueSymbol[] {
  const random = randomFrom(seed);
  const usable = all
    .filter(({ declared: [first], uses, name }) => {
      return first !== undefined && askIn.test(first.file) && uses.length <= mostUses && name.length > 1;
    })
    .sort((a, b) => keyOf(a).localeCompare(keyOf(b)))
    .map((symbol) => ({ symbol, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ symbol }) => symbol);
  const byKind = grouped(usable);
  const chosen: TrueSymbol[] = [];
  let unused = 0;
  while (chosen.length < count && byKind.some(({ length }) => length > 0)) {
    for (const kind of byKind) {
      const next = kind.shift();
      if (next === undefined || chosen.length >= count) continue;
      if (next.uses.length === 0 && ++unused > count * unusedShare) continue;
      chosen.push(next);
    }
  }
  return chosen;
}

function keyOf({ name, declared: [first] }: TrueSymbol): string {
  return `${first?.file}:${String(first?.line).padStart(6, "0")}:${first?.column}:${name}`;
}

function grouped(symbols: readonly TrueSymbol[]): TrueSymbol[][] {
  const groups = new Map<string, TrueSymbol[]>();
  for (const symbol of symbols) groups.set(symbol.kind, [...(groups.get(symbol.kind) ?? []), symbol]);
  return [...groups].sort(([a], [b]) => a.localeCompare(b)).map(([, group]) => group);
}
