// Writing of files, as an interface: the few acts of which a change of several files is made.
//
// Invariant: a path that is written is a real one. Where a directory above it has become a link in the meantime the
// act fails with ELOOP, so that nothing is ever written where a link leads.

import type { FilePath } from "../model/file-path.ts";

/** What a new file is given beside its content. */
export interface Attributes {
  /** Permissions, the bits below 0o7777. Without them the file gets what the system gives any new file. */
  readonly mode?: number;
  /** Given on as far as the system permits. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** How a file is made. */
export interface Making extends Attributes {
  /** Of use only while the machine runs: without power its content may be lost, and writing does not wait until it is durable. */
  readonly isBrief?: boolean;
}

/** What stands at a path itself, a link not followed. */
export interface Entry extends Attributes {
  readonly kind: "file" | "directory" | "link" | "other";
  /** Which file it is, whatever its names, and after it was moved; empty where the system does not say. */
  readonly id: string;
  readonly mode: number;
  /** False for a file that is not to be written: it is read-only, or we lack permission. */
  readonly isWritable: boolean;
  readonly size: number;
  /** How many names the same file has. */
  readonly names: number;
}

/** The identity of a process, unique as far as the system can distinguish processes. */
export interface Holder {
  readonly pid: number;
  /** When it was started, in the units of its system; empty where the system does not say. */
  readonly startTime: string;
  /** Where the numbers above mean something: the machine, its boot, the namespace of processes. */
  readonly machine: string;
  readonly boot: string;
  readonly namespace: string;
  /** What people call the machine. */
  readonly host?: string;
}

export interface Writing {
  /** Undefined when there is nothing. */
  look(path: FilePath): Promise<Entry | undefined>;
  /** The content of a file; a link is not followed. Undefined when there is nothing. */
  read(path: FilePath): Promise<Uint8Array | undefined>;
  /**
   * Makes a file that must not be there yet, or nothing. Its content is durable when this resolves, unless it is to be
   * brief; its name is not.
   * What a file carries beyond `like` is what the system gives any new file in that directory, until it is adorned.
   */
  create(path: FilePath, bytes: Uint8Array, like: Making): Promise<void>;
  /**
   * Which of the files carry extended attributes or lists of access rights, that a new file in their place would lack;
   * undefined where the system does not say.
   */
  adorned(paths: readonly FilePath[]): Promise<readonly FilePath[] | undefined>;
  /** Gives a file those of another one; false where that is not possible here. */
  adorn(from: FilePath, to: FilePath): Promise<boolean>;
  /** Gives a file a second name, which must not be taken. */
  link(from: FilePath, to: FilePath): Promise<void>;
  /** Replaces what stands at `to`. */
  rename(from: FilePath, to: FilePath): Promise<void>;
  /** False when there was nothing. */
  remove(path: FilePath): Promise<boolean>;
  /** One directory, which must not be there yet. */
  makeDirectory(path: FilePath, mode: number): Promise<void>;
  /** False when it is not empty or not there. */
  removeDirectory(path: FilePath): Promise<boolean>;
  /** Makes the names in a directory durable. */
  syncDirectory(path: FilePath): Promise<void>;
  /** Why another user could have written what is there, or could replace it; undefined if no other user could. */
  doubt(path: FilePath): Promise<string | undefined>;
  /** An unpredictable part of a name. */
  nonce(): string;
  self(): Promise<Holder>;
  /** `unknown` for one of another machine or namespace, whose numbers mean nothing here. */
  isAlive(holder: Holder): Promise<boolean | "unknown">;
}

/** Whether the disk refused a second name because it knows none. */
export function isUnlinkable(error: unknown): error is WriteFault {
  return error instanceof WriteFault && unlinkable.has(error.code);
}

const unlinkable: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]);

/** The machine said no to something that was to be written. */
export class WriteFault extends Error {
  override readonly name = "WriteFault";
  readonly code: string;
  readonly path: string;
  constructor(code: string, path: string, cause: unknown) {
    super(`${path} cannot be written (${code})`, { cause });
    this.code = code;
    this.path = path;
  }
}

/** What the work gives, or another value where the machine says no. */
export async function orIfFaulty<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WriteFault) return otherwise;
    throw error;
  }
}

// — Files that only grow, and the small file beside one that says how far it has grown —
//
// Invariant: what is appended is whole or not there, also where the disk is full in the middle of it, and where another
// process appends to the same file.

export interface LogFile {
  /** With the kernel when this resolves, in the order of the calls: the end of this process loses nothing of it. */
  append(bytes: Uint8Array): Promise<void>;
  /** What was appended is durable when this resolves: without power nothing of it is lost. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A text of constant size that is overwritten in place. */
export interface MarkFile {
  put(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Each fails with a `WriteFault`. No link is followed, and only the user can read what is made. */
export interface LogFiles {
  /** A file that must not be there yet, and that only this process writes. */
  create(path: FilePath): Promise<LogFile>;
  /** A file that may be there, and that other processes may append to at the same time. */
  share(path: FilePath): Promise<LogFile>;
  /** A mark that must not be there yet. */
  createMark(path: FilePath): Promise<MarkFile>;
}
