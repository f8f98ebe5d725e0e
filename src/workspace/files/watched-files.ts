// The files of a root, with lookups memoized until the watcher reports a change.
//
// Invariant: only where a path really lies, and the `stat` of directories and of what is absent, are memoized, and only in
// watched directories and of what is no link. A file is always looked up anew: the watcher does not report a write
// through a hard link that was added later, or through a memory mapping.
// Invariant: a caller that must see what was written before its call settles the watch first.
// Invariant: the writer of the root, and the judgement of where it may write, never use this.

import type { FileStat, Files } from "../../host/files.ts";
import type { Watch } from "../../host/watch.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parentOf } from "../../model/file-path.ts";

type Hearing = Pick<Watch, "hears" | "heard">;

/** Entries beyond which everything is forgotten. */
const maxKnown = 50_000;

export class WatchedFiles implements Files {
  readonly #files: Files;
  readonly #watch: () => Hearing | undefined;
  readonly #stats = new Map<FilePath, FileStat | undefined>();
  readonly #reals = new Map<FilePath, FilePath | undefined>();
  /** The watch, and the number of its events, when the memoized entries were read. */
  #since: { readonly watch: Hearing; readonly heard: number } | undefined;

  constructor(files: Files, watch: () => Hearing | undefined) {
    this.#files = files;
    this.#watch = watch;
  }

  stat(path: FilePath): Promise<FileStat | undefined> {
    const look = (): Promise<FileStat | undefined> => this.#files.stat(path);
    return this.#memoized(this.#stats, path, look, (stat, watch) => {
      return stat === undefined || (stat.kind === "directory" && watch.hears(path));
    });
  }

  real(path: FilePath): Promise<FilePath | undefined> {
    const look = (): Promise<FilePath | undefined> => this.#files.real(path);
    return this.#memoized(this.#reals, path, look, () => true);
  }

  readonly read: Files["read"] = (...of) => this.#files.read(...of);
  readonly readReal: Files["readReal"] = (...of) => this.#files.readReal(...of);
  readonly list: Files["list"] = (...of) => this.#files.list(...of);
  readonly trail: Files["trail"] = (...of) => this.#files.trail(...of);
  readonly hash: Files["hash"] = (...of) => this.#files.hash(...of);
  readonly decode: Files["decode"] = (...of) => this.#files.decode(...of);

  /** For changes that are known without the watch having reported them. */
  forget(): void {
    this.#since = undefined;
    this.#stats.clear();
    this.#reals.clear();
  }

  // — below: private, in the order they are used —

  async #memoized<T>(
    known: Map<FilePath, T>,
    path: FilePath,
    look: () => Promise<T>,
    isHeard: (found: T, watch: Hearing) => boolean,
  ): Promise<T> {
    const watch = this.#watch();
    const parent = parentOf(path);
    if (watch === undefined || parent === undefined || !watch.hears(parent)) return look();
    if (this.#since?.watch !== watch || this.#since.heard !== watch.heard) {
      this.forget();
      this.#since = { watch, heard: watch.heard };
    }
    if (known.has(path)) return known.get(path) as T;
    const since = this.#since;
    const found = await look();
    const isLasting = (): boolean =>
      this.#since === since && watch.heard === since.heard && watch.hears(parent) && isHeard(found, watch);
    // What a link leads to may change without a word about the link.
    if (!isLasting() || (await this.#files.trail(path)).length !== 1 || !isLasting()) return found;
    if (known.size >= maxKnown) known.clear();
    known.set(path, found);
    return found;
  }
}
