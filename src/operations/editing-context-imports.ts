// What a file brings in, read from its text: the modules as they are written, and the files of the root they plainly mean.

import type { FilePath } from "../model/file-path.ts";
import { joinPath, parentOf } from "../model/file-path.ts";
import type { LineIndex } from "../model/line-index.ts";
import type { Span } from "../model/place.ts";
import { importedFiles } from "../workspace/coverage-imports.ts";
import type { Family } from "../model/code-text.ts";
import { codeOnly, familyOf } from "../model/code-text.ts";

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
  const found = new Map<string, Imported>();
  for (const match of statementsIn(family, index.text, modules[family] ?? [])) {
    for (const module of modulesOf(family, match)) {
      if (found.has(module)) continue;
      const { line } = index.placeOf(match.index + Math.max(0, match[0].indexOf(module)));
      found.set(module, { module, line, file: candidates(family, file, module).find(isThere) });
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line);
}

/** A test for what stands in statements of a file that only bring names in, or list what is handed on. */
export function importedIn(file: FilePath, index: LineIndex): (span: Span) => boolean {
  const family = familyOf(file);
  const found = statementsIn(family, index.text, [...(modules[family] ?? []), ...(names[family] ?? [])]);
  const ranges = found.map((match) => ({ from: match.index, to: match.index + match[0].length }));
  return ({ start, end }) => {
    const [first, last] = [index.offsetOf(start), index.offsetOf(end)];
    return ranges.some(({ from, to }) => from <= first && last <= to);
  };
}

// — below: private, in the order they are used —

/** What begins in a comment or a string is no statement. */
function statementsIn(family: Family, text: string, statements: readonly RegExp[]): RegExpExecArray[] {
  const found = statements.flatMap((statement) => [...text.matchAll(statement)]);
  if (found.length === 0) return [];
  const code = codeOnly(text, family);
  return found.filter((match) => code.charAt(match.index + match[0].search(/\S/)).trim() !== "");
}

/** Names in braces; a comment among them may hold a brace. */
const braces = String.raw`\{(?:[^}/]|\/(?!\/)|\/\/[^\n]*\n)*\}`;

/** Statements that name a module, which the first group holds. */
const modules: Readonly<Partial<Record<Family, readonly RegExp[]>>> = {
  script: [
    new RegExp(
      String.raw`(?:^|;)[ \t]*import\s*(?:(?:type|defer|source)\s+)?(?:[\p{L}\p{N}_$]+\s*,?\s*)?(?:${braces}|\*\s*as\s+[\p{L}\p{N}_$]+)?\s*from\s*["']([^"'\n]+)["']`,
      "gmu",
    ),
    new RegExp(
      String.raw`(?:^|;)[ \t]*export\s*(?:type\s*)?(?:${braces}|\*(?:\s*as\s+[\p{L}\p{N}_$]+)?)\s*from\s*["']([^"'\n]+)["']`,
      "gmu",
    ),
    /(?:^|;)[ \t]*import\s*["']([^"'\n]+)["']/gm,
    /\b(?:require|import)\s*\(\s*["']([^"'\n]+)["']\s*\)/g,
  ],
  python: [
    /^[ \t]*from[ \t]+([\w.]+)[ \t]+import\b[ \t]*(?:\((?:[^)#]|#[^\n]*\n)*\)|(?:\\\r?\n|[^\\\n;#(])*)/gm,
    /^[ \t]*import[ \t]+([\w.,\t ]+)/gm,
  ],
  go: [/^import[ \t]+(?:[\w.]+[ \t]+)?("[^"\n]+")/gm, /^import[ \t]*\(((?:[^)/]|\/(?!\/)|\/\/[^\n]*\n)*)\)/gm],
  rust: [/^[ \t]*(?:pub(?:\([^)]*\))?[ \t]+)?use\s+([^;]+);/gm],
  java: [/^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.*]+)(?:[ \t]+as[ \t]+\w+|\{[^}]*\})?/gm],
  csharp: [/^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;/gm],
  c: [/^[ \t]*#[ \t]*(?:include|import)[ \t]*([<"][^>"\n]+[>"])/gm],
};

/** Statements that bring names in, or list what is declared elsewhere, and name no module by themselves. */
const names: Readonly<Partial<Record<Family, readonly RegExp[]>>> = {
  script: [
    new RegExp(String.raw`(?:^|;)[ \t]*export\s*(?:type\s*)?${braces}(?!\s*from\b)`, "gm"),
    new RegExp(
      String.raw`(?:^|;)[ \t]*(?:const|let|var)\s+(?:[\p{L}\p{N}_$]+|${braces})\s*=\s*require\s*\(\s*["'][^"'\n]+["']\s*\)(?!\s*[(.[])`,
      "gmu",
    ),
    /(?:^|;)[ \t]*(?:export\s+)?import\s+(?:type\s+)?[\p{L}\p{N}_$]+\s*=[^;\n]*/gmu,
  ],
  csharp: [/^[ \t]*(?:global[ \t]+)?using[ \t]+\w+[ \t]*=[^;\n(]+;/gm],
  c: [/^[ \t]*using[ \t]+(?:namespace[ \t]+)?[\w:]+[ \t]*;/gm],
  other: [/^[ \t]*(?:(?:import|using|alias|require\w*)\b[^\n;]*|use\b[^\n;]*;)/gm],
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
