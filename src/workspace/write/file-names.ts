// Collects the paths of a file, its own and those through links, and the names that they have below roots and checkouts.
//
// Invariant: what is denied by one name of a file is denied by all of them, so every door to a file is judged.

import { orIfUnreadable } from "../../host/files.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import type { NamedPath } from "../../policy/effects.ts";
import { pooled } from "../../std/pooled.ts";
import type { RootSet } from "../root-set.ts";
import type { Workspace } from "../workspace.ts";

export interface LeadingLink {
  readonly link: FilePath;
  readonly target: FilePath;
}

/** The names of the files that one call concerns. */
export class PolicyNames {
  readonly #roots: RootSet;
  #links: Promise<readonly LeadingLink[]> | undefined;
  readonly #known = new Map<FilePath, Promise<readonly NamedPath[]>>();

  constructor(roots: RootSet) {
    this.#roots = roots;
  }

  /** Every path of a file; the first is its own. */
  async of(file: FilePath): Promise<readonly NamedPath[]> {
    const known = this.#known.get(file) ?? this.#linked(file);
    this.#known.set(file, known);
    const paths = await known;
    // A later name of the same call may lead here as well.
    const asked = await this.#roots.askedAs(file);
    const others = asked.filter((name) => paths.every(({ path }) => path !== name));
    return [...paths, ...(await Promise.all(others.map((path) => this.#named(path))))];
  }

  async #linked(file: FilePath): Promise<readonly NamedPath[]> {
    this.#links ??= linksOf(this.#roots.all());
    const paths = new Set([file, ...aliasesOf(file, await this.#links)]);
    return Promise.all([...paths].map((path) => this.#named(path)));
  }

  async #named(path: FilePath): Promise<NamedPath> {
    const checkouts = await this.#roots.checkoutsAround(parentOf(path) ?? path);
    const tops = this.#roots.all().map(({ root }) => root);
    return { path, names: namesBelow([...tops, ...checkouts], path) };
  }
}

/** A path as it is read from each directory that holds it; the path itself where none does. */
export function namesBelow(bases: readonly FilePath[], path: FilePath): readonly string[] {
  const holders = new Set(bases.filter((base) => isInside(base, path)));
  const names = [...holders].flatMap((base) => relativeTo(base, path) ?? []);
  return names.length > 0 ? names : [path];
}

/** Links of the roots, without those that lead to a directory above themselves: they give no file another purpose. */
export async function linksOf(holders: readonly Workspace[]): Promise<LeadingLink[]> {
  const found = await Promise.all(
    holders.map(async (holder) =>
      pooled([...(await holder.links()), ...(await hooksOf(holder))], atOnce, async (link) => ({
        link,
        target: await orIfUnreadable(undefined, () => holder.host.files.real(link)),
      })),
    ),
  );
  return found
    .flat()
    .flatMap(({ link, target }) => (target === undefined || isInside(target, link) ? [] : [{ link, target }]));
}

export function aliasesOf(file: FilePath, links: readonly LeadingLink[]): FilePath[] {
  return links.flatMap(({ link, target }) => {
    const rest = relativeTo(target, file);
    return rest === undefined ? [] : [joinPath(link, rest)];
  });
}

// — below: private, in the order they are used —

/** Links resolved at the same time. */
const atOnce = 32;

/** Links among git's hooks: their directory is not watched, and they often lead to scripts of the tree. */
async function hooksOf({ host, root }: Workspace): Promise<FilePath[]> {
  const directory = joinPath(root, ".git", "hooks");
  const entries = (await orIfUnreadable(undefined, () => host.files.list(directory))) ?? [];
  return entries.filter(({ kind }) => kind === "other").map(({ name }) => joinPath(directory, name));
}
