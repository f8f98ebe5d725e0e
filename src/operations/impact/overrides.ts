// The methods that a method overrides, in languages whose servers find uses of that very method only.
//
// A call through a base class or a trait may run the method, and is a use of it. The servers of TypeScript, Go and C++
// tell such calls by themselves; those of Python and Rust do not.
// Invariant: what a base outside of the root may hand on is said, not taken for nothing.

import type { FilePlace } from "../../model/place.ts";
import type { Location, SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { comparePlaces } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import { standingOf } from "../../model/standing.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { familyOf, languageRecord } from "../../languages/table.ts";
import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import type { DeclaredSymbol } from "./outline.ts";
import { isWithin, symbolNamedAt } from "./outline.ts";
import type { ChangedSymbol, ImpactRequest } from "./subject.ts";
import { placeOfName } from "../../languages/declarations/symbol-tree.ts";

/** Resolves each class once, and each overridden method. */
export class Overrides {
  readonly #request: Pick<ImpactRequest, "outlines" | "ledger" | "patience">;
  readonly #bases = new Map<SymbolNode, Promise<Bases>>();
  readonly #uses = new Map<string, Promise<readonly Location[]>>();

  constructor(request: Pick<ImpactRequest, "outlines" | "ledger" | "patience">) {
    this.#request = request;
  }

  /** The uses of a symbol with those of what it overrides. */
  async withUses(changed: ChangedSymbol, own: readonly Location[]): Promise<readonly Location[]> {
    const { targets, isWhole } = await this.#overridden(changed);
    const through = await Promise.all(targets.map((target) => this.#usesOf(changed, target)));
    const uses = [...own, ...through.flat()];
    const { file, shown, symbol } = changed;
    const isUsed = uses.some((use) => use.file !== file || !isWithin(symbol.node.span, use.span.start));
    if (!isWhole && !isUsed) this.#request.ledger.take(standingOf([unseen]), shown);
    return uses;
  }

  #usesOf({ snapshot, shown }: ChangedSymbol, target: FilePlace): Promise<readonly Location[]> {
    const key = keyOfPlace(target.file, target.place);
    const known =
      this.#uses.get(key) ??
      this.#ask(async () => {
        const { value, standing } = await snapshot.references(target, false, this.#request.patience);
        this.#request.ledger.take(standing, shown);
        return { value };
      }, shown);
    this.#uses.set(key, known);
    return known;
  }

  async #overridden({ snapshot, file, symbol, place }: ChangedSymbol): Promise<Overridden> {
    const { overridden } = languageRecord(file);
    const { parent, leaf } = symbol;
    if (overridden === undefined || parent === undefined || !overridden.concerns(leaf, parent.node.name))
      return nothing;
    if (overridden.baseNames === undefined) return this.#declared(snapshot, { file, place });
    if (!holdsMethods.has(parent.node.kind)) return nothing;
    return this.#above({ snapshot, file, symbol: parent }, leaf, new Set());
  }

  /** A method of an `impl` block is declared by the trait. */
  async #declared(snapshot: Snapshot, target: FilePlace): Promise<Overridden> {
    const found = await this.#ask(() => snapshot.declaration(target, this.#request.patience));
    const others = found.filter(
      ({ file, span }) => file !== target.file || comparePlaces(span.start, target.place) !== 0,
    );
    const targets = others.flatMap(({ file, span }) =>
      isExternal(file) || !snapshot.holds(file) ? [] : [{ file, place: span.start }],
    );
    return { targets, isWhole: targets.length > 0 };
  }

  /** The methods of this name in the bases of a class, in their bases, and so on. */
  async #above(type: Type, leaf: string, seen: Set<SymbolNode>): Promise<Overridden> {
    if (seen.has(type.symbol.node)) return nothing;
    seen.add(type.symbol.node);
    const known = this.#bases.get(type.symbol.node) ?? this.#basesOf(type);
    this.#bases.set(type.symbol.node, known);
    const { types, isWhole } = await known;
    const found = await Promise.all(
      types.map(async (base): Promise<Overridden> => {
        const { index } = await this.#request.outlines.of(base.snapshot, base.file);
        const own = base.symbol.node.children.filter(({ name }) => name === leaf);
        const further = await this.#above(base, leaf, seen);
        const targets = own.map((node) => ({ file: base.file, place: placeOfName(index, node) }));
        return { ...further, targets: [...targets, ...further.targets] };
      }),
    );
    return {
      targets: found.flatMap(({ targets }) => targets),
      isWhole: isWhole && found.every((one) => one.isWhole),
    };
  }

  async #basesOf({ snapshot, file, symbol }: Type): Promise<Bases> {
    const { index } = await this.#request.outlines.of(snapshot, file);
    const found = await Promise.all(
      baseNames(index, file, symbol).map(async (offset) => {
        const target = { file, place: index.placeOf(offset) };
        const leadsTo = await this.#ask(() => snapshot.definition(target, this.#request.patience));
        return Promise.all(leadsTo.map(({ file: base, span }) => this.#typeAt(snapshot, base, span.start)));
      }),
    );
    const types = found.map((some) => some.flatMap((type) => type ?? []));
    return { types: types.flat(), isWhole: types.every((some) => some.length > 0) };
  }

  async #typeAt(
    snapshot: Snapshot,
    file: FilePath | { readonly external: string },
    at: FilePlace["place"],
  ): Promise<Type | undefined> {
    if (isExternal(file) || !snapshot.holds(file)) return undefined;
    const [outline] = await this.#ask(async () => ({ value: [await this.#request.outlines.of(snapshot, file)] }));
    const symbol = outline && symbolNamedAt(outline, at);
    return symbol !== undefined && holdsMethods.has(symbol.node.kind) ? { snapshot, file, symbol } : undefined;
  }

  /** A refusal leaves it unknown, which is said where a file is named. */
  async #ask<T>(question: () => Promise<{ readonly value: readonly T[] }>, shown?: string): Promise<readonly T[]> {
    try {
      return (await question()).value;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (shown !== undefined) this.#request.ledger.refuse(error.details, shown);
      return [];
    }
  }
}

// — below: private, in the order they are used —

const unseen = {
  code: "scoped",
  detail: "calls through base classes or traits outside the root are unknown",
} as const;

interface Overridden {
  /** Where the methods are declared that it overrides, near and far. */
  readonly targets: readonly FilePlace[];
  /** False where a base is outside of the root, or could not be resolved. */
  readonly isWhole: boolean;
}

interface Type {
  readonly snapshot: Snapshot;
  readonly file: FilePath;
  readonly symbol: DeclaredSymbol;
}

interface Bases {
  readonly types: readonly Type[];
  readonly isWhole: boolean;
}

const holdsMethods: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["class", "interface", "enum", "struct"]);

const nothing: Overridden = { targets: [], isWhole: true };

function baseNames(index: LineIndex, file: FilePath, { node }: DeclaredSymbol): number[] {
  const start = index.offsetOf(node.nameSpan.end);
  const code = maskCommentsAndStrings(index.text.slice(start, index.offsetOf(node.span.end)), familyOf(file));
  return (languageRecord(file).overridden?.baseNames?.(code) ?? []).map((offset) => start + offset);
}
