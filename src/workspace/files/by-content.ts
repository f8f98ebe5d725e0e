// Values found out about files, kept for each content: dropped when the watcher reports the file, else compared by stamp.
//
// Invariant: a file that changes while it is read leaves no value behind.
// Invariant: what was written so recently that an equal stamp would prove nothing is kept only where changes are reported.

import type { FileStat } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FileChange } from "../../host/watch.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { racyStampMs } from "../../session/limits.ts";

export interface ContentContext {
  readonly host: Host;
  /** Whether every change of a file is reported, so that its value needs no comparison. */
  isFollowed(file: FilePath): boolean;
  /** Values kept at the most; those read longest ago go first. */
  readonly maxKept?: number;
}

const defaultMaxKept = 200_000;

export class ByContent<T> {
  readonly #context: ContentContext;
  readonly #kept = new Map<FilePath, Kept<T>>();
  /** Files that are being read; a change that is reported meanwhile takes them out. */
  readonly #reading = new Map<FilePath, Promise<T | undefined>>();

  constructor(context: ContentContext) {
    this.#context = context;
  }

  get values(): Iterable<T> {
    return [...this.#kept.values()].map(({ value }) => value);
  }

  /** The value that is known without reading the disk. */
  known(file: FilePath): T | undefined {
    const known = this.#kept.get(file);
    return known !== undefined && this.#context.isFollowed(file) ? known.value : undefined;
  }

  /** Undefined when there is nothing at the path. */
  of(file: FilePath, find: (stat: FileStat) => Promise<T>): Promise<T | undefined> {
    const known = this.known(file);
    if (known !== undefined) return Promise.resolve(known);
    const under = this.#reading.get(file);
    // A reading that nothing would cut short may have begun before what its caller has seen written.
    if (under !== undefined && this.#context.isFollowed(file)) return under;
    const reading: Promise<T | undefined> = this.#find(file, find, () => this.#reading.get(file) === reading);
    this.#reading.set(file, reading);
    return reading;
  }

  filesChanged(changes: readonly FileChange[]): void {
    for (const { path } of changes) {
      this.#kept.delete(filePath(path));
      this.#reading.delete(filePath(path));
    }
  }

  /** Changes may have been missed. */
  forgetAll(): void {
    this.#kept.clear();
    this.#reading.clear();
  }

  // — below: private, in the order they are used —

  async #find(file: FilePath, find: (stat: FileStat) => Promise<T>, isCurrent: () => boolean): Promise<T | undefined> {
    const { host } = this.#context;
    try {
      const stat = await host.files.stat(file);
      const known = this.#kept.get(file);
      if (stat === undefined) return undefined;
      if (known?.stamp === stat.stamp) return known.value;
      const value = await find(stat);
      const isSettled = stat.changedAt < host.clock.wall() - racyStampMs;
      if (isCurrent() && (isSettled || this.#context.isFollowed(file)))
        this.#keep(file, { stamp: isSettled ? stat.stamp : undefined, value });
      return value;
    } finally {
      if (isCurrent()) this.#reading.delete(file);
    }
  }

  #keep(file: FilePath, entry: Kept<T>): void {
    this.#kept.delete(file);
    this.#kept.set(file, entry);
    const { maxKept = defaultMaxKept } = this.#context;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) return;
      this.#kept.delete(oldest);
    }
  }
}

/** Values about files and directories whose changes nothing reports: stamps are compared each time. */
export function comparedByStamp<T>(host: Host): ByContent<T> {
  return new ByContent({ host, isFollowed: () => false, maxKept: 5_000 });
}

interface Kept<T> {
  /** Undefined where an equal stamp would prove nothing. */
  readonly stamp: string | undefined;
  readonly value: T;
}
