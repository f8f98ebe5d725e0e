// Takes the content of a regular file from the disk: the one place of the product that does.
//
// Invariant: a pipe, a socket or a device is neither opened nor waited for. What replaces a file after its `stat` is
// opened without blocking, and judged again by its handle.
// Invariant: no more than the limit is taken, whatever the file says of its size and however it grows meanwhile.

import type { Stats } from "node:fs";
import { close, closeSync, constants, fstat, fstatSync, lstat, lstatSync, open, openSync, read, stat } from "node:fs";
import { promisify } from "node:util";
import { notRegular, tooLarge } from "./files.ts";

export interface Taking {
  readonly maxBytes: number;
  /** The file lies on a disk of this machine and is no link: its `stat` is synchronous. */
  readonly isLocal: boolean;
  /** A link in the last place is refused with ELOOP instead of followed. */
  readonly refusesLink?: boolean;
  /** Only the beginning is wanted: more than the limit is no fault. */
  readonly head?: boolean;
}

/** The bytes, and what `use` makes of the handle while it is open. Throws the system's error, or one with our own code. */
export async function takeRegular<T>(
  path: string,
  taking: Taking,
  use: (handle: number) => Promise<T>,
): Promise<{ readonly bytes: Uint8Array; readonly used: T }> {
  const { isLocal, refusesLink = false } = taking;
  const kind = isLocal ? lstatSync(path) : await (refusesLink ? looked.itself : looked.followed)(path);
  // Opening a link says what the system says of it.
  if (!kind.isSymbolicLink()) mustBeRegular(kind);
  const flags = reading | (refusesLink || isLocal ? (constants.O_NOFOLLOW ?? 0) : 0);
  const handle = isLocal ? openSync(path, flags) : await opened(path, flags);
  try {
    const found = isLocal ? fstatSync(handle) : await looked.open(handle);
    mustBeRegular(found);
    return { bytes: await bytesOf(handle, found.size, taking), used: await use(handle) };
  } finally {
    if (isLocal) closeSync(handle);
    else await closed(handle);
  }
}

// — below: private, in the order they are used —

const opened = promisify(open);
const readInto = promisify(read);
const closed = promisify(close);
const looked = { followed: promisify(stat), itself: promisify(lstat), open: promisify(fstat) };

/** Windows knows neither flag, and has no files that an opening would wait for. */
const reading = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** What says nothing of its size, or grows, is taken in pieces of this size. */
const pieceBytes = 64 * 1024;

function mustBeRegular(found: Stats): void {
  if (found.isFile()) return;
  throw coded(found.isDirectory() ? "EISDIR" : notRegular);
}

async function bytesOf(handle: number, size: number, { maxBytes, head = false }: Taking): Promise<Uint8Array> {
  if (size > maxBytes && !head) throw coded(tooLarge);
  // One byte more than there should be: a file that grew is seen, and one that did not is read in one go.
  let room = Buffer.allocUnsafeSlow(Math.min(size, maxBytes) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await readInto(handle, room, length, room.length - length, null);
    length += bytesRead;
    if (length > maxBytes && !head) throw coded(tooLarge);
    if (bytesRead === 0 || length > maxBytes) return room.subarray(0, Math.min(length, maxBytes));
    if (length < room.length) continue;
    const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(2 * length, pieceBytes), maxBytes + 1));
    room.copy(larger, 0, 0, length);
    room = larger;
  }
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}
