// Reads what the Python files of a root import, and prepares the search for it.
//
// Invariant: made anew when something changes in the root. What was found out before is taken over if neither the files
// nor what they import have changed.

import type { FactKind } from "../files/source-index.ts";
import { importFacts } from "../files/source-index.ts";
import { memoized } from "../../std/memoized.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, isInside, parentOf } from "../../model/file-path.ts";
import type { ModulePlaces } from "../../session/process/launch.ts";
import { pooled } from "../../std/pooled.ts";
import type { PyrightConfig } from "../../languages/python/pyright-config.ts";
import { readPyrightConfig } from "../../languages/python/pyright-config.ts";
import type { WrittenImport } from "../../languages/file-facts.ts";
import type { ListNames } from "../../languages/python/installed-modules.ts";
import { OutsideModules } from "../../languages/python/installed-modules.ts";
import { ModuleTree } from "../../languages/python/module-tree.ts";
import type { Use } from "./python-paths.ts";
import { Homes, neededPaths } from "./python-paths.ts";
import { ModuleSearch } from "../../languages/python/module-search.ts";
import { holdersOf } from "./question.ts";

/** Files beyond this number are not read, so that the first query does not have to wait. */
export const maxFiles = 20_000;
const readAtOnce = 16;

export interface SourcesContext {
  readonly root: FilePath;
  readonly files: readonly FilePath[];
  read(path: FilePath): Promise<string | undefined>;
  facts<T>(kind: FactKind<T>, path: FilePath): Promise<T | undefined>;
  readonly list: ListNames;
}

/** Everything that decides what an import means. */
export interface ReadSources {
  /** Without extra paths of the client. */
  readonly search: ModuleSearch;
  readonly homes: Homes;
  readonly uses: readonly Use[];
  readonly outside: OutsideModules;
  /** No file was left out. */
  readonly isWhole: boolean;
  /** Directories that the server needs as search paths, so that packages of the root find each other. */
  readonly needed: readonly FilePath[];
  /** What it was concluded from. */
  readonly config: PyrightConfig;
  readonly parsed: readonly (readonly WrittenImport[])[];
}

type Outside = Pick<ModulePlaces, "installed" | "typeshed" | "stamp">;

export class PythonSources {
  readonly #context: SourcesContext;
  readonly #known = new Map<string, Promise<ReadSources>>();
  /** What was found out last, and for which places. */
  #last: { readonly key: string; readonly files: readonly FilePath[]; readonly looked: ReadSources } | undefined;

  constructor(context: SourcesContext, before?: PythonSources) {
    this.#context = context;
    this.#last = before === undefined ? undefined : before.#last;
  }

  config(): Promise<PyrightConfig> {
    return readPyrightConfig(this.#context.root, (path) => this.#context.read(path));
  }

  read(places: Outside): Promise<ReadSources> {
    const key = [places.typeshed, ...places.installed, places.stamp].join("\n");
    return memoized(this.#known, key, () => this.#readNow(places, key));
  }

  async #readNow(places: Outside, key: string): Promise<ReadSources> {
    const { files } = this.#context;
    // An environment in the tree is no part of the project, whatever it is called.
    const environments = [...holdersOf(files, "pyvenv.cfg")];
    const own = files.filter((file) => !environments.some((one) => isInside(one, file)));
    const sources = own.filter((file) => /\.pyi?$/.test(file));
    const read = sources.slice(0, maxFiles);
    const config = await this.config();
    const parsed = await pooled(read, readAtOnce, async (file) => {
      return (await this.#context.facts(importFacts, file))?.imports ?? [];
    });
    const last = this.#last?.key === key && this.#last.files === files ? this.#last.looked : undefined;
    if (last !== undefined && isSame(last.config, config) && parsed.every((one, at) => isSame(one, last.parsed[at])))
      return last;
    const looked = await this.#conclude(places, own, usesOf(read, parsed), config);
    const whole = { ...looked, config, parsed, isWhole: read.length === sources.length };
    this.#last = { key, files, looked: whole };
    return whole;
  }

  async #conclude(
    { installed, typeshed }: Outside,
    own: readonly FilePath[],
    uses: readonly Use[],
    config: PyrightConfig,
  ): Promise<Omit<ReadSources, "isWhole" | "config" | "parsed">> {
    const { root, list } = this.#context;
    const outside = await OutsideModules.read(list, (path) => this.#context.read(path), installed, typeshed);
    const tree = new ModuleTree(root, own);
    const homes = new Homes(tree, own);
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
    return { search, homes, uses, outside, needed: neededPaths(search, homes, tree, uses) };
  }
}

// — below: private, in the order they are used —

/** Mostly it is the very same: what was parsed is kept until the file changes. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Each import once for each directory: what it means depends on nothing else of the file. */
function usesOf(files: readonly FilePath[], parsed: readonly (readonly WrittenImport[])[]): Use[] {
  const uses = new Map<string, Use>();
  for (const [index, file] of files.entries()) {
    const directory = parentOf(file);
    // The packages of a build script are installed for the build alone.
    const isBuildScript = baseName(file) === "setup.py";
    for (const one of parsed[index] ?? []) {
      const isNeeded = one.isNeeded && !isBuildScript;
      const key = [directory, isNeeded, one.module, ...(one.names ?? ["import"])].join("\n");
      if (!uses.has(key)) uses.set(key, { ...one, isNeeded, file });
    }
  }
  return [...uses.values()];
}
