// The files below a root that a question about the whole workspace has to reckon with.
//
// Invariant: what was not looked at is said: `isWhole` is false.
// Invariant: directories that the watcher skips are looked at afresh for each question, because nobody tells of them.

import type { DirectoryEntry } from "../host/files.ts";
import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import type { Skips } from "../host/ignore-rules.ts";
import type { FileChange } from "../host/watch.ts";
import type { FilePath } from "../model/file-path.ts";
import { baseName, joinPath, relativeTo } from "../model/file-path.ts";
import { pooled } from "../std/pooled.ts";
import { isCheckout } from "./root.ts";

export interface TreeContext {
  readonly host: Host;
  readonly root: FilePath;
  skips(): Promise<Skips>;
  /** Directories looked at; a larger tree is looked at in part. */
  readonly maxDirectories?: number;
}

export interface Tree {
  readonly files: readonly FilePath[];
  readonly isWhole: boolean;
}

const usualMaxDirectories = 20_000;
/** Directories read at the same time. */
const atOnce = 16;

/** Hidden directories of tools, which hold copies, caches and installed packages, never the sources of a project. */
const toolDirectories: ReadonlySet<string> = new Set([
  ...[".git", ".hg", ".svn", ".jj", ".idea", ".vs", ".vscode-test", ".direnv", ".devenv"],
  ...[".venv", ".env", ".tox", ".nox", ".eggs", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".ipynb_checkpoints"],
  ...[".cache", ".npm", ".yarn", ".pnp", ".pnpm-store", ".parcel-cache", ".turbo", ".nx", ".rollup.cache"],
  ...[".next", ".nuxt", ".output", ".svelte-kit", ".astro", ".angular", ".vercel", ".netlify", ".wrangler", ".expo"],
  ...[".nyc_output", ".docusaurus", ".gradle", ".terraform", ".cargo", ".ccls-cache", ".bundle", ".dart_tool"],
]);

export class FileTree {
  readonly #context: TreeContext;
  #watched: Promise<Part> | undefined;
  #last: { readonly watched: Part; readonly hidden: string; readonly tree: Tree } | undefined;

  constructor(context: TreeContext) {
    this.#context = context;
  }

  /** The files of now, as far as the watcher has told. */
  async now(): Promise<Tree> {
    this.#watched ??= this.#walk([this.#context.root], "later");
    const walking = this.#watched;
    const watched = await walking;
    // What could not be read may be readable the next time, and nobody would tell.
    if (watched.hasUnread && this.#watched === walking) this.#watched = undefined;
    const hidden = await this.#walk(await this.#hiddenNow(watched.hidden), "now");
    const hiddenFiles = hidden.files.join("\n");
    const whole = isWhole(watched) && isWhole(hidden);
    const last = this.#last;
    // The same object for the same files, so that what was concluded from it can be kept beside it.
    if (last?.watched === watched && last.hidden === hiddenFiles && last.tree.isWhole === whole) return last.tree;
    const tree = { files: [...watched.files, ...hidden.files], isWhole: whole };
    this.#last = { watched, hidden: hiddenFiles, tree };
    return tree;
  }

  filesChanged(changes: readonly FileChange[]): void {
    const isSame = changes.every(({ kind, path }) => kind === "changed" && !ignoreFiles.has(baseName(path)));
    if (!isSame) this.#watched = undefined;
  }

  /** A hidden directory that came at the top is seen at once, a deeper one with the next change that is watched. */
  async #hiddenNow(known: readonly FilePath[]): Promise<FilePath[]> {
    const { root } = this.#context;
    const top = (await this.#list(root)) ?? [];
    const atTop = top.filter((entry) => entry.kind === "directory" && isHidden(entry.name));
    const deeper = known.filter((path) => relativeTo(root, path)?.includes("/") === true);
    return [...deeper, ...atTop.map((entry) => joinPath(root, entry.name))];
  }

  /** Level by level, so that the directories of one can be read at the same time and the order stays the same. */
  async #walk(from: readonly FilePath[], hidden: "now" | "later"): Promise<Part> {
    const { maxDirectories = usualMaxDirectories } = this.#context;
    const skips = await this.#context.skips();
    const part: Part = { files: [], hidden: [], hasUnread: false, isCut: false };
    let left = maxDirectories;
    for (let level: readonly FilePath[] = from; level.length > 0; ) {
      const read = level.slice(0, left);
      const lists = await pooled(read, atOnce, (directory) => this.#list(directory));
      if (lists.includes(undefined)) part.hasUnread = true;
      const below = read.flatMap((directory, index) => this.#sort(directory, lists[index] ?? [], skips, hidden, part));
      if (read.length < level.length) return { ...part, isCut: true };
      left -= read.length;
      level = below;
    }
    return part;
  }

  /** Puts the entries of a directory where they belong; returns the directories to look into. */
  #sort(
    directory: FilePath,
    entries: readonly DirectoryEntry[],
    skips: Skips,
    hidden: "now" | "later",
    part: Part,
  ): FilePath[] {
    const below: FilePath[] = [];
    for (const { name, kind } of entries) {
      const path = joinPath(directory, name);
      const isDirectory = kind === "directory";
      if (skips(unhidden(relativeTo(this.#context.root, path) ?? name), isDirectory)) continue;
      if (!isDirectory) part.files.push(path);
      else if (!name.startsWith(".") || (isHidden(name) && hidden === "now")) below.push(path);
      else if (isHidden(name)) part.hidden.push(path);
    }
    return below;
  }

  async #list(directory: FilePath): Promise<readonly DirectoryEntry[] | undefined> {
    try {
      const { host, root } = this.#context;
      const entries = await host.files.list(directory);
      // A worktree or a submodule is a root of its own.
      return directory !== root && isCheckout((entries ?? []).map(({ name }) => name)) ? [] : entries;
    } catch (error) {
      // A directory that may not be read takes nothing from the answer but its completeness.
      if (error instanceof FileFault) return undefined;
      throw error;
    }
  }
}

// — below: private, in the order they are used —

interface Part {
  readonly files: FilePath[];
  /** Hidden directories that were passed by. */
  readonly hidden: FilePath[];
  hasUnread: boolean;
  readonly isCut: boolean;
}

const ignoreFiles: ReadonlySet<string> = new Set([".gitignore", ".ignore", "exclude"]);

function isWhole(part: Part): boolean {
  return !part.hasUnread && !part.isCut;
}

function isHidden(name: string): boolean {
  return name.startsWith(".") && !toolDirectories.has(name);
}

/** The watcher's rules skip all that is hidden; by another name they only skip what they would skip elsewhere. */
function unhidden(relativePath: string): string {
  return relativePath.replace(/(^|\/)\.+(?=[^/])/g, "$1");
}
