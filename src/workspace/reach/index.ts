// Files by the ways in which imports name them.

import type { FilePath } from "../../model/file-path.ts";
import { baseName, parentOf } from "../../model/file-path.ts";

export class FileIndex {
  readonly #files: ReadonlySet<FilePath>;
  readonly #byName = new Map<string, FilePath[]>();
  readonly #pythonByName = new Map<string, PythonModule[]>();
  readonly #goDirectories = new Set<FilePath>();
  readonly #vendored: readonly FilePath[];

  constructor(files: readonly FilePath[]) {
    this.#files = new Set(files);
    for (const file of files) {
      put(this.#byName, baseName(file), file);
      const stem = pythonStem(file);
      if (stem !== undefined) put(this.#pythonByName, baseName(stem), { file, stem });
      const directory = file.endsWith(".go") ? parentOf(file) : undefined;
      if (directory !== undefined) this.#goDirectories.add(directory);
    }
    this.#vendored = [...this.#goDirectories].filter((directory) => directory.includes("/vendor/"));
  }

  has(path: FilePath): boolean {
    return this.#files.has(path);
  }

  /** The files whose path ends like this, by whole names. */
  endingIn(tail: string): FilePath[] {
    return (this.#byName.get(baseName(tail)) ?? []).filter((file) => file.endsWith(`/${tail}`));
  }

  /** The Python files that a module may mean, wherever a server looks for modules. */
  pythonEndingIn(tail: string): FilePath[] {
    const named = asPythonReads(tail);
    const found = (this.#pythonByName.get(baseName(named)) ?? []).filter(({ stem }) => stem.endsWith(`/${named}`));
    return found.map(({ file }) => file);
  }

  /** The Python files that a path without its ending means. */
  pythonAt(stem: string): FilePath[] {
    const named = asPythonReads(stem);
    const found = (this.#pythonByName.get(baseName(named)) ?? []).filter((one) => one.stem === named);
    return found.map(({ file }) => file);
  }

  /** Directories with Go files among those that are given. */
  goPackages(directories: readonly FilePath[]): FilePath[] {
    return directories.filter((directory) => this.#goDirectories.has(directory));
  }

  /** Copies of a package that modules keep of their own. */
  vendored(module: string): FilePath[] {
    return this.#vendored.filter((directory) => directory.endsWith(`/vendor/${module}`));
  }
}

// — below: private, in the order they are used —

interface PythonModule {
  readonly file: FilePath;
  /** Its path as imports spell it: a package is its directory, and stubs stand for what they describe. */
  readonly stem: string;
}

function pythonStem(file: FilePath): string | undefined {
  const [, path] = /^(.*)\.pyi?$/.exec(file) ?? [];
  return path && asPythonReads(path.replace(/\/__init__$/, "").replaceAll(/-stubs(?=\/|$)/g, ""));
}

/** Names that look alike are one name to Python. */
function asPythonReads(path: string): string {
  return path.normalize("NFKC");
}

function put<T>(into: Map<string, T[]>, key: string, value: T): void {
  const known = into.get(key);
  if (known === undefined) into.set(key, [value]);
  else known.push(value);
}
