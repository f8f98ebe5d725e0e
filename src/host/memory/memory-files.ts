// Files that exist in memory only, for tests that need a disk they can move.
//
// Invariant: every write gives a new stamp, also when the content stays the same.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside, relativeTo } from "../../model/file-path.ts";
import type { Clock } from "../../std/clock.ts";
import type { DirectoryEntry, Files, FileStat } from "../files.ts";
import { FileFault, notRegular, tooLarge } from "../files.ts";
import { nodeFiles } from "../node/node-files.ts";

interface Stored {
  readonly bytes: Uint8Array;
  readonly stamp: string;
  readonly changedAt: number;
}

export class MemoryFiles implements Files {
  readonly #clock: Clock;
  readonly #files = new Map<FilePath, Stored>();
  readonly #links = new Map<FilePath, FilePath>();
  readonly #faults = new Map<FilePath, string>();
  readonly #special = new Set<FilePath>();
  readonly #whenRead = new Map<FilePath, (() => void)[]>();
  #writes = 0;
  /** Awaited before each access to a file, so that a test can count accesses, or make them slow and overlap. */
  slowness: (access: "read" | "stat", path: FilePath) => Promise<void> = async () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True when the file is new. */
  write(path: FilePath, content: string | Uint8Array): boolean {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const isNew = !this.#files.has(path);
    this.#files.set(path, { bytes, stamp: `write-${++this.#writes}`, changedAt: this.#clock.wall() });
    return isNew;
  }

  /** Removes a file, or a directory with all below it. Returns the files that went. */
  remove(path: FilePath): FilePath[] {
    const gone = [...this.#files.keys()].filter((file) => isInside(path, file));
    for (const file of gone) {
      this.#files.delete(file);
      this.#special.delete(file);
    }
    this.#links.delete(path);
    return gone;
  }

  /** Makes `path` another name of `target`. */
  link(path: FilePath, target: FilePath): void {
    this.#links.set(path, target);
  }

  isLink(path: FilePath): boolean {
    return this.#links.has(path);
  }

  below(directory: FilePath): FilePath[] {
    return [...this.#files.keys()].filter((file) => file !== directory && isInside(directory, file));
  }

  /** Makes every access to the path fail with this error code, until `undefined` is given. */
  fail(path: FilePath, code: string | undefined): void {
    if (code === undefined) this.#faults.delete(path);
    else this.#faults.set(path, code);
  }

  /** Puts a pipe, a device or a socket there: it can be listed and has a `stat`, but is not read. */
  makeSpecial(path: FilePath): void {
    this.write(path, "");
    this.#special.add(path);
  }

  /** Runs the act once, in the middle of the next read: after the bytes were taken, before they are handed out. */
  duringRead(path: FilePath, act: () => void): void {
    this.#whenRead.set(path, [...(this.#whenRead.get(path) ?? []), act]);
  }

  async read(path: FilePath, maxBytes: number): Promise<Uint8Array | undefined> {
    await this.slowness("read", path);
    const bytes = this.#at(path)?.bytes;
    if (this.#special.has(this.#resolve(path))) throw new FileFault(notRegular, path, undefined);
    if (bytes !== undefined && bytes.length > maxBytes) throw new FileFault(tooLarge, path, undefined);
    this.#whenRead.get(path)?.shift()?.();
    return bytes;
  }

  async readReal(
    path: FilePath,
    maxBytes: number,
  ): Promise<{ readonly bytes: Uint8Array; readonly real: FilePath } | undefined> {
    const real = this.#resolve(path);
    const bytes = await this.read(path, maxBytes);
    return bytes && { bytes, real };
  }

  async stat(path: FilePath): Promise<FileStat | undefined> {
    await this.slowness("stat", path);
    const file = this.#at(path);
    if (file !== undefined) {
      const kind = this.#special.has(this.#resolve(path)) ? "other" : "file";
      return { kind, size: file.bytes.length, stamp: file.stamp, changedAt: file.changedAt };
    }
    if (!this.#isDirectory(path)) return undefined;
    return { kind: "directory", size: 0, stamp: "directory", changedAt: 0 };
  }

  async list(path: FilePath): Promise<readonly DirectoryEntry[] | undefined> {
    const real = this.#resolve(path);
    if (!this.#isDirectory(real)) return undefined;
    const entries = new Map<string, DirectoryEntry>();
    for (const file of this.#files.keys()) {
      const [name, ...deeper] = relativeTo(real, file)?.split("/") ?? [];
      if (name !== undefined && name !== ".")
        entries.set(name, { name, kind: deeper.length > 0 ? "directory" : this.#special.has(file) ? "other" : "file" });
    }
    for (const link of this.#links.keys()) {
      if (relativeTo(real, link) === baseName(link))
        entries.set(baseName(link), { name: baseName(link), kind: "other" });
    }
    return [...entries.values()];
  }

  async real(path: FilePath): Promise<FilePath | undefined> {
    const real = this.#resolve(path);
    return this.#files.has(real) || this.#isDirectory(real) ? real : undefined;
  }

  async trail(path: FilePath): Promise<readonly FilePath[]> {
    return [...new Set([path, this.#resolve(path)])];
  }

  hash(bytes: Uint8Array): string {
    return nodeFiles.hash(bytes);
  }

  decode(bytes: Uint8Array): { readonly text: string; readonly lossy: boolean } {
    return nodeFiles.decode(bytes);
  }

  #at(path: FilePath): Stored | undefined {
    const code = this.#faults.get(path);
    if (code !== undefined) throw new FileFault(code, path, undefined);
    return this.#files.get(this.#resolve(path));
  }

  #isDirectory(path: FilePath): boolean {
    return !this.#files.has(path) && [...this.#files.keys()].some((file) => isInside(path, file));
  }

  /** Links are followed once for each name that is one, the outermost first. */
  #resolve(path: FilePath): FilePath {
    for (const [link, target] of this.#links) {
      const rest = relativeTo(link, path);
      if (rest !== undefined) return rest === "." ? target : (`${target}/${rest}` as FilePath);
    }
    return path;
  }
}
