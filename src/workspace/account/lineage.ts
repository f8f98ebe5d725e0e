// The types that the type of a member may derive from, as far as headers and definitions tell: a member elsewhere is
// overridden or implemented by it in none.
//
// Invariant: it is whole only where every word of every header on the way was led to a type or out of the root.

import type { Location } from "../../model/code-facts.ts";
import { isExternal } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside } from "../../model/file-path.ts";
import type { FilePlace } from "../../model/place.ts";
import type { AccountRules, TypeAround } from "../../languages/account-rules.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { groupOf, languageFor } from "../../languages/table.ts";
import type { DefinitionAnswer } from "./definitions.ts";
import { codeIn } from "./readings.ts";

export interface LineageContext {
  readonly root: FilePath;
  read(file: FilePath): Promise<LineIndex | undefined>;
  definition(at: FilePlace): Promise<DefinitionAnswer>;
}

/** The most types that are followed. */
const mostTypes = 50;

interface FoundType extends TypeAround {
  readonly file: FilePath;
  readonly index: LineIndex;
  readonly offset: number;
}

export class Lineage {
  readonly #context: LineageContext;
  readonly #declared: readonly Location[];
  #types: Promise<ReadonlySet<string> | undefined> | undefined;

  constructor(context: LineageContext, declared: readonly Location[]) {
    this.#context = context;
    this.#declared = declared;
  }

  /** Whether it is certain that the symbol overrides or implements nothing that is declared there. */
  async leavesOut(location: Location): Promise<boolean> {
    if (isExternal(location.file) || typeRule(location.file) === undefined) return false;
    this.#types ??= this.#collected();
    const types = await this.#types;
    if (types === undefined) return false;
    const other = await this.#typeAt(location);
    return other !== "unread" && (other === undefined || !types.has(keyOf(other)));
  }

  // — below: private, in the order they are used —

  /** Undefined where one of them may be missing. */
  async #collected(): Promise<ReadonlySet<string> | undefined> {
    const left: FoundType[] = [];
    for (const one of this.#declared) {
      const own = await this.#typeAt(one);
      if (own === "unread" || own?.isMember !== true) return undefined;
      // Each declaration of an interface may name bases.
      const named = own.name === undefined ? [own] : await this.#typesNamed(own, own.name);
      if (named === undefined) return undefined;
      left.push(own, ...named);
    }
    const seen = new Set<string>();
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (seen.has(keyOf(next))) continue;
      if (seen.size >= mostTypes) return undefined;
      seen.add(keyOf(next));
      for (const word of next.bases) {
        const named = await this.#typesNamed(next, word);
        if (named === undefined) return undefined;
        left.push(...named);
      }
    }
    return left.length === 0 && seen.size > 0 ? seen : undefined;
  }

  /** Those that a word of a header leads to; undefined where it leads to something else, or nowhere. */
  async #typesNamed(from: FoundType, word: number): Promise<readonly FoundType[] | undefined> {
    const answer = await this.#context.definition({ file: from.file, place: from.index.placeOf(word) });
    if (answer.kind !== "leads") return undefined;
    const found: FoundType[] = [];
    for (const location of answer.locations) {
      // What lies elsewhere derives from nothing here but what it is given as an argument, and that is a word of its own.
      if (isExternal(location.file) || isElsewhere(this.#context.root, location.file)) continue;
      // What a build wrote of a source speaks of the same type under another path.
      if (/\.d\.[cm]?ts$/.test(location.file)) return undefined;
      const type = await this.#typeAt(location);
      if (type === "unread" || type === undefined) return undefined;
      const isOwnParameter = keyOf(type) === keyOf(from) && !type.isMember;
      if (type.offset === type.name) found.push(type);
      else if (!isOwnParameter) return undefined;
    }
    return found;
  }

  async #typeAt({ file, span }: Location): Promise<FoundType | "unread" | undefined> {
    const rule = isExternal(file) ? undefined : typeRule(file);
    const index = isExternal(file) || rule === undefined ? undefined : await this.#context.read(file);
    if (isExternal(file) || rule === undefined || index === undefined) return "unread";
    const offset = index.offsetOf(span.start);
    const type = rule(codeIn(index, groupOf(file)), offset);
    return type && { ...type, file, index, offset };
  }
}

function typeRule(file: FilePath): AccountRules["typeAround"] {
  return languageFor(groupOf(file)).account?.typeAround;
}

function keyOf({ file, start }: FoundType): string {
  return `${start} ${file}`;
}

function isElsewhere(root: FilePath, file: FilePath): boolean {
  return !isInside(root, file) || file.includes("/node_modules/");
}
