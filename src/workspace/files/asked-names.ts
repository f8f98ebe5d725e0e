// By which other paths callers have named files: through links that other components may not know of.

import type { FilePath } from "../../model/file-path.ts";

/** Names kept at the most; the oldest go first. */
const maxKept = 2_000;

export class AskedNames {
  /** Files by the names that led to them when they were last given. */
  readonly #fileOf = new Map<FilePath, FilePath>();

  add(asked: FilePath, file: FilePath): void {
    this.#fileOf.delete(asked);
    if (asked === file) return;
    this.#fileOf.set(asked, file);
    const [oldest] = this.#fileOf.keys();
    if (this.#fileOf.size > maxKept && oldest !== undefined) this.#fileOf.delete(oldest);
  }

  of(file: FilePath): FilePath[] {
    return [...this.#fileOf].flatMap(([asked, found]) => (found === file ? [asked] : []));
  }
}
