// Tells whether a change leaves the tokens of a file as they were, so that no compiler can notice it.
//
// Invariant: in doubt a change is not neutral. Comments that tools read count as tokens, and so do line ends.

import type { TextChange } from "../../model/consequences.ts";
import type { Grammar } from "../syntax/grammar.ts";
import { grammarOf, tokensOf } from "../syntax/tokens.ts";
import type { Token } from "../syntax/token.ts";

/** Only comments and white space differ, and neither decides anything in this language. */
export function isNeutral({ file, before, after }: TextChange): boolean {
  if (before === undefined || after === undefined) return false;
  const grammar = grammarOf(file);
  if (grammar === undefined) return false;
  const former = essenceOf(grammar, file, before);
  const present = former && essenceOf(grammar, file, after);
  return present !== undefined && former?.join("\n") === present.join("\n");
}

// — below: private, in the order they are used —

/** The lines of a text without what cannot matter; undefined where that is not certain. */
function essenceOf(grammar: Grammar, file: string, text: string): readonly string[] | undefined {
  const tokens = tokensOf(grammar, text);
  if (tokens === undefined) return undefined;
  const isRead = (token: Token): boolean => isDirective(grammar, file, text.slice(token.start, token.end));
  const lines: string[] = [];
  const header = tokens.slice(0, Math.max(0, tokens.findIndex(isCode)));
  // Directives count by where they stand: at the beginning of a file, and before the code that they are about.
  let isDirected = header.some((token) => token.kind === "comment" && isRead(token));
  for (const { start, items } of linesIn(tokens, text)) {
    const code = items.filter((token) => token.kind !== "comment" || isRead(token));
    if (grammar.hasPreprocessor === true && isSplitDirective(items, text)) return undefined;
    if (code.length > 0) lines.push(lineOf(grammar, text, start, code));
    else if (isDirected) lines.push(`|${text.slice(start, items.at(-1)?.end ?? start)}`);
    if (code.length === 0) continue;
    isDirected = code.some(({ kind }) => kind === "comment") || text.charAt((items.at(-1)?.end ?? 1) - 1) === "\\";
  }
  return lines;
}

function isCode({ kind }: Token): boolean {
  return kind !== "comment" && kind !== "line";
}

interface Line {
  readonly start: number;
  readonly items: readonly Token[];
}

/** A comment that holds a line end ends its line. */
function linesIn(tokens: readonly Token[], text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let items: Token[] = [];
  const close = (next: number): void => {
    lines.push({ start, items });
    start = next;
    items = [];
  };
  for (const token of tokens) {
    if (token.kind !== "line") items.push(token);
    if (token.kind === "line" || (token.kind === "comment" && text.slice(token.start, token.end).includes("\n")))
      close(token.end);
  }
  close(text.length);
  return lines;
}

/** A comment over several lines does not end a directive of the preprocessor. */
function isSplitDirective(items: readonly Token[], text: string): boolean {
  const last = items.at(-1);
  const isLong = last?.kind === "comment" && text.slice(last.start, last.end).includes("\n");
  return isLong && items.some(({ start, kind }) => kind === "sign" && text.charAt(start) === "#");
}

function lineOf(grammar: Grammar, text: string, start: number, code: readonly Token[]): string {
  const [first] = code;
  const indent = grammar.isIndented === true && first !== undefined ? text.slice(start, first.start) : "";
  const parts = code.map((token, at) => {
    const former = code[at - 1];
    const isApart = former !== undefined && former.end < token.start && needsSpace(grammar, former, token, text);
    return (isApart ? " " : at === 0 ? "" : "\u0001") + text.slice(token.start, token.end);
  });
  return indent.replace(/^\ufeff/, "") + parts.join("");
}

/** Between a name and a sign a blank means nothing; between two signs it may part one operator. */
function needsSpace(grammar: Grammar, former: Token, present: Token, text: string): boolean {
  if (grammar.heedsBlanks === true) return true;
  const isSign = (token: Token): boolean => token.kind === "sign" && !/[#@]/.test(text.charAt(token.start));
  const isName = (token: Token): boolean =>
    token.kind === "word" && !/^\p{N}|\p{N}$/u.test(text.slice(token.start, token.end));
  return !((isSign(former) && isName(present)) || (isName(former) && isSign(present)));
}

/** Whether a tool may read a comment. */
function isDirective(grammar: Grammar, file: string, comment: string): boolean {
  if (grammar.isDirective?.(file, comment) === true) return true;
  return grammar.directives.some((pattern) => pattern.test(comment)) && !isTag(comment);
}

/** A word that only people look for. */
function isTag(comment: string): boolean {
  return tagged.test(comment) && !/[@]|(?!^)#|type:|ignore|noqa|lint|coding|pragma/.test(comment);
}

const tagged = /^(?:\/\/|#|\/\*)\s*(?:TODO|NOTE|FIXME|XXX|HACK|WARNING)(?:\([^)@:]*\))?:/;
