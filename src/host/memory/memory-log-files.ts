// Files that only grow, on a machine in memory.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, parentOf } from "../../model/file-path.ts";
import type { LogFile, LogFiles, MarkFile } from "../writing.ts";
import { replacedBytes } from "../read-limits.ts";
import { WriteFault } from "../writing.ts";
import type { MemoryFiles } from "./memory-files.ts";
import type { MemoryWriting } from "./memory-writing.ts";

export class MemoryLogFiles implements LogFiles {
  readonly #files: MemoryFiles;
  readonly #writing: MemoryWriting;
  /** The error code with which every append, mark and new file fails, as on a disk that is full or read-only. */
  failure: string | undefined;
  /** Only files of this name fail, if one is given. */
  failingName: string | undefined;
  /** What was made durable, in order: the path and how much of it. */
  readonly synced: { readonly path: FilePath; readonly bytes: number }[] = [];
  /** Paths that were appended to, marked or made, in order. */
  readonly written: FilePath[] = [];
  /** Paths that are open, once for each time they were opened. */
  readonly held: FilePath[] = [];

  constructor(files: MemoryFiles, writing: MemoryWriting) {
    this.#files = files;
    this.#writing = writing;
  }

  async create(path: FilePath): Promise<LogFile> {
    await this.#make(path);
    return this.#log(path);
  }

  async share(path: FilePath): Promise<LogFile> {
    if ((await this.#writing.look(path)) === undefined) await this.#make(path);
    return this.#log(path);
  }

  async createMark(path: FilePath): Promise<MarkFile> {
    await this.#make(path);
    return {
      put: async (bytes) => this.#write(path, bytes),
      close: this.#hold(path),
    };
  }

  #log(path: FilePath): LogFile {
    return {
      append: async (bytes) => {
        const former = (await this.#files.read(path, replacedBytes)) ?? new Uint8Array();
        this.#write(path, Buffer.concat([former, bytes]));
      },
      sync: async () => {
        this.#mayWrite(path);
        this.synced.push({ path, bytes: (await this.#files.read(path, replacedBytes))?.length ?? 0 });
      },
      close: this.#hold(path),
    };
  }

  /** Returns what lets go of it. */
  #hold(path: FilePath): () => Promise<void> {
    this.held.push(path);
    return async () => void this.held.splice(this.held.indexOf(path), 1);
  }

  async #make(path: FilePath): Promise<void> {
    this.#mayWrite(path);
    const directory = parentOf(path) ?? path;
    if ((await this.#writing.look(directory)) === undefined) throw new WriteFault("ENOENT", path, undefined);
    await this.#writing.create(path, new Uint8Array(), { mode: 0o600 });
  }

  #write(path: FilePath, bytes: Uint8Array): void {
    this.#mayWrite(path);
    this.#files.write(path, bytes);
    this.written.push(path);
  }

  #mayWrite(path: FilePath): void {
    const fails = this.failingName === undefined || baseName(path) === this.failingName;
    if (this.failure !== undefined && fails) throw new WriteFault(this.failure, path, undefined);
  }
}
