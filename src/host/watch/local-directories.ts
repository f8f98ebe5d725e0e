// Knows which files lie on a local disk, where a `stat` takes microseconds and cannot hang.
//
// The trip to Node's thread pool and back costs fifty times as much as the `stat` itself. On a network file system a
// `stat` may block for ever, and must never block the thread that enforces the deadlines of all calls.
// Invariant: links and mount points are not followed here, because what they lead to may lie anywhere.

import { lstatSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "../error-code.ts";

/** Spec: statfs(2), `f_type`: ext2-4, XFS, Btrfs, tmpfs, overlay, F2FS, ZFS. */
const localTypes: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1,
]);

/** The most directories that are remembered; at this number all are forgotten. */
const maxKnown = 20_000;

export interface MountTable {
  typeOf(path: string): Promise<number>;
  /** Where file systems are mounted; undefined where the system does not say. */
  points(): ReadonlySet<string> | undefined;
  isLink(path: string): boolean;
  isAbsent(path: string): boolean;
}

export class LocalDirectories {
  readonly #known = new Map<string, boolean>();
  readonly #mounts: MountTable;

  constructor(mounts: MountTable = linuxMounts) {
    this.#mounts = mounts;
  }

  /** Whether a file may be read on this thread; false until the file system of its directory is known. */
  holds(path: string): boolean {
    return this.names(path) && !this.#mounts.isLink(path);
  }

  /** As `holds`, but also true of a link: for a caller that does not follow it. */
  names(path: string): boolean {
    const directory = dirname(path);
    const known = this.#known.get(directory);
    if (known === undefined) void this.#learn(directory);
    return known === true && this.#mounts.points()?.has(path) === false;
  }

  /** Whether a directory above a path is certainly absent, so that nothing can be at the path. */
  lacks(path: string): boolean {
    const directory = dirname(path);
    if (directory === path || this.#known.has(directory)) return false;
    return this.lacks(directory) || (this.names(directory) && this.#mounts.isAbsent(directory));
  }

  async #learn(directory: string): Promise<void> {
    if (this.#known.size >= maxKnown) this.#known.clear();
    // Until `statfs` answers, the directory counts as not local, and no second call is made for it.
    this.#known.set(directory, false);
    try {
      this.#known.set(directory, localTypes.has(await this.#mounts.typeOf(directory)));
    } catch {
      // The next call tries again: a directory that does not exist may later be created, on any file system.
      this.#known.delete(directory);
    }
  }
}

/** How long the list of mount points is reused. */
const mountsMs = 5_000;
let lastRead: { readonly at: number; readonly points: ReadonlySet<string> | undefined } | undefined;

/** Only Linux lists its mount points in a file; on other systems no file counts as local. */
const linuxMounts: MountTable = {
  typeOf: async (path) => (await statfs(path)).type,
  points() {
    const now = performance.now();
    if (lastRead === undefined || now - lastRead.at > mountsMs) lastRead = { at: now, points: mountPoints() };
    return lastRead.points;
  },
  isLink: (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true,
  isAbsent(path) {
    try {
      return lstatSync(path, { throwIfNoEntry: false }) === undefined;
    } catch (error) {
      // A part of the path is a file, as `.git` is in a worktree: nothing is below it. Other errors prove nothing.
      return errorCode(error) === "ENOTDIR";
    }
  },
};

/** Spec: proc_pid_mounts(5): a space, a tab, a line end and a backslash in a path are written in octal digits, as `\040`. */
export function mountPointsIn(list: string): ReadonlySet<string> {
  const points = list.split("\n").map((line) => line.split(" ")[1] ?? "");
  const decoded = points.map((point) =>
    point.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8))),
  );
  return new Set(decoded.filter((point) => point !== ""));
}

function mountPoints(): ReadonlySet<string> | undefined {
  try {
    return mountPointsIn(readFileSync("/proc/self/mounts", "utf8"));
  } catch {
    // No such list on this system.
    return undefined;
  }
}
