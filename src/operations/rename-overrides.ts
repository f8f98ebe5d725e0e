// Methods of Python that override the one that is renamed, or that it overrides: servers for Python rename neither.
//
// Invariant: classes are told apart by their names alone, so a method too many may be named, and none of the root is
// missed whose class says by name what it extends.

import type { Location } from "../model/code-facts.ts";
import { isExternal } from "../model/code-facts.ts";
import { codeOnly } from "../model/code-text.ts";
import type { FilePath } from "../model/file-path.ts";
import type { Reason } from "../model/standing.ts";
import { pooled } from "../std/pooled.ts";
import type { Snapshot, Target } from "../workspace/snapshot.ts";
import { shownPath } from "./foreign-text.ts";
import { textOf } from "./places.ts";

export interface PythonClass {
  readonly name: string;
  /** The last names of what it extends. */
  readonly bases: readonly string[];
  readonly line: number;
  /** The last line that belongs to it. */
  readonly end: number;
  /** The line on which it defines the method itself. */
  readonly method: number | undefined;
}

/** Why a rename of a method is not all of it; empty where nothing of the name is left, or it is no method of Python. */
export async function overridesLeft(
  snapshot: Snapshot,
  { file, place }: Target,
  name: string,
  renamed: readonly Location[],
): Promise<Reason[]> {
  if (snapshot.languageOf(file) !== "python") return [];
  const sources = (await snapshot.sources()).filter(({ language }) => language === "python");
  const found = await pooled(sources.slice(0, maxFiles), atOnce, async (one) => {
    const text = (await textOf(snapshot, one.file))?.text ?? "";
    const classes = /\bclass\b/.test(text) ? classesIn(text, name) : [];
    return classes.map((each) => ({ ...each, file: one.file }));
  });
  const classes = found.flat();
  const own = classes.filter((one) => one.file === file && one.method === place.line).at(-1);
  if (own === undefined) return [];
  const places = new Set(
    renamed.flatMap((one) => (isExternal(one.file) ? [] : [`${one.file}:${one.span.start.line}`])),
  );
  const left = kinOf(own, classes).filter(
    ({ method, file: at }) => method !== undefined && !places.has(`${at}:${method}`),
  );
  if (left.length === 0) return [];
  const shown = left
    .slice(0, 3)
    .map((one) => `${one.name}.${name} (${shownPath(snapshot.base, one.file as FilePath)}:${one.method})`);
  const more = left.length > 3 ? ` and ${left.length - 3} more` : "";
  return [
    { code: "server_not_exhaustive", detail: `its server does not rename overrides: ${shown.join(", ")}${more}` },
  ];
}

/** The classes of a text, with the line on which each defines a method of that name. */
export function classesIn(text: string, method: string): PythonClass[] {
  const lines = codeOnly(text, "python").split(/\r\n|\r|\n/);
  const found: PythonClass[] = [];
  lines.forEach((line, at) => {
    const [, indent, name] = /^([ \t]*)class[ \t]+([\p{L}_][\p{L}\p{N}_]*)/u.exec(line) ?? [];
    if (indent === undefined || name === undefined) return;
    const head =
      /^[^(:]*\(([^)]*)/u.exec(
        lines
          .slice(at, at + maxHeadLines)
          .join(" ")
          .slice(indent.length),
      )?.[1] ?? "";
    const bases = head
      .split(",")
      .flatMap((base) => /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[.*)?$/su.exec(base.trim())?.[1] ?? []);
    const end = lastLine(lines, at, indent.length);
    found.push({ name, bases, line: at + 1, end: end + 1, method: methodLine(lines, at, end, method) });
  });
  return found;
}

// — below: private, in the order they are used —

const maxFiles = 2_000;
const atOnce = 16;
const maxHeadLines = 20;

/** Every class that it extends, and every one that extends it, by whatever way. */
function kinOf<C extends PythonClass>(own: C, classes: readonly C[]): C[] {
  const above = spread(own, (one) => classes.filter(({ name }) => one.bases.includes(name)));
  const below = spread(own, (one) => classes.filter(({ bases }) => bases.includes(one.name)));
  return [...new Set([...above, ...below])].filter((one) => one !== own);
}

function spread<C>(from: C, next: (one: C) => readonly C[]): Set<C> {
  const seen = new Set<C>([from]);
  for (const one of seen) for (const other of next(one)) seen.add(other);
  return seen;
}

function lastLine(lines: readonly string[], head: number, indent: number): number {
  let last = head;
  for (let at = head + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    // What closes the head of a class may stand as far left as the head.
    if (indentOf(line) <= indent && !/^\s*[)\]}]/.test(line)) break;
    last = at;
  }
  return last;
}

/** At the depth of its members, not inside of one. */
function methodLine(lines: readonly string[], head: number, end: number, method: string): number | undefined {
  const defined = new RegExp(String.raw`^[ \t]+(?:async[ \t]+)?def[ \t]+${method}(?![\p{L}\p{N}_])`, "u");
  const inside = lines.slice(head + 1, end + 1);
  const depths = inside.filter((line) => /^[ \t]+(?:async[ \t]+def|def|class|@)\b|^[ \t]+@/.test(line)).map(indentOf);
  const depth = Math.min(...depths);
  const at = inside.findIndex((line) => defined.test(line) && indentOf(line) === depth);
  return at < 0 ? undefined : head + at + 2;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
