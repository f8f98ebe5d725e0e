// Knows which directories lie on a disk of this machine, where looking at a file takes microseconds and cannot hang.
//
// The trip to Node's thread pool and back costs fifty times as much as the look itself. On a file system of another
// machine a look may take for ever, and must never be taken by the thread that keeps everybody's deadlines.

import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Spec: statfs(2), `f_type`: ext2-4, XFS, Btrfs, tmpfs, overlay, F2FS, ZFS, APFS and HFS+ as Node tells them on macOS. */
const localTypes: ReadonlySet<number> = new Set([
  ...[0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1],
  ...[0x1a, 0x11],
]);

/** Directories remembered at the most; then all are asked about again. */
const maxKnown = 20_000;

export class LocalDirectories {
  readonly #known = new Map<string, boolean>();
  readonly #typeOf: (path: string) => Promise<number>;

  constructor(typeOf: (path: string) => Promise<number> = async (path) => (await statfs(path)).type) {
    this.#typeOf = typeOf;
  }

  /** Whether a file may be looked at without leaving this thread; false until its directory has been asked about. */
  holds(path: string): boolean {
    const directory = dirname(path);
    const known = this.#known.get(directory);
    if (known === undefined) void this.#learn(directory);
    return known === true;
  }

  async #learn(directory: string): Promise<void> {
    if (this.#known.size >= maxKnown) this.#known.clear();
    // Nobody asks twice while the answer is on its way.
    this.#known.set(directory, false);
    try {
      this.#known.set(directory, localTypes.has(await this.#typeOf(directory)));
    } catch {
      // What cannot be told is not local; and a directory that does not exist may come to lie anywhere.
      this.#known.delete(directory);
    }
  }
}
