// The watch of tests: changes are pushed by hand, and there is never one on its way.

import { relative, sep } from "node:path";

import type { FileChange, Settlement, Watch, Watching, WatchOptions, WatchState } from "../watch.ts";
import { NetChanges } from "../watch/merge.ts";

export class MemoryWatching implements Watching {
  readonly #watches = new Set<MemoryWatch>();

  /** How many watches are open. */
  get open(): number {
    return this.#watches.size;
  }

  watch(options: WatchOptions): Watch {
    const watch = new MemoryWatch(options, () => this.#watches.delete(watch));
    this.#watches.add(watch);
    return watch;
  }

  /** Something was written: each watch reports what lies below its root and is not skipped. */
  emit(changes: readonly FileChange[]): void {
    for (const watch of this.#watches) watch.emit(changes);
  }

  /** Events stop. A real watch still finds every change by a rescan, unless the tree cannot be read either. */
  lose(why: string, settlement: "rescanned" | "lost" = "rescanned"): void {
    for (const watch of this.#watches) watch.become({ kind: "lost", why }, settlement);
  }

  /** Events come again. */
  regain(): void {
    for (const watch of this.#watches) watch.become({ kind: "watching", directories: 1 }, "settled");
  }
}

class MemoryWatch implements Watch {
  readonly ready = Promise.resolve();
  /** Tests write files without events, so the watch covers nothing. */
  readonly heard = 0;
  readonly #options: WatchOptions;
  readonly #onClose: () => void;
  #state: WatchState = { kind: "watching", directories: 1 };
  #settlement: Settlement = "settled";

  constructor(options: WatchOptions, onClose: () => void) {
    this.#options = options;
    this.#onClose = onClose;
  }

  get state(): WatchState {
    return this.#state;
  }

  hears(): boolean {
    return false;
  }

  settle(): Promise<Settlement> {
    return Promise.resolve(this.#settlement);
  }

  close(): Promise<void> {
    if (this.#state.kind !== "closed") this.become({ kind: "closed" }, "lost");
    this.#onClose();
    return Promise.resolve();
  }

  become(state: WatchState, settlement: Settlement): void {
    this.#state = state;
    this.#settlement = settlement;
    this.#options.onState?.(state);
  }

  emit(changes: readonly FileChange[]): void {
    const net = new NetChanges();
    for (const { path, kind } of changes) if (this.#isWatched(path)) net.add(path, kind);
    const merged = net.take();
    if (merged.length > 0) this.#options.onChanges(merged);
  }

  #isWatched(path: string): boolean {
    const parts = relative(this.#options.root, path).split(sep);
    if (parts[0] === ".." || parts[0] === "") return false;
    // As on a disk, nothing below a skipped directory is ever seen.
    return parts.every((_, index) => {
      const isDirectory = index < parts.length - 1;
      return !this.#options.skips(parts.slice(0, index + 1).join("/"), isDirectory);
    });
  }
}
