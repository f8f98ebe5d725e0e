// Lets tests import what the build has made of a source, where the build is current.
//
// Why not: the sources themselves. The test runner transforms each of them and loads it again in each worker, which costs ten seconds
// of processor time for each; Node loads the built files in one.
// Invariant: a run takes all sources from the build or none, so that no module exists twice.

import { dirname, join, relative, resolve, sep } from "node:path";
import type { Plugin } from "vitest/config";
import { dist, isFresh, root } from "./build.mjs";

/** What the configuration of the tests takes over: which modules lie elsewhere, and which Node loads itself. */
export function builtInstead(): { readonly plugins: Plugin[]; readonly external: RegExp[] } {
  if (!isFresh()) return { plugins: [], external: [] };
  const below = `${dist}${sep}`.replaceAll("\\", "/");
  return { plugins: [toDist], external: [new RegExp(`^${escaped(below)}`)] };
}

const sources = join(root, "src") + sep;

const toDist: Plugin = {
  name: "built-instead",
  enforce: "pre",
  resolveId(source, importer) {
    if (!source.startsWith(".") || importer === undefined) return null;
    const path = resolve(dirname(importer), source);
    if (!path.startsWith(sources) || !path.endsWith(".ts") || path.endsWith(".test.ts")) return null;
    return join(dist, relative(sources, path).replace(/ts$/, "js"));
  },
};

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
