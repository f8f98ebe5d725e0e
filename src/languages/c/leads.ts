// Where sources of C, C++ and Objective-C lead: directives, header units, and `__has_include` and the like.
//
// Quirk(clangd 22.1.1): a line is joined with the next one by a backslash before its end, blanks between them or not, and
// with trigraphs by `??/` too.

import type { FoundLeads, Skip, Unclear } from "../leads/lead.ts";
import { climbsBehindName, unsupportedCharacters, skipper, stickyAt, unreadable } from "../leads/lead.ts";

export function cLeads(text: string): FoundLeads[] {
  return readings(text).flatMap((joined) => joinedLeads(joined));
}

export interface Macro {
  readonly name: string;
  readonly path: string | undefined;
}

/** The macros that a text defines, each with the path it stands for; undefined for one that is not a plain path. */
export function macrosIn(text: string): Macro[] {
  return readings(text).flatMap(({ text: joined }) => {
    const skip = skipper(joined, lineBlanks);
    return [...joined.matchAll(/(?<!\w)define(?!\w)/g)].flatMap(({ index: at }) => {
      const from = skip(at + "define".length);
      // More text precedes the name than is read, so any macro may be meant.
      if (from === undefined) return [{ name: anyMacro, path: undefined }];
      const name = stickyAt(identifier, joined, from);
      if (name === undefined) return [];
      const value = stickyAt(/[^\n\r]{0,2000}/y, joined, from + name.length) ?? "";
      return [{ name, path: /^[ \t]+["<]([^">\n]*)[">][ \t]*$/.exec(value)?.[1] }];
    });
  });
}

/** The macro that an include names, or calls; undefined where it begins with anything else. */
export function macroOf(path: string): string | undefined {
  return stickyAt(identifier, path, 0);
}

/** Stands for any macro. */
export const anyMacro = "*";

// — below: private, in the order they are used —

const identifier = /[$\p{ID_Continue}]+/uy;

/** A text whose lines are joined as a compiler does it, with the places at which that was done. */
interface Joined {
  readonly text: string;
  /** Offsets in the joined text, each with the number of characters that were removed up to it. */
  readonly joints: readonly { readonly at: number; readonly taken: number }[];
}

/** Some compilers replace trigraphs and others do not: where the result differs, both readings count. */
function readings(text: string): Joined[] {
  const plain = joinedBy(text, /\\[ \t\v\f]*(?:\r\n|\n|\r)/g);
  if (!/\?\?\/[ \t\v\f]*[\n\r]/.test(text)) return [plain];
  return [plain, joinedBy(text, /(?:\\|\?\?\/)[ \t\v\f]*(?:\r\n|\n|\r)/g)];
}

function joinedBy(text: string, joint: RegExp): Joined {
  const joints: { at: number; taken: number }[] = [];
  let taken = 0;
  const joined = text.replaceAll(joint, (found: string, at: number) => {
    const place = at - taken;
    taken += found.length;
    joints.push({ at: place, taken });
    return "";
  });
  return { text: joined, joints };
}

/** A lead with where it ends in the joined text. */
interface Placed extends FoundLeads {
  readonly until: number;
}

/** Leads and joints are sorted by offset, so that one pass over both is enough. */
function joinedLeads({ text, joints }: Joined): FoundLeads[] {
  let next = 0;
  return placedLeads(text).map(({ until, ...lead }) => {
    while ((joints[next]?.at ?? Number.POSITIVE_INFINITY) <= lead.at) next++;
    const isJoined = (joints[next]?.at ?? Number.POSITIVE_INFINITY) < until;
    const doubt = lead.unclear ?? (isJoined ? "its line is joined with the next one" : undefined);
    const at = lead.at + (joints[next - 1]?.taken ?? 0);
    return { ...lead, at, ...(doubt === undefined ? {} : { unclear: doubt }) };
  });
}

function placedLeads(text: string): Placed[] {
  const skip = skipper(text, lineBlanks);
  const all = [...directives(text, skip), ...others(text, skip), ...pragmas(text)];
  return all.sort((a, b) => a.at - b.at);
}

const invisible = String.raw` \t\v\f\0\x85\xa0\xad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff`;

const lineBlanks = { blanks: new RegExp(`[${invisible}]+`, "y"), lineEnd: /[\n\r]/ };

/** A directive stands first on its line, or behind a comment that ends there. */
const directive = new RegExp(String.raw`(?:^|[\n\r]|\*\/)[${invisible}]*(#|%:|\?\?=)`, "g");

function directives(text: string, skip: Skip): Placed[] {
  return [...text.matchAll(directive)].flatMap(({ 0: before, 1: sign = "", index }) => {
    const at = index + before.length - sign.length;
    const begin = skip(at + sign.length);
    const word = begin === undefined ? undefined : stickyAt(/\w+/y, text, begin);
    if (begin !== undefined && !/^(?:include(?:_next)?|(?:__)?include_macros|import|embed)$/.test(word ?? ""))
      return [];
    const from = begin === undefined ? undefined : skip(begin + (word ?? "").length);
    if (from === undefined) return [tooMuch(at)];
    const doubt = sign === "#" ? undefined : "its # is written as a digraph or trigraph";
    return included(text, at, from, doubt);
  });
}

function tooMuch(at: number): Placed {
  return { path: unreadable, at, until: at, way: "beside", unclear: "too much text precedes it" };
}

function included(text: string, at: number, from: number, spelled: Unclear | undefined): Placed[] {
  const quoted = quotedAt(text, at, from);
  if (quoted !== undefined) return [spelled === undefined ? quoted : { ...quoted, unclear: spelled }];
  const name = stickyAt(/[^\s;]{1,200}/y, text, from);
  if (name === undefined) return [];
  const doubt = spelled ?? (/^["<]/.test(name) ? "its quotes are not closed" : undefined);
  const lead: Placed = { path: name, at, until: from + name.length, way: "macro" };
  return [doubt === undefined ? lead : { ...lead, unclear: doubt }];
}

function quotedAt(text: string, at: number, from: number): Placed | undefined {
  const literal = stickyAt(/"[^"\n\r]{1,1000}"|<[^>\n\r]{1,1000}>/y, text, from);
  if (literal === undefined) return undefined;
  const path = literal.slice(1, -1);
  const doubt = unsupportedCharacters(path) ?? (path.includes("??") ? "it contains an escape" : climbsBehindName(path));
  const lead: Placed = { path, at, until: from + literal.length, way: "searched" };
  return doubt === undefined ? lead : { ...lead, unclear: doubt };
}

/** Header units and `__has_include`. An operand that is not a quoted path names a module or a macro, and is no lead. */
function others(text: string, skip: Skip): Placed[] {
  const signs = /(?<![\w.>#:=])import(?=[\s"</])|(?<!\w)__has_(?:include(?:_next)?|embed)(?!\w)/g;
  return [...text.matchAll(signs)].flatMap(({ 0: word, index: at }) => {
    const behind = skip(at + word.length);
    const isCall = word !== "import";
    if (behind !== undefined && isCall && text.charAt(behind) !== "(") return [];
    const from = behind === undefined || !isCall ? behind : skip(behind + 1);
    return from === undefined ? [tooMuch(at)] : (quotedAt(text, at, from) ?? []);
  });
}

/** Pragmas that give a header another name, ask how old a file is, or bring a module in. */
const leading =
  /(?<!\w)(?:pragma|_Pragma)(?!\w)[^\n\r]{0,100}?(?<!\w)(?:include_alias|(?:GCC|clang)[ \t]{1,20}(?:dependency|module))(?!\w)/g;

function pragmas(text: string): Placed[] {
  return [...text.matchAll(leading)].map(({ 0: path, index: at }) => ({
    path,
    at,
    until: at + path.length,
    way: "beside",
    unclear: "it is renamed by an alias",
  }));
}

/** The files that a map of modules names: each text in quotes is one. */
export function moduleMapLeads(text: string): FoundLeads[] {
  return [...text.matchAll(/"([^"\n\r]{0,1000})("?)/g)].map(({ 1: path = "", 2: closed, index: at }): FoundLeads => {
    const doubt =
      closed === "" ? "its quotes are not closed" : path.includes("\\") ? "it contains an escape" : undefined;
    const unclear = doubt ?? unsupportedCharacters(path) ?? climbsBehindName(path);
    return { path, at, way: "beside", ...(unclear === undefined ? {} : { unclear }) };
  });
}
