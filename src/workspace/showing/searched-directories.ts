// Directories outside of what may be shown in which imports and includes are searched.
//
// Invariant: each directory is listed once, however many files search it.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, joinPath } from "../../model/file-path.ts";
import type { ShownPlaces } from "./places.ts";

/** With more search directories than this they are not judged one by one: the search counts as leading outside. */
export const mostSearched = 1_000;

export class SearchedDirectories {
  readonly #places: ShownPlaces;
  readonly #directories: readonly FilePath[];
  /** The directories that have an entry of a name, whatever its ending and its letter case are. */
  readonly #holders: ReadonlyMap<string, readonly FilePath[]>;
  readonly #known = new Map<string, Promise<boolean>>();

  static async among(host: Host, places: ShownPlaces, directories: readonly FilePath[]): Promise<SearchedDirectories> {
    const holders = new Map<string, FilePath[]>();
    for (const directory of directories) {
      const entries = (await orIfUnreadable(undefined, () => host.files.list(directory))) ?? [];
      for (const key of new Set(entries.flatMap(({ name }) => keysOf(name)))) {
        const known = holders.get(key);
        if (known === undefined) holders.set(key, [directory]);
        else known.push(directory);
      }
    }
    return new SearchedDirectories(places, directories, holders);
  }

  private constructor(
    places: ShownPlaces,
    directories: readonly FilePath[],
    holders: ReadonlyMap<string, readonly FilePath[]>,
  ) {
    this.#places = places;
    this.#directories = directories;
    this.#holders = holders;
  }

  get isEmpty(): boolean {
    return this.#directories.length === 0;
  }

  /** Whether something that may not be shown is found there by the path. */
  holds(path: string): Promise<boolean> {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const found = this.#find(path);
    this.#known.set(path, found);
    return found;
  }

  // — below: private, in the order they are used —

  async #find(path: string): Promise<boolean> {
    if (this.isEmpty) return false;
    if (path.includes("\0")) return true;
    for (const directory of this.#candidates(path)) {
      if ((await this.#places.outsideOf(joinPath(directory, path))) !== undefined) return true;
    }
    return false;
  }

  /** A path that climbs passes by what the directory holds. */
  #candidates(path: string): readonly FilePath[] {
    const parts = path.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
    const [first] = parts;
    if (first === undefined || parts.includes("..")) return this.#directories;
    return this.#holders.get(alike(parts.length === 1 ? stemOf(first) : first)) ?? [];
  }
}

/** Every name under which an entry may be searched: its own, and without one or more of its endings. */
function keysOf(name: string): string[] {
  const parts = alike(name).split(".");
  return parts.map((_, index) => parts.slice(0, index + 1).join("."));
}

function stemOf(name: string): string {
  return baseName(name).replace(/\.[^.]*$/, "");
}

/** Some disks ignore case and Unicode normalization, so names that differ only in these count as equal. */
function alike(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
