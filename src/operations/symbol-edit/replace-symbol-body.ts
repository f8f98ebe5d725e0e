// `replace_symbol_body`: gives a symbol a new body, or a whole new declaration, and touches nothing else.
//
// Invariant: with a new body the signature, comments and decorators stay as they are, to the letter.
// Invariant: only what plainly declares the very name counts; anything else is the inside.

import { z } from "zod";
import { inertLine } from "../../render/inert.ts";
import { defineEdit } from "../define.ts";
import type { AboutEdit, EditedJson } from "../edit/edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "../edit/edited-answer.ts";
import { dryRunInput, planOf, symbolInput, symbolToEdit } from "./symbol-edit.ts";
import { refuse } from "../../model/refusal.ts";
import type { OffsetEdit } from "../../model/text-edit.ts";
import { bracesOf, formOf } from "../../languages/declarations/text-form.ts";
import type { Inside, Replaced } from "../../languages/declarations/value.ts";
import { isValueOf, mustNotSwallow, valueEdit } from "../../languages/declarations/value.ts";
import { editRulesFor } from "../../languages/table.ts";
import { isCallable, isValue } from "../../languages/declarations/symbol-extent.ts";
import type { Body } from "../../languages/declarations/body.ts";
import { bodyOf, isMadeAlone } from "../../languages/declarations/body.ts";
import type { Layout } from "../../languages/declarations/layout.ts";
import { layoutOf, linesAt } from "../../languages/declarations/layout.ts";
import type { LeadPart } from "../../languages/declarations/lead.ts";
import { leadParts, behindLead } from "../../languages/declarations/lead.ts";
import { constantsBehind } from "../../languages/declarations/lines.ts";
import type { Source } from "../../languages/declarations/source.ts";
import { closingOf, isBalanced, outsideBrackets } from "../../languages/syntax/brackets.ts";
import { endOfCode, sourceOf } from "../../languages/declarations/signs.ts";
import { indentAt, lineEnd, lineStart, trimmedEnd, trimmedStart } from "../../languages/syntax/lines.ts";
import { leafOf } from "../../languages/names/symbol-name.ts";
import type { EditRules } from "../../languages/edit-rules.ts";
import type { SymbolKind } from "../../model/code-facts.ts";
import { behindDeclaration, givesResult } from "../../languages/declarations/text-rest.ts";

const input = {
  ...symbolInput,
  new_body: z.string(),
  dry_run: dryRunInput,
};

export interface AboutReplacement extends AboutEdit {
  readonly replaced: "declaration" | "body";
}

export interface ReplacedJson extends EditedJson {
  /** Whether new_body was a whole declaration of the symbol, or what stands inside of one. */
  readonly replaced: "declaration" | "body";
}

export const replaceSymbolBody = defineEdit<"replace_symbol_body", typeof input, AboutReplacement, ReplacedJson>({
  name: "replace_symbol_body",
  title: "Replace Symbol Body",
  summary: "Replace the body, or the whole declaration, of a symbol.",
  guidance:
    "new_body: the inside (docstring too; a constant's value), keeping the signature, or a whole declaration of that name.",
  exposure: "core",
  cli: { command: "replace-body", positional: "symbol" },
  needs: ["textDocument/documentSymbol"],
  input,
  applies: ({ dry_run }) => !dry_run,
  async plan(context, { file_path, symbol_path, new_body }) {
    const symbol = await symbolToEdit(context, { file_path, symbol_path });
    const { edit, what, remarks } = replacement(symbol, new_body);
    const of = `the ${what} of ${symbol.shown}`;
    return {
      value: {
        about: {
          base: symbol.snapshot.base,
          done: `Replaced ${of}`,
          would: `Replace ${of}`,
          remarks: remarks.map((remark) => inertLine(remark)),
          replaced: what,
        },
        plan: planOf(symbol, `replace ${of}`, [edit]),
      },
      standing: symbol.standing,
    };
  },
  isEmpty: ({ plan }) => plan.steps.length === 0,
  toText: editedText,
  toJson: (edited) => ({ ...editedJson(edited), replaced: edited.about.replaced }),
  hints: (edited) => hintsAfter(edited, [{ operation: "get_symbol_source", why: "what stands there now" }]),
  examples: [
    {
      title: "A new body, shown and not written",
      input: {
        file_path: "src/money.ts",
        symbol_path: "times",
        new_body: "return { ...amount, cents: Math.round(amount.cents * factor) };",
        dry_run: true,
      },
    },
  ],
});

// — The edit that gives a declaration a new body, or takes its place as a whole —

export interface Replacement extends Inside {
  readonly what: "declaration" | "body";
}

export function replacement(replaced: Replaced, newText: string): Replacement {
  const { source, around, extent, file } = replaced;
  const fresh = sourceOf(file, newText.replaceAll(/\r\n?/g, "\n"));
  if (!isBalanced(fresh.code) && !/\.[jt]sx$/.test(file)) unbalanced();
  if (constantsBehind(source, extent, extent.end)?.isRepeating === true) isRepeated(replaced);
  const body = bodyOf(source, around, extent);
  const start = declaration(fresh, {
    kind: around.node.kind,
    name: leafOf(around.node.name),
    head: source.code.slice(extent.start, extent.name),
    hasBody: body !== undefined,
  });
  if (start !== undefined) return { edit: wholeEdit(replaced, fresh, start), what: "declaration", remarks: [] };
  if (body === undefined) return noBody(replaced);
  if (body.made !== undefined && isWhole(source, body, fresh)) {
    const remarks = ["new_body was used as the whole value, with its parameters."];
    return { edit: valueEdit(replaced, { kind: "value", ...body.made }, fresh).edit, what: "declaration", remarks };
  }
  if (body.given !== undefined) return givenEdit(replaced, body, body.given, fresh);
  return { ...bodyEdit(replaced, body, fresh), what: "body" };
}

/** A function by itself is no statement; it is the body only where the body has been one, as in `a => b => a + b`. */
function isWhole({ text, code }: Source, { kind, from, to }: Body, fresh: Source): boolean {
  if (!isMadeAlone(fresh)) return false;
  return kind === "block" || !isMadeAlone({ ...fresh, text: text.slice(from, to), code: code.slice(from, to) });
}

function unbalanced(): never {
  return refuse({
    code: "bad_input",
    what: "The brackets of new_body are not balanced.",
    why: "One is opened but not closed, or closed but not opened.",
    next: "Give the whole body, or the whole declaration.",
  });
}

function isRepeated({ shown }: Replaced): never {
  return refuse({
    code: "bad_input",
    what: `${shown} is repeated by the constants below it.`,
    why: "They have no value of their own and would change with it.",
    next: "Give them values first, or edit the group as text with safe_apply_edit.",
  });
}

function noStatementOfItsOwn({ shown }: Replaced): never {
  return refuse({
    code: "bad_input",
    what: `${shown} has no statement of its own.`,
    why: "It is part of a pattern, a signature or an expression.",
    next: "Edit the text around it with safe_apply_edit.",
  });
}

function noBody(replaced: Replaced): never {
  const { shown, extent, around } = replaced;
  if (extent.role === "part" && isValue(around.node.kind)) noStatementOfItsOwn(replaced);
  const isShared = extent.role === "declarator";
  return refuse({
    code: "bad_input",
    what: isShared ? `${shown} has no body of its own.` : `${shown} has no body.`,
    why: isShared
      ? "It is declared together with others in one statement."
      : "It is a declaration without a body, or it is not certain where its body begins.",
    next: isShared
      ? "Edit the statement as text with safe_apply_edit."
      : "Give the whole declaration as new_body, beginning with its signature, or name the overload that has the body.",
  });
}

/** Comments and decorators stay unless the new text brings its own of that kind. */
function wholeEdit(replaced: Replaced, fresh: Source, freshStart: number): OffsetEdit {
  const { source, extent, file } = replaced;
  const { text } = source;
  if (extent.role === "declarator") return noBody(replaced);
  if (extent.role === "part" && !isPartLike(replaced, fresh, freshStart)) return noStatementOfItsOwn(replaced);
  const layout = layoutOf(text, source.family);
  const indent = indentAt(text, extent.start);
  const brought = new Set(leadParts(fresh, 0, freshStart).map(({ kind }) => kind));
  const parts = joined(extent.parts, source);
  const kept = parts.filter(({ kind }) => !brought.has(kind));
  const wanted = ended(replaced, withoutKeyword(replaced, fresh.text, freshStart));
  mustNotSwallow(source, extent.end, sourceOf(file, wanted.text));
  const lines = linesAt(wanted.text, source.family, layout, indent);
  if (kept.length === parts.length) {
    const start = brought.size === 0 ? wanted.from : extent.start;
    return { start, end: extent.end, newText: lines.join(layout.eol).slice(indent.length) };
  }
  const old = kept.map(({ start, end }) => indent + text.slice(start, end));
  const leadLines = fresh.text.slice(0, freshStart).trimStart().split("\n").length - 1;
  const isAttribute = kept.some(({ kind }) => kind === "attribute");
  const all = isAttribute ? [...lines.slice(0, leadLines), ...old, ...lines.slice(leadLines)] : [...old, ...lines];
  return { start: extent.lead, end: extent.end, newText: all.join(layout.eol).slice(indent.length) };
}

/** What stands in an expression is a function or class by itself, and a name in a pattern or signature never is. */
function isPartLike({ source, around }: Replaced, fresh: Source, start: number): boolean {
  if (isValue(around.node.kind)) return false;
  return editRulesFor(source.family).expressionHead?.test(fresh.code.slice(start)) ?? true;
}

/** A comment that follows an attribute on its line stays with it. */
function joined(parts: readonly LeadPart[], { text, code }: Source): LeadPart[] {
  const own = parts.map((part) => {
    const end = lineEnd(text, part.end);
    const isAlone = part.kind === "attribute" && code.slice(part.end, end).trim() === "";
    return isAlone ? { ...part, end: trimmedEnd(text, end, part.end) } : part;
  });
  return own.filter(({ start }) => !own.some((other) => other.start < start && start < other.end));
}

/** In a group of Go the word stands at the head of the group; outside of one it is there already. */
function withoutKeyword({ source, extent }: Replaced, text: string, start: number): { text: string; from: number } {
  const { groupWord } = editRulesFor(source.family);
  if (groupWord === undefined) return { text, from: extent.start };
  const word = groupWord.exec(text.slice(start))?.[0];
  const isInGroup = extent.start === extent.name;
  if (word !== undefined && isInGroup) {
    return { text: text.slice(0, start) + text.slice(start + word.length), from: extent.start };
  }
  const hasWord = groupWord.test(source.code.slice(extent.start, extent.name));
  return { text, from: word === undefined && hasWord ? extent.name : extent.start };
}

/** With the sign at its end that the old text had, and without one that belongs to a list. */
function ended(
  { source, around, extent, file }: Replaced,
  wanted: { readonly text: string; readonly from: number },
): { readonly text: string; readonly from: number } {
  const made = sourceOf(file, wanted.text);
  const { code } = made;
  const end = trimmedEnd(code, code.length);
  const last = code.charAt(end - 1);
  const isInList = extent.role === "item" && source.code.charAt(extent.end - 1) !== ";";
  if (isInList || extent.role === "part") {
    const isEnded = last === (isInList ? "," : ";");
    return isEnded ? { ...wanted, text: wanted.text.slice(0, end - 1) + wanted.text.slice(end) } : wanted;
  }
  const isEnded =
    last === ";" || (last === "," && extent.role === "item") || (last === "}" && isCallable(around.node.kind));
  if (source.code.charAt(extent.end - 1) !== ";" || isEnded) return wanted;
  const at = endOfCode(made);
  return { ...wanted, text: `${wanted.text.slice(0, at)};${wanted.text.slice(at)}` };
}

function bodyEdit(replaced: Replaced, body: Body, fresh: Source): Inside {
  switch (body.kind) {
    case "block":
      return blockEdit(replaced, body, fresh);
    case "suite":
      return { edit: suiteEdit(replaced, body, fresh), remarks: [] };
    case "line":
      return { edit: lineEdit(replaced, body, fresh), remarks: [] };
    case "arrow":
    case "value":
      return valueEdit(replaced, body, fresh);
  }
}

/** Of a call that is given a function, new statements are the body of that; a mere expression could be either. */
function givenEdit(
  replaced: Replaced,
  body: Body,
  { callee, body: inner }: NonNullable<Body["given"]>,
  fresh: Source,
): Replacement {
  if (isValueOf(replaced, callee, fresh)) {
    const remarks = ["new_body was used as the whole value."];
    return { edit: valueEdit(replaced, body, fresh).edit, what: "body", remarks };
  }
  const isBody = bracesOf(fresh) === "block" || (bracesOf(fresh) === undefined && formOf(fresh) === "statements");
  if (!isBody) {
    return refuse({
      code: "bad_input",
      what: `new_body may be the value of ${replaced.shown}, or the body of the function in it.`,
      why: `The value is a function that ${inertLine(callee, 160)} is given, and new_body is an expression.`,
      next: "Put braces around a body, or give the whole declaration.",
    });
  }
  const { edit, remarks } = bodyEdit(replaced, inner, fresh);
  const remark = `new_body was used as the body of the function passed to ${inertLine(callee, 160)}.`;
  return { edit, what: "body", remarks: [remark, ...remarks] };
}

function blockEdit(replaced: Replaced, body: Body, fresh: Source): Inside {
  const { source, extent } = replaced;
  const { from, to } = body;
  const { text, family } = source;
  if (holdsStatements(replaced, body) && bracesOf(fresh) === "object") noStatement();
  const layout = layoutOf(text, family);
  const [first, last] = [trimmedStart(fresh.code, 0), trimmedEnd(fresh.code, fresh.code.length) - 1];
  const isBraced = fresh.code.charAt(first) === "{" && closingOf(fresh.code, first) === last;
  const inner = isBraced ? fresh.text.slice(first + 1, last) : fresh.text;
  const remarks = isBraced ? ["The braces around new_body were used as those of the body."] : [];
  const old = text.slice(from, to);
  const isOneLine = !/[\r\n]/.test(old);
  const base = isOneLine || text.slice(lineStart(text, to), to).trim() !== "" ? extent.start : to;
  const indent = indentAt(text, base);
  const lines = linesAt(inner, family, layout, innerIndent(source, old, indent, layout));
  if (lines.length === 0) return { edit: { start: from, end: to, newText: "" }, remarks };
  const isComment = /\/\//.test(lines[0] ?? "");
  if (isOneLine && lines.length === 1 && !isComment) {
    const [, before = " ", after = " "] = old.trim() === "" ? [] : (/^(\s*).*?(\s*)$/s.exec(old) ?? []);
    return { edit: { start: from, end: to, newText: before + (lines[0] ?? "").trim() + after }, remarks };
  }
  const newText = ["", ...lines, indent].join(layout.eol);
  return { edit: { start: from, end: to, newText }, remarks };
}

/** Whether braces of a script are those of a function, and not of a type or a class. */
function holdsStatements({ source, around, extent }: Replaced, { made }: Body): boolean {
  if (!editRulesFor(source.family).hasObjects || /\btype\b/.test(source.code.slice(extent.start, extent.name)))
    return false;
  return (
    isCallable(around.node.kind) || (made !== undefined && !/^class\b/.test(source.code.slice(made.from, made.to)))
  );
}

function noStatement(): never {
  return refuse({
    code: "bad_input",
    what: "new_body is an object, not a statement.",
    why: "Its braces would be read as those of the body, and its keys as labels.",
    next: "Write return before it, if the object is the result.",
  });
}

/** As the old body has it, where that is deeper than its braces. */
function innerIndent({ family }: Source, old: string, indent: string, { unit }: Layout): string {
  const lines = old.split(/\r\n?|\n/).slice(1);
  const { label } = editRulesFor(family);
  const first = lines.find((line) => line.trim() !== "" && label?.test(line) !== true);
  const found = /^[ \t]*/.exec(first ?? "")?.[0] ?? "";
  return found.length > indent.length && found.startsWith(indent) ? found : indent + unit;
}

function suiteEdit({ source, extent }: Replaced, { from, to }: Body, fresh: Source): OffsetEdit {
  const layout = layoutOf(source.text, source.family);
  const indent = indentAt(source.text, extent.start);
  const inner = innerIndent(source, `\n${source.text.slice(from, to)}`, indent, layout);
  const lines = linesAt(fresh.text, source.family, layout, inner, "block");
  return { start: from, end: to, newText: isNothing(lines) ? `${inner}pass` : lines.join(layout.eol) };
}

/** Comments alone are no body in Python. */
function isNothing(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === "" || line.trimStart().startsWith("#"));
}

const compound = /^(?:if|for|while|with|try|def|class|async|match|@)\b|^@/;

function lineEdit({ source, extent }: Replaced, { from, to }: Body, fresh: Source): OffsetEdit {
  const layout = layoutOf(source.text, source.family);
  const lines = linesAt(fresh.text, source.family, layout, indentAt(source.text, extent.start) + layout.unit, "block");
  const [only = "pass"] = lines.map((line) => line.trim());
  if (lines.length <= 1 && !compound.test(only))
    return { start: from, end: to, newText: isNothing(lines) ? "pass" : only };
  const colon = trimmedEnd(source.text, from);
  return { start: colon, end: to, newText: ["", ...lines].join(layout.eol) };
}

// — Whether a text is the declaration of a certain symbol, or is what stands inside of one —

export interface DeclaredText {
  readonly kind: SymbolKind;
  /** The last name of it, as the text spells it. */
  readonly name: string;
  /** What stands before its name today. */
  readonly head: string;
  readonly hasBody: boolean;
}

/** Where the declaration begins behind its comments and decorators; undefined for what is the inside of one. */
export function declaration(source: Source, declared: DeclaredText): number | undefined {
  const { code, family } = source;
  const end = trimmedEnd(code, code.length);
  const first = behindLead(source, 0, end);
  // Overloads follow one another.
  for (let start = first; start < end; ) {
    if (!isDeclared(code.slice(start), editRulesFor(family), declared)) {
      return start === first || givesResult(source, start) ? undefined : notAlone(declared);
    }
    start = behindLead(source, behindDeclaration(source, declared.kind, start), end);
    if (start >= end) return first;
  }
  return undefined;
}

function notAlone({ name }: DeclaredText): never {
  return refuse({
    code: "bad_input",
    what: `new_body declares ${inertLine(name, 160)} and more than that.`,
    why: "It may be a whole declaration followed by others, or a body that begins with a declaration of the same name.",
    next: "Give the declaration alone and the rest with insert_after_symbol, or put braces around a body.",
  });
}

const values = ["const", "let", "var", "val", "static"];
const others = [
  ...["function", "func", "fn", "fun", "def", "class", "interface", "enum", "struct", "union", "trait", "type"],
  ...["namespace", "module", "mod", "record", "object", "using", "typedef", "macro_rules!", "protocol", "extension"],
];
const modifiers = [
  ...["export", "default", "declare", "async", "abstract", "public", "private", "protected", "internal", "readonly"],
  ...["override", "accessor", "get", "set", "pub", "unsafe", "extern", "inline", "constexpr", "virtual", "explicit"],
  ...["final", "sealed", "open", "data", "partial", "mut", "suspend", "new", "lateinit", "friend", ...values],
];
const word = (list: readonly string[]): string => list.join("|");
const modified = String.raw`(?:(?:${word(modifiers)})\b(?:\([^()]*\))?[\s*]+)*`;

function isDeclared(code: string, { declaredBy }: EditRules, declared: DeclaredText): boolean {
  const { name, kind, head } = declared;
  if (/^(?:unsafe\s+)?impl\b/.test(head)) return /^(?:unsafe\s+)?impl\b/.test(code);
  if (/^export\s+default\s/.test(head) && name === "default") return /^export\s+default\b/.test(code);
  const called = `${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}_$])`;
  const starts = (before: string, after = ""): boolean => new RegExp(`^${before}${called}${after}`, "u").test(code);
  const keyword = String.raw`${modified}(?:${word(others)})(?:\s*\*\s*|\s+)(?:(?:${word(others)})\s+)*`;
  if (starts(keyword) || starts(String.raw`func\s*\([^()]*\)\s*`)) return true;
  const wasSet = new RegExp(String.raw`\b(?:${word(values)})\b`).test(head);
  if ((wasSet || isValue(kind)) && starts(String.raw`${modified}(?:${word(values)})\s+(?:mut\s+)?`)) return true;
  if (isCallable(kind)) return isMethod(code, declaredBy, declared, starts);
  if (!isValue(kind)) return false;
  // A variable of a script is declared with a word; without it this gives it a value.
  if (declaredBy === "keyword" && wasSet) return false;
  if (declaredBy === "type") return starts(typeBefore, String.raw`\s*(?:[=;[({]|$)`);
  if (declaredBy === "name") return starts("", String.raw`\s*(?:=(?!=)|,|[\p{L}\[*(]|$)`);
  const alone = kind === "enum member" ? "|[({,]|$" : "";
  return starts(modified, String.raw`\s*[?!]?\s*(?::(?!:)|=(?![=>])${alone})`);
}

/** Words of a type, none of which begins a statement. */
const typeBefore = String.raw`(?!(?:return|if|for|while|switch|case|throw|new|delete|else|do|goto|co_\w+|await|yield)\b)[\p{L}\p{N}_\s:<>,*&\[\]~.?]*?(?<![\p{L}\p{N}_$])`;

/** A method is declared without a keyword, and differs from a call by the body that follows its parameters. */
function isMethod(
  code: string,
  declaredBy: EditRules["declaredBy"],
  { kind, name, hasBody }: DeclaredText,
  starts: (before: string, after?: string) => boolean,
): boolean {
  const generic = String.raw`\s*[?]?\s*(?:<[^(){};]*>)?\s*\(`;
  const isKeyword = declaredBy === "keyword";
  const before = isKeyword ? String.raw`${modified}(?:\*\s*)?` : declaredBy === "type" ? typeBefore : modified;
  if (!starts(before, generic)) return false;
  const open = code.indexOf("(", code.indexOf(name) + name.length);
  const close = closingOf(code, open);
  if (close === undefined) return false;
  const end = trimmedEnd(code, code.length);
  const rest = code.slice(close + 1, end);
  if (isKeyword && !/^\s*[:{]/.test(rest) && hasBody) return false;
  const isNamed = kind === "constructor" || isKeyword || code.trimStart().indexOf(name) > 0;
  if (!hasBody) return isNamed && /^[^{}]*;?$/.test(rest);
  const body = outsideBrackets(code, close + 1, end, (_, sign) => sign === "{" || sign === ";" || sign === "}");
  return isNamed && body !== undefined && code.charAt(body) !== ";" && code.charAt(end - 1) === "}";
}
