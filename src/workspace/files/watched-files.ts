// The files of a root, with lookups memoized until the watcher reports a change, and shared by the calls that run.
//
// Invariant: beyond a call only where a path really lies, and the `stat` of directories and of what is absent, are memoized, and only in
// watched directories and of what is no link. A file is looked up anew by every call: the watcher does not report a write
// through a hard link that was added later, or through a memory mapping.
// Invariant: a lookup that calls share was made after the last of them began, a moment ago, and after the file was last read.
// Invariant: a caller that must see what was written before its call settles the watch first.
// Invariant: the writer of the root, and the judgement of where it may write, never use this.

import type { FileStat, Files } from "../../host/files.ts";
import type { Watch } from "../../host/watch.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parentOf } from "../../model/file-path.ts";
import type { Clock } from "../../std/clock.ts";

type Hearing = Pick<Watch, "hears" | "heard">;

/** Entries beyond which everything is forgotten. */
const maxKnown = 50_000;

/** How long a lookup is shared: a call that waits looks again. */
const sharedMs = 1_000;

/** What the calls that run have looked up since the last of them began. */
interface Shared {
  readonly stats: Map<FilePath, Promise<FileStat | undefined>>;
  readonly until: number;
  readonly watch: Hearing | undefined;
  readonly heard: number | undefined;
}

export class WatchedFiles implements Files {
  readonly #files: Files;
  readonly #watch: () => Hearing | undefined;
  readonly #stats = new Map<FilePath, FileStat | undefined>();
  readonly #reals = new Map<FilePath, FilePath | undefined>();
  /** The watch, and the number of its events, when the memoized entries were read. */
  #since: { readonly watch: Hearing; readonly heard: number } | undefined;
  readonly #clock: Pick<Clock, "now">;
  #calls = 0;
  #shared: Shared | undefined;

  constructor(files: Files, watch: () => Hearing | undefined, clock: Pick<Clock, "now">) {
    this.#files = files;
    this.#watch = watch;
    this.#clock = clock;
  }

  /** A call begins: until it ends, which the function says that is returned, it shares what it looks up. */
  begin(): () => void {
    this.#calls++;
    this.lookAnew();
    return () => {
      this.#calls--;
      this.lookAnew();
    };
  }

  /** What was looked up before is shared no more. */
  lookAnew(): void {
    this.#shared = undefined;
  }

  stat(path: FilePath): Promise<FileStat | undefined> {
    const shared = this.#sharing()?.stats;
    const known = shared?.get(path);
    if (known !== undefined) return known;
    const found = this.#stat(path);
    if (shared === undefined) return found;
    shared.set(path, found);
    // The failure reaches the callers that wait; the next look may succeed.
    found.catch(() => shared.delete(path));
    return found;
  }

  #stat(path: FilePath): Promise<FileStat | undefined> {
    const look = (): Promise<FileStat | undefined> => this.#files.stat(path);
    return this.#memoized(this.#stats, path, look, (stat, watch) => {
      return stat === undefined || (stat.kind === "directory" && watch.hears(path));
    });
  }

  real(path: FilePath): Promise<FilePath | undefined> {
    const look = (): Promise<FilePath | undefined> => this.#files.real(path);
    return this.#memoized(this.#reals, path, look, () => true);
  }

  readonly read: Files["read"] = (path, maxBytes) => this.#reading(path, this.#files.read(path, maxBytes));
  readonly readReal: Files["readReal"] = (path, maxBytes) => this.#reading(path, this.#files.readReal(path, maxBytes));
  readonly list: Files["list"] = (...of) => this.#files.list(...of);
  readonly trail: Files["trail"] = (...of) => this.#files.trail(...of);
  readonly hash: Files["hash"] = (...of) => this.#files.hash(...of);
  readonly decode: Files["decode"] = (...of) => this.#files.decode(...of);

  /** For changes that are known without the watch having reported them. */
  forget(): void {
    this.lookAnew();
    this.#forgetMemoized();
  }

  // — below: private, in the order they are used —

  #forgetMemoized(): void {
    this.#since = undefined;
    this.#stats.clear();
    this.#reals.clear();
  }

  #sharing(): Shared | undefined {
    if (this.#calls === 0) return undefined;
    const [now, watch] = [this.#clock.now(), this.#watch()];
    const shared = this.#shared;
    if (shared !== undefined && now <= shared.until && shared.watch === watch && shared.heard === watch?.heard)
      return shared;
    this.#shared = { stats: new Map(), until: now + sharedMs, watch, heard: watch?.heard };
    return this.#shared;
  }

  /** A reader that looks at the file afterwards wants to know whether it was written meanwhile. */
  async #reading<T>(path: FilePath, reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } finally {
      this.#shared?.stats.delete(path);
    }
  }

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
      this.#forgetMemoized();
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
