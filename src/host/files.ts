// Reading of files, as an interface.

import type { FilePath } from "../model/file-path.ts";
import type { ContextStamp } from "../model/records/context-item.ts";

export interface FileStat {
  readonly kind: "file" | "directory" | "other";
  readonly size: number;
  /** Changes whenever the content may have changed: inode, size and both times to the nanosecond. */
  readonly stamp: string;
  /** When it was last changed, by the wall clock, in milliseconds. */
  readonly changedAt: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "other";
}

/** The targets of links by path, undefined for what is no link; shared by the lookups of one call only. */
export type LinksRead = Map<string, string | undefined>;

export interface Files {
  /**
   * The content of a regular file that has no more than so many bytes (`read-limits.ts`). Undefined when there is no such
   * file; a larger one, a pipe, a device and every other failure throw a FileFault.
   */
  read(path: FilePath, maxBytes: number): Promise<Uint8Array | undefined>;
  /** The same, with the real path of the very file that was read, whatever the path led to before or after. */
  readReal(
    path: FilePath,
    maxBytes: number,
  ): Promise<{ readonly bytes: Uint8Array; readonly real: FilePath } | undefined>;
  /** Follows links. Undefined when there is nothing at the path. */
  stat(path: FilePath): Promise<FileStat | undefined>;
  /** Undefined when there is no such directory. */
  list(path: FilePath): Promise<readonly DirectoryEntry[] | undefined>;
  /** The path with every link resolved. Undefined when there is nothing at the path. */
  real(path: FilePath): Promise<FilePath | undefined>;
  /** Every place that the way to the path passes: itself, each link and what it names, and where it ends. */
  trail(path: FilePath, read?: LinksRead): Promise<readonly FilePath[]>;
  hash(bytes: Uint8Array): string;
  /** UTF-8 to text; invalid sequences become replacement characters and are reported. */
  decode(bytes: Uint8Array): { readonly text: string; readonly lossy: boolean };
}

/** Codes of our own, beside those of the system. */
export const notRegular = "not a regular file";
export const tooLarge = "too large";

/** The machine said no (permission, too many open files, an I/O error), or the file is none that is read. */
export class FileFault extends Error {
  override readonly name = "FileFault";
  readonly code: string;
  constructor(code: string, path: string, cause: unknown) {
    super(`${path} cannot be read (${code})`, { cause });
    this.code = code;
  }

  /** A clause for people. */
  get why(): string {
    if (this.code === notRegular) return "it is not a regular file";
    return this.code === tooLarge ? "it is too large to be read" : `the system says ${this.code}`;
  }
}

/** Returns `otherwise` where the disk refuses to read, list or stat. */
export async function orIfUnreadable<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileFault) return otherwise;
    throw error;
  }
}

/** How a file is on disk now, for what rests on it and is used later; without a time where it cannot be looked at. */
export async function stampOf(files: Pick<Files, "stat">, file: FilePath): Promise<ContextStamp> {
  const stat = await orIfUnreadable(undefined, () => files.stat(file));
  if (stat === undefined) return { file };
  return { file, modified: new Date(stat.changedAt).toISOString(), stamp: stat.stamp };
}

/** The text of a file; undefined for one that is not there, is too large or may not be read. */
export function textOrNothing(
  files: Pick<Files, "read" | "decode">,
  path: FilePath,
  maxBytes: number,
): Promise<string | undefined> {
  return orIfUnreadable(undefined, async () => {
    const bytes = await files.read(path, maxBytes);
    return bytes && files.decode(bytes).text;
  });
}
