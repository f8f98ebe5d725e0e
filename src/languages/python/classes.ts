// The classes of a text of Python with what they extend and which members they have, and what else its names stand for.
//
// Invariant: read by signs alone; whatever a name is bound to in a way that is not understood counts as computed.

import { maskBy } from "../syntax/prose.ts";
import { pythonImportedNames } from "./imports.ts";
import { pythonSyntax, stringsOfPython } from "./syntax.ts";
import type { Place } from "../../model/place.ts";
import { closingOf, outsideBrackets } from "../syntax/brackets.ts";
import { trimmedStart } from "../syntax/lines.ts";

export interface PythonMember {
  readonly name: string;
  /** Where its name begins. */
  readonly place: Place;
}

export interface PythonClass {
  readonly name: string;
  /** Where its name begins. */
  readonly place: Place;
  /** What it extends, as it is written. */
  readonly bases: readonly string[];
  /** Those of the names that were asked for, of the class itself and of its objects. */
  readonly members: readonly PythonMember[];
}

export type PythonBinding =
  | { readonly kind: "import"; readonly module: string; readonly name?: string }
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "function" };

export interface PythonNames {
  readonly classes: readonly PythonClass[];
  readonly bound: ReadonlyMap<string, readonly PythonBinding[]>;
  /** Modules all of whose names are seen. */
  readonly stars: readonly string[];
}

export function pythonNames(text: string, members: ReadonlySet<string>): PythonNames {
  const statements = statementsOf(text.replaceAll(/\r\n?/g, "\n"));
  const classes: PythonClass[] = [];
  const bound = new Map<string, PythonBinding[]>();
  const stars: string[] = [];
  const bind = (name: string, binding: PythonBinding): void => {
    const known = bound.get(name);
    if (known === undefined) bound.set(name, [binding]);
    else known.push(binding);
  };
  for (const { local, ...imported } of pythonImportedNames(text)) {
    if (local === "*") stars.push(imported.module);
    else bind(local, { kind: "import", ...imported });
  }
  for (const [at, { code, line }] of statements.entries()) {
    const [head, name] = classHead.exec(code) ?? [];
    if (head !== undefined && name !== undefined) {
      const { bases, colon = code.length } = headAt(code, head.length);
      const place = { line, column: head.length - name.length + 1 };
      const own = membersOf(statements, at, colon + 1, members);
      classes.push({ name, place, bases: bases.map(({ text: base }) => base), members: own });
    }
    const [, made] = /^\s*(?:async\s+)?def\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(code) ?? [];
    if (made !== undefined) bind(made, { kind: "function" });
    const [, set, value] = /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=]*)?=(?!=)([\s\S]*)$/u.exec(code) ?? [];
    if (set !== undefined && value !== undefined) bind(set, { kind: "value", text: value.trim() });
  }
  return { classes, bound, stars };
}

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
    const { bases: written, colon } = headAt(code, match.index + whole.length);
    if (colon === undefined) continue;
    const bases = written.flatMap((base) => baseName(base)?.name ?? []);
    const members = membersIn(code, colon + 1, indent.length);
    found.push({ name, bases, members, offset: match.index + indent.length, indent: indent.length });
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

/** Where the names of the bases stand in code that begins behind the name of a class: of `shop.Repo[int]` that of `Repo`. */
export function pythonBaseNames(code: string): number[] {
  return headAt(code, 0).bases.flatMap((base) => {
    const found = baseName(base);
    return found === undefined || memberless.has(found.name) ? [] : [found.offset];
  });
}

// — below: private, in the order they are used —

/** A line with those that go on with it; the code begins as its first line does. */
interface Statement {
  readonly code: string;
  readonly line: number;
  readonly indent: number;
}

const classHead = /^[ \t]*class[ \t]+([\p{L}_][\p{L}\p{N}_]*)/u;

function statementsOf(text: string): Statement[] {
  const found: Statement[] = [];
  const isInString = stringsOfPython(text);
  const lines = maskBy(pythonSyntax, text).split("\n");
  let end = -1;
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    let last = lines[at] ?? "";
    end += last.length + 1;
    if (last.trim() === "") continue;
    const parts = [last];
    let open = balanceOf(last);
    while ((open > 0 || last.endsWith("\\") || isInString(end)) && at + 1 < lines.length) {
      last = lines[++at] ?? "";
      end += last.length + 1;
      open += balanceOf(last);
      parts.push(last);
    }
    const code = parts.join("\n");
    found.push({ code, line, indent: code.length - code.trimStart().length });
  }
  return found;
}

function balanceOf(code: string): number {
  let balance = 0;
  for (const sign of code) {
    if ("([{".includes(sign)) balance++;
    else if (")]}".includes(sign)) balance--;
  }
  return balance;
}

interface BaseExpression {
  readonly text: string;
  readonly start: number;
}

/** What stands in the brackets behind the name of a class and those of its type parameters, and where its colon stands. */
function headAt(
  code: string,
  nameEnd: number,
): { readonly bases: BaseExpression[]; readonly colon: number | undefined } {
  let open = trimmedStart(code, nameEnd);
  if (code.charAt(open) === "[") open = trimmedStart(code, (closingOf(code, open) ?? code.length) + 1);
  const close = code.charAt(open) === "(" ? closingOf(code, open) : undefined;
  const colon = trimmedStart(code, close === undefined ? open : close + 1);
  const bases: BaseExpression[] = [];
  const last = close ?? open;
  for (let from = open + 1; from < last; ) {
    const end = outsideBrackets(code, from, last, (_, sign) => sign === ",") ?? last;
    const text = code.slice(from, end).trim();
    // What is given by a keyword is no base.
    if (text !== "" && !/^\w+\s*=(?!=)/.test(text)) bases.push({ text, start: trimmedStart(code, from) });
    from = end + 1;
  }
  return { bases, colon: code.charAt(colon) === ":" ? colon : undefined };
}

/** The last name of a base, without what it takes in brackets. */
function baseName({ text, start }: BaseExpression): { readonly name: string; readonly offset: number } | undefined {
  let depth = 0;
  let plain = "";
  for (const sign of text) {
    if ("([{".includes(sign)) depth++;
    plain += depth === 0 ? sign : " ".repeat(sign.length);
    if (")]}".includes(sign)) depth--;
  }
  const [, name] = /$(?<=([\p{L}_][\p{L}\p{N}_]*))/u.exec(plain.trimEnd()) ?? [];
  return name === undefined ? undefined : { name, offset: start + plain.trimEnd().length - name.length };
}

/** Bases that declare nothing which is called by name. */
const memberless: ReadonlySet<string> = new Set([
  ...["object", "ABC", "Protocol", "Generic", "NamedTuple", "TypedDict"],
  ...["Enum", "IntEnum", "StrEnum", "Flag", "Exception", "BaseException"],
]);

/** Those of the class itself and, of its methods, what they set; not of another class in it. */
function membersOf(
  statements: readonly Statement[],
  head: number,
  body: number,
  names: ReadonlySet<string>,
): PythonMember[] {
  const own = statements[head];
  if (own === undefined) return [];
  const found: PythonMember[] = onHead(own, body);
  const inside: { readonly indent: number; readonly word: string }[] = [];
  for (let at = head + 1; at < statements.length; at++) {
    const one = statements[at];
    if (one === undefined || one.indent <= own.indent) break;
    while ((inside.at(-1)?.indent ?? -1) >= one.indent) inside.pop();
    const [, word] = /^\s*(?:async\s+)?(def|class)\s/.exec(one.code) ?? [];
    if (inside.length === 0) found.push(...declaredBy(one));
    else if (inside.every((outer) => outer.word === "def")) found.push(...setBy(one));
    if (word !== undefined) inside.push({ indent: one.indent, word });
  }
  return found.filter(({ name }) => names.has(name));
}

/** Of a class on a line of its own, behind the colon. */
function onHead({ code, line }: Statement, body: number): PythonMember[] {
  if (code.slice(0, body).includes("\n")) return [];
  return [...code.slice(body).matchAll(/(?:^|;)\s*([\p{L}_][\p{L}\p{N}_]*)\s*(?=[:=](?!=))/gu)].map((match) => {
    const [whole, name = ""] = match;
    return { name, place: { line, column: body + match.index + whole.indexOf(name) + 1 } };
  });
}

function declaredBy({ code, line, indent }: Statement): PythonMember[] {
  const [head = "", word] = /^\s*(?:async\s+)?(def|class)\s+/.exec(code) ?? [];
  const start = word === undefined ? indent : head.length;
  const [name] = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(code.slice(start)) ?? [];
  const isDeclared = word !== undefined || /^\s*[:=](?!=)/.test(code.slice(start + (name?.length ?? 0)));
  return name !== undefined && isDeclared ? [{ name, place: { line, column: start + 1 } }] : [];
}

/** What follows the last name of a list that is assigned to, or that has a type and a value. */
const isSet = /^(?:,|=|:[^=\n]*=)/;

function setBy({ code, line }: Statement): PythonMember[] {
  const last = /^\s*(?:[\w.]+\s*,\s*)*/.exec(code)?.[0].length ?? 0;
  return [...code.matchAll(/(?<![\w.])(?:self|cls)\.([\p{L}_][\p{L}\p{N}_]*)\s*(?=[,:]|=(?!=))/gu)].flatMap((match) => {
    const end = match.index + match[0].length;
    const isTarget = match.index < last || (match.index === last && isSet.test(code.slice(end)));
    const column = match.index + match[0].indexOf(".") + 2;
    return isTarget ? [{ name: match[1] ?? "", place: { line, column } }] : [];
  });
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
