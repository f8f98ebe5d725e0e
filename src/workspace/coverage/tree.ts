// The files below a root that a question about the whole workspace has to reckon with.
//
// Invariant: if something was not read, `isWhole` is false.
// Invariant: a file of the tree really lies in the root; a link that leads outside is listed apart.
// Invariant: what the rules do not skip is watched, hidden or not, so a result is valid until a change is reported.

import type { DirectoryEntry } from "../../host/files.ts";
import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { Skips } from "../../host/watch/ignore-rules.ts";
import type { FileChange } from "../../host/watch.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath, relativeTo } from "../../model/file-path.ts";
import { pooled } from "../../std/pooled.ts";
import { isCheckout } from "../root.ts";

export interface TreeContext {
  readonly host: Host;
  readonly root: FilePath;
  /** The rules of the watch: what they skip is neither read nor watched. */
  skips(): Promise<Skips>;
  /** The most directories read; a larger tree is read in part. */
  readonly maxDirectories?: number;
}

export interface Tree {
  readonly files: readonly FilePath[];
  /** What is a link, or no file at all: those that stay inside the root are among the files. */
  readonly links: readonly FilePath[];
  /** Links that lead outside the root: what is there is no part of it, so they are not among the files. */
  readonly outside: readonly FilePath[];
  /** The tops of worktrees, submodules and clones inside of it, which are not read. */
  readonly checkouts: readonly FilePath[];
  readonly isWhole: boolean;
}

/** The file by which Python knows a virtual environment. */
const environmentMark = "pyvenv.cfg";
const usualMaxDirectories = 20_000;
/** Directories read at the same time. */
const atOnce = 16;

export class FileTree {
  readonly #context: TreeContext;
  #walked: Promise<Walked> | undefined;

  constructor(context: TreeContext) {
    this.#context = context;
  }

  /** The present files, as far as the watcher has reported; the same object until a file is added or removed. */
  async now(): Promise<Tree> {
    this.#walked ??= this.#walk();
    const walking = this.#walked;
    const { tree, hasUnread } = await walking;
    // What could not be read may be readable the next time, without an event.
    if (hasUnread && this.#walked === walking) this.#walked = undefined;
    return tree;
  }

  filesChanged(changes: readonly FileChange[]): void {
    if (changes.some(({ kind }) => kind !== "changed")) this.#walked = undefined;
  }

  /** Level by level, so that the directories of one can be read at the same time and the order stays the same. */
  async #walk(): Promise<Walked> {
    const { maxDirectories = usualMaxDirectories, root } = this.#context;
    const skips = await this.#context.skips();
    const files: FilePath[] = [];
    const links: FilePath[] = [];
    const checkouts: FilePath[] = [];
    let hasUnread = false;
    let left = maxDirectories;
    for (let level: readonly FilePath[] = [root]; level.length > 0; ) {
      const read = level.slice(0, left);
      const lists = await pooled(read, atOnce, (directory) => this.#list(directory, checkouts));
      if (lists.includes(undefined)) hasUnread = true;
      const below = read.flatMap((directory, index) => this.#sort(directory, lists[index] ?? [], skips, files, links));
      if (read.length < level.length)
        return { tree: { ...(await this.#inside(files, links)), checkouts, isWhole: false }, hasUnread };
      left -= read.length;
      level = below;
    }
    const tree = { ...(await this.#inside(files, links)), checkouts: checkouts.sort(), isWhole: !hasUnread };
    return { tree, hasUnread };
  }

  async #inside(
    files: readonly FilePath[],
    links: readonly FilePath[],
  ): Promise<Pick<Tree, "files" | "links" | "outside">> {
    const { host, root } = this.#context;
    const targets = await pooled(links, atOnce, (link) => orIfUnreadable(undefined, () => host.files.real(link)));
    const outside = links.filter((_, index) => {
      const target = targets[index];
      return target !== undefined && !isInside(root, target);
    });
    if (outside.length === 0) return { files, links, outside };
    const left = new Set(outside);
    return { files: files.filter((file) => !left.has(file)), links, outside };
  }

  /** Takes the files of a directory; returns the directories to read. */
  #sort(
    directory: FilePath,
    entries: readonly DirectoryEntry[],
    skips: Skips,
    files: FilePath[],
    links: FilePath[],
  ): FilePath[] {
    const below: FilePath[] = [];
    for (const { name, kind } of entries) {
      const path = joinPath(directory, name);
      const isDirectory = kind === "directory";
      if (skips(relativeTo(this.#context.root, path) ?? name, isDirectory)) continue;
      (isDirectory ? below : files).push(path);
      if (kind === "other") links.push(path);
    }
    return below;
  }

  async #list(directory: FilePath, checkouts: FilePath[]): Promise<readonly DirectoryEntry[] | undefined> {
    // A directory that may not be read takes nothing from the answer but its completeness.
    return orIfUnreadable(undefined, async () => {
      const { host, root } = this.#context;
      const entries = await host.files.list(directory);
      // A worktree or a submodule is a root of its own.
      const names = (entries ?? []).map(({ name }) => name);
      // What is installed in a virtual environment is no part of the project, whatever its directory is called.
      const environment = entries?.filter(({ name }) => name === environmentMark) ?? [];
      if (directory !== root && environment.length > 0) return environment;
      if (directory === root || !(await isCheckout(host, directory, names))) return entries;
      checkouts.push(directory);
      return [];
    });
  }
}

// — below: private, in the order they are used —

interface Walked {
  readonly tree: Tree;
  /** A directory could not be read. */
  readonly hasUnread: boolean;
}
