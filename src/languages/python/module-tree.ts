// The Python modules of a root, and what an import would find in one directory of them.

import type { FilePath } from "../../model/file-path.ts";
import { ancestors, baseName, joinPath, parentOf } from "../../model/file-path.ts";

/** How far the parts of a module were found. */
export interface ModuleStep {
  /** All of them were. */
  readonly isFound: boolean;
  /** Some of them were. */
  readonly isPart: boolean;
  /** The first part that is more than a directory; -1 where none is. */
  readonly firstReal: number;
  /** What was found last is a directory without an `__init__`. */
  readonly isNamespace: boolean;
  readonly isStub: boolean;
  /** Where it ends, by which two answers are told apart. */
  readonly target: string;
}

export class ModuleTree {
  readonly root: FilePath;
  readonly #files = new Set<string>();
  /** Those that hold modules, at whatever depth. */
  readonly #directories = new Set<FilePath>();
  /** By the name of a module or package, the directories from which it could be imported. */
  readonly #holders = new Map<string, Set<FilePath>>();
  readonly #steps = new Map<string, ModuleStep | undefined>();

  constructor(root: FilePath, files: readonly FilePath[]) {
    this.root = root;
    for (const file of files) {
      const name = moduleName(file);
      if (name === undefined) continue;
      this.#files.add(joinPath(parentOf(file) ?? root, name + (file.endsWith(".pyi") ? ".pyi" : ".py")));
      this.#hold(name, parentOf(file));
      for (const directory of ancestors(file, root)) {
        if (this.#directories.has(directory)) break;
        this.#directories.add(directory);
        this.#hold(baseName(directory).replace(/-stubs$/, ""), parentOf(directory));
      }
    }
  }

  get directories(): ReadonlySet<FilePath> {
    return this.#directories;
  }

  /** Where a module of this name could be imported from. */
  holders(name: string): readonly FilePath[] {
    return [...(this.#holders.get(name) ?? [])];
  }

  isPackage(directory: string): boolean {
    return this.#has(`${directory}/__init__`) !== undefined;
  }

  /** What is there of a module if the search begins in this directory; undefined where nothing is. */
  step(directory: FilePath, module: string, stubs: "-stubs" | "" = "-stubs"): ModuleStep | undefined {
    const top = module.split(".", 1)[0] ?? module;
    if (this.#holders.get(top)?.has(directory) !== true) return undefined;
    const key = `${directory}\n${module}\n${stubs}`;
    if (!this.#steps.has(key)) this.#steps.set(key, this.#walk(directory, module.split("."), stubs));
    return this.#steps.get(key);
  }

  /** Whether one of the names is a module or a package of a directory. */
  hasOneOf(directory: string, names: readonly string[] | undefined): boolean {
    if (names === undefined) return true;
    return names.some((name) => {
      const path = `${directory}/${name}`;
      return this.#has(path) !== undefined || this.isPackage(path);
    });
  }

  /** A package of stubs, called so, is preferred to the package that it describes. */
  #walk(from: FilePath, parts: readonly string[], stubs: string): ModuleStep | undefined {
    let here: string = from;
    let firstReal = -1;
    let depth = 0;
    let last: "package" | "module" | "namespace" | undefined;
    let isStub = false;
    for (const part of parts) {
      const described = depth === 0 && this.isPackage(`${here}/${part}${stubs}`) ? stubs : "";
      here = `${here}/${part}${described}`;
      const ending = this.#has(`${here}/__init__`) ?? this.#has(here);
      const isDirectory = this.#directories.has(here as FilePath);
      if (ending === undefined && !isDirectory) break;
      last = ending === undefined ? "namespace" : this.isPackage(here) ? "package" : "module";
      isStub = ending === ".pyi";
      if (last !== "namespace" && firstReal < 0) firstReal = depth;
      depth++;
      if (last === "module") break;
    }
    if (last === undefined) return undefined;
    const isFound = depth === parts.length;
    return { isFound, isPart: !isFound, firstReal, isNamespace: last === "namespace", isStub, target: here };
  }

  #has(path: string): ".pyi" | ".py" | undefined {
    if (this.#files.has(`${path}.pyi`)) return ".pyi";
    return this.#files.has(`${path}.py`) ? ".py" : undefined;
  }

  #hold(name: string, directory: FilePath | undefined): void {
    if (directory === undefined || name === "__init__") return;
    const known = this.#holders.get(name);
    if (known === undefined) this.#holders.set(name, new Set([directory]));
    else known.add(directory);
  }
}

/** Of two answers the one that Pyright takes; the first is from the place that is searched earlier. */
export function better(
  first: ModuleStep | undefined,
  second: ModuleStep | undefined,
  names: readonly string[] | undefined,
  tree: ModuleTree,
): ModuleStep | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  if (first.firstReal !== second.firstReal) {
    if (first.firstReal < 0) return second;
    return second.firstReal < 0 || first.firstReal < second.firstReal ? first : second;
  }
  if (!second.isFound) return first;
  if (!first.isFound) return second;
  const isEmpty = (step: ModuleStep): boolean => step.isNamespace && !tree.hasOneOf(step.target, names);
  if (names !== undefined && isEmpty(first) && second.isNamespace && !isEmpty(second)) return second;
  return second.isStub && !first.isStub ? second : first;
}

/** The name by which a file is imported; undefined for what is no module. */
export function moduleName(file: string): string | undefined {
  return /^([^.]+)(?:\.pyi?|(?:\.[\w-]+)*\.(?:so|pyd))$/.exec(baseName(file))?.[1];
}
