// Texts in quotes of scripts, read as TypeScript reads them: with escapes, and also where their quotes do not close.

import type { WrittenLead } from "../leads/lead.ts";
import { isClimbing, stickyAt, unreadable } from "../leads/lead.ts";

/** A text in quotes, escapes resolved; what is made while the program runs leads nowhere. */
export function textAt(text: string, at: number, isCall: boolean): WrittenLead | undefined {
  const sign = text.charAt(at);
  // Only where a function is called may a template take the place of a text.
  if (sign === "`") return isCall ? templateAt(text, at) : undefined;
  if (sign !== '"' && sign !== "'") return undefined;
  const literal = stickyAt(sign === '"' ? double : single, text, at) ?? sign;
  const isClosed = literal.length > 1 && literal.endsWith(sign);
  if (isClosed) return unescaped(literal.slice(1, -1));
  // Some readers end a text there, and others do not.
  if (/[\u2028\u2029]/.test(text.charAt(at + literal.length))) return { path: unreadable, unclear: notClosed };
  return unclosed(literal.slice(1));
}

export function isPath(path: string): boolean {
  return /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/]|file:)/i.test(path);
}

/** The letter that hexadecimal digits stand for. */
export function decoded(digits: string): string | undefined {
  const code = Number.parseInt(digits, 16);
  return Number.isNaN(code) || code > 0x10_ff_ff ? undefined : String.fromCodePoint(code);
}

// — below: private, in the order they are used —

const notClosed = "its quotes are not closed";

// Up to the end of the line at the latest, where TypeScript ends it too.
const double = /"[^"\\\n\r\u2028\u2029]*(?:\\[^\n\r\u2028\u2029][^"\\\n\r\u2028\u2029]*)*["\\]?/y;
const single = /'[^'\\\n\r\u2028\u2029]*(?:\\[^\n\r\u2028\u2029][^'\\\n\r\u2028\u2029]*)*['\\]?/y;

/** Most often the quotes are those that close another text. */
function unclosed(literal: string): WrittenLead | undefined {
  const { path } = unescaped(literal);
  const isMeant = literal.endsWith("\\") || isPath(path) || isClimbing(path);
  return isMeant ? { path, unclear: notClosed } : undefined;
}

function templateAt(text: string, at: number): WrittenLead | undefined {
  const open = stickyAt(/`[^`\\$]*(?:(?:\\[\s\S]|\$(?!\{))[^`\\$]*)*/y, text, at) ?? "`";
  const next = text.charAt(at + open.length);
  if (next === "`") return unescaped(open.slice(1));
  return next === "$" ? undefined : { path: unreadable, unclear: notClosed };
}

function unescaped(literal: string): WrittenLead {
  // In a comment the text ends there.
  if (literal.includes("*/")) return { path: literal, unclear: "it contains characters that are not valid in a path" };
  if (!literal.includes("\\")) return { path: literal };
  const path = literal.replaceAll(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{0*([\da-f]{1,6})\}|\r\n|[\n\r\u2028\u2029]|([^xu]))/gi,
    (_, x, u, brace, other = "") => decoded(String(x ?? u ?? brace ?? "")) ?? String(other),
  );
  // Escapes by digits are errors, and understood all the same.
  return { path: /\\(?:[1-9]|0\d)/.test(literal) ? unreadable : path, unclear: "it contains an escape" };
}
