// Splits a text into the tokens of its language, or says that it cannot do so with certainty.
//
// Invariant: what is returned is what the compiler reads; where a rule is not certain the result is undefined.

import type { Token, TokenKind } from "../script/tokens.ts";
import { elementTokenEnd, isElement, ScriptContext, slashMeaning } from "../script/tokens.ts";

export type Grammar = "typescript" | "javascript" | "jsx" | "python" | "go" | "rust" | "java" | "c";

const grammars: readonly (readonly [Grammar, RegExp])[] = [
  ["typescript", /\.[cm]?ts$/],
  ["jsx", /\.tsx$/],
  ["javascript", /\.[cm]?jsx?$/],
  ["python", /\.pyi?$/],
  ["go", /\.go$/],
  ["rust", /\.rs$/],
  ["java", /\.java$/],
  ["c", /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx)$/],
];

/** The grammar of a file; undefined for one that cannot be split. */
export function grammarOf(file: string): Grammar | undefined {
  return grammars.find(([, ending]) => ending.test(file))?.[0];
}

export function tokensOf(grammar: Grammar, text: string): readonly Token[] | undefined {
  if (unusual.test(text) || (oddities[grammar]?.test(text) ?? false)) return undefined;
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

/** What changes how the rest of a text is read. */
const oddities: Partial<Readonly<Record<Grammar, RegExp>>> = {
  typescript: /<!--/,
  jsx: /<!--/,
  javascript: /<!--|^[ \t]*-->/m,
  // The comment before such an import is a program in C.
  go: /^(?=([^\n\r\u2028\u2029]*?\bimport\b))\1[^\n\r\u2028\u2029]*"C"|^[ \t]*"C"[ \t]*$/m,
  // An escape may end a comment or a string.
  java: /\\u/,
  // A comment that the end of its line does not end, and other spellings of a backslash.
  // A path that looks like a comment, and code that asks for its own line.
  c: /\\\r?\n(?<=\/\/[^\n]*\n)|\?\?[/=]|%:|^[ \t]*#[ \t]*include[ \t]*<[^>\n\r\u2028\u2029]*\/[/*]|\b__LINE__\b/m,
};

const wordAt = /[\p{L}\p{N}\p{M}_$]+/uy;
const blanks = /[ \t]+/y;
const lineEnd = /\r?\n/y;
/** Digits of C may be parted by a quote. */
const numberOfC = /\d(?:'?[\w.])*/y;

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
    if (at === 0 && text.startsWith("#!") && this.#hasShebang) return of("text", this.#lineLength(at));
    const comment = this.#commentLength(at);
    if (comment !== undefined) return of("comment", comment);
    const literal = this.#literalLength(at, context);
    if (literal !== undefined) return of("text", literal);
    const number = this.#grammar === "c" ? matchAt(numberOfC, text, at) : undefined;
    const word = number ?? matchAt(wordAt, text, at);
    if (word !== undefined) return of("word", word);
    if (text.charAt(at) === "\\") this.#mustContinue(at);
    return of("sign", 1);
  }

  get #hasShebang(): boolean {
    return this.#isScript || this.#grammar === "python";
  }

  get #isScript(): boolean {
    return this.#grammar === "typescript" || this.#grammar === "javascript" || this.#grammar === "jsx";
  }

  /** A backslash joins two lines in Python and C, and means something else everywhere else. */
  #mustContinue(at: number): void {
    const joins = this.#grammar === "python" || this.#grammar === "c";
    if (!joins || matchAt(lineEnd, this.#text, at + 1) === undefined) throw new Uncertain();
  }

  #lineLength(at: number): number {
    const end = this.#text.indexOf("\n", at);
    const line = this.#text.slice(at, end < 0 ? undefined : end);
    return line.replace(/\r$/, "").length;
  }

  #commentLength(at: number): number | undefined {
    const text = this.#text;
    if (this.#grammar === "python") return text.charAt(at) === "#" ? this.#lineLength(at) : undefined;
    if (text.startsWith("//", at)) return this.#lineLength(at);
    if (!text.startsWith("/*", at)) return undefined;
    if (this.#grammar === "rust") return this.#nestedComment(at);
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
    if (this.#isScript && sign === "`") return this.#templateLength(at);
    if (this.#isScript && sign === "/") return this.#patternLength(at, context);
    if (this.#isScript && sign === "<") return this.#elementLength(at, context);
    const { start, isLiteral, rawStart } = literals[this.#grammar];
    if (!start.test(sign)) return undefined;
    const length = matchAt(isLiteral, this.#text, at);
    if (length !== undefined) {
      if (this.#grammar === "python") mustBeOneText(this.#text.slice(at, at + length));
      return length;
    }
    const isUnclosed = rawStart !== undefined && matchAt(rawStart, this.#text, at) !== undefined;
    if (isUnclosed || sign === '"' || (sign === "'" && this.#grammar !== "rust") || sign === "`") throw new Uncertain();
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
    const is = this.#grammar !== "typescript" && isElement(this.#text, at, context);
    if (is === false) return undefined;
    const end = is === true ? elementTokenEnd(this.#text, at, (from) => this.scan(from, true).end) : undefined;
    if (end === undefined) throw new Uncertain();
    return end - at;
  }
}

/** In a class of characters a slash or an opening bracket is one of them; with the flag `v`, classes in classes are not understood. */
const pattern = /\/(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\\n[\r])+\/(?![a-z]*v)[a-z]*/y;

const doubleQuoted = String.raw`"(?:\\(?:\r\n|[\s\S])|[^"\\\r\n])*"`;
const singleQuoted = String.raw`'(?:\\(?:\r\n|[\s\S])|[^'\\\r\n])*'`;
/** Without a line end, also behind a backslash. */
const plainDouble = String.raw`"(?:\\[^\r\n]|[^"\\\r\n])*"`;
const character = String.raw`'(?:\\[^\r\n][^'\r\n]*|[^'\\\r\n])'`;
const tripled = String.raw`"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''`;

interface Literals {
  /** The first characters of a literal. */
  readonly start: RegExp;
  readonly isLiteral: RegExp;
  /** What begins a string in which no sign has another meaning, up to its quote. */
  readonly rawStart?: RegExp;
}

const script: Literals = { start: /["']/, isLiteral: sticky(doubleQuoted, singleQuoted) };

const literals: Readonly<Record<Grammar, Literals>> = {
  typescript: script,
  javascript: script,
  jsx: script,
  python: {
    start: /["'rRbBuUfFtT]/,
    isLiteral: sticky(String.raw`[rRbBuUfFtT]{0,2}(?:${tripled}|${doubleQuoted}|${singleQuoted})`),
  },
  go: { start: /["'`]/, isLiteral: sticky("`[^`]*`", plainDouble, character) },
  rust: {
    start: /["'rbc]/,
    rawStart: /[bc]?r#*"/y,
    isLiteral: sticky(
      String.raw`[bc]?r(#*)"[\s\S]*?"\1`,
      String.raw`[bc]?"(?:\\[\s\S]|[^"\\])*"`,
      String.raw`b?${character}`,
    ),
  },
  java: {
    start: /["']/,
    isLiteral: sticky(String.raw`"""(?:\\[\s\S]|[^\\])*?"""`, String.raw`(?!""")${plainDouble}`, character),
  },
  c: {
    start: /["'RuUL]/,
    rawStart: /(?:u8|[uUL])?R"/y,
    isLiteral: sticky(
      String.raw`(?:u8|[uUL])?R"([^\s()\\]{0,16})\([\s\S]*?\)\1"`,
      String.raw`(?:u8|[uUL])?(?:${doubleQuoted}|${singleQuoted})`,
    ),
  },
};

function sticky(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join("|"), "uy");
}

function matchAt(regex: RegExp, text: string, at: number): number | undefined {
  regex.lastIndex = at;
  const length = regex.exec(text)?.[0].length ?? 0;
  return length === 0 ? undefined : length;
}

/** An expression in a string may hold the same quotes, which older versions take for its end. */
function mustBeOneText(literal: string): void {
  const prefix = /^[A-Za-z]*/.exec(literal)?.[0] ?? "";
  if (!/[ft]/i.test(prefix)) return;
  let depth = 0;
  for (const brace of literal.replaceAll(/\{\{|\}\}/g, "").match(/[{}]/g) ?? []) depth += brace === "{" ? 1 : -1;
  if (depth !== 0) throw new Uncertain();
}
