// What a text of a script says twice although there is a short form: `export { a as a }` and `{ a: a }`.
//
// Invariant: only where one of the two names was written just now, and only where the short form means the same for
// certain: what could be a type keeps its long form.

import { maskBy } from "../syntax/prose.ts";
import { scriptSyntax } from "./syntax.ts";
import { assignment, closingOf, openingAround } from "../syntax/brackets.ts";
import { trimmedEnd, trimmedStart } from "../syntax/lines.ts";
import type { ShortForm } from "../rename-rules.ts";

/** The stretches that the name alone can replace, in the order of the text. */
export function shortForms(text: string, written: readonly number[], name: string): readonly ShortForm[] {
  const code = maskBy(scriptSyntax, text);
  const found = new Map<number, ShortForm>();
  for (const at of written) {
    const twice = twiceAround(code, at, name);
    if (twice === undefined || !mayBeShort(code, twice)) continue;
    const { start, end } = twice;
    // A comment between the two stays.
    if (text.slice(start, end) === code.slice(start, end)) found.set(start, { start, end });
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

// — below: private, in the order they are used —

interface Twice extends ShortForm {
  readonly between: "as" | ":";
}

const nameSign = /[\p{L}\p{N}_$]/u;

/** The name at a place with the same one behind it or before it. */
function twiceAround(code: string, at: number, name: string): Twice | undefined {
  if (!isNameAt(code, at, name)) return undefined;
  const next = trimmedStart(code, at + name.length);
  const sign =
    code.charAt(next) === ":" ? ":" : next > at + name.length && code.startsWith("as", next) ? "as" : undefined;
  const other = sign === undefined ? 0 : trimmedStart(code, next + sign.length);
  const isApart = sign === ":" || other > next + 2;
  if (sign !== undefined && isApart && isNameAt(code, other, name)) {
    return { start: at, end: other + name.length, between: sign };
  }
  const end = trimmedEnd(code, at);
  const between =
    code.charAt(end - 1) === ":" ? ":" : /\bas$/.test(code.slice(Math.max(0, end - 3), end)) ? "as" : undefined;
  if (between === undefined || (between === "as" && end === at)) return undefined;
  const linked = end - between.length;
  const start = trimmedEnd(code, linked) - name.length;
  if (start < 0 || (between === "as" && start + name.length === linked) || !isNameAt(code, start, name))
    return undefined;
  return { start, end: at + name.length, between };
}

function isNameAt(code: string, at: number, name: string): boolean {
  const isAlone = !nameSign.test(code.charAt(at - 1)) && !nameSign.test(code.charAt(at + name.length));
  return isAlone && code.startsWith(name, at) && code.charAt(at - 1) !== ".";
}

/** What stands before braces, as much of it as can matter. */
function headOf(code: string, open: number): string {
  const end = trimmedEnd(code, open);
  return code.slice(Math.max(0, end - 2_000), end);
}

function mayBeShort(code: string, { start, end, between }: Twice): boolean {
  const before = code.charAt(trimmedEnd(code, start) - 1);
  const behind = trimmedStart(code, end);
  const rest = code.slice(behind, behind + 2);
  const open = openingAround(code, start);
  if (open === undefined || code.charAt(open) !== "{") return false;
  if (between === "as") {
    const head = headOf(code, open);
    return /^[,}]/.test(rest) && /\b(?:im|ex)port(?:\s+type)?(?:\s+[\p{L}\p{N}_$]+\s*,)?$/u.test(head);
  }
  if (!/[{,]/.test(before) || !holdsValues(code, open)) return false;
  // A value behind the name belongs to a pattern; in an object it is a value that is set while it is given.
  return /^[,}]/.test(rest) || (/^=(?![=>])/.test(rest) && isPattern(code, open));
}

function isPattern(code: string, open: number): boolean {
  if (/\b(?:const|let|var)$/.test(headOf(code, open))) return true;
  const close = closingOf(code, open);
  return close !== undefined && /^=(?![=>])/.test(code.slice(trimmedStart(code, close + 1)).slice(0, 2));
}

/** Words behind which a type stands in brackets. */
const typeWord = /\b(?:keyof|extends|typeof|infer|is|as|satisfies|readonly|unique|in|implements)$/;
const statementWord = /\b(type|const|let|var|return|function|class|interface|enum)\b/g;

/** Whether braces are an object or a pattern, and neither a type nor a block. */
function holdsValues(code: string, open: number): boolean {
  const head = headOf(code, open);
  if (/\b(?:return|const|let|var|throw|yield|await)$/.test(head)) return true;
  switch (head.at(-1)) {
    case "(":
      return takesValues(head.slice(0, -1));
    case "=":
      return isAssignment(head);
    case ",": {
      const around = openingAround(code, open);
      // After a sign that may open a list of types it is ambiguous.
      if (around === undefined || code.slice(around, open).includes("<")) return false;
      return code.charAt(around) === "(" && takesValues(headOf(code, around));
    }
    case ":": {
      const around = openingAround(code, open);
      const isMember = /[{,]\s*[\p{L}\p{N}_$]+\s*:$/u.test(head);
      return isMember && around !== undefined && code.charAt(around) === "{" && holdsValues(code, around);
    }
    default:
      return false;
  }
}

/** Brackets behind a name are those of a call or of parameters; at the beginning of a statement they hold a value. */
function takesValues(head: string): boolean {
  const before = head.trimEnd();
  return /[;{}]$/.test(before) || (/[\p{L}\p{N}_$)\]]$/u.test(before) && !typeWord.test(before));
}

/** Of a variable: not a type that gets a name, nor what a type parameter is when nothing is given. */
function isAssignment(head: string): boolean {
  if (/[=!<>]=$/.test(head)) return false;
  const last = [...head.matchAll(statementWord)].at(-1);
  if (last === undefined || !/^(?:const|let|var)$/.test(last[1] ?? "")) return false;
  // The first sign of this kind behind the word and outside of brackets sets the variable.
  return assignment(`${head} `, last.index, head.length) === head.length - 1;
}
