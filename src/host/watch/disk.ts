// What file watching asks of the disk, and Node's way to answer it.
//
// Invariant: a path that is not there, or that we may not see, is an answer (undefined); only a disk that cannot
// answer throws. The difference decides between "deleted" and "unknown".

import type { BigIntStats, FSWatcher } from "node:fs";
import { lstatSync, readdirSync, statfsSync, watch } from "node:fs";

import { COARSE_TICK_NS, TICK_NS } from "./limits.ts";

export type DiskLook =
  /** The stamp differs whenever the content does; NaN, which equals nothing, says that no stamp can promise that yet. */
  | { readonly kind: "file"; readonly stamp: number }
  | { readonly kind: "directory"; readonly device: bigint; readonly inode: bigint }
  | { readonly kind: "other" };

export interface Ears {
  /** `name` is relative to the watched directory; null where the platform does not report it. */
  readonly onEvent: (name: string | null, event: "rename" | "change") => void;
  readonly onFailure: (why: string) => void;
}

export interface Attachment {
  close(): void;
  /** From `ref()` to `unref()` the process stays alive for this watch. */
  ref(): void;
  unref(): void;
}

export type Attached =
  | ({ readonly kind: "attached" } & Attachment)
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly why: string };

export interface WatchDisk {
  /** Does not follow a symbolic link: it counts as a file. */
  look(path: string): DiskLook | undefined;
  names(directory: string): readonly string[] | undefined;
  attach(directory: string, reach: "directory" | "recursive", ears: Ears): Attached;
  /** Whether every change on the file system of `path` is made through this kernel, so that it gives an event. */
  tellsAll(path: string): boolean;
}

export const nodeDisk: WatchDisk = {
  look(path) {
    const stat = unlessAbsent(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
    if (stat === undefined) return undefined;
    if (stat.isDirectory()) return { kind: "directory", device: stat.dev, inode: stat.ino };
    if (stat.isFile() || stat.isSymbolicLink()) return { kind: "file", stamp: stampOf(stat) };
    return { kind: "other" };
  },

  names(directory) {
    return unlessAbsent(() => readdirSync(directory));
  },

  attach(directory, reach, ears) {
    let watcher: FSWatcher;
    try {
      watcher = watch(directory, { persistent: false, recursive: reach === "recursive" });
    } catch (error) {
      return isAbsence(error) ? { kind: "absent" } : { kind: "refused", why: whyRefused(error) };
    }
    watcher.on("change", (event, name) =>
      ears.onEvent(typeof name === "string" ? name : null, event === "rename" ? "rename" : "change"),
    );
    watcher.on("error", (error) => ears.onFailure(whyRefused(error)));
    return {
      kind: "attached",
      close: () => watcher.close(),
      ref: () => void watcher.ref(),
      unref: () => void watcher.unref(),
    };
  },

  tellsAll(path) {
    try {
      return localFileSystems.has(statfsSync(path).type);
    } catch {
      // A file system that does not say what it is gets no trust.
      return false;
    }
  },
};

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// Types that statfs(2) gives. Others are shared with machines or kernels whose changes give no event here (NFS, SMB,
// 9p and FUSE, which containers and virtual machines use for folders of their host), or it was not examined.
const localFileSystems: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x2fc12fc1, // zfs
  0xf2f52010, // f2fs
  0xca451a4e, // bcachefs
  0x01021994, // tmpfs
  0x858458f6, // ramfs
  0x794c7630, // overlayfs
  0x52654973, // reiserfs
  0x3153464a, // jfs
  0xf15f, // ecryptfs
  0x4d44, // vfat
  0x2011bab0, // exfat
  0x7366746e, // ntfs3
]);

const absences: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ENAMETOOLONG", "ELOOP"]);

function isAbsence(error: unknown): boolean {
  return absences.has(codeOf(error));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function unlessAbsent<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function whyRefused(error: unknown): string {
  switch (codeOf(error)) {
    case "ENOSPC":
      return "the system limit for file watches was reached (fs.inotify.max_user_watches)";
    case "EMFILE":
      return "the system limit for watchers or open files was reached (fs.inotify.max_user_instances, ulimit -n)";
    default:
      return `a directory could not be watched: ${reasonOf(error)}`;
  }
}

const fields = new BigInt64Array(4);
const words = new Uint32Array(fields.buffer);

/** Folds size, inode, and both times in nanoseconds into the 53 bits that a number holds exactly. */
function stampOf(stat: BigIntStats): number {
  // The times of files come from the wall clock of the machine, so they are compared with it and no other.
  const age = BigInt(Date.now()) * 1_000_000n - stat.ctimeNs;
  if (age < (stat.ctimeNs % 1_000_000_000n === 0n ? COARSE_TICK_NS : TICK_NS)) return Number.NaN;
  fields[0] = stat.size;
  fields[1] = stat.ino;
  fields[2] = stat.mtimeNs;
  fields[3] = stat.ctimeNs;
  let low = 0x2545f491;
  let high = 0x9e3779b9;
  for (const word of words) {
    low = Math.imul(low ^ word, 0x85ebca6b);
    low ^= low >>> 15;
    high = Math.imul(high ^ word ^ low, 0xc2b2ae35);
    high ^= high >>> 13;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
