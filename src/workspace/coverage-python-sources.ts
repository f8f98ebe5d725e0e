// Reads what the Python files of a root import, and prepares the search for it.
//
// Invariant: made anew when something changes in the root; what was found out about unchanged files is kept elsewhere.

import type { FilePath } from "../model/file-path.ts";
import { baseName, isInside, parentOf } from "../model/file-path.ts";
import type { ModulePlaces } from "../session/launch.ts";
import { pooled } from "../std/pooled.ts";
import type { PyrightConfig } from "./coverage-python-config.ts";
import { readPyrightConfig } from "./coverage-python-config.ts";
import { pythonImports } from "./coverage-python-imports.ts";
import type { ListNames } from "./coverage-python-installed.ts";
import { OutsideModules } from "./coverage-python-installed.ts";
import { ModuleTree } from "./coverage-python-modules.ts";
import type { Use } from "./coverage-python-paths.ts";
import { Homes, neededPaths } from "./coverage-python-paths.ts";
import { ModuleSearch } from "./coverage-python-search.ts";
import { holdersOf } from "./coverage-question.ts";

/** Files beyond this are not looked at, so that the first question is not kept waiting. */
export const maxFiles = 20_000;
const readAtOnce = 16;

export interface SourcesContext {
  readonly root: FilePath;
  readonly files: readonly FilePath[];
  read(path: FilePath): Promise<string | undefined>;
  parsed<T>(path: FilePath, parse: (text: string) => T): Promise<T | undefined>;
  readonly list: ListNames;
}

/** Everything that decides what an import means. */
export interface Looked {
  /** Without extra paths of the client. */
  readonly search: ModuleSearch;
  readonly homes: Homes;
  readonly tree: ModuleTree;
  readonly uses: readonly Use[];
  readonly outside: OutsideModules;
  /** No file was left out. */
  readonly isWhole: boolean;
}

type Outside = Pick<ModulePlaces, "installed" | "typeshed" | "stamp">;

export class PythonSources {
  readonly #context: SourcesContext;
  readonly #looked = new Map<string, Promise<Looked>>();

  constructor(context: SourcesContext) {
    this.#context = context;
  }

  config(): Promise<PyrightConfig> {
    return readPyrightConfig(this.#context.root, (path) => this.#context.read(path));
  }

  look(places: Outside): Promise<Looked> {
    const key = [places.typeshed, ...places.installed, places.stamp].join("\n");
    let looked = this.#looked.get(key);
    if (looked === undefined) {
      looked = this.#lookNow(places);
      this.#looked.set(key, looked);
      looked.catch(() => this.#looked.delete(key));
    }
    return looked;
  }

  /** Directories that the server has to be told of, so that packages of the root find each other. */
  async pathsToAdd(places: Outside): Promise<readonly FilePath[]> {
    const { search, homes, tree, uses } = await this.look(places);
    return neededPaths(search, homes, tree, uses);
  }

  async #lookNow({ installed, typeshed }: Outside): Promise<Looked> {
    const { root, files, list } = this.#context;
    // An environment in the tree is no part of the project, whatever it is called.
    const environments = [...holdersOf(files, "pyvenv.cfg")];
    const own = files.filter((file) => !environments.some((one) => isInside(one, file)));
    const sources = own.filter((file) => /\.pyi?$/.test(file));
    const tree = new ModuleTree(root, own);
    const [config, outside, uses] = await Promise.all([
      this.config(),
      OutsideModules.read(list, (path) => this.#context.read(path), installed, typeshed),
      this.#uses(sources.slice(0, maxFiles)),
    ]);
    const modules = [...new Set(uses.map(({ module }) => module))];
    const those = async (is: (module: string) => Promise<boolean>): Promise<ReadonlySet<string>> => {
      const answers = await pooled(modules, readAtOnce, is);
      return new Set(modules.filter((_, index) => answers[index]));
    };
    const search = new ModuleSearch({
      tree,
      config,
      standard: await those((module) => outside.isStandard(module)),
      outside: await those((module) => outside.has(module)),
      extra: [],
    });
    return { search, homes: new Homes(tree, own), tree, uses, outside, isWhole: sources.length <= maxFiles };
  }

  /** Each import once for each directory: what it means depends on nothing else of the file. */
  async #uses(sources: readonly FilePath[]): Promise<Use[]> {
    const uses = new Map<string, Use>();
    const parsed = await pooled(sources, readAtOnce, (file) => this.#context.parsed(file, pythonImports));
    for (const [index, file] of sources.entries()) {
      const directory = parentOf(file) ?? this.#context.root;
      // The packages of a build script are installed for the build alone.
      const isBuildScript = baseName(file) === "setup.py";
      for (const one of parsed[index] ?? []) {
        const isOptional = one.isOptional || isBuildScript;
        const key = [directory, isOptional, one.module, ...(one.names ?? ["import"])].join("\n");
        if (!uses.has(key)) uses.set(key, { ...one, isOptional, file });
      }
    }
    return [...uses.values()];
  }
}
