// Which directories of a root Pyright needs as search paths, so that packages of the root find each other.
//
// Invariant: a directory is named only where every import that meant something before still means the same.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import { holdersOf } from "./question.ts";
import type { WrittenImport } from "../../languages/file-facts.ts";
import { topOf } from "../../languages/python/installed-modules.ts";
import type { ModuleTree } from "../../languages/python/module-tree.ts";
import type { ModuleSearch } from "../../languages/python/module-search.ts";

/** One import, as it is written in one file or several of a directory. */
export interface Use extends WrittenImport {
  readonly file: FilePath;
}

/** Finds out where in the root a module may come from that is not found. */
export class Homes {
  readonly #tree: ModuleTree;
  readonly #projects: ReadonlySet<FilePath>;

  constructor(tree: ModuleTree, files: readonly FilePath[]) {
    this.#tree = tree;
    const markers = ["pyproject.toml", "setup.py", "setup.cfg"];
    this.#projects = new Set(markers.flatMap((marker) => [...holdersOf(files, marker)]));
  }

  /** Directories from which the import would find something. */
  of({ module, names }: Pick<WrittenImport, "module" | "names">): FilePath[] {
    const tree = this.#tree;
    return tree.holders(topOf(module)).filter((directory) => {
      // What lies in a package is imported through it, and what is a sample for tests is not meant.
      if (tree.isPackage(directory) || sample.test(relativeTo(tree.root, directory) ?? "")) return false;
      const step = tree.step(directory, module);
      if (step?.isFound !== true) return false;
      return step.isNamespace ? names !== undefined && tree.hasOneOf(step.target, names) : true;
    });
  }

  /** Without a project around it only a package is taken for what is meant; a file may be called like anything. */
  isEvident(directory: FilePath, module: string): boolean {
    const parent = ["src", "lib", "python"].includes(baseName(directory)) ? parentOf(directory) : undefined;
    const isProject = this.#projects.has(directory) || (parent !== undefined && this.#projects.has(parent));
    return isProject || this.#tree.isPackage(`${directory}/${topOf(module)}`);
  }
}

/**
 * What an import means, as far as it is what is meant. A bare directory is not, where the root has a package of that
 * name; nor is a module beside the file that is called like the package which both are of.
 */
export function meaningOf(search: ModuleSearch, homes: Homes, use: Use): string | undefined {
  const { file, module, names } = use;
  const meaning = search.meaning(file, use);
  if (meaning === undefined) return undefined;
  if (names === undefined && search.isBare(meaning)) return homes.of(use).length > 0 ? undefined : meaning;
  if (!search.isGuess(file, module, meaning)) return meaning;
  const isOwn = homes.of(use).some((home) => isInside(joinPath(home, topOf(module)), file));
  return isOwn ? undefined : meaning;
}

/** The directories to be named, in the order of their names. */
export function neededPaths(search: ModuleSearch, homes: Homes, tree: ModuleTree, uses: readonly Use[]): FilePath[] {
  const before = uses.map((use) => meaningOf(search, homes, use));
  const needed = new Set<FilePath>();
  for (const [index, use] of uses.entries()) {
    const [home, ...more] = before[index] === undefined ? homes.of(use) : [];
    if (home !== undefined && more.length === 0 && homes.isEvident(home, use.module)) needed.add(home);
  }
  while (needed.size > 0) {
    const after = search.with([...needed].sort());
    const changed = uses.filter((use, index) => {
      return before[index] !== undefined && meaningOf(after, homes, use) !== before[index];
    });
    if (changed.length === 0) {
      const unfound = uses.filter((_, index) => before[index] === undefined);
      return [...needed].sort().filter((one) => unfound.some((use) => isFoundIn(one, after, use)));
    }
    const guilty = changed.flatMap(({ module }) => tree.holders(topOf(module))).filter((one) => needed.has(one));
    // The cause is unknown, so none of it is safe.
    if (guilty.length === 0) return [];
    for (const directory of guilty) needed.delete(directory);
  }
  return [];
}

// — below: private, in the order they are used —

/** A configuration may have search paths of its own, and then Pyright ignores those of the client. */
function isFoundIn(directory: FilePath, search: ModuleSearch, use: Use): boolean {
  return search.meaning(use.file, use)?.startsWith(`${directory}/`) === true;
}

const sample = /(?:^|\/)(?:tests?|testing|testdata|test_data|fixtures?)(?:\/|$)/;
