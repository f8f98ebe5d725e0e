// What is known of a root between one change and the next: how files hang together, and the problems they had.
//
// Invariant: the problems of a file are memoized only while nothing in the root has changed since before it was asked about.

import type { ServerEntry } from "../../catalog/entry.ts";
import type { Catalog } from "../../catalog/table.ts";
import { lintersFor, serverById, serversFor } from "../../catalog/table.ts";
import type { Settings } from "../../config/settings.ts";
import { orIfUnreadable } from "../../host/files.ts";
import { textBytes } from "../../host/read-limits.ts";
import type { Diagnostic } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import { named } from "../coverage/question.ts";
import type { Projects } from "../projects/projects.ts";
import type { OtherRoot, ReachContext } from "../reach/reach.ts";
import { Reach } from "../reach/reach.ts";
import { hasSymbols } from "../../languages/symbol-languages.ts";

/** What was found in a file, and how far that goes. */
export interface FileProblems {
  /** Errors and warnings, as servers said them: they are compared so, and withheld only when they are shown. */
  readonly problems: readonly Diagnostic[];
  /** Why their messages may not be shown. */
  readonly withheld?: string | undefined;
  /** The text that was checked, where something was found. */
  readonly text: string;
  /** Why this is not final. */
  readonly unsettled: string | undefined;
  /** The time was up. */
  readonly isLate: boolean;
  /** What may hide problems all the same. */
  readonly doubts: readonly string[];
  /** What else was said, which hides nothing. */
  readonly remarks: readonly string[];
  /** The ids of the servers that checked the file. */
  readonly servers: readonly string[];
}

export interface BaselineContext extends Pick<ReachContext, "host" | "root" | "index" | "sources" | "languageOf"> {
  readonly catalog: Catalog;
  readonly settings: Settings;
  readonly projects: Pick<Projects, "files" | "links" | "takeTold" | "checkouts">;
}

/** Changes beyond which comparing them one by one does not pay. */
const maxTold = 200;

export class ChangeBaseline {
  readonly reach: Reach;
  readonly #context: BaselineContext;
  readonly #looks = new Map<FilePath, FileProblems>();
  /** The hashes of files that were reported as changed, as of the last comparison. */
  readonly #hashes = new Map<FilePath, string | undefined>();
  /** Files in the order in which they were last checked. */
  readonly #recent = new Set<FilePath>();
  #generation = 0;
  /** The other roots at the last comparison: what may be shown depends on them. */
  #othersBefore = "";
  readonly #beside = new Set<() => readonly OtherRoot[]>();
  #comparing: Promise<unknown> = Promise.resolve();

  constructor(context: BaselineContext) {
    this.#context = context;
    const { host, root, catalog, settings, projects } = context;
    this.reach = new Reach({
      host,
      root,
      index: context.index,
      wholeFiles: settings.edits.wholeFiles,
      files: () => projects.files(),
      links: () => projects.links(),
      others: () => this.others(),
      sources: () => context.sources(),
      inner: (changed, open) => projects.checkouts.doubts(changed, open),
      languageOf: (file) => context.languageOf(file),
      entriesOf: ({ id }) => [...serversFor(catalog, id), ...lintersFor(catalog, id)],
    });
  }

  files(): Promise<readonly FilePath[]> {
    return this.#context.projects.files();
  }

  /** Why a search of these roots leaves something out: checkouts inside of this one that are not among them. */
  async unsearched(searched: readonly FilePath[], language?: string): Promise<readonly Reason[]> {
    const { projects, root } = this.#context;
    const isSearched = (file: FilePath): boolean => {
      const known = this.#context.languageOf(file);
      if (known === undefined || known.servers.length === 0) return false;
      return language === undefined ? hasSymbols(known.id) : known.id === language;
    };
    const left = (await projects.checkouts.all()).filter(
      ({ directory, files, isWhole }) => !searched.includes(directory) && (!isWhole || files.some(isSearched)),
    );
    if (left.length === 0) return [];
    const names = named(
      root,
      left.map(({ directory }) => directory),
    );
    const [is, it] =
      left.length === 1 ? ["is a separate checkout", "it as a root"] : ["are separate checkouts", "them as roots"];
    return [{ code: "scoped", detail: `${names} ${is} and not part of this search: open ${it} too` }];
  }

  entryOf(server: string): ServerEntry | undefined {
    return serverById(this.#context.catalog, server);
  }

  /** Another number as soon as something in the root is not as it was. */
  async generation(): Promise<number> {
    const compare = async (): Promise<void> => {
      if (await this.#hasChanged()) this.#forget();
    };
    this.#comparing = this.#comparing.then(compare, compare);
    await this.#comparing;
    return this.#generation;
  }

  /**
   * The most recently checked files first: their documents are still open. Going through more files than can be open in
   * the same order again would open every one of them anew.
   */
  byRecency(files: readonly FilePath[]): readonly FilePath[] {
    const rank = new Map([...this.#recent].map((file, at) => [file, at]));
    return [...files].sort((a, b) => (rank.get(b) ?? -1) - (rank.get(a) ?? -1));
  }

  /** A server is asked about a file now. */
  noteAsked(file: FilePath): void {
    this.#recent.delete(file);
    this.#recent.add(file);
  }

  memoized(file: FilePath): FileProblems | undefined {
    return this.#looks.get(file);
  }

  /** The other open roots, as those report them that serve this one. */
  others(): readonly OtherRoot[] {
    const all = [...this.#beside].flatMap((report) => report());
    return [...new Map(all.map((other) => [other.root, other])).values()];
  }

  /** Counts in the roots that are served beside this one, until the returned function is called. */
  beside(report: () => readonly OtherRoot[]): () => void {
    this.#beside.add(report);
    return () => void this.#beside.delete(report);
  }

  /** Only of a time in which nothing changed. */
  async memoize(file: FilePath, look: FileProblems, since: number): Promise<void> {
    if (look.unsettled === undefined && (await this.generation()) === since) this.#looks.set(file, look);
  }

  // — below: private, in the order they are used —

  /** A file that is reported as changed may have the known content, because each write is reported twice. */
  async #hasChanged(): Promise<boolean> {
    const told = this.#context.projects.takeTold();
    const others = this.others()
      .map(({ root }) => root)
      .join("\n");
    const hasOthers = others !== this.#othersBefore;
    this.#othersBefore = others;
    if (told === undefined || told.length > maxTold) {
      this.#hashes.clear();
      return true;
    }
    let hasChanged = hasOthers;
    for (const path of told) {
      const hash = await this.#hashOf(path);
      if (hash === undefined || this.#hashes.get(path) !== hash) hasChanged = true;
      this.#hashes.set(path, hash);
    }
    return hasChanged;
  }

  /** Undefined for what is gone or no file: then nothing can be said of it. */
  async #hashOf(path: FilePath): Promise<string | undefined> {
    const { files } = this.#context.host;
    return orIfUnreadable(undefined, async () => {
      const bytes = await files.read(path, textBytes);
      return bytes && files.hash(bytes);
    });
  }

  #forget(): void {
    this.#generation++;
    this.#looks.clear();
    this.reach.forget();
  }
}
