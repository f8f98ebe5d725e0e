// What a slash and a `<` mean in a script, which depends on the tokens before them.

import type { Token } from "../syntax/token.ts";

/** The last tokens except comments and line ends: the meaning of the next one depends on them. */
export class ScriptContext {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  /** For each open round bracket, the token before it. */
  readonly #rounds: (Token | undefined)[] = [];
  #last: Token | undefined;
  #beforeLast: Token | undefined;
  #beforeRound: Token | undefined;

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  /** A token was read. */
  note(token: Token): void {
    if (token.kind === "comment" || token.kind === "line") return;
    const sign = this.textOf(token);
    if (token.kind === "sign" && sign === "(") this.#rounds.push(this.#last);
    this.#beforeRound = token.kind === "sign" && sign === ")" ? this.#rounds.pop() : undefined;
    this.#beforeLast = this.#last;
    this.#last = token;
  }

  get last(): Token | undefined {
    return this.#last;
  }

  get beforeLast(): Token | undefined {
    return this.#beforeLast;
  }

  /** The token before the bracket that the last token closes. */
  get beforeRound(): Token | undefined {
    return this.#beforeRound;
  }

  /** Whether a line ended since the last token. */
  get isOnNewLine(): boolean {
    for (const token of [...this.#tokens.slice(-20)].reverse()) {
      if (token === this.#last) return false;
      if (token.kind === "line" || this.textOf(token).includes("\n")) return true;
    }
    return this.#last !== undefined;
  }

  textOf(token: Token | undefined): string {
    return token === undefined ? "" : this.#text.slice(token.start, token.end);
  }
}

export function slashMeaning(text: string, at: number, context: ScriptContext): "division" | "pattern" | "unknown" {
  const meaning = byTokens(context);
  if (meaning !== "unknown") return meaning;
  // Without another slash on its line it cannot begin a pattern.
  const line = /^[^\n]*/.exec(text.slice(at + 1))?.[0] ?? "";
  return line.includes("/") ? "unknown" : "division";
}

/** Whether `<` begins an element: where a value stands before it, it compares or begins the arguments of a type. */
export function isElement(text: string, at: number, context: ScriptContext): boolean | "unknown" {
  if (!/^<(?:[\p{L}_$]|>)/u.test(text.slice(at, at + 4))) return false;
  if (/^<(?:const\s+)?[\p{L}\p{N}_$]+\s*(?:,|=|extends\b)/u.test(text.slice(at, at + 200))) return false;
  const { last } = context;
  if (last === undefined) return true;
  const before = context.textOf(last);
  if (last.kind === "text") return false;
  if (last.kind === "word") return isOperatorWord(context) || (maybeValue.has(before) ? "unknown" : false);
  if (before === ")" && afterRound(context, "division") === "unknown") return "unknown";
  if (before === "!") return "unknown";
  return !")].".includes(before);
}

/** Where an element ends that begins at an offset; undefined where none does. `braceEnd` finds a closing brace. */
export function elementTokenEnd(text: string, start: number, braceEnd: (from: number) => number): number | undefined {
  const open: string[] = [];
  let at = start;
  do {
    const closing = matchAt(closingTag, text, at);
    if (closing !== undefined) {
      if (open.pop() !== (closing[1] ?? "")) return undefined;
      at += closing[0].length;
    } else {
      const tag = tagEnd(text, at, braceEnd);
      if (tag === undefined) return undefined;
      at = tag.end;
      if (!tag.isClosed) open.push(tag.name);
    }
    while (open.length > 0 && text.charAt(at) !== "<") {
      at += matchAt(prose, text, at)?.[0].length ?? 0;
      if (at >= text.length) return undefined;
      if (text.charAt(at) === "{") at = braceEnd(at + 1) + 1;
    }
  } while (open.length > 0);
  return at;
}

// — below: private, in the order they are used —

/** A value follows these words. */
const operatorWords = new Set("return typeof case in do else void delete throw instanceof default extends".split(" "));
/** Names in some places and operators in others. */
const maybeValue = new Set("of await yield async as satisfies is keyof".split(" "));
/** A statement follows the round brackets after these words. */
const headWords = new Set("if while for with".split(" "));

function isOperatorWord(context: ScriptContext): boolean {
  const isMember = /^[.#]$/.test(context.textOf(context.beforeLast));
  return !isMember && operatorWords.has(context.textOf(context.last));
}

function byTokens(context: ScriptContext): "division" | "pattern" | "unknown" {
  const { last } = context;
  const before = context.textOf(last);
  if (last === undefined) return "pattern";
  // A type alias needs no semicolon, so a slash on the next line may begin a pattern.
  const ofValue = context.isOnNewLine ? "unknown" : "division";
  if (last.kind === "text") return ofValue;
  if (last.kind === "word") {
    if (isOperatorWord(context)) return "pattern";
    return maybeValue.has(before) ? "unknown" : ofValue;
  }
  if (before === "]") return ofValue;
  if (before === ")") return afterRound(context, ofValue);
  if (before === "!" && isBeforeValue(context)) return "pattern";
  return "=([{,;:?&|^~%*<".includes(before) ? "pattern" : "unknown";
}

/** Whether the token before the last one cannot end a value. */
function isBeforeValue(context: ScriptContext): boolean {
  const { beforeLast } = context;
  if (beforeLast === undefined) return true;
  const text = context.textOf(beforeLast);
  if (beforeLast.kind === "word") return operatorWords.has(text);
  return beforeLast.kind === "sign" && "=([{,;:?&|".includes(text);
}

function afterRound(context: ScriptContext, ofValue: "unknown" | "division"): "unknown" | "division" {
  const word = context.textOf(context.beforeRound);
  return headWords.has(word) || word === "await" ? "unknown" : ofValue;
}

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$.:-]*`;
const closingTag = new RegExp(String.raw`<\/\s*(?:(${name})\s*)?>`, "uy");
const openingTag = new RegExp(String.raw`<(?:(${name})(?=[\s/>])|(?=>))`, "uy");
const attribute = new RegExp(String.raw`\s+|${name}(?:\s*=\s*(?=["'{]))?|"[^"]*"|'[^']*'`, "uy");
const prose = /[^<{]*/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

interface Tag {
  readonly end: number;
  readonly name: string;
  readonly isClosed: boolean;
}

function tagEnd(text: string, start: number, braceEnd: (from: number) => number): Tag | undefined {
  const head = matchAt(openingTag, text, start);
  if (head === undefined) return undefined;
  const called = head[1] ?? "";
  let at = start + head[0].length;
  while (at < text.length) {
    if (text.charAt(at) === ">") return { end: at + 1, name: called, isClosed: false };
    if (text.startsWith("/>", at)) return { end: at + 2, name: called, isClosed: true };
    const piece = matchAt(attribute, text, at)?.[0].length;
    if (piece !== undefined) at += piece;
    else if (text.charAt(at) === "{") at = braceEnd(at + 1) + 1;
    else return undefined;
  }
  return undefined;
}
