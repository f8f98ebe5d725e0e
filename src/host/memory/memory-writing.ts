// Writing to the files of a machine in memory.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, isInside } from "../../model/file-path.ts";
import type { MemoryFiles } from "./memory-files.ts";
import { replacedBytes } from "../read-limits.ts";
import type { Attributes, Entry, Holder, Writing } from "../writing.ts";
import { WriteFault } from "../writing.ts";

export class MemoryWriting implements Writing {
  readonly #files: MemoryFiles;
  readonly #modes = new Map<FilePath, number>();
  /** Which file stands at a path; one that another process has made there is known by its path. */
  readonly #ids = new Map<FilePath, string>();
  /** Directories that hold nothing; the others are there by what they hold. */
  readonly #empty = new Set<FilePath>();
  #nonces = 0;
  #made = 0;
  /** Processes besides our own that are still there, by their number. */
  readonly alive = new Set<number>();
  /** Every process that wrote something before is another one, and has ended. */
  ended = false;

  constructor(files: MemoryFiles) {
    this.#files = files;
  }

  /** Changes the permissions of a file as another process on the machine would. */
  permit(path: FilePath, mode: number): void {
    this.#modes.set(path, mode);
  }

  async look(path: FilePath): Promise<Entry | undefined> {
    const owner = { uid: 0, gid: 0 };
    const usual = { owner, names: 1, id: this.#ids.get(path) ?? path };
    if (this.#files.isLink(path)) return { ...usual, kind: "link", size: 0, mode: 0o777, isWritable: true };
    const found = await this.#files.stat(path);
    const kind = found?.kind ?? (this.#empty.has(path) ? "directory" : undefined);
    if (kind === undefined) return undefined;
    const mode = this.#modes.get(path) ?? (kind === "file" ? 0o644 : 0o755);
    return { ...usual, kind, size: found?.size ?? 0, mode, isWritable: (mode & 0o222) !== 0 };
  }

  async read(path: FilePath): Promise<Uint8Array | undefined> {
    return this.#files.isLink(path) ? fail("ELOOP", path) : this.#files.read(path, replacedBytes);
  }

  async create(path: FilePath, bytes: Uint8Array, { mode }: Attributes): Promise<void> {
    if ((await this.look(path)) !== undefined) fail("EEXIST", path);
    this.#files.write(path, bytes);
    this.#modes.set(path, mode ?? 0o644);
    this.#ids.set(path, `made-${++this.#made}`);
    for (const directory of ancestors(path)) this.#empty.delete(directory);
  }

  /** Nothing in memory is. */
  async adorned(): Promise<readonly FilePath[]> {
    return [];
  }

  async adorn(): Promise<boolean> {
    return true;
  }

  async link(from: FilePath, to: FilePath): Promise<void> {
    const bytes = (await this.read(from)) ?? fail("ENOENT", from);
    await this.create(to, bytes, { mode: this.#modes.get(from) ?? 0o644 });
    this.#ids.set(to, this.#ids.get(from) ?? from);
  }

  async rename(from: FilePath, to: FilePath): Promise<void> {
    const found = (await this.look(from)) ?? fail("ENOENT", from);
    if (found.kind === "directory") return this.#moveDirectory(from, to);
    const bytes = (await this.read(from)) ?? fail("ENOENT", from);
    const id = this.#ids.get(from) ?? from;
    await this.remove(from);
    this.#files.write(to, bytes);
    this.#ids.set(to, id);
    this.#modes.set(to, found.mode);
  }

  async remove(path: FilePath): Promise<boolean> {
    this.#modes.delete(path);
    this.#ids.delete(path);
    return this.#files.remove(path).length > 0;
  }

  async makeDirectory(path: FilePath): Promise<void> {
    if ((await this.look(path)) !== undefined) fail("EEXIST", path);
    this.#empty.add(path);
  }

  async removeDirectory(path: FilePath): Promise<boolean> {
    return (await this.#files.stat(path)) === undefined && this.#empty.delete(path);
  }

  async syncDirectory(): Promise<void> {}

  async doubt(): Promise<undefined> {}

  nonce(): string {
    return String(++this.#nonces).padStart(16, "0");
  }

  async self(): Promise<Holder> {
    return { pid: 1_000, startTime: "1", machine: "memory", boot: "1", namespace: "1" };
  }

  async isAlive({ pid }: Holder): Promise<boolean> {
    return (pid === 1_000 && !this.ended) || this.alive.has(pid);
  }

  async #moveDirectory(from: FilePath, to: FilePath): Promise<void> {
    for (const file of this.#files.below(from)) await this.rename(file, `${to}${file.slice(from.length)}` as FilePath);
    for (const directory of [...this.#empty].filter((one) => isInside(from, one))) {
      this.#empty.delete(directory);
      this.#empty.add(`${to}${directory.slice(from.length)}` as FilePath);
    }
  }
}

function fail(code: string, path: FilePath): never {
  throw new WriteFault(code, path, undefined);
}
