// Where sources of Rust lead: files that macros include, and modules whose path an attribute gives.

import type { FoundLeads, Skip, WrittenLead } from "../leads/lead.ts";
import { climbsBehindName, isClimbing, unsupportedCharacters, skipper, stickyAt, unreadable } from "../leads/lead.ts";

export function rustLeads(text: string): FoundLeads[] {
  const skip = skipper(text, { blanks: /\s+/y, lineEnd: /[\n\r]/ });
  const all = [...includes(text, skip), ...attributes(text, skip)];
  return all.sort((a, b) => a.at - b.at);
}

// — below: private, in the order they are used —

function includes(text: string, skip: Skip): FoundLeads[] {
  return [...text.matchAll(/(?<!\w)include(?:_str|_bytes)?(?!\w)/g)].flatMap(({ 0: word, index: at }): FoundLeads[] => {
    const behind = skip(at + word.length);
    if (behind === undefined) return isProse(text, at) ? [] : [tooMuch(at)];
    // `use include as x` gives the macro another name, whose calls are not recognized.
    if (stickyAt(/as\s/y, text, behind) !== undefined) return isProse(text, at) ? [] : [renamed(text, at)];
    if (text.charAt(behind) !== "!") return [];
    const open = skip(behind + 1);
    if (open === undefined) return [tooMuch(at)];
    if (!/[([{]/.test(text.charAt(open))) return [];
    const from = skip(open + 1);
    if (from === undefined) return [tooMuch(at)];
    const operand = operandAt(text, from, skip);
    return operand === undefined || (operand.unclear !== undefined && isProse(text, at)) ? [] : [lead(operand, at)];
  });
}

function tooMuch(at: number): FoundLeads {
  return { path: unreadable, at, way: "beside", unclear: "too much text precedes it" };
}

function renamed(text: string, at: number): FoundLeads {
  return { path: text.slice(at, at + 30), at, way: "beside", unclear: "it is renamed by an alias" };
}

/** Whether the place is in a line comment, and the line contains no quotes and no end of a block comment. */
function isProse(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 500), at);
  const begin = before.lastIndexOf("\n") + 1;
  if (!/^[ \t]*\/\//.test(before.slice(begin))) return false;
  const line = before.slice(begin) + (stickyAt(/[^\n]{0,1000}/y, text, at) ?? "");
  return !/"|\*\//.test(line);
}

/** The path that a macro is given. Undefined for one below `OUT_DIR` or the package, which never leads outside. */
function operandAt(text: string, from: number, skip: Skip): WrittenLead | undefined {
  const literal = literalAt(text, from);
  if (literal !== undefined) {
    const behind = skip(from + literal.length);
    const isWhole = behind !== undefined && /[)\]},]/.test(text.charAt(behind));
    return isWhole ? literal : { path: literal.path, unclear: "it is concatenated from parts" };
  }
  const made = stickyAt(builtPath, text, from);
  if (made !== undefined && !isClimbing(made.replaceAll(/["'\s]/g, "/")) && !made.includes("\\")) return undefined;
  const line = (stickyAt(/[^\n\r]{0,200}/y, text, from) ?? "").trim();
  const parts = /env!/.test(line) ? [] : [...line.matchAll(/"([^"\n]*)"/g)].map(([, part = ""]) => part);
  return { path: parts.length === 0 ? line : parts.join(""), unclear: "it is concatenated from parts" };
}

const builtPath =
  /concat!\s{0,50}[([]\s{0,50}env!\s{0,50}\(\s{0,50}"(?:OUT_DIR|CARGO_MANIFEST_DIR)"\s{0,50}\)\s{0,50},\s{0,50}"\/[^"\n\\]{0,500}"\s{0,50},?\s{0,50}[)\]]/y;

interface Literal extends WrittenLead {
  readonly length: number;
}

function literalAt(text: string, at: number): Literal | undefined {
  const raw = stickyAt(/r#{0,5}"/y, text, at);
  if (raw === undefined) {
    const plain = stickyAt(/"(?:[^"\\]|\\[\s\S]){0,1000}"/y, text, at);
    if (plain === undefined) {
      const path = unreadable;
      return text.charAt(at) === '"' ? { path, unclear: "its quotes are not closed", length: 1 } : undefined;
    }
    const path = plain.slice(1, -1);
    return {
      path,
      ...(path.includes("\\") ? { unclear: "it contains an escape" as const } : {}),
      length: plain.length,
    };
  }
  const closes = `"${"#".repeat(raw.length - 2)}`;
  const end = text.slice(at, at + 1_000).indexOf(closes, raw.length);
  if (end < 0) return { path: unreadable, unclear: "its quotes are not closed", length: raw.length };
  return { path: text.slice(at + raw.length, at + end), length: end + closes.length };
}

function lead({ path, unclear }: WrittenLead, at: number): FoundLeads {
  const doubt = unclear ?? unsupportedCharacters(path) ?? climbsBehindName(path);
  return { path, at, way: "beside", ...(doubt === undefined ? {} : { unclear: doubt }) };
}

/** `path = "…"` where an attribute may have it, and among arguments of a macro that may write such an attribute. */
function attributes(text: string, skip: Skip): FoundLeads[] {
  return [...text.matchAll(/(?<!\w)path(?!\w)/g)].flatMap(({ index: at }): FoundLeads[] => {
    const before = text.slice(Math.max(0, at - 200), at);
    if (!/[[(,{#]\s{0,100}$/.test(before)) return [];
    const sign = skip(at + "path".length);
    if (sign === undefined) return [tooMuch(at)];
    if (text.charAt(sign) !== "=" || text.charAt(sign + 1) === "=") return [];
    const from = skip(sign + 1);
    if (from === undefined) return [tooMuch(at)];
    const literal = literalAt(text, from);
    if (literal !== undefined) return [lead(literal, at)];
    if (!/#!?\s{0,20}\[\s{0,20}(?:r#)?$|cfg_attr/.test(before)) return [];
    const path = (stickyAt(/[^\n\r\]]{0,200}/y, text, from) ?? "").trim();
    return [{ path, at, way: "beside", unclear: "it is concatenated from parts" }];
  });
}
