// Where documents of JSON and YAML lead: the schema that they name, and what a schema refers to.

import type { FoundLeads, WrittenLead } from "./lead.ts";
import { unsupportedCharacters, skipper, stickyAt, unreadable } from "./lead.ts";

export function schemaLeads(text: string): FoundLeads[] {
  const skip = skipper(text, { blanks: /\s+/y, lineEnd: /[\n\r]/ });
  return [...text.matchAll(keys)].flatMap(({ 0: spelled, index: at }): FoundLeads[] => {
    const key = unescaped(spelled);
    if (!/^\$(?:schema|ref|dynamicRef|recursiveRef|id)$/.test(key)) return [];
    if (spelled !== key)
      return [{ path: spelled, at, way: "beside", unclear: "its keyword is spelled with an escape" }];
    const sign = skip(at + spelled.length + (stickyAt(/["']/y, text, at + spelled.length) ?? "").length);
    if (sign === undefined) return [tooMuch(at)];
    if (!/[:=]/.test(text.charAt(sign))) return [];
    const from = pastComments(text, skip(sign + 1), skip);
    if (from === undefined) return [tooMuch(at)];
    const written = valueAt(text, from);
    if (written === undefined || isElsewhere(key, written.path)) return [];
    return [lead(written, at)];
  });
}

// — below: private, in the order they are used —

/** The sign and the letters of a key, each of them spelled by an escape or not. */
const keys =
  /(?:\$|\\u0024|\\x24|\\U00000024)(?:[a-zA-Z]|\\u00[4-7][\da-fA-F]|\\x[4-7][\da-fA-F]|\\U000000[4-7][\da-fA-F]){2,12}/g;

function unescaped(spelled: string): string {
  return spelled.replaceAll(/\\(?:u([\da-f]{4})|x([\da-f]{2})|U([\da-f]{8}))/gi, (_, four, two, eight) =>
    String.fromCodePoint(Number.parseInt(String(four ?? two ?? eight), 16)),
  );
}

function tooMuch(at: number): FoundLeads {
  return { path: unreadable, at, way: "beside", unclear: "too much text precedes it" };
}

/** Past the comments of YAML, of which few stand before a value. */
function pastComments(
  text: string,
  from: number | undefined,
  skip: (at: number) => number | undefined,
): number | undefined {
  let at = from;
  for (let count = 0; at !== undefined && text.charAt(at) === "#"; count++) {
    if (count > 20) return undefined;
    at = skip(at + (stickyAt(/[^\n\r]*/y, text, at) ?? "").length);
  }
  return at;
}

function valueAt(text: string, at: number): WrittenLead | undefined {
  const sign = text.charAt(at);
  if (sign === '"' || sign === "'") {
    const quoted = stickyAt(/"(?:[^"\\]|\\[\s\S]){0,1000}"|'(?:[^']|''){0,1000}'/y, text, at);
    if (quoted === undefined) return { path: unreadable, unclear: "its quotes are not closed" };
    const path = quoted.slice(1, -1);
    return { path, ...(sign === '"' && path.includes("\\") ? { unclear: "it contains an escape" as const } : {}) };
  }
  // A record or a list is no reference, but the description of one.
  if (sign === "" || /[{[]/.test(sign)) return undefined;
  const bare = stickyAt(/[^\s"',}]{1,1000}/y, text, at) ?? "";
  if (/^[&*!|>%@`]/.test(bare)) return { path: bare, unclear: "it is concatenated from parts" };
  return { path: bare };
}

/** What no file is fetched for, or lies in the same document. An identity leads only where it is that of a file. */
function isElsewhere(key: string, path: string): boolean {
  if (key === "$id") return !/^file:/i.test(path) && path !== unreadable;
  return path === "" || path.startsWith("#") || /^(?!file:)[a-z][a-z\d+.-]+:/i.test(path);
}

function lead({ path, unclear }: WrittenLead, at: number): FoundLeads {
  const [place = ""] = path.split("#", 1);
  const doubt = unclear ?? unsupportedCharacters(place) ?? (place.includes("%") ? "it contains an escape" : undefined);
  const known = doubt ?? (/^file:/i.test(place) ? "it is a URL" : undefined);
  return { path: place, at, way: "beside", ...(known === undefined ? {} : { unclear: known }) };
}
