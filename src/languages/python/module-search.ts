// Where Pyright finds what Python files import, so that it is known what it does not find.
//
// Quirk(pyright 1.1.414): it looks into stubs of the project, the root of the environment, its extra paths, the
// standard library, installed packages, stubs that it brings, and then upwards from the directory of the file.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, isInside, joinPath, parseFilePath, relativeTo } from "../../model/file-path.ts";
import { compilePattern, followPattern } from "../../std/path-pattern.ts";
import type { PyrightConfig, SearchRoot } from "./pyright-config.ts";
import { searchRootOf } from "./pyright-config.ts";
import type { WrittenImport } from "../file-facts.ts";
import { topOf } from "./installed-modules.ts";
import type { ModuleTree, ModuleStep } from "./module-tree.ts";
import { better } from "./module-tree.ts";

export interface SearchSetup {
  readonly tree: ModuleTree;
  readonly config: PyrightConfig;
  /** Modules of the standard library, which nothing of the root hides. */
  readonly standard: ReadonlySet<string>;
  /** Modules that are installed, or that the server brings stubs for. */
  readonly outside: ReadonlySet<string>;
  /** Paths that the client names beside the configuration. */
  readonly extra: readonly FilePath[];
}

export class ModuleSearch {
  readonly #setup: SearchSetup;
  readonly #usual: SearchRoot;
  readonly #environments: readonly SearchRoot[];
  readonly #stubs: FilePath;
  readonly #searched = new Map<SearchRoot, Map<string, readonly FilePath[]>>();

  constructor(setup: SearchSetup) {
    const { tree, config, extra } = setup;
    const { root } = tree;
    const source = joinPath(root, "src");
    const sources = tree.directories.has(source) && !tree.isPackage(source) ? [source] : [];
    const usual = config.extraPaths === undefined ? [...sources, ...extra] : expanded(tree, config.extraPaths);
    this.#setup = setup;
    this.#usual = { root, extra: usual };
    this.#environments = config.environments.map((one) => ({
      root: from(root, one.root),
      extra: one.extraPaths === undefined ? usual : expanded(tree, one.extraPaths),
    }));
    this.#stubs = from(root, config.stubPath ?? "typings");
  }

  /** What an import means: a place in the root, or somewhere outside; undefined where it finds nothing. */
  meaning(file: FilePath, { module, names }: Pick<WrittenImport, "module" | "names">): string | undefined {
    const { tree, standard, outside } = this.#setup;
    const used = (step: ModuleStep | undefined): string | undefined =>
      step?.isFound === true && (!step.isNamespace || tree.hasOneOf(step.target, names)) ? step.target : undefined;
    const stub = used(tree.step(this.#stubs, module));
    if (stub !== undefined) return stub;
    if (standard.has(module)) return elsewhere;
    const place = searchRootOf(this.#environments, this.#usual, file);
    const { root } = place;
    let best: ModuleStep | undefined;
    for (const directory of this.#holders(place, topOf(module)))
      best = better(best, tree.step(directory, module), names, tree);
    if (outside.has(module)) best = better(best, installed, names, tree);
    if (best?.isFound === true) return used(best);
    for (const directory of ancestors(file, root)) {
      // Packages of stubs count only where the search begins.
      const step = directory === root ? undefined : tree.step(directory, module, "");
      if (step?.isFound === true) return used(step);
    }
    return undefined;
  }

  /** Whether the package that a module is of is one of the root: what it lacks is made by a build, or dead. */
  isOwn(file: FilePath, module: string): boolean {
    const meaning = this.meaning(file, { module: topOf(module) });
    return meaning !== undefined && meaning !== elsewhere && !this.isBare(meaning);
  }

  /** A directory that holds modules and is none itself. */
  isBare(meaning: string): boolean {
    const { tree } = this.#setup;
    return tree.directories.has(meaning as FilePath) && !tree.isPackage(meaning);
  }

  /** Found because it lies beside the file or above it, in a package, from which Python itself imports nothing so. */
  isGuess(file: FilePath, module: string, meaning: string): boolean {
    const { tree } = this.#setup;
    const end = `/${module.replaceAll(".", "/")}`;
    if (!meaning.endsWith(end)) return false;
    const directory = meaning.slice(0, -end.length);
    return isInside(directory as FilePath, file) && tree.isPackage(directory);
  }

  isOfExtra(meaning: string): boolean {
    return this.#setup.extra.some((directory) => isInside(directory, meaning as FilePath));
  }

  /** Those that hold anything of that name; there may be many paths, and one search for each import. */
  #holders(place: SearchRoot, top: string): readonly FilePath[] {
    const known = this.#searched.get(place) ?? new Map<string, readonly FilePath[]>();
    this.#searched.set(place, known);
    let found = known.get(top);
    if (found === undefined) {
      const holders = new Set(this.#setup.tree.holders(top));
      found = [place.root, ...place.extra].filter((directory) => holders.has(directory));
      known.set(top, found);
    }
    return found;
  }

  with(extra: readonly FilePath[]): ModuleSearch {
    return new ModuleSearch({ ...this.#setup, extra });
  }
}

// — below: private, in the order they are used —

const elsewhere = "elsewhere";
const installed: ModuleStep = {
  isFound: true,
  isPart: false,
  firstReal: 0,
  isNamespace: false,
  isStub: false,
  target: elsewhere,
};

function from(root: FilePath, path: string): FilePath {
  return parseFilePath(path) ?? joinPath(root, path);
}

function expanded(tree: ModuleTree, paths: readonly string[]): FilePath[] {
  return paths.flatMap((path) => {
    if (!/[*?]/.test(path)) return [from(tree.root, path)];
    const pattern = compilePattern(path.replace(/^\.\//, "").replace(/\/$/, ""));
    if (pattern === undefined) return [];
    const parts = (directory: FilePath): string[] => (relativeTo(tree.root, directory) ?? "").split("/");
    return [...tree.directories].filter((one) => followPattern(pattern, parts(one)).isWhole).sort();
  });
}
