// Where a declaration begins and ends in its text, with what belongs to it and what it shares with others.
//
// Servers draw the range of a symbol differently: with or without comments, decorators, keywords, values and signs
// behind it. What is said here rests on the name, the range and the text, and is the same for all of them.
// Invariant: offsets are those of the text; nothing between `lead` and `end` belongs to another statement.

import type { SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import type { LeadPart } from "./lead.ts";
import { behindLead, leadAbove, leadParts } from "./lead.ts";
import { inString, rulesOf } from "./signs.ts";
import type { Source } from "./source.ts";
import { assignment, closingOf, openingOf, outsideBrackets } from "../syntax/brackets.ts";
import { indentAt, lineEnd, lineStart, nextLine, trimmedEnd, trimmedStart } from "../syntax/lines.ts";
import { logicalEnd } from "../python/statements.ts";
import { placeOfName } from "./symbol-tree.ts";

/** A symbol among those beside it. */
export interface Around {
  readonly node: SymbolNode;
  readonly parent: SymbolNode | undefined;
  /** All that have the same parent, this one too. */
  readonly siblings: readonly SymbolNode[];
}

/**
 * What a declaration is in its place: a statement or member of its own, one of several variables that a statement
 * declares, one of a list that commas part, or a part of something else, such as a parameter or a callback.
 */
export type Role = "statement" | "declarator" | "item" | "part";

export interface Extent {
  /** Where the comments, decorators and attributes begin that belong to it. */
  readonly lead: number;
  readonly parts: readonly LeadPart[];
  /** Its first word, modifiers among them. */
  readonly start: number;
  readonly name: number;
  /** Behind its last sign, a semicolon among them, a comma not. */
  readonly end: number;
  readonly role: Role;
  /** Behind the comma that parts it from what follows. */
  readonly comma: number | undefined;
}

export function extentOf(source: Source, around: Around): Extent {
  const { index } = source;
  const { node } = around;
  const name = index.offsetOf(placeOfName(index, node));
  const given = index.offsetOf(node.span.start);
  const first = behindLead(source, given, name);
  const start = withModifiers(source, first);
  const inside = leadParts(source, Math.min(given, start), start);
  const upTo = beforeAttributes(source, inside[0]?.start ?? start);
  const above = isFirstOnLine(source, upTo) ? leadAbove(source, upTo) : [];
  const own = upTo < (inside[0]?.start ?? start) ? leadParts(source, upTo, start) : inside;
  const parts = [...above, ...own];
  const lead = parts[0]?.start ?? start;
  const end = endOf(source, around, start, name);
  const role = roleOf(source, around, { lead, start, name, end });
  const next = trimmedStart(source.code, end);
  const comma = role === "item" && source.code.charAt(next) === "," ? next + 1 : undefined;
  return { lead, parts, start, name, end, role, comma };
}

/** The whole statement that declares several variables, of which a symbol is one. */
export function statementOf(source: Source, around: Around, extent: Extent): Extent {
  if (extent.role !== "declarator") return extent;
  const chain = declaredTogether(source, around);
  const all = chain.map((node) => extentOf(source, { ...around, node }));
  const first = all.reduce((least, one) => (one.start < least.start ? one : least), extent);
  const end = Math.max(...all.map((one) => one.end));
  return { ...first, end, role: "statement" };
}

export function isFirstOnLine({ text }: Source, at: number): boolean {
  return text.slice(lineStart(text, at), at).trim() === "";
}

/** Whether nothing but a comment follows on the line. */
export function isLastOnLine({ code }: Source, at: number): boolean {
  return code.slice(at, lineEnd(code, at)).trim() === "";
}

export function isCallable(kind: SymbolKind): boolean {
  return kind === "function" || kind === "method" || kind === "constructor" || kind === "operator" || kind === "event";
}

export function isValue(kind: SymbolKind): boolean {
  return values.has(kind);
}

// — below: private, in the order they are used —

const values: ReadonlySet<SymbolKind> = new Set(["variable", "constant", "field", "property", "enum member", "key"]);

const words = [
  ...["export", "default", "declare", "const", "let", "var", "static", "async", "readonly", "public", "private"],
  ...["protected", "internal", "abstract", "override", "accessor", "type", "using", "await", "pub", "extern", "inline"],
  ...["typedef", "constexpr", "consteval", "constinit", "virtual", "explicit", "friend", "final", "sealed", "func"],
  ...["fun", "val", "lateinit", "open", "unsafe", "data", "partial", "new"],
];
const modifiers = new RegExp(String.raw`(?<![\w$.@])(?:(?:${words.join("|")})[ \t]+)+$`);
const keywordAbove = /(?<![\w$.])(?:export[ \t]+)?(?:const|let|var)[ \t]*\r?\n\s*$/;

/** Some servers begin a variable with its name, and a type of Go as well. */
function withModifiers(source: Source, at: number): number {
  const { code } = source;
  const { isIndented, beginningOf } = rulesOf(source);
  if (isIndented === true) return at;
  const before = code.slice(Math.max(0, at - 200), at);
  const found = modifiers.exec(before) ?? keywordAbove.exec(before);
  const start = at - (found?.[0].length ?? 0);
  return beginningOf?.(source, start) ?? start;
}

/** Attributes of C++ on the line of the declaration, which its server leaves out, and comments before it there. */
function beforeAttributes(source: Source, at: number): number {
  const { code, text } = source;
  const line = lineStart(code, at);
  const end = rulesOf(source).hasAttributesOnLine === true ? trimmedEnd(code, at, line) : at;
  const open = code.slice(end - 2, end) === "]]" ? code.lastIndexOf("[[", end) : -1;
  const from = open >= line ? open : at;
  const first = trimmedStart(text, line, from);
  const isComment = text.startsWith("/*", first) && code.slice(line, from).trim() === "";
  return isComment ? first : from;
}

function endOf(source: Source, { node }: Around, start: number, name: number): number {
  const { code, text, index } = source;
  const { isIndented, hasBracedValues, endsConstants } = rulesOf(source);
  const given = index.offsetOf(node.span.end);
  if (isIndented === true) {
    const end = isValue(node.kind) ? valueEnd(source, name) : Math.max(trimmedEnd(text, given, start), name);
    return isValue(node.kind) ? end : withTrailingComments(source, start, end);
  }
  let end = trimmedEnd(text, given, start);
  if (code.charAt(end - 1) === ",") end = trimmedEnd(text, end - 1, start);
  if (hasBracedValues === true && isValue(node.kind)) end = behindBraces(code, end, index.offsetOf(node.nameSpan.end));
  const next = trimmedStart(code, end, lineEnd(code, end));
  const isOwn = code.charAt(next) === ";" && !(endsConstants === true && node.kind === "enum member");
  return isOwn ? next + 1 : end;
}

/** Quirk(clangd): the range of a field of C++ ends with its name, though braces behind it give it a value. */
function behindBraces(code: string, end: number, nameEnd: number): number {
  const open = trimmedStart(code, end);
  return end === nameEnd && code.charAt(open) === "{" ? (closingOf(code, open) ?? open - 1) + 1 : end;
}

/** The end of a value of Python, without the comment behind it. */
function valueEnd(source: Source, from: number): number {
  const { text, family } = source;
  const end = logicalEnd(source, from) ?? lineEnd(text, from);
  const value = maskCommentsAndStrings(text.slice(from, end), family, inString);
  return from + trimmedEnd(value, value.length);
}

/** Comments that are indented deeper than a declaration of Python belong to its body. */
function withTrailingComments({ text }: Source, start: number, end: number): number {
  const indent = indentAt(text, start).length;
  let reached = end;
  for (let at = nextLine(text, end); at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    if (line.trim() === "") continue;
    const isOfBody = /^\s*#/.test(line) && line.length - line.trimStart().length > indent;
    if (!isOfBody) break;
    reached = at + line.trimEnd().length;
  }
  return reached;
}

type Bounds = Pick<Extent, "lead" | "start" | "name" | "end">;

function roleOf(source: Source, around: Around, bounds: Bounds): Role {
  const { code } = source;
  const { node, siblings } = around;
  const { isIndented, takesApart, hasGroups, accessLabel } = rulesOf(source);
  if (isIndented === true) return indentedRole(source, around, bounds);
  const before = signBefore(source, bounds.lead);
  const after = code.charAt(trimmedStart(code, bounds.end));
  if (siblings.some((one) => one !== node && isSameStart(one, node))) return "declarator";
  if (isItem(source, around, before, after)) return "item";
  if (isValue(node.kind) && (before === "," || (after === "," && code.charAt(bounds.end - 1) !== ";"))) {
    return isDeclared(source, around) ? "declarator" : "part";
  }
  // Names that are taken out of an object stand in brackets, without a keyword of their own.
  const isBound = takesApart === true && (node.kind === "variable" || node.kind === "constant");
  if (isBound && bounds.start === bounds.name) return "part";
  if (isBranch(source, bounds.lead)) return "part";
  if (before === "" || (hasGroups === true ? ";{}(" : ";{}").includes(before)) return "statement";
  const isCarriedOn =
    "(,=[?&|+".includes(before) || (before === ":" && accessLabel === undefined) || endsArrow(code, bounds.lead);
  return isFirstOnLine(source, bounds.lead) && !isCarriedOn
    ? "statement"
    : isAccess(source, bounds)
      ? "statement"
      : "part";
}

/** The last sign before an offset that is no comment; a quote for a string. */
function signBefore({ code, text }: Source, at: number): string {
  const end = trimmedEnd(code, at);
  const between = text.slice(end, at).replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, "");
  return /["'`]/.test(between) ? '"' : code.charAt(end - 1);
}

/** All that an `if` or the like without braces has to do: what stood behind it would take its place. */
function isBranch(source: Source, lead: number): boolean {
  const { code } = source;
  if (rulesOf(source).hasBareBranches !== true) return false;
  const end = trimmedEnd(code, lead);
  const open = code.charAt(end - 1) === ")" ? openingOf(code, end - 1) : undefined;
  const before = code.slice(Math.max(0, (open ?? end) - 20), open ?? end);
  return (open === undefined ? /(?<![\w$.])(?:else|do)$/ : /(?<![\w$.])(?:if|while|for|with)\s*$/).test(before);
}

function endsArrow(code: string, at: number): boolean {
  return code.slice(0, trimmedEnd(code, at)).endsWith("=>");
}

/** Behind `public:` on the same line. */
function isAccess(source: Source, { lead }: Bounds): boolean {
  const { code } = source;
  return rulesOf(source).accessLabel?.test(code.slice(lineStart(code, lead), lead)) === true;
}

function isSameStart(a: SymbolNode, b: SymbolNode): boolean {
  return a.span.start.line === b.span.start.line && a.span.start.column === b.span.start.column;
}

const typed: ReadonlySet<SymbolKind> = new Set(["class", "interface", "enum", "namespace", "module", "struct"]);

function isItem(source: Source, { node, parent }: Around, before: string, after: string): boolean {
  if (!"{,".includes(before) && after !== ",") return false;
  const { hasGroups, hasFieldItems, hasLiterals } = rulesOf(source);
  if (node.kind === "enum member") return hasGroups !== true;
  if (hasFieldItems === true) return node.kind === "field";
  if (hasLiterals !== true || parent === undefined) return false;
  if (!["property", "method", "field", "key"].includes(node.kind)) return false;
  return typed.has(parent.kind) ? before === "," || after === "," : true;
}

function indentedRole(source: Source, { node, parent }: Around, { lead, name, end }: Bounds): Role {
  const { code, text, index } = source;
  const line = code.slice(lineStart(code, lead), lead);
  const isAlone = isFirstOnLine(source, lead) || /;\s*$/.test(line);
  if (!isAlone) return /^[\w,\s]*[\w, ],\s*$/.test(line) && isValue(node.kind) ? "declarator" : "part";
  if (!isValue(node.kind)) return "statement";
  const from = parent === undefined ? lineStart(text, lead) : index.offsetOf(parent.nameSpan.end);
  // A parameter stands in the brackets of its function.
  if (outsideBrackets(code, from, name + 1, (at) => at === name) === undefined) return "part";
  const behind = code.slice(name, end).replace(/^[\p{L}\p{N}_]+/u, "");
  if (/^\s*,/.test(behind)) return "declarator";
  if (!/^\s*(?::|=(?!=))/.test(behind)) return "part";
  const sign = assignment(code, name, end);
  const second = sign === undefined ? undefined : assignment(code, sign + 1, end);
  // A parameter of a lambda may have a default.
  const isDefault = sign !== undefined && /\blambda\b/.test(code.slice(sign, second));
  return second !== undefined && !isDefault ? "declarator" : "statement";
}

/** Whether one of those that commas join begins with a keyword: else it is a name in brackets. */
function isDeclared(source: Source, around: Around): boolean {
  if (rulesOf(source).takesApart !== true) return true;
  const { index } = source;
  return declaredTogether(source, around).some((node) => {
    const first = index.offsetOf(node.span.start);
    return withModifiers(source, first) < first;
  });
}

/** The symbols that one statement declares: joined by commas, or with the same beginning. */
function declaredTogether({ code, index }: Source, { node, siblings }: Around): SymbolNode[] {
  const ordered = [...siblings].sort((a, b) => index.offsetOf(a.nameSpan.start) - index.offsetOf(b.nameSpan.start));
  const isJoined = (a: SymbolNode | undefined, b: SymbolNode | undefined): boolean => {
    if (a === undefined || b === undefined) return false;
    const end = trimmedStart(code, index.offsetOf(a.span.end));
    return (
      isSameStart(a, b) || (code.charAt(end) === "," && trimmedStart(code, end + 1) === index.offsetOf(b.span.start))
    );
  };
  const at = ordered.indexOf(node);
  let [from, to] = [at, at];
  while (isJoined(ordered[from - 1], ordered[from])) from--;
  while (isJoined(ordered[to], ordered[to + 1])) to++;
  return ordered.slice(from, to + 1);
}
