// Counts what may only get less: exported names with two meanings, knowledge of a language outside its room, sentences
// without a component as their subject, plurals without their tool, and files that are no idea of their own.

import { posix } from "node:path";

import { languages } from "../src/catalog/table.ts";
import { knownLanguages } from "../src/languages/table.ts";
import { importsOf, resolveImport } from "./imports.ts";
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

/** Files that spell a plural, or the end of a list that was cut, on their own: `std/words.ts` does that. */
export function spelledWords(files: readonly TextFile[]): string[] {
  return files
    .filter(isProduct)
    .filter(({ path, text }) => path !== "src/std/words.ts" && spelled.test(text))
    .map(({ path }) => path);
}

/**
 * Short files that one file of their folder imports and no other file, tests included: parts of that one. A table imports
 * parallel things, and the record of a language its parts.
 */
export function fragments(files: readonly TextFile[]): string[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, text } of files.filter(({ path: of }) => /^(?:src|test|tools|bench)\/.*\.ts$/.test(of))) {
    for (const specifier of importsOf(text)) {
      const to = resolveImport(path, specifier);
      if (to !== undefined) importers.set(to, (importers.get(to) ?? new Set()).add(path));
    }
  }
  const isFragment = ({ path, text }: TextFile): boolean => {
    const [only, ...others] = importers.get(path) ?? [];
    const isPart = only !== undefined && others.length === 0 && posix.dirname(only) === posix.dirname(path);
    return isPart && !gathering.test(only) && text.split("\n").length <= fragmentLines;
  };
  return files
    .filter(isProduct)
    .filter(isFragment)
    .map(({ path }) => path);
}

// — below: private, in the order they are used —

const fragmentLines = 60;

const gathering = /\/table\.ts$|^src\/languages\/\w+\/(?:language|names|edits)\.ts$/;

/** They export what others declare. */
const entries = ["src/index.ts", "src/lsp.ts", "src/plugin.ts", "src/testing/index.ts"];

function isProduct({ path }: TextFile): boolean {
  return path.startsWith("src/") && path.endsWith(".ts") && !isTest(path) && !entries.includes(path);
}

const exported =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|class|interface|type|const|enum) (\w+)/gm;

/** Ids of languages that name something else here too: forms of answers and configurations, a command, a kind of step, a program, a file. */
const homonyms = new Set(["json", "jsonc", "toml", "yaml", "config", "move", "perl", "go.mod"]);
const names = [...languages.map(({ id }) => id), ...knownLanguages.map(({ family }) => family)]
  .filter((name) => !homonyms.has(name))
  .map((name) => name.replaceAll(/[.+]/g, String.raw`\$&`))
  .join("|");
const comparison = new RegExp(`[!=]==\\s*"(?:${names})"|"(?:${names})"\\s*[!=]==|\\bcase "(?:${names})":`, "g");

const spelled = /=== 1 \? "" : "s"|\? ` and \$\{[^}]*\} more`/;

const impersonal = /\b(?:[Nn]o|[Ss]ome|[Aa]ny)(?:body)\b|\b[Ww]ho(?:ever)\b|\b[Nn]o\sone\b/g;
