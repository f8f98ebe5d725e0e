// The TypeScript projects that a file belongs to: the one its server uses, and others that judge it differently.

import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, display, joinPath } from "../../model/file-path.ts";
import { memoized } from "../../std/memoized.ts";
import { named } from "../coverage/question.ts";
import type { ReadText, TsConfig } from "../coverage/tsconfig.ts";
import { readTsConfig } from "../coverage/tsconfig.ts";
import { OpenedProjects } from "../coverage/typescript.ts";
import type { Configured } from "../coverage/script-config.ts";
import { findsAllOf, standaloneConfiguration } from "../coverage/script-config.ts";

interface ProjectsContext {
  readonly root: FilePath;
  readonly read: ReadText;
}

/** Another configuration that judges some of the files. */
export interface OtherConfiguration {
  readonly path: FilePath;
  /** The configuration by which a server judges these files otherwise. */
  readonly own: FilePath | undefined;
  readonly files: readonly FilePath[];
  /** Its content as a text that can replace the other configuration; undefined where that is unknown. */
  readonly text: string | undefined;
  /** The doubt of a verdict that was not checked under it. */
  readonly doubt: string;
}

/** The files that import a file, as far as imports can be resolved. */
type ImportersOf = (file: FilePath) => readonly FilePath[];

export class ScriptProjects {
  readonly #context: ProjectsContext;
  readonly #configured: ReadonlyMap<FilePath, Configured>;
  readonly #opened: OpenedProjects;
  readonly #owns = new Map<FilePath, Promise<TsConfig | undefined>>();
  readonly #configs = new Map<FilePath, Promise<TsConfig | undefined>>();

  constructor(context: ProjectsContext, configured: readonly Configured[]) {
    this.#context = context;
    this.#configured = new Map(configured.map((one) => [one.path, one]));
    this.#opened = new OpenedProjects(context);
  }

  /** The configurations whose sources a file sees instead of what was built from them. */
  async referredBy(file: FilePath): Promise<readonly FilePath[]> {
    return this.#referred((await this.#opened.of(file))?.references ?? []);
  }

  /**
   * The other configurations that judge files: each covers some of `looked`, or what it covers imports some of
   * `followed`, directly or not. Under each of them the same texts may be wrong.
   */
  async others(
    looked: readonly FilePath[],
    followed: readonly FilePath[] = [],
    importersOf: ImportersOf = () => [],
  ): Promise<readonly OtherConfiguration[]> {
    const bases = new Set([...this.#configured.values()].flatMap((one) => one.bases));
    const judging = [...this.#configured.values()].filter((one) => one.isSelecting || !bases.has(one.path));
    const imports = new Imports(scripts(followed), importersOf);
    const found: OtherConfiguration[] = [];
    for (const other of judging) {
      const config = await this.#config(other.path);
      if (config === undefined) continue;
      const covered = (await this.#otherwise(other, scripts(looked), imports)).filter((one) => config.covers(one));
      const taken = await this.#taken(other, config, imports);
      if (covered.length + taken.length === 0) continue;
      const doubt = this.#doubtOf(other.path, covered, taken);
      const files = [...new Set([...covered, ...taken.filter((file) => looked.includes(file))])];
      const text = files.length === 0 ? undefined : await standaloneConfiguration(this.#context.read, other.path);
      const owned =
        files.length === 0 ? new Map([[undefined, taken]]) : await grouped(files, (file) => this.#own(file, imports));
      for (const [own, some] of owned) found.push({ path: other.path, own, files: some, text, doubt });
    }
    return found;
  }

  /** Why files may be wrong although their servers find nothing under any configuration. */
  doubts(followed: readonly FilePath[]): string[] {
    return this.#listingPackages(scripts(followed));
  }

  /** Why a changed file may be wrong where another project imports it: names that its own sees everywhere are not there. */
  async lacking(
    changes: readonly TextChange[],
    globals: readonly FilePath[],
    followed: readonly FilePath[],
    importersOf: ImportersOf,
  ): Promise<string[]> {
    if (globals.length === 0 || this.#configured.size < 2) return [];
    const imports = new Imports(scripts(followed), importersOf);
    const { root } = this.#context;
    for (const { file, before = "", after = "" } of changes.filter((change) => scripts([change.file]).length > 0)) {
      const own = await this.#own(file, imports);
      const fresh = wordsIn(after, wordsIn(before));
      if (own === undefined || fresh.size === 0) continue;
      for (const { path } of this.#configured.values()) {
        const missed = path === own ? undefined : await this.#missed(file, own, path, globals, fresh, imports);
        if (missed !== undefined)
          return [`${display(root, path)} also loads ${display(root, file)}, but without ${display(root, missed)}`];
      }
    }
    return [];
  }

  // — below: private, in the order they are used —

  async #referred(paths: readonly FilePath[]): Promise<readonly FilePath[]> {
    const seen = new Set<FilePath>();
    for (let level = paths; level.length > 0; ) {
      const fresh = level.filter((path) => !seen.has(path));
      for (const path of fresh) seen.add(path);
      const next = await Promise.all(fresh.map((path) => this.#config(path)));
      level = next.flatMap((config) => config?.references ?? []);
    }
    return [...seen];
  }

  /** Those of the files that their own configuration judges otherwise. */
  async #otherwise(other: Configured, files: readonly FilePath[], imports: Imports): Promise<FilePath[]> {
    const found: FilePath[] = [];
    for (const file of files) {
      const own = await this.#own(file, imports);
      if (own === undefined || !findsAllOf(this.#configured.get(own), other)) found.push(file);
    }
    return found;
  }

  #doubtOf(path: FilePath, covered: readonly FilePath[], taken: readonly FilePath[]): string {
    const { root } = this.#context;
    const [file] = covered;
    const does = file === undefined ? "takes in" : "covers";
    const shown = display(root, file ?? taken[0] ?? path);
    return `${display(root, path)} ${does} ${shown} too, with other options that were not checked`;
  }

  /** Those of them that a project has because others of its files import them. */
  async #taken(other: Configured, config: TsConfig, imports: Imports): Promise<FilePath[]> {
    const otherwise = await this.#otherwise(other, imports.files, imports);
    if (otherwise.length === 0) return [];
    const taken = imports.takenBy(config);
    // Of a project that it refers to it sees what that declares, and judges nothing.
    const referred = new Set<FilePath | undefined>(await this.#referred(config.references));
    const found: FilePath[] = [];
    for (const file of otherwise) {
      const own = await this.#own(file, imports);
      if (taken.has(file) && (own === undefined || !referred.has(own))) found.push(file);
    }
    return found;
  }

  /** The project that a server uses: one that covers the file, or else one above that includes it by an import. */
  async #own(file: FilePath, imports: Imports): Promise<FilePath | undefined> {
    const covering = await memoized(this.#owns, file, () => this.#opened.of(file));
    if (covering !== undefined) return covering.path;
    for (const directory of ancestors(file, this.#context.root)) {
      for (const name of ["tsconfig.json", "jsconfig.json"]) {
        const config = await this.#config(joinPath(directory, name));
        if (config !== undefined && imports.takenBy(config).has(file)) return config.path;
      }
    }
    return undefined;
  }

  /** A file with one of these words that all of the one project see, and that the other has not. */
  async #missed(
    file: FilePath,
    own: FilePath,
    path: FilePath,
    globals: readonly FilePath[],
    words: ReadonlySet<string>,
    imports: Imports,
  ): Promise<FilePath | undefined> {
    const [mine, other] = [await this.#config(own), await this.#config(path)];
    if (mine === undefined || other === undefined || !imports.takenBy(other).has(file)) return undefined;
    for (const global of globals.filter((one) => mine.covers(one) && !other.covers(one))) {
      const declared = wordsIn((await this.#context.read(global)) ?? "");
      if ([...declared].some((word) => words.has(word))) return global;
    }
    return undefined;
  }

  #listingPackages(followed: readonly FilePath[]): string[] {
    const listing = [...this.#configured.values()].filter((one) => one.listsPackages).map(({ path }) => path);
    if (listing.length === 0 || followed.length === 0) return [];
    return [`${named(this.#context.root, listing)}: lists sources in node_modules, which were not checked`];
  }

  #config(path: FilePath): Promise<TsConfig | undefined> {
    return memoized(this.#configs, path, () => readTsConfig(this.#context.read, path));
  }
}

// — below: private, in the order they are used —

/** Which files a project has, among those that are followed; a package hands none of its tests to others. */
class Imports {
  readonly files: readonly FilePath[];
  /** Of each importer what it imports. */
  readonly #edges: ReadonlyMap<FilePath, FilePath[]>;
  readonly #taken = new Map<TsConfig, ReadonlySet<FilePath>>();

  constructor(files: readonly FilePath[], importersOf: ImportersOf) {
    const edges = new Map<FilePath, FilePath[]>(files.map((file) => [file, []]));
    for (const file of files) {
      const isTest = tests.test(file);
      for (const importer of importersOf(file)) if (!isTest || tests.test(importer)) edges.get(importer)?.push(file);
    }
    this.files = files;
    this.#edges = edges;
  }

  /** Those that a project covers, and all that they import. */
  takenBy(config: TsConfig): ReadonlySet<FilePath> {
    const known = this.#taken.get(config);
    if (known !== undefined) return known;
    const taken = new Set(this.files.filter((file) => config.covers(file)));
    for (let level = [...taken]; level.length > 0; ) {
      level = [...new Set(level.flatMap((file) => this.#edges.get(file) ?? []))].filter((file) => !taken.has(file));
      for (const file of level) taken.add(file);
    }
    this.#taken.set(config, taken);
    return taken;
  }
}

const tests = /\.(?:test|spec)\.[cm]?[jt]sx?$|\/__tests__\//;

function scripts(files: readonly FilePath[]): FilePath[] {
  return files.filter((one) => /\.[cm]?[jt]sx?$/.test(one));
}

/** The names in a text that are not known and no words of the language. */
function wordsIn(text: string, known: ReadonlySet<string> = new Set()): Set<string> {
  const words = maskCommentsAndStrings(text, "script").match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  return new Set(words.filter((word) => !known.has(word) && !ofLanguage.has(word)));
}

const ofLanguage: ReadonlySet<string> = new Set(
  "any as async await bigint boolean break case catch class const continue declare default delete do else enum export extends false finally for from function get global if implements import in infer instanceof interface is keyof let module namespace never new null number object of private protected public readonly return satisfies set static string super switch symbol this throw true try type typeof undefined unique unknown var void while yield".split(
    " ",
  ),
);

async function grouped<K>(
  files: readonly FilePath[],
  keyOf: (file: FilePath) => Promise<K>,
): Promise<ReadonlyMap<K, readonly FilePath[]>> {
  const groups = new Map<K, FilePath[]>();
  for (const file of files) {
    const key = await keyOf(file);
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return groups;
}
