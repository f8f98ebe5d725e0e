// JavaScript beside a TypeScript project: files that no project reads, but that may use what it declares.

import type { FilePath } from "../model/file-path.ts";
import { joinPath, parentOf } from "../model/file-path.ts";

/** The relative modules that a text imports, requires or re-exports; a mention too many does no harm. */
export function relativeImports(text: string): string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+|\.{1,2})["']/g);
  return [...found].flatMap((match) => match[1] ?? []);
}

/** The relative modules among them that are required, which a server does not follow into TypeScript. */
export function relativeRequires(text: string): string[] {
  const found = text.matchAll(/\brequire\s*\(\s*["'](\.{1,2}\/[^"'\n]+|\.{1,2})["']/g);
  return [...found].flatMap((match) => match[1] ?? []);
}

/** The files that a relative import may mean, sources of compiled names included. */
export function importedFiles(from: FilePath, specifier: string): FilePath[] {
  const base = joinPath(parentOf(from) ?? from, specifier);
  const bare = base.replace(/\.[cm]?jsx?$/, "");
  const endings = [".ts", ".tsx", ".mts", ".cts", ".d.ts"];
  const names = [base, ...endings.flatMap((ending) => [bare + ending, base + ending, `${base}/index${ending}`])];
  return [...new Set(names)].map((name) => name as FilePath);
}
