// Finds the root a directory belongs to: the top of the checkout, else the outermost directory that looks like a project.

import { orIfUnreadable } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors, isInside, joinPath, parentOf } from "../model/file-path.ts";
import type { ByContent } from "./files/by-content.ts";
import { comparedByStamp } from "./files/by-content.ts";
import { isMarker, maybeMarkers } from "./git/version-control.ts";

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

/** Where nothing marks a project, it is what a person stands in, or else the directory itself. */
export async function findRoot(host: Host, start: FilePath, standpoint?: FilePath): Promise<FilePath> {
  let outermost: FilePath | undefined;
  for (const directory of [start, ...ancestors(start)]) {
    // The home directory often is a checkout of settings or holds a stray manifest; it is not a project.
    if (directory === host.home && directory !== start) break;
    const names = (await host.files.list(directory))?.map((entry) => entry.name) ?? [];
    if (await isCheckout(host, directory, names)) return directory;
    if (names.some((name) => workspaceMarkers.has(name))) outermost = directory;
  }
  if (outermost !== undefined) return outermost;
  const isHold = standpoint !== undefined && standpoint !== host.home && parentOf(standpoint) !== undefined;
  return isHold && isInside(standpoint, start) ? standpoint : start;
}

/** Whether a root that was found is more than the directory that the search began in. */
export async function isProject(host: Host, root: FilePath): Promise<boolean> {
  const names = (await host.files.list(root))?.map((entry) => entry.name) ?? [];
  return names.some((name) => workspaceMarkers.has(name)) || (await isCheckout(host, root, names));
}

/** Finds checkouts inside and around roots, and lists a directory again only when its entries have changed. */
export class Checkouts {
  readonly #host: Host;
  /** The entries that may mark a directory as a checkout; whether they do is checked each time. */
  readonly #known: ByContent<readonly string[]>;

  constructor(host: Host) {
    this.#host = host;
    this.#known = comparedByStamp(host);
  }

  /** The innermost checkout of its own that holds the path, below the limit: a worktree, a submodule, a clone. */
  async of(path: FilePath, limit: FilePath): Promise<FilePath | undefined> {
    const above = [path, ...ancestors(path, limit)];
    const directories = above.slice(0, above.indexOf(limit));
    // All at once: a file may be deeply nested, and every query checks all directories above it.
    const found = await Promise.all(directories.map((directory) => this.#isCheckout(directory)));
    return directories[found.indexOf(true)];
  }

  /** All that hold a directory, however far up, or are it; as everywhere, a home directory is not a project. */
  async around(path: FilePath): Promise<FilePath[]> {
    const { files, accountHome } = this.#host;
    const end = accountHome && (await files.real(accountHome));
    const above = [path, ...ancestors(path)];
    const below = end === undefined || !above.includes(end) ? above : above.slice(0, above.indexOf(end));
    const found = await Promise.all(below.map((directory) => orIfUnreadable(false, () => this.#isCheckout(directory))));
    return below.filter((_, index) => found[index] === true);
  }

  // — below: private, in the order they are used —

  async #isCheckout(directory: FilePath): Promise<boolean> {
    const { files } = this.#host;
    const found = await this.#known.of(directory, async ({ kind }) => {
      if (kind !== "directory") return [];
      return maybeMarkers(((await files.list(directory)) ?? []).map(({ name }) => name));
    });
    return found !== undefined && isCheckout(this.#host, directory, found);
  }
}

/** Whether a directory with these names is the top of a checkout. */
export async function isCheckout(host: Host, directory: FilePath, names: Iterable<string>): Promise<boolean> {
  for (const name of maybeMarkers(names)) if (await isMarker(host, joinPath(directory, name))) return true;
  return false;
}
