// Other names of a symbol: those that imports and exports give it, read at the places of its uses.

import { languageFor } from "../../languages/table.ts";
import type { Location } from "../../model/code-facts.ts";
import type { Family } from "../../languages/family.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, parentOf } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { withinSpans } from "../../model/offset-spans.ts";
import type { Occurrence } from "../../languages/names/occurrences.ts";
import { importSpansIn } from "./readings.ts";

export interface Alias {
  readonly name: string;
  /** Other files may know it by this name; else only the file that gives it. */
  readonly isHandedOn: boolean;
}

/** The names that a file writes at the uses it holds, and those it gives there, without those that are known everywhere. */
export function aliasesAt(
  index: LineIndex,
  family: Family,
  uses: readonly Location[],
  isKnown: (name: string) => boolean = () => false,
): Alias[] {
  const { text } = index;
  const found = new Map<string, Alias>();
  // Behind `as` stands another name in an import, and a type or a new variable elsewhere.
  const isImport = withinSpans(importSpansIn(index, family));
  for (const { span } of uses) {
    const start = index.offsetOf(span.start);
    const end = index.offsetOf(span.end);
    const written = text.slice(start, end);
    const given = !isImport(start)
      ? undefined
      : /^\s+as\s+([\p{L}_$][\p{L}\p{M}\p{N}_$]*)/u.exec(text.slice(end, end + 200))?.[1];
    for (const name of [written, given]) {
      if (name === undefined || !word.test(name) || nameless.has(name) || found.has(name) || isKnown(name)) continue;
      found.set(name, { name, isHandedOn: languageFor(family).account?.isHandedOn?.(text, name) !== false });
    }
  }
  return [...found.values()];
}

/** Where a script may name the default export of another file: what it calls it, or the word `default` itself. */
export function defaultImports(text: string, file: FilePath, home: FilePath): Occurrence[] {
  const found: Occurrence[] = [];
  for (const match of text.matchAll(defaultClause)) {
    const { name, list, module } = match.groups ?? {};
    if (module === undefined || !mayMean(module, file, home)) continue;
    if (name !== undefined) found.push(codeAt(name, match.index + match[0].indexOf(name, match[1]?.length ?? 6)));
    const listed = list === undefined ? -1 : list.search(/\bdefault\b/);
    if (list !== undefined && listed >= 0) found.push(codeAt("default", match.index + match[0].indexOf(list) + listed));
  }
  for (const match of text.matchAll(loadedWhole)) {
    const { call = "", module = "" } = match.groups ?? {};
    if (mayMean(module, file, home)) found.push(codeAt(call, match.index));
  }
  return found;
}

/** Whether a place of a script is an import or an export, by which the same symbol is meant further on. */
export function handsOn(text: string, offset: number, isImport: (offset: number) => boolean): boolean {
  if (isImport(offset)) return true;
  const before = text.slice(Math.max(0, offset - statementReach), offset);
  const after = text.slice(offset, offset + statementReach);
  const isTaken =
    /\b(?:const|let|var)\s*\{[^{}]*$/.test(before) && /^[^{}]*\}\s*=\s*(?:await\s+import|require)\s*\(/.test(after);
  return isTaken || /\bexports\s*\.\s*$|\bexports\b[\s\w.$]*=\s*(?:\{[^{}]*|[\w$.]*)$/.test(before);
}

/** Whether a name is what a script calls the default export of another file. */
export function importsDefault(text: string, name: string): boolean {
  const word = name.replaceAll("$", String.raw`\$`);
  return new RegExp(
    String.raw`^[ \t]*import\s+(?:type\s+)?${word}(?![\w$])|\bdefault\s+as\s+${word}(?![\w$])`,
    "m",
  ).test(text);
}

// — below: private, in the order they are used —

/** How many characters of a statement are read. */
const statementReach = 2_000;

const word = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u;
const nameless: ReadonlySet<string> = new Set([
  "default",
  "constructor",
  "this",
  "super",
  "self",
  "_",
  "cls",
  "import",
]);

const defaultClause =
  /^[ \t]*(import|export)(?:\s+type)?(?:\s+(?!type\b|from\b)(?<name>[\p{L}_$][\p{L}\p{N}_$]*))?(?:\s*,)?(?:\s*\{(?<list>[^{}]*)\}|\s*\*\s*as\s+[\p{L}_$][\p{L}\p{N}_$]*)?\s*from\s*["'](?<module>[^"'\n]+)["']/gmu;

/** A module that is loaded by a call, whose default export is then taken out by a word or by a framework. */
const loadedWhole =
  /(?<![\w$.])(?<call>require|import)\s{0,9}\(\s{0,99}["'](?<module>[^"'\n]+)["']\s{0,99}\)(?=\s{0,99}(?:\.\s{0,9}default\b|\)))/g;

function codeAt(name: string, offset: number): Occurrence {
  return { name, offset, stands: "code" };
}

/** Whether a module may be the file at home: by its last part, or a package whose index that is. */
function mayMean(module: string, file: FilePath, home: FilePath): boolean {
  if (file === home) return false;
  const stem = baseName(home)
    .replace(/\.[^./]*$/, "")
    .replace(/\.d$/, "");
  const isIndex = stem === "index";
  const last = (module.split("/").at(-1) ?? "").replace(/\.[cm]?[jt]sx?$/, "");
  if (last === stem) return true;
  if (!isIndex) return false;
  const above = parentOf(home);
  return !module.startsWith(".") || last === "." || last === ".." || (above !== undefined && last === baseName(above));
}
