// The patterns of `include` and `exclude` in a tsconfig, matched as TypeScript matches them.
//
// Invariant: where TypeScript depends on the machine (upper and lower case) the reading is taken that covers less.
// Invariant: no regular expression is made from what a repository says.

import { matchesGlob } from "../catalog/globs.ts";
import type { FilePath } from "../model/file-path.ts";
import { joinPath, parseFilePath } from "../model/file-path.ts";

export type FileMatcher = (file: FilePath) => boolean;

/** Files that a line of `include` names; `src` means everything below it. */
export function includes(base: FilePath, spec: string): FileMatcher {
  const parts = partsOf(base, spec);
  const last = parts.at(-1) ?? "";
  // TypeScript rejects a pattern that ends in `**`.
  if (last === "**") return () => false;
  const wanted = /[.*?]/.test(last) ? parts : [...parts, "**", "*"];
  return (file) => follows(wanted, file.split("/"), included);
}

/** Files that a line of `exclude` keeps out, by themselves or by a directory above them. */
export function excludes(base: FilePath, spec: string): FileMatcher {
  const wanted = partsOf(base, spec).map((part) => part.toLowerCase());
  return (file) => {
    const parts = file.toLowerCase().split("/");
    return parts.some((_, index) => follows(wanted, parts.slice(0, index + 1), excluded));
  };
}

// — below: private, in the order they are used —

function partsOf(base: FilePath, spec: string): string[] {
  return (parseFilePath(spec) ?? joinPath(base, spec)).split("/");
}

interface Rules {
  /** Whether `**` may pass through a directory of this name. */
  passes(name: string): boolean;
  matches(pattern: string, name: string): boolean;
}

const packages: ReadonlySet<string> = new Set(["node_modules", "bower_components", "jspm_packages"]);

const included: Rules = {
  passes: (name) => !name.startsWith(".") && !packages.has(name),
  matches: (pattern, name) => {
    if (!/[*?]/.test(pattern)) return pattern === name;
    if (packages.has(name) || (name.startsWith(".") && !pattern.startsWith("."))) return false;
    return !(pattern.includes("*") && name.endsWith(".min.js")) && matchesName(pattern, name);
  },
};

const excluded: Rules = { passes: () => true, matches: matchesName };

/** Braces mean nothing to TypeScript, so a pattern with one is only its own name. */
function matchesName(pattern: string, name: string): boolean {
  return pattern.includes("{") ? pattern === name : matchesGlob(pattern, name);
}

/** Row by row: which beginnings of the path the pattern so far can stand for. */
function follows(pattern: readonly string[], path: readonly string[], rules: Rules): boolean {
  let reached: boolean[] = [true, ...path.map(() => false)];
  for (const part of pattern) {
    const next = path.map(() => false);
    const row: boolean[] = [part === "**" && reached[0] === true, ...next];
    for (const [index, name] of path.entries()) {
      row[index + 1] =
        part === "**"
          ? reached[index + 1] === true || (row[index] === true && rules.passes(name))
          : reached[index] === true && rules.matches(part, name);
    }
    reached = row;
  }
  return reached.at(-1) === true;
}
