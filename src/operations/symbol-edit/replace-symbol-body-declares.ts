// Whether a text is the declaration of a certain symbol, or is what stands inside of one.
//
// Invariant: only what plainly declares the very name counts; anything else is the inside.

import type { Family } from "../../languages/family.ts";
import type { SymbolKind } from "../../model/code-facts.ts";
import { refuse } from "../../model/refusal.ts";
import { inertLine } from "../../render/inert.ts";
import { behindDeclaration, givesResult } from "../../languages/declarations/text-rest.ts";
import { isCallable, isValue } from "../../languages/declarations/symbol-extent.ts";
import { behindLead } from "../../languages/declarations/lead.ts";
import type { Source } from "../../languages/declarations/source.ts";
import { closingOf, outsideBrackets } from "../../languages/syntax/brackets.ts";
import { trimmedEnd } from "../../languages/syntax/lines.ts";

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
    if (!isDeclared(code.slice(start), family, declared)) {
      return start === first || givesResult(source, start) ? undefined : notAlone(declared);
    }
    start = behindLead(source, behindDeclaration(source, declared.kind, start), end);
    if (start >= end) return first;
  }
  return undefined;
}

// — below: private, in the order they are used —

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

function isDeclared(code: string, family: Family, declared: DeclaredText): boolean {
  const { name, kind, head } = declared;
  if (/^(?:unsafe\s+)?impl\b/.test(head)) return /^(?:unsafe\s+)?impl\b/.test(code);
  if (/^export\s+default\s/.test(head) && name === "default") return /^export\s+default\b/.test(code);
  const called = `${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}_$])`;
  const starts = (before: string, after = ""): boolean => new RegExp(`^${before}${called}${after}`, "u").test(code);
  const keyword = String.raw`${modified}(?:${word(others)})(?:\s*\*\s*|\s+)(?:(?:${word(others)})\s+)*`;
  if (starts(keyword) || starts(String.raw`func\s*\([^()]*\)\s*`)) return true;
  const wasSet = new RegExp(String.raw`\b(?:${word(values)})\b`).test(head);
  if ((wasSet || isValue(kind)) && starts(String.raw`${modified}(?:${word(values)})\s+(?:mut\s+)?`)) return true;
  if (isCallable(kind)) return isMethod(code, family, declared, starts);
  if (!isValue(kind)) return false;
  // A variable of a script is declared with a word; without it this gives it a value.
  if (family === "script" && wasSet) return false;
  if (family === "c" || family === "java" || family === "csharp")
    return starts(typeBefore, String.raw`\s*(?:[=;[({]|$)`);
  if (family === "go") return starts("", String.raw`\s*(?:=(?!=)|,|[\p{L}\[*(]|$)`);
  const alone = kind === "enum member" ? "|[({,]|$" : "";
  return starts(modified, String.raw`\s*[?!]?\s*(?::(?!:)|=(?![=>])${alone})`);
}

/** Words of a type, none of which begins a statement. */
const typeBefore = String.raw`(?!(?:return|if|for|while|switch|case|throw|new|delete|else|do|goto|co_\w+|await|yield)\b)[\p{L}\p{N}_\s:<>,*&\[\]~.?]*?(?<![\p{L}\p{N}_$])`;

/** A method is declared without a keyword, and differs from a call by the body that follows its parameters. */
function isMethod(
  code: string,
  family: Family,
  { kind, name, hasBody }: DeclaredText,
  starts: (before: string, after?: string) => boolean,
): boolean {
  const generic = String.raw`\s*[?]?\s*(?:<[^(){};]*>)?\s*\(`;
  const isTyped = family === "c" || family === "java" || family === "csharp";
  const before = family === "script" ? String.raw`${modified}(?:\*\s*)?` : isTyped ? typeBefore : modified;
  if (!starts(before, generic)) return false;
  const open = code.indexOf("(", code.indexOf(name) + name.length);
  const close = closingOf(code, open);
  if (close === undefined) return false;
  const end = trimmedEnd(code, code.length);
  const rest = code.slice(close + 1, end);
  if (family === "script" && !/^\s*[:{]/.test(rest) && hasBody) return false;
  const isNamed = kind === "constructor" || family === "script" || code.trimStart().indexOf(name) > 0;
  if (!hasBody) return isNamed && /^[^{}]*;?$/.test(rest);
  const body = outsideBrackets(code, close + 1, end, (_, sign) => sign === "{" || sign === ";" || sign === "}");
  return isNamed && body !== undefined && code.charAt(body) !== ";" && code.charAt(end - 1) === "}";
}
