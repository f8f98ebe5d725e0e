// Classes as Python code declares them, read off the text: names, bases and members.

import { closingOf } from "../syntax/brackets.ts";
import { trimmedStart } from "../syntax/lines.ts";

export interface ClassHeader {
  readonly name: string;
  /** The last part of each base, as it is written: `Base` for `module.Base[T]`. */
  readonly bases: readonly string[];
  /** What its body declares directly. */
  readonly members: readonly string[];
  readonly offset: number;
  readonly indent: number;
}

/** Every class that Python code declares; `code` has no comments and strings. */
export function pythonClasses(code: string): ClassHeader[] {
  const found: ClassHeader[] = [];
  for (const match of code.matchAll(/^([ \t]*)class\s+([\p{L}_][\p{L}\p{N}_]*)(?=\s*[[(:])/gmu)) {
    const [whole, indent = "", name = ""] = match;
    const { list, end } = bracketsBehind(code, match.index + whole.length);
    if (end === undefined) continue;
    const members = membersIn(code, end, indent.length);
    found.push({ name, bases: basesIn(list), members, offset: match.index + indent.length, indent: indent.length });
  }
  return found;
}

/** The class whose body an offset stands in, by indentation. */
export function pythonClassAt(
  code: string,
  offset: number,
  classes: readonly ClassHeader[] = pythonClasses(code),
): ClassHeader | undefined {
  const line = code.slice(code.lastIndexOf("\n", offset - 1) + 1);
  const own = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return classes.findLast((one) => one.offset < offset && one.indent < own && !isLeftBefore(code, one, offset));
}

// — below: private, in the order they are used —

/** What stands in the round brackets behind the name of a class and its type parameters, and where its colon ends. */
function bracketsBehind(code: string, nameEnd: number): { readonly list: string; readonly end: number | undefined } {
  let at = trimmedStart(code, nameEnd);
  if (code.charAt(at) === "[") at = trimmedStart(code, (closingOf(code, at) ?? code.length) + 1);
  const close = code.charAt(at) === "(" ? closingOf(code, at) : undefined;
  const colon = trimmedStart(code, close === undefined ? at : close + 1);
  const list = close === undefined ? "" : code.slice(at + 1, close);
  return { list, end: code.charAt(colon) === ":" ? colon + 1 : undefined };
}

/** The last name of each base, without what it takes in brackets; what is given by a keyword is no base. */
function basesIn(list: string): string[] {
  const bases: string[] = [];
  let depth = 0;
  let base = "";
  for (const sign of `${list},`) {
    if (")]}".includes(sign)) depth--;
    else if ("([{".includes(sign)) depth++;
    else if (depth === 0 && sign !== ",") base += sign;
    if (depth > 0 || sign !== ",") continue;
    const [, name] = base.includes("=") ? [] : (/$(?<=([\p{L}_][\p{L}\p{N}_]*))/u.exec(base.trimEnd()) ?? []);
    if (name !== undefined) bases.push(name);
    base = "";
  }
  return bases;
}

/** The names that the lines of a body declare, which begin with the first of its indentations. */
function membersIn(code: string, start: number, indent: number): string[] {
  const found = new Set<string>();
  let own: number | undefined;
  for (let at = code.indexOf("\n", start) + 1, end = at; at > 0 && at < code.length; at = end) {
    end = code.indexOf("\n", at) + 1 || code.length;
    const [, spaces = "", name] = memberLine.exec(code.slice(at, end)) ?? [];
    const isBlank = code.slice(at, end).trim() === "";
    const depth = isBlank ? Number.POSITIVE_INFINITY : (/^[ \t]*/.exec(code.slice(at, end))?.[0].length ?? 0);
    if (depth <= indent) break;
    if (!isBlank) own ??= depth;
    if (name !== undefined && spaces.length === own) found.add(name);
  }
  return [...found];
}

const memberLine =
  /^([ \t]*)(?:(?:async\s+)?def\s+|class\s+|(?!(?:else|try|finally)\b))([\p{L}_][\p{L}\p{N}_]*)\s*[:=([](?!=)/u;

/** Whether a line between the class and the offset stands outside of its body. */
function isLeftBefore(code: string, { offset: start, indent }: ClassHeader, offset: number): boolean {
  const until = code.lastIndexOf("\n", offset - 1) + 1;
  let depth = 0;
  for (let at = code.indexOf("\n", start) + 1, end = at; at < until; at = end) {
    end = code.indexOf("\n", at) + 1;
    const line = code.slice(at, end);
    const isOutside = depth === 0 && line.trim() !== "" && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= indent;
    if (isOutside && !/^\s*\)/.test(line)) return true;
    for (const sign of line)
      if ("([{".includes(sign)) depth++;
      else if (")]}".includes(sign)) depth = Math.max(0, depth - 1);
  }
  return false;
}
