// Counts what may only get less: exported names with two meanings, knowledge of a language outside its room, and sentences
// without a component as their subject.

import { isTest, type TextFile } from "./tree.ts";

/** Names that several files export, each with the files. */
export function exportedTwice(files: readonly TextFile[]): string[] {
  const homes = new Map<string, string[]>();
  for (const { path, text } of files.filter(isProduct)) {
    for (const [, name = ""] of text.matchAll(exported)) homes.set(name, [...(homes.get(name) ?? []), path]);
  }
  return [...homes]
    .filter(([, paths]) => new Set(paths).size > 1)
    .map(([name, paths]) => `${name}: ${paths.join(", ")}`);
}

/** Comparisons with the name of a language, by file, where languages should not be told apart. */
export function languageComparisons(files: readonly TextFile[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { path, text } of files.filter(isProduct)) {
    if (/^src\/(?:languages|catalog|toolchains|testing)\//.test(path)) continue;
    const count = [...text.matchAll(comparison)].length;
    if (count > 0) found.set(path, count);
  }
  return found;
}

/** Impersonal actors, by file: the subject of a sentence is the component that acts. */
export function impersonalActors(files: readonly TextFile[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { path, text } of files) {
    if (!/^(?:src|test|tools|bench)\/.*\.(?:ts|mjs)$/.test(path)) continue;
    const count = [...text.matchAll(impersonal)].length;
    if (count > 0) found.set(path, count);
  }
  return found;
}

// — below: private, in the order they are used —

/** They export what others declare. */
const entries = ["src/index.ts", "src/testing/index.ts"];

function isProduct({ path }: TextFile): boolean {
  return path.startsWith("src/") && path.endsWith(".ts") && !isTest(path) && !entries.includes(path);
}

const exported =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|class|interface|type|const|enum) (\w+)/gm;

const names =
  "python|go|rust|c|cpp|java|csharp|script|typescript|javascript|typescriptreact|javascriptreact|ruby|php|kotlin";
const comparison = new RegExp(`[!=]==\\s*"(?:${names})"|"(?:${names})"\\s*[!=]==|\\bcase "(?:${names})":`, "g");

const impersonal = /\b(?:[Nn]o|[Ss]ome|[Aa]ny)(?:body)\b|\b[Ww]ho(?:ever)\b|\b[Nn]o\sone\b/g;
