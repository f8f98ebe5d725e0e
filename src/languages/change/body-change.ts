// Tells whether a change stays inside of a function whose declared type is all that other files can see of it.
//
// Invariant: in doubt a change is not confined. An inferred type leaks a body into every file that uses it.

import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { Grammar } from "../syntax/tokens.ts";
import { grammarOf, tokensOf } from "../syntax/tokens.ts";
import type { Token } from "../script/tokens.ts";

/**
 * How far a change can be noticed: in its own file, or in Go also in the files of its package. `built-package` leaves out
 * those that are not built here: the change refers to nothing that it did not refer to before.
 */
export type BodyConfinement = "file" | "package" | "built-package";

export function bodyConfinement({ file, before, after }: TextChange): BodyConfinement | undefined {
  if (before === undefined || after === undefined || /\.d\.[cm]?ts$/.test(file)) return undefined;
  const grammar = grammarOf(file);
  if (grammar !== "typescript" && grammar !== "jsx" && grammar !== "go") return undefined;
  const [former, present] = [codeOf(grammar, before), codeOf(grammar, after)];
  if (former === undefined || present === undefined) return undefined;
  const edit = editBetween(before, after);
  for (const body of bodiesAround(former, edit.start, edit.beforeEnd)) {
    if (!isSameAround(former, present, body, after.length - before.length)) continue;
    const changed = { former, present, body, edit };
    const found = grammar === "go" ? confinedInGo(changed) : confinedInScript(changed);
    if (found !== undefined) return found;
  }
  return undefined;
}

// — below: private, in the order they are used —

/** The tokens of a text that compilers read, and where each bracket is closed. */
interface Code {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Of an opening bracket the closing one, both as indices. */
  readonly pairs: ReadonlyMap<number, number>;
}

function codeOf(grammar: Grammar, text: string): Code | undefined {
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

interface EditSpan {
  readonly start: number;
  readonly beforeEnd: number;
  readonly afterEnd: number;
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

/** Indices of the braces around a body. */
interface Body {
  readonly open: number;
  readonly close: number;
}

/** The braces around a stretch, the innermost first. */
function bodiesAround({ text, tokens, pairs }: Code, start: number, end: number): Body[] {
  const found: Body[] = [];
  for (const [open, close] of pairs) {
    const [first, last] = [tokens[open], tokens[close]];
    if (first === undefined || last === undefined || text.charAt(first.start) !== "{") continue;
    if (first.end <= start && last.start >= end) found.push({ open, close });
  }
  return found.sort((a, b) => b.open - a.open);
}

/** Whether every token up to the opening brace, and from the closing one on, is what it was. */
function isSameAround(former: Code, present: Code, { open, close }: Body, longer: number): boolean {
  const end = present.pairs.get(open);
  if (end === undefined || former.tokens.length - close !== present.tokens.length - end) return false;
  const isSame = (a: Token | undefined, b: Token | undefined, shift: number): boolean =>
    a?.kind === b?.kind && a?.start === (b?.start ?? 0) - shift && a?.end === (b?.end ?? 0) - shift;
  for (let at = 0; at <= open; at++) if (!isSame(former.tokens[at], present.tokens[at], 0)) return false;
  for (let at = close; at < former.tokens.length; at++)
    if (!isSame(former.tokens[at], present.tokens[at - close + end], longer)) return false;
  return true;
}

interface Changed {
  readonly former: Code;
  readonly present: Code;
  readonly body: Body;
  readonly edit: EditSpan;
}

function textAt({ text, tokens }: Code, at: number): string {
  const token = tokens[at];
  return token === undefined ? "" : text.slice(token.start, token.end);
}

/** The words of both bodies. */
function wordsOf({ former, present, body }: Changed): readonly Set<string>[] {
  return [former, present].map((code) => {
    const close = code.pairs.get(body.open) ?? body.open;
    const inside = code.tokens.slice(body.open + 1, close).filter(({ kind }) => kind === "word");
    return new Set(inside.map(({ start, end }) => code.text.slice(start, end)));
  });
}

function confinedInScript(changed: Changed): BodyConfinement | undefined {
  if (!hasDeclaredType(changed.former, changed.body.open)) return undefined;
  const [was = new Set(), is = new Set()] = wordsOf(changed);
  // An import brings more into the program. By `this` a method becomes one whose context decides its type.
  if ([was, is].some((words) => words.has("import") || words.has("require"))) return undefined;
  return was.has("this") === is.has("this") ? "file" : undefined;
}

/** Whether the brace at an index begins the body of a function that declares what it returns. */
function hasDeclaredType(code: Code, brace: number): boolean {
  const isArrow = textAt(code, brace - 1) === ">" && textAt(code, brace - 2) === "=";
  const last = brace - (isArrow ? 3 : 1);
  // Behind these the brace begins a part of the type.
  if (!isArrow && (beforeTypePart.has(textAt(code, last)) || "<,.[|&".includes(textAt(code, last)))) return false;
  let colon = last;
  while (isPartOfType(code, colon)) colon--;
  if (colon === last || textAt(code, colon) !== ":" || textAt(code, colon - 1) !== ")") return false;
  const round = [...code.pairs].find(([, close]) => close === colon - 1)?.[0];
  const [from, to] = [code.tokens[colon - 1]?.start, code.tokens[brace]?.start];
  // A choice over several lines may look the same.
  if (round === undefined || code.text.slice(from, to).includes("\n")) return false;
  const name = beforeTypeParameters(code, round - 1);
  if (isStatement(code, colon, last) || textAt(code, name - 1) === "case") return false;
  if (!isArrow)
    return (code.tokens[name]?.kind !== "sign" || "]*".includes(textAt(code, name))) && !isInChoice(code, round);
  const isAsync = textAt(code, name) === "async";
  return beforeArrow.has(textAt(code, isAsync ? name - 1 : name)) && !isInChoice(code, round);
}

/** Whether a word behind the colon begins something else than a type, as behind `case f(1): try {`. */
function isStatement(code: Code, colon: number, last: number): boolean {
  for (let at = colon + 1; at <= last; at++) if (notInTypes.has(textAt(code, at))) return true;
  return false;
}

const notInTypes = new Set(
  "async await case catch class do else finally for function if let return switch throw try while with yield".split(
    " ",
  ),
);
const beforeTypePart = new Set(
  "is asserts keyof typeof readonly unique extends infer new abstract in out as satisfies".split(" "),
);
const beforeArrow = new Set(["=", "(", ",", ":", "return", "default", ">"]);

function isPartOfType(code: Code, at: number): boolean {
  const token = code.tokens[at];
  if (token === undefined) return false;
  return token.kind !== "sign" || "<>,.[]|&".includes(textAt(code, at));
}

/** The index before the parameters that a function has for types. */
function beforeTypeParameters(code: Code, at: number): number {
  if (textAt(code, at) !== ">" || textAt(code, at - 1) === "=") return at;
  let depth = 0;
  for (let back = at; back >= 0; back--) {
    const sign = textAt(code, back);
    if (sign === ">" && textAt(code, back - 1) !== "=") depth++;
    if (sign === "<") depth--;
    if (depth === 0) return back - 1;
  }
  return -1;
}

/** Whether a question mark stands before a token on its line. */
function isInChoice({ text, tokens }: Code, at: number): boolean {
  const start = tokens[at]?.start ?? 0;
  return text.slice(text.lastIndexOf("\n", start) + 1, start).includes("?");
}

/** What a function of Go is declared to be never depends on its body; what is initialized when may. */
function confinedInGo(changed: Changed): BodyConfinement | undefined {
  const { former, body, edit, present } = changed;
  const header = headerInGo(former, body.open);
  // Whether it hands its arguments on to a formatter, or ever returns, is looked at from outside.
  if (header === undefined || header.includes("...")) return undefined;
  const lines = [
    linesAt(former.text, edit.start, edit.beforeEnd),
    linesAt(present.text, edit.start, edit.afterEnd),
  ] as const;
  if (lines.some((text) => /\b(?:panic|Exit|Fatal\w*|Goexit|Panic\w*)\b/.test(text))) return undefined;
  return lines.some(declares) || refersToMore(changed, header) ? "package" : "built-package";
}

/** A name that is declared may give others that are spelled the same another meaning. */
function declares(lines: string): boolean {
  return /:=|\b(?:var|const|type|func|range)\b/.test(lines);
}

/** Whether the lines after the change have a name, or a member of one, that the function did not have before. */
function refersToMore({ former, present, body, edit }: Changed, header: string): boolean {
  const end = former.tokens[former.pairs.get(body.open) ?? body.open]?.start ?? 0;
  const known = new Set([...chainsIn(header), ...chainsIn(former.text.slice(former.tokens[body.open]?.end, end))]);
  const outside = importedNames(former.text);
  const lines = present.text.slice(lineStart(present.text, edit.start), lineEnd(present.text, edit.afterEnd));
  return chainsIn(maskCommentsAndStrings(lines, "go")).some((chain) => {
    const [first = "", ...rest] = chain.split(".");
    if (known.has(chain) || predeclared.has(chain) || /^\d/.test(chain)) return false;
    return !(rest.length === 1 && outside.has(first));
  });
}

/** Names with the members that are taken of them. */
function chainsIn(text: string): string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/gu) ?? [];
}

/** The packages that a file imports under their own names, as far as these are no names of anything else in it. */
function importedNames(text: string): Set<string> {
  const paths = [...text.matchAll(/^(?:import\s+|\t)"([^"\n]+)"[ \t]*$/gm)].flatMap((match) => match[1] ?? []);
  const names = paths.flatMap((path) => path.split("/").at(-1) ?? []).filter((name) => /^[a-z]+$/.test(name));
  const code = maskCommentsAndStrings(text, "go");
  return new Set(names.filter((name) => !new RegExp(String.raw`\b${name}\b(?!\.)`).test(code)));
}

const predeclared = new Set(
  (
    "break case continue default defer else fallthrough for go goto if return select switch map chan struct interface " +
    "nil true false iota append cap clear close complex copy delete imag len make max min new print println real recover " +
    "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string " +
    "uint uint8 uint16 uint32 uint64 uintptr"
  ).split(" "),
);

/** The text before a body on the level of a file that is one of a function. */
function headerInGo(code: Code, brace: number): string | undefined {
  const isTop = ![...code.pairs].some(([open, close]) => open < brace && close > brace);
  if (!isTop || /^(?:struct|interface)$/.test(textAt(code, brace - 1))) return undefined;
  let at = brace - 1;
  while (at >= 0 && !(textAt(code, at) === "func" && startsLine(code, at))) {
    if (/^(?:[{}=;]|var|type|const|import|package)$/.test(textAt(code, at)) && !isInRound(code, at, brace))
      return undefined;
    at--;
  }
  return at < 0 ? undefined : code.text.slice(code.tokens[at]?.start, code.tokens[brace]?.start);
}

function startsLine({ text, tokens }: Code, at: number): boolean {
  const start = tokens[at]?.start ?? 0;
  return start === 0 || text.charAt(start - 1) === "\n";
}

function isInRound({ pairs }: Code, at: number, brace: number): boolean {
  return [...pairs].some(([open, close]) => open < at && close > at && close < brace);
}

/** The whole lines that a stretch touches. */
function linesAt(text: string, start: number, end: number): string {
  return text.slice(lineStart(text, start), lineEnd(text, end));
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const next = text.indexOf("\n", at);
  return next < 0 ? text.length : next;
}
