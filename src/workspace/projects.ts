// The projects inside a root: the units that servers load, and what of the root they leave out.
//
// A server knows only the projects it has loaded, and says nothing about the others; so the workspace has to know them.

import type { CoverageRule, ServerEntry } from "../catalog/entry.ts";
import { FileFault } from "../host/files.ts";
import type { FileChange } from "../host/watch.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors, filePath, joinPath, parentOf } from "../model/file-path.ts";
import type { Reason } from "../model/standing.ts";
import { cargoCoverage } from "./coverage-cargo.ts";
import { clangCoverage } from "./coverage-clang.ts";
import { goCoverage } from "./coverage-go.ts";
import { pythonCoverage } from "./coverage-python.ts";
import type { CoverageQuestion } from "./coverage-question.ts";
import { named } from "./coverage-question.ts";
import type { Tree, TreeContext } from "./coverage-tree.ts";
import { FileTree } from "./coverage-tree.ts";
import { missingPackages, typescriptCoverage } from "./coverage-typescript.ts";

/** What a question needs to know of the session that answers it. */
export interface Loaded {
  readonly entry: ServerEntry;
  /** Each document that was open all the time, with its project. */
  readonly open: ReadonlyMap<FilePath, string>;
}

const watchedSource = /\.(?:go|[cm]?jsx?)$/;

export class Projects {
  readonly #context: TreeContext;
  readonly #tree: FileTree;
  /** Large files as they were understood, until they change. */
  /** What was found out, until something changes on disk. */
  readonly #coverings = new Map<string, Promise<FilePath | undefined>>();
  readonly #dependencies = new Map<string, Promise<readonly Reason[]>>();
  #concluded = new WeakMap<Tree, Map<string, Promise<Reason[]>>>();
  readonly #parsed = new Map<FilePath, { readonly stamp: string; readonly value: unknown }>();

  constructor(context: TreeContext) {
    this.#context = context;
    this.#tree = new FileTree(context);
  }

  /** The nearest directory from the file up to the root that holds one of the markers. */
  covering(markers: readonly string[], file: FilePath): Promise<FilePath | undefined> {
    const key = `${parentOf(file) ?? file}\n${markers.join("\n")}`;
    return kept(this.#coverings, key, () => this.#nearest(markers, file));
  }

  async #nearest(markers: readonly string[], file: FilePath): Promise<FilePath | undefined> {
    for (const directory of ancestors(file, this.#context.root)) {
      for (const marker of markers) if (await this.#exists(joinPath(directory, marker))) return directory;
    }
    return undefined;
  }

  /** Begins to look at the tree, so that the look is over when the server has answered. */
  async look(entry: ServerEntry): Promise<void> {
    if (needsTree(entry)) await this.#tree.now();
  }

  /** Every file of the root that is not skipped. */
  async files(): Promise<readonly FilePath[]> {
    return (await this.#tree.now()).files;
  }

  /** What keeps an answer about the whole workspace from being complete. */
  async shortcomings(file: FilePath, loaded: Loaded): Promise<Reason[]> {
    const { entry } = loaded;
    if (!needsTree(entry)) return [];
    const markers = entry.exhaustiveOnlyWith;
    const own = markers && (await this.covering(markers, file));
    if (markers !== undefined && own === undefined) {
      return [
        {
          code: "server_not_exhaustive",
          detail: `no ${markers.join(" or ")} covers the file, so ${entry.title} searches only opened files`,
        },
      ];
    }
    const tree = await this.#tree.now();
    const reasons: Reason[] = tree.isWhole
      ? []
      : [{ code: "projects_not_loaded", detail: "not all directories of the root could be looked at" }];
    const rule = entry.coverage;
    if (rule !== undefined) return [...reasons, ...(await this.#conclude(rule, file, loaded, tree))];
    return [...reasons, ...this.#unopened(own, markers ?? [], loaded, tree)];
  }

  /** Kept while nothing changes; but a compile database may lie where nobody watches. */
  #conclude(rule: CoverageRule, file: FilePath, loaded: Loaded, tree: Tree): Promise<Reason[]> {
    const work = (): Promise<Reason[]> => rules[rule](this.#question(file, loaded, tree));
    if (rule === "clang") return work();
    const known = this.#concluded.get(tree) ?? new Map<string, Promise<Reason[]>>();
    this.#concluded.set(tree, known);
    return kept(known, [rule, file, ...[...loaded.open.keys()].sort()].join("\n"), work);
  }

  /** What keeps an answer about one file from being complete, beside the file itself. */
  dependencies(file: FilePath, entry: ServerEntry): Promise<readonly Reason[]> {
    if (entry.coverage !== "typescript") return Promise.resolve([]);
    const question = { root: this.#context.root, file, read: (path: FilePath) => this.#read(path) };
    const key = parentOf(file) ?? file;
    return kept(this.#dependencies, key, () => missingPackages(question, (path) => this.#exists(path)));
  }

  /** Something has changed that the watcher does not tell of. */
  forget(): void {
    this.#coverings.clear();
    this.#dependencies.clear();
    this.#concluded = new WeakMap();
  }

  /** A file may have come or gone. */
  filesChanged(changes: readonly FileChange[]): void {
    for (const change of changes) this.#parsed.delete(filePath(change.path));
    this.forget();
    this.#tree.filesChanged(changes);
  }

  /** Without a rule of its own a server is believed to know the projects that have an open document, and no other. */
  #unopened(own: FilePath | undefined, markers: readonly string[], loaded: Loaded, tree: Tree): Reason[] {
    const opened = new Set<string | undefined>([own, ...loaded.open.values()]);
    const all = holders(tree, markers);
    const missing = all.filter((project) => !opened.has(project));
    if (missing.length === 0) return [];
    const detail = `${named(this.#context.root, missing)} of ${all.length} projects`;
    return [{ code: "projects_not_loaded", detail }];
  }

  #question(file: FilePath, { entry, open }: Loaded, { files }: Tree): CoverageQuestion {
    return {
      root: this.#context.root,
      file,
      open: [...open.keys()],
      files,
      title: entry.title,
      env: this.#context.host.env,
      machine: this.#context.host,
      read: (path) => this.#read(path),
      parsed: (path, parse) => this.#parse(path, parse),
    };
  }

  async #exists(path: FilePath): Promise<boolean> {
    return (await this.#context.host.files.stat(path)) !== undefined;
  }

  async #read(path: FilePath): Promise<string | undefined> {
    const { files } = this.#context.host;
    try {
      const bytes = await files.read(path);
      return bytes && files.decode(bytes).text;
    } catch (error) {
      // A file that may not be read is one that says nothing, and its reader counts it as unknown.
      if (error instanceof FileFault) return undefined;
      throw error;
    }
  }

  async #parse<T>(path: FilePath, parse: (text: string) => T): Promise<T | undefined> {
    const kept = this.#parsed.get(path);
    // Sources are watched, and forgotten when they change; there may be thousands, too many to be looked at each time.
    if (kept !== undefined && watchedSource.test(path)) return kept.value as T;
    const stamp = (await this.#context.host.files.stat(path))?.stamp;
    if (stamp === undefined) return undefined;
    const known = this.#parsed.get(path);
    // A path is always read by the same rule, so what is kept for it is of that rule's type.
    if (known?.stamp === stamp) return known.value as T;
    const text = await this.#read(path);
    if (text === undefined) return undefined;
    const value = parse(text);
    this.#parsed.set(path, { stamp, value });
    return value;
  }
}

// — below: private, in the order they are used —

const rules: Readonly<Record<CoverageRule, (question: CoverageQuestion) => Promise<Reason[]>>> = {
  typescript: typescriptCoverage,
  go: goCoverage,
  cargo: cargoCoverage,
  clang: clangCoverage,
  python: pythonCoverage,
};

function needsTree(entry: ServerEntry): boolean {
  return entry.coverage !== undefined || entry.exhaustiveOnlyWith !== undefined;
}

function holders({ files }: Tree, markers: readonly string[]): FilePath[] {
  const found = new Set<FilePath>();
  for (const file of files) {
    for (const marker of markers) {
      const above = file.endsWith(`/${marker}`) ? ancestors(file)[marker.split("/").length - 1] : undefined;
      if (above !== undefined) found.add(above);
    }
  }
  return [...found];
}

/** A failure is not kept. */
function kept<K, T>(known: Map<K, Promise<T>>, key: K, work: () => Promise<T>): Promise<T> {
  let found = known.get(key);
  if (found === undefined) {
    found = work();
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}
