// Packages of the root that others reach through a link in `node_modules`, as workspaces of npm, pnpm and Yarn do.
//
// Quirk(typescript 7.0.2): for an import that it could not resolve, the server waits for an event with the path of the
// link; an event with the real path has no effect.

import type { Host } from "../../host/host.ts";
import { orIfUnreadable } from "../../host/files.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import { pooled } from "../../std/pooled.ts";

/** Directories read at the same time, and the most links read. */
const atOnce = 16;
const maxLinks = 2_000;

export class LinkedPackages {
  readonly #host: Host;
  readonly #root: FilePath;
  /** Each package that is linked, with the paths of the links. */
  #links: ReadonlyMap<FilePath, readonly FilePath[]> = new Map();
  #outside: ReadonlyMap<FilePath, FilePath> | undefined;

  constructor(host: Host, root: FilePath) {
    this.#host = host;
    this.#root = root;
  }

  /** Searches for links beside every manifest among the files of the root. */
  async refresh(files: readonly FilePath[]): Promise<void> {
    const manifests = files.filter((file) => file.endsWith("/package.json"));
    const holders = new Set([this.#root, ...manifests.flatMap((file) => parentOf(file) ?? [])]);
    const found = await pooled([...holders], atOnce, (holder) => this.#linksIn(joinPath(holder, "node_modules")));
    const links = new Map<FilePath, FilePath[]>();
    const outside = new Map<FilePath, FilePath>();
    await pooled(found.flat().slice(0, maxLinks), atOnce, async (link) => {
      const target = await this.#host.files.real(link);
      if (target !== undefined && !isInside(this.#root, target)) outside.set(link, target);
      if (target === undefined || !isInside(this.#root, target) || target.includes("/node_modules/")) return;
      links.set(target, [...(links.get(target) ?? []), link]);
    });
    this.#links = links;
    this.#outside = outside;
  }

  /** Links that lead outside the root, each with its target; searched on first use. */
  async leadingOutside(files: () => Promise<readonly FilePath[]>): Promise<ReadonlyMap<FilePath, FilePath>> {
    if (this.#outside === undefined) await this.refresh(await files());
    return this.#outside ?? new Map();
  }

  /** Other paths by which the same file is reached. */
  aliasesOf(path: FilePath): readonly FilePath[] {
    return [...this.#links].flatMap(([target, links]) => {
      const inner = relativeTo(target, path);
      return inner === undefined || inner === "" ? [] : links.map((link) => joinPath(link, inner));
    });
  }

  /** A scope is a directory of packages. */
  async #linksIn(directory: FilePath): Promise<FilePath[]> {
    const entries = await this.#list(directory);
    const scopes = entries.filter(({ name, kind }) => kind === "directory" && name.startsWith("@"));
    const scoped = await Promise.all(scopes.map(({ name }) => this.#linksIn(joinPath(directory, name))));
    const own = entries.filter(({ kind, name }) => kind === "other" && !name.startsWith("."));
    return [...own.map(({ name }) => joinPath(directory, name)), ...scoped.flat()];
  }

  async #list(directory: FilePath): Promise<readonly { readonly name: string; readonly kind: string }[]> {
    // A server cannot follow links in a directory that may not be read either.
    return orIfUnreadable([], async () => (await this.#host.files.list(directory)) ?? []);
  }
}
