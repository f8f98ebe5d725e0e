// Declarations of C and C++ between `#if` and `#endif`.
//
// Invariant: every branch of a condition is read as if it followed what stands before the condition.

import type { SymbolKind } from "../../model/code-facts.ts";
import type { ConditionalDeclaration, DraftDeclaration as Draft } from "../conditional/declaration.ts";

export function cDeclarations(code: string): ConditionalDeclaration[] {
  const found: Draft[] = [];
  for (const piece of pieces(code)) {
    if (piece.condition === undefined || piece.around?.isInBody === true) continue;
    const declared = declaredBy(code, piece);
    if (declared === undefined) continue;
    (holderOf(piece.around)?.children ?? found).push(declared);
    if (piece.opened !== undefined) piece.opened.draft = declared;
  }
  return found;
}

export function cConditionAt(code: string, offset: number): number | undefined {
  const open: (number | undefined)[] = [];
  for (const { at, word, isGuard } of directives(code)) {
    if (at > offset) break;
    if (word === "endif") open.pop();
    else if (word.startsWith("if")) open.push(isGuard ? undefined : at);
    else if (open.at(-1) !== undefined) open.splice(-1, 1, at);
  }
  return open.findLast((at) => at !== undefined);
}

// — below: private, in the order they are used —

interface Brace {
  readonly outer: Brace | undefined;
  /** It is the body of a function, or stands in one. */
  readonly isInBody: boolean;
  /** The innermost declaration around it, which is known when it opens. */
  readonly holder: Draft | undefined;
  /** What stands before it, without attributes. */
  readonly head: string;
  draft?: Draft | undefined;
}

function holderOf(brace: Brace | undefined): Draft | undefined {
  return brace?.draft ?? brace?.holder;
}

/** A statement up to its semicolon or its opening brace. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly around: Brace | undefined;
  readonly condition: number | undefined;
  /** The brace that it opens. */
  readonly opened: Brace | undefined;
}

export interface Directive {
  readonly at: number;
  readonly end: number;
  readonly word: string;
  /** Around a whole header, so that it is read once. */
  readonly isGuard: boolean;
}

export function directives(code: string): Directive[] {
  const found: Directive[] = [];
  for (const match of code.matchAll(/^[ \t]*#[ \t]*(\w*)((?:[^\n\\]|\\[\s\S])*)/gm)) {
    const [whole, word = "", rest = ""] = match;
    const end = match.index + whole.length;
    const [, guard] = /^[\s(!]*(?:defined[\s(]*)?(\w+)[\s)]*$/.exec(rest) ?? [];
    const isNegative = word === "ifndef" || (word === "if" && /^\s*!/.test(rest));
    const isGuard =
      isNegative && guard !== undefined && new RegExp(`^\\s*#[ \\t]*define[ \\t]+${guard}\\b`).test(code.slice(end));
    found.push({ at: match.index, end, word, isGuard });
  }
  return found;
}

interface Condition {
  /** Of the innermost condition that is not the guard of a header. */
  readonly at: number | undefined;
  readonly around: Brace | undefined;
}

export function* pieces(code: string): Generator<Piece> {
  const marks = directives(code);
  const reading = new Reading(code);
  for (let at = 0, next = 0; at < code.length; at++) {
    const mark = marks[next];
    if (mark !== undefined && at >= mark.at) {
      next++;
      at = mark.end;
      reading.pass(mark);
      continue;
    }
    const piece = reading.read(at);
    if (piece !== undefined) yield piece;
  }
}

class Reading {
  readonly #code: string;
  readonly #conditions: Condition[] = [];
  #around: Brace | undefined;
  #start = 0;
  #rounds = 0;

  constructor(code: string) {
    this.#code = code;
  }

  pass(mark: Directive): void {
    const { at, end, word, isGuard } = mark;
    if (!isBranch(mark)) {
      if (this.#code.slice(this.#start, at).trim() === "") this.#start = end;
      return;
    }
    const condition = this.#conditions.at(-1);
    if (word.startsWith("if")) this.#conditions.push({ at: isGuard ? condition?.at : at, around: this.#around });
    else if (word === "endif") this.#conditions.pop();
    else if (condition !== undefined) this.#around = condition.around;
    this.#start = end;
    this.#rounds = 0;
  }

  /** The statement that ends at a sign, if one does. */
  read(at: number): Piece | undefined {
    const sign = this.#code.charAt(at);
    if (sign === "(") this.#rounds++;
    else if (sign === ")") this.#rounds = Math.max(0, this.#rounds - 1);
    if (this.#rounds > 0 || !"{};".includes(sign)) return undefined;
    const start = this.#start;
    this.#start = at + 1;
    if (sign === "}") {
      const closed = this.#around;
      if (closed?.draft !== undefined) closed.draft.end = at + 1;
      this.#around = closed?.outer;
      return undefined;
    }
    const around = this.#around;
    const opened = sign === "{" ? braceBehind(this.#code.slice(start, at), around) : undefined;
    if (opened !== undefined) this.#around = opened;
    return { start, end: at, around, condition: this.#conditions.at(-1)?.at, opened };
  }
}

function braceBehind(text: string, outer: Brace | undefined): Brace {
  const head = bare(text);
  return { outer, isInBody: outer?.isInBody === true || !isScope(head), holder: holderOf(outer), head };
}

function isBranch({ word }: Directive): boolean {
  return word.startsWith("if") || word.startsWith("el") || word === "endif";
}

/** The head of a type, with the word that says what it is and its name. */
export const typeHead =
  /(?:^|[\s>])(class|struct|union|enum(?:\s+(?:class|struct))?)\s+(?:[A-Z][A-Z\d_]*\s+)?([A-Za-z_]\w*)\s*(?:final\s*)?(?::(?!:)[^;{]*)?$/;

/** Braces in which declarations stand that other files can name. */
function isScope(head: string): boolean {
  return (
    /^(?:inline\s+)?namespace\b/.test(head) || /^extern\s*$/.test(head) || (typeHead.test(head) && !head.includes("("))
  );
}

/** A longer head is not one of a declaration. */
const maxHead = 2_000;

function bare(text: string): string {
  return text
    .trim()
    .slice(-maxHead)
    .replaceAll(
      /\[\[[^\]]*\]\]|\b(?:__attribute__|__declspec|alignas)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g,
      " ",
    )
    .replace(/^(?:(?:public|private|protected)\s*:\s*)+/, "")
    .replace(/^template\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>\s*/, "")
    .trim();
}

const notNames =
  /^(?:if|for|while|switch|return|sizeof|decltype|defined|static_assert|catch|throw|new|delete|else|do|case|goto|friend|using|typedef)$/;

function declaredBy(code: string, { start, end, opened }: Piece): Draft | undefined {
  const text = code.slice(start, end);
  const head = bare(text);
  const named = namedBy(head, opened !== undefined);
  if (named === undefined) return undefined;
  const leaf = /(~?\w+|operator\s*\S+)$/.exec(named.name)?.[0] ?? named.name;
  const at = text.search(
    new RegExp(
      `(?<!\\w)${leaf.replaceAll(/[^\w\s]/g, String.raw`\$&`)}${/\w$/.test(leaf) ? "(?!\\w)" : ""}\\s*${named.before}`,
    ),
  );
  if (at < 0) return undefined;
  const from = start + (text.length - text.trimStart().length);
  return { name: named.name, kind: named.kind, at: start + at, start: from, end: end + 1, children: [] };
}

interface Named {
  readonly name: string;
  readonly kind: SymbolKind;
  /** What follows the name. */
  readonly before: string;
}

function namedBy(head: string, isOpened: boolean): Named | undefined {
  return (
    (isOpened ? scopeNamedBy(head) : undefined) ?? aliasNamedBy(head) ?? functionNamedBy(head) ?? valueNamedBy(head)
  );
}

function scopeNamedBy(head: string): Named | undefined {
  const space = /^(?:inline\s+)?namespace\s+([\w:]+)$/.exec(head)?.[1];
  if (space !== undefined) return { name: space, kind: "namespace", before: "$" };
  const [, word = "", type] = head.includes("(") ? [] : (typeHead.exec(head) ?? []);
  if (type === undefined) return undefined;
  const kind = word.startsWith("enum") ? "enum" : word === "class" ? "class" : "struct";
  return { name: type, kind, before: String.raw`(?:final\s*)?(?::|$)` };
}

function aliasNamedBy(head: string): Named | undefined {
  const alias = /^using\s+(\w+)\s*=/.exec(head)?.[1] ?? /^typedef\b[^(){}]*?(\w+)$/.exec(head)?.[1];
  return alias === undefined ? undefined : { name: alias, kind: "class", before: "(?:=|$)" };
}

const functionHead = /^([^=(]*?)((?:\w+\s*::\s*)*(?:~?[A-Za-z_]\w*|operator\s*[^\s\w(]+|operator\s*\(\s*\)))\s*\(/;

function functionNamedBy(head: string): Named | undefined {
  const [, before = "", name] = functionHead.exec(head) ?? [];
  if (name === undefined || notNames.test(name)) return undefined;
  const words = before.trim().split(/\s+/);
  const isTyped = /[\w>*&]\s*$/.test(before) && !words.some((word) => notNames.test(word));
  if (!isTyped && !name.includes("::")) return undefined;
  return { name: name.replaceAll(/(?<!\s)\s*::\s*/g, "::"), kind: "function", before: String.raw`\(` };
}

const valueHead = /^([\w:<>,*&\s]*[\w>][\s*&]+)([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:=|$)/;
const noType = /^(?:class|struct|union|enum|return|goto|friend|using|typedef|else)\b/;

function valueNamedBy(head: string): Named | undefined {
  const [, type = "", value] = functionHead.test(head) ? [] : (valueHead.exec(head) ?? []);
  if (value === undefined || noType.test(type) || notNames.test(value)) return undefined;
  return { name: value, kind: "variable", before: String.raw`(?:\[|=|$)` };
}
