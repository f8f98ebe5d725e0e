// Finds the files that a change can affect: those that import the changed files, directly or through others.

import { languageFor } from "../../languages/table.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, parentOf } from "../../model/file-path.ts";
import type { Family } from "../../languages/family.ts";
import { followedFamily } from "../../languages/facts.ts";
import type { Placed } from "../../languages/modules/placed.ts";

export interface Importer {
  readonly file: FilePath;
  readonly family: Family;
  /** As they are written. */
  readonly modules: readonly string[];
  /** It brings in something that its text does not name. */
  readonly isUnclear: boolean;
  readonly placed: Placed;
  /** Files that do not bring it in see what it declares. */
  readonly isSeenByAll: boolean;
  /** What it defines for the linker. */
  readonly defines: readonly string[];
}

export interface Spread {
  /** Files that bring in one that changes, or are one package with it. */
  readonly direct: readonly FilePath[];
  /** Files that bring in one of those, and so on. */
  readonly rest: readonly FilePath[];
  /** These and those that change. */
  readonly all: readonly FilePath[];
  /** The files that import a file, where that is known. */
  readonly importersOf: (file: FilePath) => readonly FilePath[];
}

export function spread(importers: readonly Importer[], changed: readonly FilePath[]): Spread {
  const graph = new Graph(importers);
  const seen = new Set(changed);
  const next = (files: readonly FilePath[]): FilePath[] => {
    const found = new Set(files.flatMap((file) => graph.importersOf(file)));
    const fresh = [...found].filter((file) => !seen.has(file));
    for (const file of fresh) seen.add(file);
    return fresh;
  };
  const direct = next(changed);
  for (const importer of graph.anywhere) {
    if (!seen.has(importer.file) && changed.some((file) => mayMean(importer, file))) direct.push(importer.file);
  }
  for (const file of direct) seen.add(file);
  const rest: FilePath[] = [];
  for (let level = next(direct); level.length > 0; level = next(level)) rest.push(...level);
  return { direct, rest, all: [...changed, ...direct, ...rest], importersOf: (file) => graph.importersOf(file) };
}

// — below: private, in the order they are used —

/** Whether imports that lead anywhere, or anywhere below a directory, may mean a file. */
function mayMean({ family, modules, isUnclear }: Importer, file: FilePath): boolean {
  return isUnclear || languageFor(family).reach?.mayMean?.(modules, file) !== false;
}

class Graph {
  /** Those that may bring in any file. */
  readonly anywhere: readonly Importer[];
  readonly #byFile = new Map<FilePath, FilePath[]>();
  readonly #byPackage = new Map<FilePath, FilePath[]>();
  readonly #byTree = new Map<FilePath, Importer[]>();
  /** Files of a directory that see each other without an import. */
  readonly #mates = new Map<FilePath, FilePath[]>();

  constructor(importers: readonly Importer[]) {
    for (const importer of importers) {
      const { file, family, placed } = importer;
      for (const target of placed.files) put(this.#byFile, target, file);
      for (const target of placed.packages) put(this.#byPackage, target, file);
      for (const target of placed.trees) put(this.#byTree, target, importer);
      if (sharesDirectory(family)) put(this.#mates, parentOf(file) ?? file, file);
    }
    this.anywhere = importers.filter(({ placed }) => placed.isAnywhere);
  }

  importersOf(file: FilePath): FilePath[] {
    const directory = parentOf(file) ?? file;
    const family = followedFamily(file);
    return [
      ...(this.#byFile.get(file) ?? []),
      ...(this.#byPackage.get(directory) ?? []),
      ...(family !== undefined && sharesDirectory(family) ? (this.#mates.get(directory) ?? []) : []),
      ...this.#fromTrees(file),
    ];
  }

  #fromTrees(file: FilePath): FilePath[] {
    if (this.#byTree.size === 0) return [];
    const found = ancestors(file).flatMap((above) => this.#byTree.get(above) ?? []);
    return found.filter((importer) => mayMean(importer, file)).map((importer) => importer.file);
  }
}

export function sharesDirectory(family: Family): boolean {
  return languageFor(family).reach?.sharesDirectory === true;
}

function put<T>(into: Map<FilePath, T[]>, key: FilePath, value: T): void {
  const known = into.get(key);
  if (known === undefined) into.set(key, [value]);
  else known.push(value);
}
