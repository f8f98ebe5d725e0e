// Files that only grow, on the real disk.
//
// On a local disk a write into the page cache takes microseconds and is made on this thread; elsewhere it may block, and
// is made on another.

import { fdatasync, ftruncateSync, write, writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { constants, open } from "node:fs/promises";
import { promisify } from "node:util";
import type { FilePath } from "../../model/file-path.ts";
import { errorCode } from "../error-code.ts";
import type { LogFile, LogFiles, MarkFile } from "../writing.ts";
import { LocalDirectories } from "../watch/local-directories.ts";
import { WriteFault } from "../writing.ts";
import { atRealPath } from "./node-writing.ts";

export const nodeLogFiles: LogFiles = {
  create: async (path) => new NodeLogFile(path, await opened(path, O_EXCL | O_APPEND), false),
  share: async (path) => new NodeLogFile(path, await opened(path, O_APPEND), true),
  createMark: async (path) => new NodeMarkFile(path, await opened(path, O_EXCL)),
};

// — below: private, in the order they are used —

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
const local = new LocalDirectories();
const writtenAt = promisify(write);
const synced = promisify(fdatasync);
const newline = 10;

async function opened(path: FilePath, how: number): Promise<FileHandle> {
  return orFault(path, () =>
    atRealPath(path, async (place) => {
      const handle = await open(place, O_CREAT | O_NOFOLLOW | O_WRONLY | how, 0o600);
      if ((await handle.stat()).isFile()) return handle;
      await handle.close();
      throw Object.assign(new Error("not a regular file"), { code: "EINVAL" });
    }),
  );
}

async function orFault<T>(path: FilePath, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(path, error);
  }
}

function faultOf(path: FilePath, error: unknown): WriteFault {
  return error instanceof WriteFault ? error : new WriteFault(errorCode(error), path, error);
}

class NodeLogFile implements LogFile {
  readonly #path: FilePath;
  readonly #handle: FileHandle;
  readonly #isShared: boolean;
  #isLocal = false;
  /** Where the last whole append ended, in a file that is ours alone. */
  #size = 0;
  /** A part of an append is at the end. */
  #isTorn = false;

  constructor(path: FilePath, handle: FileHandle, isShared: boolean) {
    this.#path = path;
    this.#handle = handle;
    this.#isShared = isShared;
  }

  async append(bytes: Uint8Array): Promise<void> {
    try {
      this.#isLocal ||= local.names(this.#path);
      const whole = this.#isTorn ? this.#mended(bytes) : bytes;
      await this.#write(whole);
      this.#size += whole.length;
      this.#isTorn = false;
    } catch (error) {
      throw faultOf(this.#path, error);
    }
  }

  sync(): Promise<void> {
    return orFault(this.#path, () => synced(this.#handle.fd));
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** One call of the system for all of it, which other processes cannot divide. */
  async #write(bytes: Uint8Array): Promise<void> {
    let done = 0;
    try {
      while (done < bytes.length) {
        const { fd } = this.#handle;
        done += this.#isLocal
          ? writeSync(fd, bytes, done)
          : (await writtenAt(fd, bytes, done, bytes.length - done, null)).bytesWritten;
      }
    } catch (error) {
      if (done > 0) this.#tear();
      throw error;
    }
  }

  /** A part of a line is no line: it is taken back, or ended where others may have written behind it. */
  #tear(): void {
    this.#isTorn = true;
    if (this.#isShared) return;
    try {
      ftruncateSync(this.#handle.fd, this.#size);
      this.#isTorn = false;
    } catch {
      // The next append tries again.
    }
  }

  #mended(bytes: Uint8Array): Uint8Array {
    if (this.#isShared) return Buffer.concat([Uint8Array.of(newline), bytes]);
    ftruncateSync(this.#handle.fd, this.#size);
    return bytes;
  }
}

class NodeMarkFile implements MarkFile {
  readonly #path: FilePath;
  readonly #handle: FileHandle;
  #isLocal = false;

  constructor(path: FilePath, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  async put(bytes: Uint8Array): Promise<void> {
    try {
      this.#isLocal ||= local.names(this.#path);
      if (this.#isLocal) writeSync(this.#handle.fd, bytes, 0, bytes.length, 0);
      else await writtenAt(this.#handle.fd, bytes, 0, bytes.length, 0);
    } catch (error) {
      throw faultOf(this.#path, error);
    }
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
