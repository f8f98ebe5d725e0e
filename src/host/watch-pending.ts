// Names that events spoke of and nobody has looked at yet.

import { MAX_PENDING_NAMES } from "./watch-limits.ts";
import type { Folder } from "./watch-tree.ts";

export class PendingNames {
  #names = new Map<Folder, Set<string>>();
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isOverfull(): boolean {
    return this.#count > MAX_PENDING_NAMES;
  }

  add(folder: Folder, name: string): void {
    if (!folder.belongs) return;
    const names = this.#names.get(folder) ?? new Set();
    if (names.has(name)) return;
    this.#names.set(folder, names.add(name));
    this.#count += 1;
  }

  /** Hands over all names and starts afresh. */
  take(): ReadonlyMap<Folder, ReadonlySet<string>> {
    const names = this.#names;
    this.#names = new Map();
    this.#count = 0;
    return names;
  }
}
