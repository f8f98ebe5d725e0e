// Names from events that were not examined yet.

import { MAX_PENDING_NAMES } from "./limits.ts";
import type { WatchedFolder } from "./tree.ts";

export class PendingNames {
  #names = new Map<WatchedFolder, Set<string>>();
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isOverfull(): boolean {
    return this.#count > MAX_PENDING_NAMES;
  }

  add(folder: WatchedFolder, name: string): void {
    if (!folder.belongs) return;
    const names = this.#names.get(folder) ?? new Set();
    if (names.has(name)) return;
    this.#names.set(folder, names.add(name));
    this.#count += 1;
  }

  /** Hands over all names and starts afresh. */
  take(): ReadonlyMap<WatchedFolder, ReadonlySet<string>> {
    const names = this.#names;
    this.#names = new Map();
    this.#count = 0;
    return names;
  }
}
