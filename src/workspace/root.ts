// Finds the root a directory belongs to: the top of the checkout, else the outermost directory that looks like a project.

import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors } from "../model/file-path.ts";
import { ByStamp } from "./by-stamp.ts";

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

/** Finds checkouts inside of roots, and looks again into a directory only when its entries have changed. */
export class Checkouts {
  readonly #host: Host;
  readonly #known: ByStamp<boolean>;

  constructor(host: Host) {
    this.#host = host;
    this.#known = new ByStamp(host);
  }

  /** The innermost checkout of its own that holds the path, below the limit: a worktree, a submodule, a clone. */
  async of(path: FilePath, limit: FilePath): Promise<FilePath | undefined> {
    const above = [path, ...ancestors(path, limit)];
    const directories = above.slice(0, above.indexOf(limit));
    // All at once: a file may lie deep, and each of them is looked at for every question.
    const found = await Promise.all(directories.map((directory) => this.#isCheckout(directory)));
    return directories[found.indexOf(true)];
  }

  async #isCheckout(directory: FilePath): Promise<boolean> {
    const { files } = this.#host;
    const found = await this.#known.of(directory, async ({ kind }) => {
      if (kind !== "directory") return false;
      return isCheckout(((await files.list(directory)) ?? []).map(({ name }) => name));
    });
    return found === true;
  }
}

/** Whether a directory with these names is the top of a checkout. */
export function isCheckout(names: Iterable<string>): boolean {
  for (const name of names) if (versionControl.has(name)) return true;
  return false;
}
