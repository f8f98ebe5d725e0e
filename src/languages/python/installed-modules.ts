// The Python modules outside of a root: of the standard library, of installed packages, and of stubs that servers bring.

import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { moduleName } from "./module-tree.ts";

/** The names in a directory; undefined where there is none. */
export type ListNames = (directory: FilePath) => Promise<readonly string[] | undefined>;

export class OutsideModules {
  readonly #list: ListNames;
  readonly #typeshed: FilePath | undefined;
  readonly #standard: ReadonlySet<string>;
  /** Directories of the search, with what can be imported from each. */
  readonly #installed: readonly Place[];
  readonly #stubs: readonly Place[];
  readonly #known = new Map<string, Promise<boolean>>();

  static async read(
    list: ListNames,
    read: (path: FilePath) => Promise<string | undefined>,
    installed: readonly FilePath[],
    typeshed: FilePath | undefined,
  ): Promise<OutsideModules> {
    const versions = typeshed && (await read(joinPath(typeshed, "stdlib/VERSIONS")));
    const stubs = typeshed && joinPath(typeshed, "stubs");
    const distributions = ((stubs && (await list(stubs))) ?? []).map((name) => joinPath(stubs as FilePath, name));
    const places = (paths: readonly FilePath[]): Promise<Place[]> =>
      Promise.all(paths.map(async (path) => ({ path, names: importable((await list(path)) ?? []) })));
    const standard = standardNames(versions ?? "");
    return new OutsideModules(list, typeshed, standard, await places(installed), await places(distributions));
  }

  private constructor(
    list: ListNames,
    typeshed: FilePath | undefined,
    standard: ReadonlySet<string>,
    installed: readonly Place[],
    stubs: readonly Place[],
  ) {
    this.#list = list;
    this.#typeshed = typeshed;
    this.#standard = standard;
    this.#installed = installed;
    this.#stubs = stubs;
  }

  /** Called like a module of the standard library, in any version: what has left it is still nothing to be installed. */
  soundsStandard(module: string): boolean {
    return this.#standard.has(topOf(module));
  }

  /** A package of the root may be called like one of the standard library, which then has no such module. */
  async isStandard(module: string): Promise<boolean> {
    if (!this.soundsStandard(module) || this.#typeshed === undefined) return false;
    const parts = module.split(".");
    const last = parts.at(-1) ?? module;
    if (parts.length === 1) return true;
    const names = (await this.#list(joinPath(this.#typeshed, "stdlib", ...parts.slice(0, -1)))) ?? [];
    return names.includes(last) || names.includes(`${last}.pyi`);
  }

  /** A package that is there is believed to hold all that is imported from it. */
  has(module: string): Promise<boolean> {
    let known = this.#known.get(module);
    if (known === undefined) {
      known = this.#search(module.split("."));
      this.#known.set(module, known);
    }
    return known;
  }

  async #search(parts: readonly string[]): Promise<boolean> {
    const [top = ""] = parts;
    for (const { path, names } of [...this.#installed, ...this.#stubs]) {
      const kind = names.get(top);
      if (kind === "module" || (kind === "directory" && (await this.#descend(path, parts)))) return true;
    }
    return false;
  }

  /** Through directories without an `__init__`, which several packages may share. */
  async #descend(from: FilePath, parts: readonly string[]): Promise<boolean> {
    let here = from;
    for (const part of parts) {
      const stubs = await this.#list(joinPath(here, `${part}-stubs`));
      if (stubs !== undefined) return true;
      here = joinPath(here, part);
      const names = await this.#list(here);
      if (names === undefined) return importable((await this.#list(joinPath(here, ".."))) ?? []).get(part) === "module";
      if (names.some((name) => moduleName(name) === "__init__")) return true;
    }
    return true;
  }
}

export function topOf(module: string): string {
  return module.split(".", 1)[0] ?? module;
}

// — below: private, in the order they are used —

interface Place {
  readonly path: FilePath;
  readonly names: ReadonlyMap<string, "module" | "directory">;
}

/** A name without an ending may be a directory. */
function importable(names: readonly string[]): Map<string, "module" | "directory"> {
  const found = new Map<string, "module" | "directory">();
  for (const name of names) {
    const module = moduleName(name);
    if (module !== undefined) found.set(module, "module");
    else if (!name.includes(".") && !found.has(name.replace(/-stubs$/, ""))) {
      found.set(name.replace(/-stubs$/, ""), "directory");
    }
  }
  return found;
}

/** Lines such as `asyncio.mixins: 3.10-`. */
function standardNames(versions: string): Set<string> {
  return new Set([...versions.matchAll(/^(\w+)(?:\.[\w.]*)?:/gm)].map((match) => match[1] ?? ""));
}
