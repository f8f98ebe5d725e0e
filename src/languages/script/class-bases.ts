// Which class or interface is around a place of JavaScript or TypeScript, and which names it extends and implements.

import type { TypeAround } from "../account-rules.ts";

/** Where a header lies: from the keyword to the brace that opens the body. */
type Header = readonly [from: number, to: number];

const signs = /=>|[{}()[\]<>;]|(?<![\w$.])(?:class|interface)(?![\w$]|\s{0,9}[:=(,?])/g;

/** The offsets of the names of the bases. Takes code without comments and strings; a place in a header counts as in its class. */
export function basesAround(code: string, offset: number): readonly number[] {
  const header = headerAround(code, offset)?.header;
  return header === undefined ? [] : basesIn(code, header);
}

/** The class or interface itself. Takes the same code; a place in a header counts as in its type, and as no member of it. */
export function typeAround(code: string, offset: number): TypeAround | undefined {
  const around = headerAround(code, offset);
  if (around === undefined) return undefined;
  const { header, isMember } = around;
  const [start, end] = header;
  const [, before = "", name] = /^((?:class|interface)\s+)([\w$]+)/.exec(code.slice(start, end)) ?? [];
  const isNamed = name !== undefined && name !== "extends" && name !== "implements";
  return { start, isMember, name: isNamed ? start + before.length : undefined, bases: wordsBehind(code, header) };
}

// — below: private, in the order they are used —

/** Its innermost header, and whether no other brace is open between the place and the body's own. */
function headerAround(
  code: string,
  offset: number,
): { readonly header: Header; readonly isMember: boolean } | undefined {
  const braces = new Braces();
  for (const { 0: sign, index } of code.matchAll(signs)) {
    if (index > offset && !braces.isInHeader(offset)) break;
    const header = braces.take(sign, index);
    if (header !== undefined && index > offset) return { header, isMember: false };
  }
  const header = braces.around;
  return header && { header, isMember: braces.innermost === header };
}

/** Every word behind `extends` and `implements`, type arguments included. */
function wordsBehind(code: string, [from, to]: Header): readonly number[] {
  const header = code.slice(from, to);
  const behind = header.search(/(?<![\w$.])(?:extends|implements)(?![\w$])/);
  if (behind < 0) return [];
  return [...header.slice(behind).matchAll(/[\w$]+/g)].flatMap(({ 0: word, index }) =>
    word === "extends" || word === "implements" ? [] : from + behind + index,
  );
}

/** Follows braces and the headers of classes before them. */
class Braces {
  /** The header of each open brace; undefined for braces that open no class. */
  readonly #open: (Header | undefined)[] = [];
  /** Where a header has begun whose brace has not come yet. */
  #keyword: number | undefined;
  /** How many brackets are open inside of that header: a brace in them belongs to a type argument or a call. */
  #depth = 0;

  isInHeader(offset: number): boolean {
    return this.#keyword !== undefined && this.#keyword <= offset;
  }

  get around(): Header | undefined {
    return this.#open.findLast((header) => header !== undefined);
  }

  /** The header of the innermost open brace. */
  get innermost(): Header | undefined {
    return this.#open.at(-1);
  }

  /** Returns the header that ends with this sign. */
  take(sign: string, index: number): Header | undefined {
    if (sign === "class" || sign === "interface") {
      this.#keyword = index;
      this.#depth = 0;
    } else if (this.#keyword === undefined) {
      if (sign === "{") this.#open.push(undefined);
      if (sign === "}") this.#open.pop();
    } else return this.#takeInHeader(sign, this.#keyword, index);
    return undefined;
  }

  #takeInHeader(sign: string, keyword: number, index: number): Header | undefined {
    if (this.#depth === 0 && (sign === "{" || sign === ";")) this.#keyword = undefined;
    if (this.#depth === 0 && sign === "{") {
      const header: Header = [keyword, index];
      this.#open.push(header);
      return header;
    }
    if ("{([<".includes(sign)) this.#depth++;
    else if ("})]>".includes(sign)) this.#depth--;
    return undefined;
  }
}

/** Names behind `extends` and `implements` outside of type arguments; of `a.B` the last. What a call is given counts as well. */
function basesIn(code: string, [from, to]: Header): readonly number[] {
  const header = code.slice(from, to);
  const found: number[] = [];
  let depth = 0;
  let isBehind = false;
  for (const { 0: word, index } of header.matchAll(/=>|[<>]|[\w$]+/g)) {
    if (word === "<") depth++;
    else if (word === ">") depth--;
    else if (depth > 0 || word === "=>") continue;
    else if (word === "extends" || word === "implements") isBehind = true;
    else if (isBehind && !/^\s{0,9}\./.test(header.slice(index + word.length, index + word.length + 10)))
      found.push(from + index);
  }
  return found;
}
