// Finds the root a directory belongs to: the top of the checkout, else the outermost directory that looks like a project.

import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors, joinPath } from "../model/file-path.ts";

const versionControl = new Set([".git", ".hg", ".jj", ".svn"]);
const workspaceMarkers = new Set([
  "go.work",
  "go.mod",
  "Cargo.toml",
  "package.json",
  "tsconfig.json",
  "pyproject.toml",
  "setup.py",
  "compile_commands.json",
  "CMakeLists.txt",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "settings.gradle",
  "settings.gradle.kts",
  "Gemfile",
  "composer.json",
  "mix.exs",
  "Package.swift",
]);

export async function findRoot(host: Host, start: FilePath): Promise<FilePath> {
  let outermost: FilePath | undefined;
  for (const directory of [start, ...ancestors(start)]) {
    // The home directory often is a checkout of settings or holds a stray manifest; it is nobody's project.
    if (directory === host.home && directory !== start) break;
    const names = (await host.files.list(directory))?.map((entry) => entry.name) ?? [];
    if (isCheckout(names)) return directory;
    if (names.some((name) => workspaceMarkers.has(name))) outermost = directory;
  }
  return outermost ?? start;
}

/** The innermost checkout of its own that holds the path, below the limit: a worktree, a submodule, a clone. */
export async function checkoutOf(host: Host, path: FilePath, limit: FilePath): Promise<FilePath | undefined> {
  for (const directory of [path, ...ancestors(path, limit)]) {
    if (directory === limit) return undefined;
    const marks = await Promise.all([...versionControl].map((name) => host.files.stat(joinPath(directory, name))));
    if (marks.some((mark) => mark !== undefined)) return directory;
  }
  return undefined;
}

/** Whether a directory with these names is the top of a checkout. */
export function isCheckout(names: Iterable<string>): boolean {
  for (const name of names) if (versionControl.has(name)) return true;
  return false;
}
