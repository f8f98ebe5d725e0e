// Tells whether a change stays inside of a function whose declared type is all that other files can see of it.
//
// Invariant: in doubt a change is not confined. An inferred type leaks a body into every file that uses it.

import type { TextChange } from "../../model/consequences.ts";
import type { Grammar } from "../syntax/grammar.ts";
import type { Token } from "../syntax/token.ts";
import { grammarOf, tokensOf } from "../syntax/tokens.ts";
import { languageRecord } from "../table.ts";
import type { BodyBraces, BodyConfinement, CodeTokens, EditSpan } from "./body.ts";

export function bodyConfinement({ file, before, after }: TextChange): BodyConfinement | undefined {
  if (before === undefined || after === undefined) return undefined;
  const [grammar, rules] = [grammarOf(file), languageRecord(file).change];
  if (grammar === undefined || rules === undefined) return undefined;
  const [former, present] = [codeOf(grammar, before), codeOf(grammar, after)];
  if (former === undefined || present === undefined) return undefined;
  const edit = editBetween(before, after);
  for (const body of bodiesAround(former, edit.start, edit.beforeEnd)) {
    if (!isSameAround(former, present, body, after.length - before.length)) continue;
    const found = rules.confinedBody({ file, former, present, body, edit });
    if (found !== undefined) return found;
  }
  return undefined;
}

// — below: private, in the order they are used —

function codeOf(grammar: Grammar, text: string): CodeTokens | undefined {
  const tokens = tokensOf(grammar, text)?.filter(({ kind }) => kind !== "comment" && kind !== "line");
  if (tokens === undefined) return undefined;
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [at, token] of tokens.entries()) {
    const sign = token.kind === "sign" ? text.charAt(token.start) : "";
    if ("([{".includes(sign) && sign !== "") open.push(at);
    if (!")]}".includes(sign) || sign === "") continue;
    const opening = open.pop();
    if (opening === undefined || !isPair(text.charAt(tokens[opening]?.start ?? 0), sign)) return undefined;
    pairs.set(opening, at);
  }
  return open.length === 0 ? { text, tokens, pairs } : undefined;
}

function isPair(opening: string, closing: string): boolean {
  return ["()", "[]", "{}"].includes(opening + closing);
}

/** The one stretch that differs. */
function editBetween(before: string, after: string): EditSpan {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { start, beforeEnd: before.length - same, afterEnd: after.length - same };
}

/** The braces around a stretch, the innermost first. */
function bodiesAround({ text, tokens, pairs }: CodeTokens, start: number, end: number): BodyBraces[] {
  const found: BodyBraces[] = [];
  for (const [open, close] of pairs) {
    const [first, last] = [tokens[open], tokens[close]];
    if (first === undefined || last === undefined || text.charAt(first.start) !== "{") continue;
    if (first.end <= start && last.start >= end) found.push({ open, close });
  }
  return found.sort((a, b) => b.open - a.open);
}

/** Whether every token up to the opening brace, and from the closing one on, is what it was. */
function isSameAround(former: CodeTokens, present: CodeTokens, { open, close }: BodyBraces, longer: number): boolean {
  const end = present.pairs.get(open);
  if (end === undefined || former.tokens.length - close !== present.tokens.length - end) return false;
  const isSame = (a: Token | undefined, b: Token | undefined, shift: number): boolean =>
    a?.kind === b?.kind && a?.start === (b?.start ?? 0) - shift && a?.end === (b?.end ?? 0) - shift;
  for (let at = 0; at <= open; at++) if (!isSame(former.tokens[at], present.tokens[at], 0)) return false;
  for (let at = close; at < former.tokens.length; at++)
    if (!isSame(former.tokens[at], present.tokens[at - close + end], longer)) return false;
  return true;
}
