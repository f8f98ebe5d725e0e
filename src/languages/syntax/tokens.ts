// Splits a text into the tokens of its language, or says that it cannot do so with certainty.
//
// Invariant: what is returned is what the compiler reads; where a rule is not certain the result is undefined.

import type { Token, TokenKind } from "./token.ts";
import type { Grammar } from "./grammar.ts";
import { knownLanguages } from "../table.ts";
import { elementTokenEnd, isElement, ScriptContext, slashMeaning } from "../script/tokens.ts";

/** The grammar of a file; undefined for one that cannot be split. */
export function grammarOf(file: string): Grammar | undefined {
  for (const { grammars = [] } of knownLanguages) {
    const found = grammars.find(({ files }) => files.test(file));
    if (found !== undefined) return found;
  }
  return undefined;
}

export function tokensOf(grammar: Grammar, text: string): readonly Token[] | undefined {
  if (unusual.test(text) || grammar.unusual?.test(text) === true) return undefined;
  try {
    return new Scanner(grammar, text).scan(0, false).tokens;
  } catch (error) {
    if (error instanceof Uncertain) return undefined;
    throw error;
  }
}

/** Thrown inside of a scan, and never out of it. */
class Uncertain extends Error {}

// — below: private, in the order they are used —

/** Characters that some compilers take for line ends or refuse: controls, lone halves of a pair, marks of direction. */
const unusual = /(?![\t\n\r]|^\ufeff)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0]|\r(?!\n)/u;

const wordAt = /[\p{L}\p{N}\p{M}_$]+/uy;
const blanks = /[ \t]+/y;
const lineEnd = /\r?\n/y;

/** Templates and elements inside of one another. */
const deepest = 200;

interface Scanned {
  readonly tokens: readonly Token[];
  readonly end: number;
}

class Scanner {
  readonly #grammar: Grammar;
  readonly #text: string;
  #depth = 0;

  constructor(grammar: Grammar, text: string) {
    this.#grammar = grammar;
    this.#text = text;
  }

  /** Up to the end, or up to the brace that closes more than was opened. */
  scan(from: number, isInBraces: boolean): Scanned {
    if (this.#depth >= deepest) throw new Uncertain();
    this.#depth++;
    const scanned = this.#scan(from, isInBraces);
    this.#depth--;
    return scanned;
  }

  #scan(from: number, isInBraces: boolean): Scanned {
    const tokens: Token[] = [];
    const context = new ScriptContext(this.#text, tokens);
    let at = from;
    let braces = 0;
    while (at < this.#text.length) {
      const sign = this.#text.charAt(at);
      if (isInBraces && sign === "}" && braces === 0) return { tokens, end: at };
      const gap = matchAt(blanks, this.#text, at) ?? (at === 0 && sign === "\ufeff" ? 1 : undefined);
      if (gap !== undefined) {
        at += gap;
        continue;
      }
      const token = this.#next(at, context);
      tokens.push(token);
      if (token.kind === "sign" && sign === "{") braces++;
      if (token.kind === "sign" && sign === "}") braces--;
      context.note(token);
      at = token.end;
    }
    if (isInBraces) throw new Uncertain();
    return { tokens, end: at };
  }

  #next(at: number, context: ScriptContext): Token {
    const text = this.#text;
    const of = (kind: TokenKind, length: number): Token => ({ kind, start: at, end: at + length });
    const line = matchAt(lineEnd, text, at);
    if (line !== undefined) return of("line", line);
    if (at === 0 && text.startsWith("#!") && this.#grammar.hasShebang === true) return of("text", this.#lineLength(at));
    const comment = this.#commentLength(at);
    if (comment !== undefined) return of("comment", comment);
    const literal = this.#literalLength(at, context);
    if (literal !== undefined) return of("text", literal);
    const { number } = this.#grammar;
    const word = (number && matchAt(number, text, at)) ?? matchAt(wordAt, text, at);
    if (word !== undefined) return of("word", word);
    if (text.charAt(at) === "\\") this.#mustContinue(at);
    return of("sign", 1);
  }

  /** A backslash joins two lines, or means something that is not known. */
  #mustContinue(at: number): void {
    if (this.#grammar.joinsLines !== true || matchAt(lineEnd, this.#text, at + 1) === undefined) throw new Uncertain();
  }

  #lineLength(at: number): number {
    const end = this.#text.indexOf("\n", at);
    const line = this.#text.slice(at, end < 0 ? undefined : end);
    return line.replace(/\r$/, "").length;
  }

  #commentLength(at: number): number | undefined {
    const text = this.#text;
    if (this.#grammar.comments === "hash") return text.charAt(at) === "#" ? this.#lineLength(at) : undefined;
    if (text.startsWith("//", at)) return this.#lineLength(at);
    if (!text.startsWith("/*", at)) return undefined;
    if (this.#grammar.comments === "nested slashes") return this.#nestedComment(at);
    const end = text.indexOf("*/", at + 2);
    if (end < 0) throw new Uncertain();
    return end + 2 - at;
  }

  #nestedComment(at: number): number {
    let depth = 0;
    for (const match of this.#text.slice(at).matchAll(/\/\*|\*\//g)) {
      depth += match[0] === "/*" ? 1 : -1;
      if (depth === 0) return match.index + 2;
    }
    throw new Uncertain();
  }

  #literalLength(at: number, context: ScriptContext): number | undefined {
    const sign = this.#text.charAt(at);
    const { templates, isCertain, marksNames } = this.#grammar;
    if (templates !== undefined && sign === "`") return this.#templateLength(at);
    if (templates !== undefined && sign === "/") return this.#patternLength(at, context);
    if (templates !== undefined && sign === "<") return this.#elementLength(at, context);
    const { start, isLiteral, rawStart } = this.#grammar.literals;
    if (!start.test(sign)) return undefined;
    const length = matchAt(isLiteral, this.#text, at);
    if (length !== undefined) {
      if (isCertain?.(this.#text.slice(at, at + length)) === false) throw new Uncertain();
      return length;
    }
    const isUnclosed = rawStart !== undefined && matchAt(rawStart, this.#text, at) !== undefined;
    if (isUnclosed || sign === '"' || (sign === "'" && marksNames !== true) || sign === "`") throw new Uncertain();
    return undefined;
  }

  #templateLength(at: number): number {
    const inside = /(?:\\[\s\S]|[^`\\$]|\$(?!\{))*/y;
    for (let end = at + 1; ; ) {
      end += matchAt(inside, this.#text, end) ?? 0;
      if (this.#text.charAt(end) === "`") return end + 1 - at;
      if (!this.#text.startsWith("${", end)) throw new Uncertain();
      end = this.scan(end + 2, true).end + 1;
    }
  }

  #patternLength(at: number, context: ScriptContext): number | undefined {
    const meaning = slashMeaning(this.#text, at, context);
    if (meaning === "division") return undefined;
    const length = meaning === "pattern" ? matchAt(pattern, this.#text, at) : undefined;
    if (length === undefined) throw new Uncertain();
    return length;
  }

  #elementLength(at: number, context: ScriptContext): number | undefined {
    const is = this.#grammar.templates === "with elements" && isElement(this.#text, at, context);
    if (is === false) return undefined;
    const end = is === true ? elementTokenEnd(this.#text, at, (from) => this.scan(from, true).end) : undefined;
    if (end === undefined) throw new Uncertain();
    return end - at;
  }
}

/** In a class of characters a slash or an opening bracket is one of them; with the flag `v`, classes in classes are not understood. */
const pattern = /\/(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\\n[\r])+\/(?![a-z]*v)[a-z]*/y;

function matchAt(regex: RegExp, text: string, at: number): number | undefined {
  regex.lastIndex = at;
  const length = regex.exec(text)?.[0].length ?? 0;
  return length === 0 ? undefined : length;
}
