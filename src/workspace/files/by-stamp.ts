// Values that were found out about files and directories, kept while the stamp of each is the one they were found with.
//
// Invariant: what was written so recently that an equal stamp would prove nothing is found out each time.

import type { FileStat } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { racyStampMs } from "../../session/limits.ts";

/** Values kept at most, by default. */
const usualMaxKept = 5_000;

export class ByStamp<T> {
  readonly #host: Host;
  readonly #maxKept: number;
  /** In the order of their last use. */
  readonly #kept = new Map<FilePath, { readonly stamp: string; readonly value: T }>();

  /** Beyond `maxKept` values the least recently used go first. */
  constructor(host: Host, maxKept = usualMaxKept) {
    this.#host = host;
    this.#maxKept = maxKept;
  }

  /** Undefined when there is nothing at the path. */
  async of(path: FilePath, find: (stat: FileStat) => Promise<T>): Promise<T | undefined> {
    const stat = await this.#host.files.stat(path);
    const known = this.#kept.get(path);
    this.#kept.delete(path);
    if (stat === undefined) return undefined;
    const value = known?.stamp === stat.stamp ? known.value : await find(stat);
    const isSettled = known?.stamp === stat.stamp || stat.changedAt < this.#host.clock.wall() - racyStampMs;
    if (isSettled) this.#kept.set(path, { stamp: stat.stamp, value });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#maxKept) break;
      this.#kept.delete(oldest);
    }
    return value;
  }
}
