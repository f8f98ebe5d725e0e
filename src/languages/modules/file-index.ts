// Files by the ways in which imports name them.

import type { FilePath } from "../../model/file-path.ts";
import { baseName } from "../../model/file-path.ts";

export class FileIndex {
  readonly #files: ReadonlySet<FilePath>;
  readonly #byName = new Map<string, FilePath[]>();
  readonly #derived = new Map<unknown, unknown>();

  constructor(files: readonly FilePath[]) {
    this.#files = new Set(files);
    for (const file of files) putUnder(this.#byName, baseName(file), file);
  }

  has(path: FilePath): boolean {
    return this.#files.has(path);
  }

  /** The files whose path ends like this, by whole names. */
  endingIn(tail: string): FilePath[] {
    return (this.#byName.get(baseName(tail)) ?? []).filter((file) => file.endsWith(`/${tail}`));
  }

  /** What a language makes of all paths, which is made once. */
  derived<T>(make: (files: ReadonlySet<FilePath>) => T): T {
    if (!this.#derived.has(make)) this.#derived.set(make, make(this.#files));
    return this.#derived.get(make) as T;
  }
}

export function putUnder<T>(into: Map<string, T[]>, key: string, value: T): void {
  const known = into.get(key);
  if (known === undefined) into.set(key, [value]);
  else known.push(value);
}
