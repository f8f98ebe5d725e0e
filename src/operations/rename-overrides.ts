// Methods of Python that override the one that is renamed, or that it overrides: servers for Python rename neither.
//
// Invariant: classes are told apart by their names alone, so a method too many may be named; none is missed whose class
// says by name what it extends, but in files that were not searched, which is told.

import type { Location } from "../model/code-facts.ts";
import { isExternal } from "../model/code-facts.ts";
import { codeOnly } from "../model/code-text.ts";
import type { FilePath } from "../model/file-path.ts";
import type { Reason } from "../model/standing.ts";
import { pooled } from "../std/pooled.ts";
import type { Patience, Snapshot, Target } from "../workspace/snapshot.ts";
import { shownPath } from "./foreign-text.ts";
import { textOf } from "./places.ts";
import { closingOf, outsideBrackets, trimmedStart } from "./symbol-extent-signs.ts";

export interface PythonClass {
  readonly name: string;
  /** The last names of what it extends. */
  readonly bases: readonly string[];
  /** The lines on which it defines the method itself. */
  readonly methods: readonly number[];
}

/** Why a rename of a method is not all of it; empty where nothing of the name is left, or it is no method of Python. */
export async function overridesLeft(
  snapshot: Snapshot,
  { file, place }: Target,
  name: string,
  renamed: readonly Location[],
  { deadline }: Patience,
): Promise<Reason[]> {
  if (snapshot.languageOf(file) !== "python") return [];
  const classesOf = async (one: FilePath): Promise<Placed[]> => {
    const text = (await textOf(snapshot, one))?.text ?? "";
    return /\bclass\b/.test(text) ? classesIn(text, name).map((each) => ({ ...each, file: one })) : [];
  };
  const own = (await classesOf(file)).find(({ methods }) => methods.includes(place.line));
  if (own === undefined) return [];
  const sources = (await snapshot.sources()).filter(({ language }) => language === "python");
  let unread = Math.max(0, sources.length - maxFiles);
  const found = await pooled(sources.slice(0, maxFiles), atOnce, async (one) => {
    if (!deadline.passed) return classesOf(one.file);
    unread++;
    return [];
  });
  const places = new Set(
    renamed.flatMap((one) => (isExternal(one.file) ? [] : [`${one.file}:${one.span.start.line}`])),
  );
  const left = kinOf(own, found.flat()).flatMap((one) =>
    one.methods.filter((line) => !places.has(`${one.file}:${line}`)).map((line) => ({ ...one, line })),
  );
  return [...leftReason(snapshot, name, left), ...unreadReason(unread)];
}

/** The classes of a text, with the lines on which each defines a method of that name. */
export function classesIn(text: string, method: string): PythonClass[] {
  const code = codeOnly(text, "python").replaceAll(/\r\n?/g, "\n");
  const lines = code.split("\n");
  const found: PythonClass[] = [];
  let offset = 0;
  for (const [at, line] of lines.entries()) {
    const [head = "", indent = "", name] = /^([ \t]*)class[ \t]+([\p{L}_][\p{L}\p{N}_]*)/u.exec(line) ?? [];
    if (name !== undefined) {
      const bases = basesAt(code, offset + head.length);
      found.push({ name, bases, methods: methodLines(lines, at, indent.length, method) });
    }
    offset += line.length + 1;
  }
  return found;
}

// — below: private, in the order they are used —

interface Placed extends PythonClass {
  readonly file: FilePath;
}

const maxFiles = 2_000;
const atOnce = 16;

/** Every class that it extends, and every one that extends it, by whatever way. */
function kinOf(own: Placed, classes: readonly Placed[]): Placed[] {
  const isOwn = (one: Placed): boolean => one.file === own.file && one.methods[0] === own.methods[0];
  const above = spread(own, (one) => classes.filter(({ name }) => one.bases.includes(name)));
  const below = spread(own, (one) => classes.filter(({ bases }) => bases.includes(one.name)));
  return [...new Set([...above, ...below])].filter((one) => one.methods.length > 0 && !isOwn(one));
}

function spread<C>(from: C, next: (one: C) => readonly C[]): Set<C> {
  const seen = new Set<C>([from]);
  for (const one of seen) for (const other of next(one)) seen.add(other);
  return seen;
}

function leftReason(
  { base }: Snapshot,
  method: string,
  left: readonly { readonly name: string; readonly file: FilePath; readonly line: number }[],
): Reason[] {
  if (left.length === 0) return [];
  const shown = left.slice(0, 3).map(({ name, file, line }) => `${name}.${method} (${shownPath(base, file)}:${line})`);
  const more = left.length > 3 ? ` and ${left.length - 3} more` : "";
  const detail = `its server does not rename overrides, which have to be renamed too: ${shown.join(", ")}${more}`;
  return [{ code: "server_not_exhaustive", detail }];
}

function unreadReason(unread: number): Reason[] {
  return unread === 0 ? [] : [{ code: "unchecked", detail: `${unread} files were not searched for overrides` }];
}

/** What stands in the brackets behind the name of a class, and behind those of its type parameters. */
function basesAt(code: string, nameEnd: number): string[] {
  let open = trimmedStart(code, nameEnd);
  if (code.charAt(open) === "[") open = trimmedStart(code, (closingOf(code, open) ?? code.length) + 1);
  const close = code.charAt(open) === "(" ? (closingOf(code, open) ?? 0) : 0;
  const bases: string[] = [];
  for (let from = open + 1; from < close; ) {
    const end = outsideBrackets(code, from, close, (_, sign) => sign === ",") ?? close;
    const bracket = outsideBrackets(code, from, end, (_, sign) => sign === "[" || sign === "(") ?? end;
    const name = code
      .slice(from, bracket)
      .trim()
      .split(/[.\s=]+/)
      .at(-1);
    if (name !== undefined && name !== "") bases.push(name);
    from = end + 1;
  }
  return bases;
}

/** Those of the class itself: not of a function or another class in it. */
function methodLines(lines: readonly string[], head: number, indent: number, method: string): number[] {
  const found: number[] = [];
  const inside: number[] = [];
  let depth = 0;
  for (let at = head + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const deep = line.length - line.trimStart().length;
    const isInBrackets = depth > 0;
    depth = Math.max(0, depth + balanceOf(line));
    if (line.trim() === "" || isInBrackets) continue;
    // What closes the head of a class may stand as far left as the head.
    if (deep <= indent && !/^\s*[)\]}]/.test(line)) break;
    while ((inside.at(-1) ?? -1) >= deep) inside.pop();
    const [, word, name] = /^\s*(?:async\s+)?(def|class)\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(line) ?? [];
    if (word === "def" && name === method && inside.length === 0) found.push(at + 1);
    if (word !== undefined) inside.push(deep);
  }
  return found;
}

function balanceOf(line: string): number {
  let balance = 0;
  for (const sign of line) {
    if ("([{".includes(sign)) balance++;
    else if (")]}".includes(sign)) balance--;
  }
  return balance;
}
