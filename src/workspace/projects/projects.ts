// The projects inside a root: the units that servers load, and what of the root they leave out.
//
// A server knows only the projects it has loaded, and says nothing about the others; so the workspace has to know them.

import { unwatchedIndex } from "../files/source-index.ts";
import type { FactKind, SourceIndex } from "../files/source-index.ts";
import { ruleOf } from "../coverage/rules.ts";
import type { Rule } from "../coverage/rules.ts";
import type { ServerEntry } from "../../catalog/entry.ts";
import { FileFault, orIfUnreadable, textOrNothing } from "../../host/files.ts";
import type { FileChange } from "../../host/watch.ts";
import { projectFileBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, filePath, joinPath, parentOf, relativeTo } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import { memoized } from "../../std/memoized.ts";
import { InnerCheckouts } from "../coverage/checkouts.ts";
import type { SourcesContext } from "../coverage/python-sources.ts";
import { PythonSources } from "../coverage/python-sources.ts";
import type { Coverage, CoverageQuestion, Loaded } from "../coverage/question.ts";
import { anchorsFor, grouped, holdersOf, named, nearestOf, unreadReasons } from "../coverage/question.ts";
import type { Tree, TreeContext } from "../coverage/tree.ts";
import { FileTree } from "../coverage/tree.ts";
import { OpenedProjects } from "../coverage/typescript.ts";
import { Loading } from "./loading.ts";
import { filesOutside } from "./project-members.ts";
import type { Host } from "../../host/host.ts";

export class Projects {
  /** Makes servers load what a question needs. */
  readonly loading: Loading;
  readonly checkouts: InnerCheckouts;
  readonly #context: TreeContext;
  readonly #tree: FileTree;
  /** What was found out, until something changes on disk. */
  readonly #coverings = new Map<string, Promise<FilePath | undefined>>();
  readonly #dependencies = new Map<string, Promise<readonly Reason[]>>();
  #concluded = new WeakMap<Tree, Map<string, Concluded>>();
  #python: { readonly tree: Tree | undefined; readonly sources: PythonSources } | undefined;
  readonly #index: Pick<SourceIndex, "of" | "factsOf">;
  /** What has changed since the last question. */
  #told: Set<FilePath> | undefined;

  /** `index` has what was read off files before. */
  constructor(context: TreeContext, index: Pick<SourceIndex, "of" | "factsOf"> = unwatchedIndex(context.host)) {
    this.#context = context;
    this.#index = index;
    this.#tree = new FileTree(context);
    this.checkouts = new InnerCheckouts(context, () => this.#tree.now(), index);
    this.loading = new Loading(this);
  }

  /** The nearest directory from the file up to the root that holds one of the markers. */
  covering(markers: readonly string[], file: FilePath): Promise<FilePath | undefined> {
    const key = `${parentOf(file) ?? file}\n${markers.join("\n")}`;
    return memoized(this.#coverings, key, () => this.#nearest(markers, file));
  }

  async #nearest(markers: readonly string[], file: FilePath): Promise<FilePath | undefined> {
    for (const directory of ancestors(file, this.#context.root)) {
      for (const marker of markers) if (await this.#exists(joinPath(directory, marker))) return directory;
    }
    return undefined;
  }

  /** Begins to walk the tree, so that it is known when the server has answered. */
  async prepare(entry: ServerEntry): Promise<void> {
    if (needsTree(entry)) await this.#tree.now();
  }

  /** Every file of the root that is not skipped. */
  async files(): Promise<readonly FilePath[]> {
    return (await this.#tree.now()).files;
  }

  /** What is a link below the root, or no file at all. */
  async links(): Promise<readonly FilePath[]> {
    return (await this.#tree.now()).links;
  }

  /** Links that lead outside the root, which are not among its files. */
  async leadingOutside(): Promise<readonly FilePath[]> {
    return (await this.#tree.now()).outside;
  }

  /** Whether all of the tree could be read. */
  async isWhole(): Promise<boolean> {
    return (await this.#tree.now()).isWhole;
  }

  /** The sources that no project's configuration takes in. */
  async outside(): Promise<ReadonlySet<FilePath>> {
    const { files } = await this.#tree.now();
    return filesOutside({ root: this.#context.root, files, read: (path) => this.#read(path) });
  }

  /** What the Python files of the root import, as it is now. */
  async python(): Promise<PythonSources> {
    return this.#pythonOf(await this.#tree.now());
  }

  /** What keeps an answer about the whole workspace from being complete, and what would help. */
  async coverage(file: FilePath, loaded: Loaded): Promise<Coverage> {
    const { entry } = loaded;
    if (!needsTree(entry)) return { reasons: [], anchors: [] };
    const markers = entry.exhaustiveOnlyWith;
    const own = markers && (await this.covering(markers, file));
    if (markers !== undefined && own === undefined && ruleOf(entry)?.searchesOpened !== true) {
      const detail = `no ${markers.join(" or ")} covers the file, so ${entry.title} searches only opened files`;
      return { reasons: [{ code: "server_not_exhaustive", detail }], anchors: [] };
    }
    const { modules } = (await loaded.interpreter?.()) ?? {};
    if (modules?.stamp !== loaded.modules?.stamp) return toldAnew(this.#context.root, entry);
    const tree = await this.#tree.now();
    const rule = ruleOf(entry);
    return rule === undefined
      ? this.#unopened(own, markers ?? [], loaded, tree)
      : this.#conclude(rule, file, loaded, tree);
  }

  /** What a file means that imports from a package depends on that package being there, in every project. */
  async #missingPackages(entry: ServerEntry, { files }: Tree): Promise<Reason[]> {
    if (ruleOf(entry)?.missingPackages === undefined) return [];
    const manifests = holdersOf(files, "package.json");
    const sources = files.filter((path) => /\.[cm]?[jt]sx?$/.test(path));
    const groups = await grouped(sources, async (path) => nearestOf(this.#context.root, manifests, path));
    const reasons: Reason[] = [];
    for (const [file] of groups.values())
      if (file !== undefined) reasons.push(...(await this.dependencies(file, entry)));
    return reasons;
  }

  /** Kept while nothing changes; but a compile database may be in an unwatched place, and so may what is extended. */
  async #conclude(rule: Rule, file: FilePath, loaded: Loaded, tree: Tree): Promise<Coverage> {
    const work = async (unwatched: Map<FilePath, string | undefined>): Promise<Coverage> => {
      const barred = new Map<FilePath, string>();
      const question = this.#question(file, loaded, tree, unwatched, barred);
      const { reasons, ...found } = await rule.covers(question, this.#pythonOf(tree));
      const missing = await this.#missingPackages(loaded.entry, tree);
      return { ...found, reasons: [...reasons, ...unreadReasons(this.#context.root, barred), ...missing] };
    };
    if (rule.restsOnUnwatched === true) return work(new Map());
    const there = [...loaded.open.keys(), ...loaded.folders.map((folder) => `${folder}/`)].sort();
    return this.#keep(tree, [loaded.entry.coverage, file, loaded.modules?.stamp, ...there].join("\n"), work);
  }

  /** What of uses is missed where everything is loaded; a file of which another text is supposed is as if just changed. */
  async missedUses(file: FilePath, entry: ServerEntry, isSupposed: boolean): Promise<readonly Reason[]> {
    const rule = ruleOf(entry);
    if (rule?.missedUses === undefined) return [];
    const tree = await this.#tree.now();
    const loaded = { entry, open: new Map(), folders: [], isOurs: () => true };
    const found = await this.#keep(tree, ["uses", file, isSupposed].join("\n"), async (unwatched) => {
      const { changedAt, ...question } = this.#question(file, loaded, tree, unwatched, new Map());
      const changed: typeof changedAt = async (path) =>
        isSupposed && path === file ? Number.POSITIVE_INFINITY : changedAt(path);
      return { reasons: (await rule.missedUses?.({ ...question, changedAt: changed })) ?? [], anchors: [] };
    });
    return found.reasons;
  }

  async #keep(
    tree: Tree,
    key: string,
    work: (unwatched: Map<FilePath, string | undefined>) => Promise<Coverage>,
  ): Promise<Coverage> {
    const known = this.#concluded.get(tree) ?? new Map<string, Concluded>();
    this.#concluded.set(tree, known);
    const before = known.get(key);
    if (before !== undefined) {
      const coverage = await before.coverage;
      if (await this.#isStill(before.unwatched)) return coverage;
    }
    const unwatched = new Map<FilePath, string | undefined>();
    const coverage = work(unwatched);
    known.set(key, { coverage, unwatched });
    coverage.catch(() => known.delete(key));
    return coverage;
  }

  async #isStill(stamps: ReadonlyMap<FilePath, string | undefined>): Promise<boolean> {
    const now = await Promise.all([...stamps.keys()].map((path) => this.#stamp(path)));
    return [...stamps.values()].every((stamp, index) => stamp === now[index]);
  }

  /** What keeps an answer about one file from being complete, beside the file itself. */
  dependencies(file: FilePath, entry: ServerEntry): Promise<readonly Reason[]> {
    const rule = ruleOf(entry);
    if (rule?.missingPackages === undefined) return Promise.resolve([]);
    const question = { root: this.#context.root, file, read: (path: FilePath) => this.#read(path) };
    const key = parentOf(file) ?? file;
    return memoized(
      this.#dependencies,
      key,
      async () => (await rule.missingPackages?.(question, (path) => this.#exists(path))) ?? [],
    );
  }

  /** The files that were reported as changed since the last call; undefined where anything may have changed. */
  takeTold(): readonly FilePath[] | undefined {
    const told = this.#told;
    this.#told = new Set();
    return told && [...told];
  }

  /** For changes that the watcher does not report. */
  forget(): void {
    this.#told = undefined;
    this.#forgetConclusions();
  }

  #forgetConclusions(): void {
    this.#coverings.clear();
    this.#dependencies.clear();
    this.checkouts.forget();
    this.#concluded = new WeakMap();
    if (this.#python !== undefined) this.#python = { tree: undefined, sources: this.#python.sources };
  }

  /** A file may have come or gone. */
  filesChanged(changes: readonly FileChange[]): void {
    for (const change of changes) this.#told?.add(filePath(change.path));
    this.#forgetConclusions();
    this.#tree.filesChanged(changes);
  }

  /** Changes were not reported, or other files are watched now: what was read before is discarded. */
  forgetAll(): void {
    this.#told = undefined;
    this.filesChanged([{ path: this.#context.root, kind: "created" }]);
  }

  /** Without a rule of its own a server is believed to know the projects that have an open document, and no other. */
  async #unopened(
    own: FilePath | undefined,
    markers: readonly string[],
    loaded: Loaded,
    tree: Tree,
  ): Promise<Coverage> {
    const { root } = this.#context;
    const opened = new Set<string | undefined>([own, ...loaded.open.values()]);
    const all = new Set(holders(tree, markers));
    const files = tree.files.filter((path) => loaded.isOurs(path));
    const groups = await grouped(files, async (path) => nearestOf(root, all, path));
    for (const project of groups.keys()) if (opened.has(project)) groups.delete(project);
    if (groups.size === 0) return { reasons: [], anchors: [] };
    const detail = `${named(root, [...groups.keys()].sort())} of ${all.size} projects`;
    return { reasons: [{ code: "projects_not_loaded", detail }], anchors: anchorsFor(groups) };
  }

  #pythonOf(tree: Tree): PythonSources {
    if (this.#python?.tree === tree) return this.#python.sources;
    const context: SourcesContext = {
      root: this.#context.root,
      files: tree.files,
      read: (path) => this.#read(path),
      facts: (kind, path) => this.#facts(kind, path),
      list: (directory) => this.#names(directory),
    };
    const sources = new PythonSources(context, this.#python?.sources);
    this.#python = { tree, sources };
    return sources;
  }

  /** Notes what was read in unwatched places, and what could not be read, with the reason. */
  #question(
    file: FilePath,
    { entry, open, folders, modules }: Loaded,
    tree: Tree,
    unwatched: Map<FilePath, string | undefined>,
    barred: Map<FilePath, string>,
  ): CoverageQuestion {
    return {
      root: this.#context.root,
      file,
      open: [...open.keys()],
      folders,
      files: tree.files,
      modules,
      title: entry.title,
      env: this.#context.host.env,
      machine: this.#context.host,
      read: async (path) => {
        if (!(await this.#isWatched(path))) unwatched.set(path, await this.#stamp(path));
        return this.#read(path, barred);
      },
      real: (path) => orIfUnreadable(undefined, () => this.#context.host.files.real(path)),
      changedAt: async (path) => {
        const found = await orIfUnreadable(undefined, () => this.#context.host.files.stat(path));
        if (!(await this.#isWatched(path))) unwatched.set(path, found?.stamp);
        return found?.changedAt;
      },
      facts: (kind, path) => this.#facts(kind, path, barred),
    };
  }

  async #exists(path: FilePath): Promise<boolean> {
    return (await this.#context.host.files.stat(path)) !== undefined;
  }

  async #stamp(path: FilePath): Promise<string | undefined> {
    return (await this.#context.host.files.stat(path))?.stamp;
  }

  async #isWatched(path: FilePath): Promise<boolean> {
    const within = relativeTo(this.#context.root, path);
    return within !== undefined && !(await this.#context.skips())(within, false);
  }

  async #read(path: FilePath, barred?: Map<FilePath, string>): Promise<string | undefined> {
    const { files } = this.#context.host;
    try {
      const bytes = await files.read(path, projectFileBytes(path));
      return bytes && files.decode(bytes).text;
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      barred?.set(path, error.why);
      return undefined;
    }
  }

  async #facts<T>(kind: FactKind<T>, path: FilePath, barred?: Map<FilePath, string>): Promise<T | undefined> {
    try {
      const found = await this.#index.of(kind, path);
      // Why it is none that is read is told by another try.
      if (found === undefined && barred !== undefined) await this.#read(path, barred);
      return found;
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      barred?.set(path, error.why);
      return undefined;
    }
  }

  async #names(directory: FilePath): Promise<string[] | undefined> {
    try {
      return (await this.#context.host.files.list(directory))?.map(({ name }) => name);
    } catch (error) {
      // A directory that may not be listed holds nothing that a server could find either.
      if (error instanceof FileFault) return undefined;
      throw error;
    }
  }
}

/** Whether a configuration of TypeScript takes a file into its project, whatever the server makes of it. */
export async function isTakenByConfiguration({ files }: Host, root: FilePath, file: FilePath): Promise<boolean> {
  const read = async (path: FilePath): Promise<string | undefined> => {
    return textOrNothing(files, path, projectFileBytes(path));
  };
  return (await new OpenedProjects({ root, read }).of(file))?.covers(file) === true;
}

// — below: private, in the order they are used —

interface Concluded {
  readonly coverage: Promise<Coverage>;
  /** The stamps of what was read for it in unwatched places. */
  readonly unwatched: ReadonlyMap<FilePath, string | undefined>;
}

/** It learns where modules are when it is started, so only a new start helps. */
function toldAnew(root: FilePath, { title }: ServerEntry): Coverage {
  const detail = `packages were added or removed since ${title} was configured`;
  return { reasons: [{ code: "projects_not_loaded", detail }], anchors: [{ by: "renewal", project: root }] };
}

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
