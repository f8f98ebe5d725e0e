// What the body of a declaration is in each language: the inside of its braces, its indented lines, or its value.
//
// Invariant: where the text does not show the body for certain, none is returned, and the caller can say so.

import type { Around, Extent } from "./symbol-extent.ts";
import { isCallable, isValue } from "./symbol-extent.ts";
import { rulesOf } from "./signs.ts";
import type { Source } from "./source.ts";
import { assignment, closingOf, isBalanced, openingAround, openingOf, outsideBrackets } from "../syntax/brackets.ts";
import { lineEnd, nextLine, trimmedEnd, trimmedStart } from "../syntax/lines.ts";

/**
 * `block`: between braces. `suite`: the lines below the head, in Python. `line`: what stands behind the colon on the
 * line of the head, in Python. `arrow`: the expression of an arrow function or a lambda. `value`: the right side of `=` or `:`.
 */
export interface Body {
  readonly kind: "block" | "suite" | "line" | "arrow" | "value";
  readonly from: number;
  readonly to: number;
  /** The whole value, where the body is that of a function or class which a variable is set to. */
  readonly made?: { readonly from: number; readonly to: number };
  /** Of a value that is a call with one function: the callee, and the body of that function. */
  readonly given?: { readonly callee: string; readonly body: Body };
}

export function bodyOf(source: Source, around: Around, extent: Extent): Body | undefined {
  const { code } = source;
  const { node } = around;
  const { isIndented, pairsNames } = rulesOf(source);
  if (!isBalanced(code.slice(extent.start, extent.end))) return undefined;
  // Of several names on the left side, none has the right one to itself.
  const isPaired = extent.role === "declarator" || extent.role === "part";
  if (isPaired && isValue(node.kind) && pairsNames === true) return undefined;
  if (isIndented === true) return isValue(node.kind) ? valueBody(source, extent) : suiteBody(source, extent);
  if (isValue(node.kind)) {
    return valueBody(source, extent) ?? shortBody(source, extent) ?? literalBody(source, around, extent);
  }
  if (isCallable(node.kind)) return callableBody(source, extent);
  return typeBody(source, extent);
}

// — below: private, in the order they are used —

function valueBody(source: Source, { name, end }: Pick<Extent, "name" | "end">): Body | undefined {
  const { code, text } = source;
  const sign = assignment(code, behindType(code, name, end), end);
  if (sign === undefined) return undefined;
  const to = withoutSemicolon(source, end, sign);
  // Strings are blank in the code.
  const from = trimmedStart(text, sign + 1, to);
  return from >= to ? undefined : madeBody(source, from, to);
}

/** Behind a name and the type parameters or the type that follows it, in which angles may hold an `=` that gives no value. */
function behindType(code: string, name: number, to: number): number {
  const behind = name + (/^[\p{L}\p{N}_$]+\s*/u.exec(code.slice(name, to))?.[0].length ?? 0);
  if (code.charAt(behind) === "<") return behindAngles(code, behind, to);
  if (!/^[?!]?:/.test(code.slice(behind, behind + 2))) return name;
  let from = behind;
  for (;;) {
    const next = outsideBrackets(code, from, to, (at, sign) => {
      return sign === "<" || (sign === "=" && code.charAt(at + 1) !== ">");
    });
    if (next === undefined || code.charAt(next) === "=") return from;
    from = behindAngles(code, next, to);
  }
}

/** The value that an initialiser is, or the body of the function that it makes. */
function madeBody(source: Source, from: number, to: number): Body | undefined {
  const { code } = source;
  const { makesBody, hasBodyInCalls } = rulesOf(source);
  const close = trimmedEnd(code, to, from) - 1;
  const isMade = code.charAt(close) === "}" && makesBody?.test(code.slice(from, to)) === true;
  const body = isMade ? inside(source, close, from) : shortFunction(source, from, to);
  if (body !== undefined) return { ...body, made: { from, to } };
  if (isMade) return undefined;
  const given = hasBodyInCalls === true ? givenBody(source, from, to) : undefined;
  return { kind: "value", from, to, ...(given === undefined ? {} : { given }) };
}

function shortFunction(source: Source, from: number, to: number): Body | undefined {
  const { isIndented, arrows } = rulesOf(source);
  if (isIndented === true) return lambdaBody(source, from, to);
  return arrows === undefined ? undefined : arrowBody(source, from, to);
}

/** Behind the colon of a lambda, unless others stand beside it or in its parameters. */
function lambdaBody({ code, text }: Source, from: number, to: number): Body | undefined {
  if (!/^lambda\b/.test(code.slice(from, to))) return undefined;
  const colon = outsideBrackets(code, from, to, (_, sign) => sign === ":");
  if (colon === undefined || /\blambda\b/.test(code.slice(from + 1, colon))) return undefined;
  if (outsideBrackets(code, colon, to, (_, sign) => sign === ",") !== undefined) return undefined;
  return { kind: "arrow", from: trimmedStart(text, colon + 1, to), to };
}

/** The body of the only function among the arguments of a call that is the whole value. */
function givenBody(source: Source, from: number, to: number): Body["given"] {
  const { code, text } = source;
  const [head, callee = ""] = /^(?:new\s+)?([\p{L}_$][\p{L}\p{N}_$.]*)\s*/u.exec(code.slice(from, to)) ?? [""];
  const angle = from + head.length;
  const open = code.charAt(angle) === "<" ? trimmedStart(code, behindAngles(code, angle, to), to) : angle;
  const close = trimmedEnd(code, to, from) - 1;
  if (callee === "" || code.charAt(open) !== "(" || closingOf(code, open) !== close) return undefined;
  const commas: number[] = [];
  outsideBrackets(code, open + 1, close, (at, sign) => sign === "," && commas.push(at) < 0);
  const bodies: Body[] = [];
  for (const [at, end] of [...commas, close].entries()) {
    const start = trimmedStart(code, (at === 0 ? open : (commas[at - 1] ?? open)) + 1, end);
    const body = functionBody(source, start, trimmedEnd(text, end, start));
    if (body !== undefined) bodies.push(body);
    else if (/=>|\bfunction\b/.test(code.slice(start, end))) return undefined;
  }
  const [body] = bodies;
  return body === undefined || bodies.length > 1 ? undefined : { callee, body };
}

function functionBody(source: Source, from: number, to: number): Body | undefined {
  const { code } = source;
  const isFunction = /^(?:async\s+)?function\b/.test(code.slice(from, to));
  if (!isFunction) return arrowBody(source, from, to);
  const close = trimmedEnd(code, to, from) - 1;
  return code.charAt(close) === "}" ? inside(source, close, from) : undefined;
}

/** Whether a text by itself is a function or class that a variable could be set to. */
export function isMadeAlone(source: Source): boolean {
  const { code } = source;
  const end = trimmedEnd(code, code.length);
  const to = code.charAt(end - 1) === ";" ? trimmedEnd(code, end - 1) : end;
  const from = trimmedStart(code, 0, to);
  if (from >= to || outsideBrackets(code, from, to, (_, sign) => sign === ";") !== undefined) return false;
  return madeBody(source, from, to)?.made !== undefined;
}

function withoutSemicolon({ code, text }: Source, end: number, from: number): number {
  return code.charAt(end - 1) === ";" ? trimmedEnd(text, end - 1, from) : end;
}

/** `=> value` instead of braces, in C# and its like. */
function shortBody(source: Source, { name, end }: Extent): Body | undefined {
  const { code, text } = source;
  if (rulesOf(source).hasShortBodies !== true) return undefined;
  const arrow = outsideBrackets(code, name, end, (at) => code.startsWith("=>", at));
  if (arrow === undefined) return undefined;
  return { kind: "value", from: trimmedStart(text, arrow + 2, end), to: withoutSemicolon(source, end, arrow) };
}

/** What stands behind the colon where an object is made; in types a colon stands before a type. */
function literalBody(source: Source, { parent }: Around, extent: Extent): Body | undefined {
  const { code, text } = source;
  const { hasLiterals, hasBracedValues } = rulesOf(source);
  const isItem = hasLiterals === true && extent.role === "item" && !typed.has(parent?.kind ?? "class");
  const isMade = isItem && !isInType(code, extent.name);
  const colon = isMade ? outsideBrackets(code, extent.name, extent.end, (_, sign) => sign === ":") : undefined;
  if (colon === undefined) return hasBracedValues === true ? bracedValue(source, extent) : ownBlock(source, extent);
  const from = trimmedStart(text, colon + 1, extent.end);
  return madeBody(source, from, extent.end);
}

/** Whether the braces around a name hold the members of a type: a semicolon parts them, or what stands around them tells. */
function isInType(code: string, name: number): boolean {
  const open = openingAround(code, name);
  const close = open === undefined ? undefined : closingOf(code, open);
  if (open === undefined || close === undefined) return false;
  if (outsideBrackets(code, open + 1, close, (_, sign) => sign === ";") !== undefined) return true;
  if (code.charAt(trimmedStart(code, close + 1)) === ">") return true;
  return /(?:<|(?<!\|)\||(?<!&)&|(?<![\w$.])(?:as|satisfies|extends))$/.test(
    code.slice(Math.max(0, open - 200), open).trimEnd(),
  );
}

/** What a variable of C++ is set to in braces. */
function bracedValue(source: Source, extent: Extent): Body | undefined {
  const { text } = source;
  const found = ownBlock(source, extent);
  if (found === undefined) return undefined;
  const from = trimmedStart(text, found.from, found.to);
  return from < found.to ? { kind: "value", from, to: trimmedEnd(text, found.to, from) } : undefined;
}

const typed: ReadonlySet<string> = new Set(["class", "interface", "enum", "namespace", "module", "struct"]);

/** An arrow function, whose own arrow is not one of a type in it. */
function arrowBody(source: Source, from: number, to: number): Body | undefined {
  const { code, text } = source;
  const { arrows = ["=>"] } = rulesOf(source);
  const head = /^(?:async\b\s*)?(?=[(<\p{L}_$])/u.exec(code.slice(from, to));
  if (head === null) return undefined;
  let at = from + head[0].length;
  if (code.charAt(at) === "<") at = trimmedStart(code, behindAngles(code, at, to), to);
  const open = at;
  if (code.charAt(at) === "(") at = (closingOf(code, at) ?? to) + 1;
  else at += /^[\p{L}\p{N}_$]*/u.exec(code.slice(at, to))?.[0].length ?? 0;
  const next = trimmedStart(code, at, to);
  const isTyped = code.charAt(open) === "(" && code.charAt(next) === ":";
  const isArrow = arrows.some((sign) => code.startsWith(sign, next));
  const arrow = isArrow ? next : isTyped ? ownArrow(code, next, to) : undefined;
  if (arrow === undefined) return undefined;
  const body = trimmedStart(text, arrow + 2, to);
  const close = trimmedEnd(code, to, body) - 1;
  const isBlock = code.charAt(body) === "{" && closingOf(code, body) === close;
  return isBlock ? { kind: "block", from: body + 1, to: close } : { kind: "arrow", from: body, to };
}

function behindAngles(code: string, open: number, to: number): number {
  let depth = 0;
  for (let at = open; at < to; at++) {
    if (code.charAt(at) === "<") depth++;
    else if (code.charAt(at) === ">" && !"=-".includes(code.charAt(at - 1)) && --depth === 0) return at + 1;
  }
  return to;
}

/** Behind a type for the result: an arrow that follows brackets at the beginning of a type may belong to the type. */
function ownArrow(code: string, from: number, to: number): number | undefined {
  const arrows: number[] = [];
  outsideBrackets(code, from, to, (at) => code.startsWith("=>", at) && arrows.push(at) < 0);
  const isPlain = (at: number): boolean => {
    const end = trimmedEnd(code, at, from);
    const open = code.charAt(end - 1) === ")" ? openingOf(code, end - 1) : undefined;
    return open === undefined || !/(?::|=>|\||&|\bnew)\s*$/.test(code.slice(from, open));
  };
  return arrows.find(isPlain) ?? arrows[0];
}

/** Directly behind a name: what it is set to, as a function that a variable holds. */
const isSet = /^[\p{L}\p{N}_$#]+\s*(?::[^=]*)?=(?![=>])/u;

function callableBody(source: Source, extent: Extent): Body | undefined {
  const { code } = source;
  const { start, name, end } = extent;
  const { assignedBody, beforeArrow } = rulesOf(source);
  const isAssigned =
    assignedBody === "anywhere" ? assignment(code, name, end) !== undefined : isSet.test(code.slice(name, end));
  if (isAssigned && assignedBody !== "never") return valueBody(source, extent);
  const short = shortBody(source, extent);
  if (short !== undefined) return short;
  if (beforeArrow !== undefined) {
    const from = start + (beforeArrow.exec(code.slice(start, end))?.[0].length ?? 0);
    const arrow = arrowBody(source, from, withoutSemicolon(source, end, from));
    if (arrow !== undefined) return arrow;
  }
  return ownBlock(source, extent);
}

/** The last braces, unless they are a type. */
function ownBlock(source: Source, extent: Extent): Body | undefined {
  const found = block(source, extent);
  return found === undefined || isType(source, found.from - 1, extent.start) ? undefined : found;
}

/** The last braces of a declaration that ends with them. */
function block(source: Source, { start, name, end }: Extent): Body | undefined {
  const { code } = source;
  const to = code.charAt(end - 1) === ";" ? trimmedEnd(code, end - 1, start) : end;
  return code.charAt(to - 1) === "}" ? inside(source, to - 1, Math.min(start, name)) : undefined;
}

function inside(source: Source, close: number, from: number): Body | undefined {
  const open = openingOf(source.code, close);
  const isCertain = open !== undefined && open >= from && isFirstBody(source, from, open);
  return isCertain ? { kind: "block", from: open + 1, to: close } : undefined;
}

/** Whether braces before are types or initial values: two bodies in one declaration were not read rightly. */
function isFirstBody(source: Source, from: number, open: number): boolean {
  let isFirst = true;
  const found = outsideBrackets(source.code, from, open + 1, (at, sign) => {
    if (at === open) return true;
    if (sign === "{" && !isNoBody(source, from, at)) isFirst = false;
    return false;
  });
  return isFirst && found === open;
}

/** Whether braces between a name and its body may stand there. */
export function isNoBody(source: Source, from: number, open: number): boolean {
  const { code } = source;
  const { beforeOtherBraces, behindOtherBraces } = rulesOf(source);
  if (isType(source, open, from)) return true;
  const before = code.slice(from, trimmedEnd(code, open, from));
  if (beforeOtherBraces !== undefined) return beforeOtherBraces.test(before);
  if (behindOtherBraces === undefined) return false;
  const behind = trimmedStart(code, (closingOf(code, open) ?? open) + 1);
  return behindOtherBraces.test(code.slice(behind, behind + 3));
}

/** Braces behind a sign or word that a type stands behind are a type: a signature without a body ends so. */
function isType(source: Source, open: number, from: number): boolean {
  const { code, text } = source;
  const end = trimmedEnd(code, open, from);
  const before = code.slice(from, end);
  // A type may be a string, which is blank in the code.
  if (/["'`]/.test(text.slice(end, open).replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, ""))) return false;
  return rulesOf(source).beforeTypeBraces?.test(before) === true;
}

const typeWord = /\b(?:type|using|typealias|typedef)\b/;

function typeBody(source: Source, extent: Extent): Body | undefined {
  const { code } = source;
  const { start, name } = extent;
  const { betweenTypeAndBraces } = rulesOf(source);
  if (betweenTypeAndBraces === undefined)
    return typeWord.test(code.slice(start, name)) ? valueBody(source, extent) : block(source, extent);
  const found = block(source, extent);
  return found !== undefined && betweenTypeAndBraces.test(afterName(code, name, found.from - 1)) ? found : undefined;
}

function afterName(code: string, name: number, to: number): string {
  return code.slice(name, to).replace(/^[\p{L}\p{N}_]+/u, "");
}

/** From behind the colon of the head, comments on its line left to it. */
function suiteBody({ code, text }: Source, { name, end }: Extent): Body | undefined {
  const colon = outsideBrackets(code, name, end, (_, sign) => sign === ":");
  if (colon === undefined) return undefined;
  const stop = lineEnd(text, colon);
  const rest = text.slice(colon + 1, Math.min(stop, end)).trim();
  if (rest === "" || rest.startsWith("#")) return { kind: "suite", from: nextLine(text, colon), to: end };
  return { kind: "line", from: trimmedStart(text, colon + 1, end), to: end };
}
