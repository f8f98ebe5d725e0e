// Finds what a TypeScript file imports, without a compiler.
//
// Invariant: type-only, side-effect, dynamic and re-exporting imports all count.

import { posix } from "node:path";

/** The module specifiers of a source text in the order they appear. */
export function importsOf(source: string): string[] {
  const code = withoutProse(source);
  return [...code.matchAll(statement), ...code.matchAll(dynamic)].map((match) => match[1] ?? "");
}

/** The path a relative specifier means, or undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return;
  return posix.normalize(posix.join(posix.dirname(from), specifier));
}

const statement = /^\s*(?:import|export)\b(?:[^;"'`]*?\bfrom)?\s*["']([^"'\n]+)["']/gm;
const dynamic = /\bimport\(\s*["']([^"'\n]+)["']/g;

/** Blanks comments that fill their line and template texts: both may hold sentences that look like imports. */
export function withoutProse(source: string): string {
  return source
    .replaceAll(/^[ \t]*\/\*[\s\S]*?\*\//gm, "")
    .replaceAll(/^[ \t]*\/\/.*$/gm, "")
    .replaceAll(/`(?:\\[\s\S]|[^`\\])*`/g, "``");
}
