// The patterns of `include` and `exclude` in a tsconfig, matched as TypeScript matches them.
//
// Invariant: where TypeScript depends on the machine (upper and lower case) the reading is taken that covers less.
// Invariant: no regular expression is made from what a repository says.

import { matchesGlob } from "../../catalog/globs.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parseFilePath } from "../../model/file-path.ts";

export type FileMatcher = (file: FilePath) => boolean;

/** Files that a line of `include` names; `src` means everything below it. */
export function includes(base: FilePath, spec: string): FileMatcher {
  const parts = partsOf(base, spec);
  const last = parts.at(-1) ?? "";
  // TypeScript rejects a pattern that ends in `**`.
  if (last === "**") return () => false;
  const { prefix, pattern } = split(/[.*?]/.test(last) ? parts : [...parts, "**", "*"]);
  return (file) => {
    const below = after(prefix, file);
    return below !== undefined && reachable(pattern, below, included).at(-1) === true;
  };
}

/** Files that a line of `exclude` keeps out, by themselves or by a directory above them. */
export function excludes(base: FilePath, spec: string): FileMatcher {
  const { prefix, pattern } = split(partsOf(base, spec).map((part) => part.toLowerCase()));
  return (file) => {
    const below = after(prefix, file.toLowerCase());
    return below !== undefined && reachable(pattern, below, excluded).includes(true);
  };
}

// — below: private, in the order they are used —

function partsOf(base: FilePath, spec: string): string[] {
  return (parseFilePath(spec) ?? joinPath(base, spec)).split("/");
}

/** The directories that are spelled out, and the pattern below them. */
function split(parts: readonly string[]): { prefix: string; pattern: readonly string[] } {
  const wild = parts.findIndex((part) => /[*?]/.test(part));
  const pattern = wild < 0 ? [] : parts.slice(wild);
  return { prefix: parts.slice(0, parts.length - pattern.length).join("/"), pattern };
}

/** The parts of a path below a directory; none for the directory itself, undefined outside of it. */
function after(directory: string, path: string): readonly string[] | undefined {
  if (path === directory) return [];
  return path.startsWith(`${directory}/`) ? path.slice(directory.length + 1).split("/") : undefined;
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

/** Row by row: which beginnings of the path, by their length, the whole pattern can stand for. */
function reachable(pattern: readonly string[], path: readonly string[], rules: Rules): readonly boolean[] {
  let reached: boolean[] = [true, ...path.map(() => false)];
  for (const part of pattern) {
    const row = [part === "**" && reached[0] === true];
    for (const [index, name] of path.entries()) {
      row.push(
        part === "**"
          ? reached[index + 1] === true || (row[index] === true && rules.passes(name))
          : reached[index] === true && rules.matches(part, name),
      );
    }
    reached = row;
  }
  return reached;
}
