// What a file brings in, read from its text: the modules as they are written, and the files of the root they plainly mean.

import type { FilePath } from "../model/file-path.ts";
import { joinPath, parentOf } from "../model/file-path.ts";
import type { LineIndex } from "../model/line-index.ts";
import type { Place } from "../model/place.ts";
import { importedFiles } from "../workspace/coverage-imports.ts";
import type { Family } from "./code-text.ts";
import { codeOnly, familyOf } from "./code-text.ts";

export interface Imported {
  /** As it is written, without quotes. */
  readonly module: string;
  readonly line: number;
  /** The file of the root, where text alone can tell it. */
  readonly file: FilePath | undefined;
}

/** `isThere` tells whether the root has a file. */
export function importsIn(file: FilePath, index: LineIndex, isThere: (path: FilePath) => boolean): Imported[] {
  const family = familyOf(file);
  const code = codeOnly(index.text, family);
  const found = new Map<string, Imported>();
  for (const statement of statements[family] ?? []) {
    for (const match of index.text.matchAll(statement)) {
      // What begins in a comment or a string is no import.
      const begin = match.index + match[0].length - match[0].trimStart().length;
      if (code.charAt(begin).trim() === "") continue;
      for (const module of modulesOf(family, match)) {
        if (found.has(module)) continue;
        const { line } = index.placeOf(match.index + Math.max(0, match[0].indexOf(module)));
        found.set(module, { module, line, file: candidates(family, file, module).find(isThere) });
      }
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}

/** Whether a place stands in a statement that only brings names in. */
export function isInImport(file: FilePath, index: LineIndex, at: Place): boolean {
  const offset = index.offsetOf(at);
  const family = familyOf(file);
  return (statements[family] ?? []).some((statement) =>
    [...index.text.matchAll(statement)].some((match) => {
      const end = match.index + match[0].length;
      const rest = family === "python" ? (/^\s*(?:\([^)]*\)|[^\n]*)/.exec(index.text.slice(end))?.[0].length ?? 0) : 0;
      return match.index <= offset && offset <= end + rest;
    }),
  );
}

// — below: private, in the order they are used —

/** The first group that matched holds the modules. */
const statements: Readonly<Partial<Record<Family, readonly RegExp[]>>> = {
  script: [
    /^[ \t]*(?:import|export)\b[^;'"`]*?\bfrom\s*["']([^"'\n]+)["']/gm,
    /^[ \t]*import\s*["']([^"'\n]+)["']/gm,
    /\b(?:require|import)\s*\(\s*["']([^"'\n]+)["']\s*\)/g,
  ],
  python: [/^[ \t]*from[ \t]+([\w.]+)[ \t]+import\b/gm, /^[ \t]*import[ \t]+([\w.,\t ]+)/gm],
  go: [/^import[ \t]+(?:[\w.]+[ \t]+)?("[^"\n]+")/gm, /^import[ \t]*\(([^)]*)\)/gm],
  rust: [/^[ \t]*(?:pub(?:\([^)]*\))?[ \t]+)?use\s+([^;]+);/gm],
  java: [/^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.*]+)/gm],
  csharp: [/^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;/gm],
  c: [/^[ \t]*#[ \t]*(?:include|import)[ \t]*([<"][^>"\n]+[>"])/gm],
};

function modulesOf(family: Family, match: RegExpMatchArray): string[] {
  const text = match[1] ?? "";
  if (family === "go") return [...text.matchAll(/"([^"\n]+)"/g)].flatMap((one) => one[1] ?? []);
  if (family === "python") return text.split(",").flatMap((one) => /^\s*([\w.]+)/.exec(one)?.[1] ?? []);
  return [text.replaceAll(/\s+/g, " ").trim()];
}

function candidates(family: Family, from: FilePath, module: string): FilePath[] {
  if (family === "script") return /^\.{1,2}(?:\/|$)/.test(module) ? importedFiles(from, module) : [];
  if (family === "python") return pythonFiles(from, module);
  const quoted = family === "c" ? /^"(.+)"$/.exec(module)?.[1] : undefined;
  return quoted === undefined ? [] : [joinPath(parentOf(from) ?? from, quoted)];
}

/** Beside the file, or beside one of the directories that it lies in: the outermost packages are not known here. */
function pythonFiles(from: FilePath, module: string): FilePath[] {
  const [, dots = "", name = ""] = /^(\.*)(.*)$/.exec(module) ?? [];
  const path = name.replaceAll(".", "/");
  const starts: FilePath[] = [];
  for (let here = parentOf(from); here !== undefined && here !== "/"; here = parentOf(here)) starts.push(here);
  const used = dots === "" ? starts : starts.slice(dots.length - 1, dots.length);
  return used.flatMap((start) =>
    path === ""
      ? [joinPath(start, "__init__.py")]
      : [`${path}.py`, `${path}.pyi`, `${path}/__init__.py`].map((one) => joinPath(start, one)),
  );
}
