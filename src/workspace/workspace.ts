// One root: its watcher, its servers, and the snapshots that queries work on.
//
// Invariant: a snapshot is taken after everything written before has been seen (or it says that this is not known).

import type { Patience } from "../std/patience.ts";
import { textOrNothing } from "../host/files.ts";
import type { ServerEntry } from "../catalog/entry.ts";
import { languageOf } from "../catalog/match.ts";
import type { Catalog } from "../catalog/table.ts";
import type { Settings } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import { textBytes } from "../host/read-limits.ts";
import type { FileChange, Settlement } from "../host/watch.ts";
import type { Emit } from "../model/event.ts";
import type { TextChange } from "../model/consequences.ts";
import type { Base, FilePath } from "../model/file-path.ts";
import { orIfRefused, Refusal, refuse } from "../model/refusal.ts";
import { display, isInside } from "../model/file-path.ts";
import type { OpenDocument } from "../session/documents/open-document.ts";
import type { Programs } from "../session/process/programs.ts";
import type { Session } from "../session/session.ts";
import { Lane } from "../std/lane.ts";
import { memoized } from "../std/memoized.ts";
import { runAll } from "../std/teardown.ts";
import { DefinitionMemo } from "./account/definitions.ts";
import { ChangeBaseline } from "./change/change-baseline.ts";
import { SourceIndex } from "./files/source-index.ts";
import { firstAble } from "./servers/attempts.ts";
import { unignored } from "./files/ignore-files.ts";
import { Projects } from "./projects/projects.ts";
import { ProofMoment, ProvenAnswers } from "./proof/proven-answers.ts";
import { RootServers } from "./servers/root-servers.ts";
import { RootWatch } from "./files/root-watch.ts";
import { Routing } from "./servers/routing.ts";
import type { Sessions } from "./servers/sessions.ts";
import type { SearchPlacesContext, SearchPlace } from "./projects/search-places.ts";
import { omissions, searchPlaces, sourceFiles } from "./projects/search-places.ts";
import { Checkouts } from "./root.ts";
import type { MayShow, RootSources } from "./files/snapshot-files.ts";
import type { SnapshotContext } from "./snapshot.ts";
import { Snapshot } from "./snapshot.ts";
import { mustStayInside } from "./showing/given-texts.ts";
import { Showing } from "./showing/showing.ts";
import type { Survey } from "./servers/survey.ts";
import { survey } from "./servers/survey.ts";
import type { Supposed } from "./supposition.ts";
import { Supposition, filesWith } from "./supposition.ts";
import { Texts } from "./files/texts.ts";
import { each } from "./servers/twins.ts";
import { programsOfRoots } from "./trust/untrusted-area.ts";
import type { SupposedSnapshot } from "./view.ts";
import { WatchedFiles } from "./files/watched-files.ts";
import { WatchRules } from "./files/watch-rules.ts";
import type { WorkspaceOptions } from "./workspace-options.ts";
import { Writer } from "./write/writer.ts";

export class Workspace {
  readonly root: FilePath;
  /** The only component that writes below the root. */
  readonly writer: Writer;
  readonly servers: RootServers;
  /** For reading: memoizes real paths, and the `stat` of directories and absent files, while the watch covers them; calls share the rest. */
  readonly files: WatchedFiles;
  /** The checkouts inside of the root. */
  readonly checkouts: Checkouts;
  readonly #watched: Host;
  /** What may run on this machine, as long as this root and those beside it are served. */
  readonly programs: Programs;
  readonly #stopServing: () => void;
  /** A change holds this alone until its result is known. */
  readonly changing: Lane;
  readonly #options: WorkspaceOptions;
  /** Admits one supposition of the root at a time. */
  readonly #supposing: Lane;
  readonly #projects: Projects;
  readonly #routing: Routing;
  readonly #pool: Set<Sessions>;
  /** Documents that a caller wants to stay open. */
  readonly #kept = new Set<FilePath>();
  /** Those that a document is kept open for: one that lets go of it closes it for no other. */
  readonly #keepers = new Map<FilePath, Set<object>>();
  readonly #texts: Texts;
  readonly #index: SourceIndex;
  #links: ReadonlySet<FilePath> = new Set();
  #written: { readonly files: readonly FilePath[]; readonly written: readonly FilePath[] } | undefined;
  /** Where places of the root lead, until something in it changes. */
  readonly #memo = new DefinitionMemo();
  readonly #watch: RootWatch;
  /** What is known of the root between one change and the next. */
  readonly baseline: ChangeBaseline;
  /** What may be shown of what servers say. */
  readonly showing: Showing;
  /** Answers that outlive the process; undefined where none do. */
  readonly proven: ProvenAnswers | undefined;

  constructor(options: WorkspaceOptions) {
    this.root = options.root;
    this.changing = new Lane(options.host.clock);
    this.writer = new Writer(options);
    const ofRoots = options.programs ?? programsOfRoots(options.host, options.emit);
    this.#options = { ...options, programs: ofRoots };
    this.programs = ofRoots.programs;
    this.#stopServing = ofRoots.area.serve(options.root, options.trusted);
    const isSource = (path: string): boolean => languageOf(options.catalog, path) !== undefined;
    this.files = new WatchedFiles(options.host.files, () => this.#watch.hearing, options.host.clock);
    const host = { ...options.host, files: this.files };
    this.#watched = host;
    this.checkouts = new Checkouts(host);
    const rules = new WatchRules(host, options.root, isSource);
    this.#watch = new RootWatch({
      host: options.host,
      root: options.root,
      rules,
      emit: options.emit,
      files: () => this.#projects.files(),
      forget: () => this.#forgetAll(),
      take: (changes) => this.#take(changes),
    });
    this.#index = new SourceIndex({
      host,
      maxBytes: options.settings.documents.maxBytes,
      isFollowed: (file) => this.#isFollowed(file),
    });
    this.#texts = new Texts(host, options.root, options.settings.documents.maxBytes);
    this.#projects = new Projects({ host, root: options.root, skips: () => rules.skips() }, this.#index);
    this.#routing = new Routing({
      host,
      root: options.root,
      catalog: options.catalog,
      enabled: options.settings.languages.enabled,
      files: () => this.#projects.files(),
      isWatched: () => this.#watch.isWatching,
    });
    this.showing = this.#showingOf(options);
    this.#pool = options.pool ?? new Set();
    this.servers = this.#serversOf(options);
    this.proven = this.#provenOf(options, rules);
    this.#supposing = new Lane(options.host.clock);
    this.baseline = new ChangeBaseline({
      ...options,
      host,
      index: this.#index,
      projects: this.#projects,
      sources: () => this.sources(),
      languageOf: (file) => this.#routing.languageOf(file),
    });
  }

  get sessions(): readonly Session[] {
    return this.servers.sessions.shared();
  }

  get host(): Host {
    return this.#options.host;
  }

  get emit(): Emit {
    return this.#options.emit;
  }

  get settings(): Settings {
    return this.#options.settings;
  }

  get catalog(): Catalog {
    return this.#options.catalog;
  }

  get trusted(): boolean {
    return this.#options.trusted;
  }

  /** Files and directories by which the operator steers us, wherever they lie. */
  get operatorFiles(): readonly FilePath[] {
    return this.#options.operatorFiles ?? [];
  }

  /** The links below the root, as far as the tree was read. */
  links(): Promise<readonly FilePath[]> {
    this.#forgetUnwatched();
    return this.#projects.links();
  }

  /** Another root on the same machine, served alike but not trusted: trust is never inherited. */
  beside(root: FilePath): Workspace {
    return new Workspace({ ...this.#options, root, trusted: false, pool: this.#pool });
  }

  /**
   * Everything written below the root before this call is seen by questions asked of the snapshot.
   * Paths are shown relative to `base`, where relative paths start.
   */
  snapshot(base: Base = this.root, settling = this.settle(), mayShow?: MayShow): Promise<Snapshot> {
    return this.#snapshot(base, undefined, settling, mayShow);
  }

  /** What another process could not finish is taken back, and everything written before is seen, when this resolves. */
  async settle(): Promise<Settlement | undefined> {
    this.files.lookAnew();
    await this.writer.recover();
    this.#forgetUnwatched();
    return this.#watch.settle();
  }

  /** The same as it would be with these texts; its servers are kept from others until it is released. */
  async suppose(supposed: Supposed, base: Base = this.root, mayShow?: MayShow): Promise<SupposedSnapshot> {
    const { laneMs } = this.settings.edits;
    const context = { clock: this.host.clock, laneMs, lane: this.#supposing, own: this.servers.sessions };
    const supposition = new Supposition(context, supposed);
    const snapshot = await this.#snapshot(base, supposition, this.settle(), mayShow);
    return { snapshot, rest: () => supposition.rest(), release: () => supposition.release() };
  }

  async #snapshot(
    base: Base,
    supposition: Supposition | undefined,
    settling: Promise<Settlement | undefined>,
    mayShow: MayShow | undefined,
  ): Promise<Snapshot> {
    const settlement = await settling;
    await Promise.all([this.servers.followPackages(), this.servers.followRoots(), this.servers.endStoppedAbove()]);
    const supposed = supposition?.supposed;
    const asked = async (session: Session): Promise<Session> =>
      supposition === undefined ? session : this.servers.sessions.supposing(session, supposition);
    // The questions of one call go to the same servers.
    const routed = new Map<FilePath, Promise<ServerEntry[]>>();
    const routedTo = (file: FilePath): Promise<ServerEntry[]> => memoized(routed, file, () => this.#serversFor(file));
    return new Snapshot({
      host: this.#watched,
      programs: this.programs,
      root: this.root,
      base,
      settings: this.#options.settings,
      projects: this.#projects,
      texts: this.#texts,
      index: this.#index,
      written: async () => this.#writtenOf((await this.#placesContext(supposed)).files),
      memo: this.#memo,
      sessionsFor: (file) =>
        each(
          this.#sessionsOf(() => routedTo(file)),
          asked,
        ),
      lintersFor: (file) => this.servers.lintersFor(file, asked),
      searchable: (language) => this.places(language, supposed),
      unignored: async (files) => unignored(this.#watched, this.root, await this.#projects.files(), files),
      outsideProjects: () => this.#projects.outside(),
      sources: (isMeant) => this.sources(supposed, isMeant),
      files: async () => (await this.#placesContext(supposed)).files,
      supposition,
      mayShow,
      proven: this.#provenIn(supposition),
      baseline: this.baseline,
      languageOf: (file) => this.#routing.languageOf(file)?.id,
      freshness: settlement === "lost" ? [{ code: "watcher_lost", detail: "changes on disk cannot be watched" }] : [],
    });
  }

  /** The servers of a file that are on this machine, in order of preference; created, not yet started. */
  sessionsFor(file: FilePath): AsyncGenerator<Session> {
    return this.#sessionsOf(() => this.#serversFor(file));
  }

  async *#sessionsOf(entries: () => Promise<ServerEntry[]>): AsyncGenerator<Session> {
    yield* this.servers.of(await entries());
  }

  /** A server that is here and may not be started because it is not registered is named by the refusal. */
  async #serversFor(file: FilePath): Promise<ServerEntry[]> {
    try {
      return await this.#routing.serversFor(file);
    } catch (error) {
      const { servers, mode } = this.#options.settings.policy;
      const isOpen = servers === "any" && mode !== "non_interactive";
      if (isOpen || !(error instanceof Refusal) || error.code !== "no_server_for_file") throw error;
      const here = await this.servers.unregistered(this.#routing.languageOf(file)?.id ?? "");
      if (here === undefined) throw error;
      throw new Refusal({
        ...error.details,
        why: `${here.server} is here (${here.path}), but policy starts only servers that are registered.`,
        next: "Have the operator register it in a file for --config, or use a text search for this file.",
      });
    }
  }

  /** A source file for each server that the code of the root goes to, or that of one language of any kind. */
  async places(language?: string, supposed?: Supposed): Promise<SearchPlace[]> {
    return searchPlaces(await this.#placesContext(supposed), language);
  }

  /** Every file that a server can be asked about, and what is left out; of all, or of those that are meant. */
  async sources(supposed?: Supposed, isMeant?: (file: FilePath) => boolean): Promise<RootSources> {
    const context = await this.#placesContext(supposed);
    const meant = isMeant === undefined ? context.files : context.files.filter(isMeant);
    const { files, unasked } = await sourceFiles({ ...context, files: meant });
    const isWhole = await this.#projects.isWhole();
    const isSource = (file: FilePath): boolean =>
      this.#routing.languageOf(file) !== undefined && isMeant?.(file) !== false;
    const outside = (await this.#projects.leadingOutside()).filter(isSource).map((file) => display(this.root, file));
    return { files, isWhole, reasons: omissions(unasked, isWhole, outside) };
  }

  survey(directory: FilePath): Promise<Survey> {
    this.#forgetUnwatched();
    return survey({
      files: () => this.#projects.files(),
      routing: this.#routing,
      catalog: this.#options.catalog,
      find: (entry) => this.servers.discover(entry),
      unregistered: (language) => this.servers.unregistered(language),
      platform: this.#options.host.platform,
      directory,
    });
  }

  /** Opens a document with its text on disk and keeps it open, also in a server that is started anew. */
  async openDocument(file: FilePath, patience: Patience, keeper: object = this): Promise<OpenDocument> {
    mustHaveRoom(this.#kept, file, this.#options.settings.documents.maxOpen);
    this.files.lookAnew();
    const document = await firstAble(this.sessionsFor(file), (session) =>
      session.lane.together(patience, async () => {
        await session.start(patience.deadline, patience.signal);
        return session.documents.synced(file);
      }),
    );
    this.#kept.add(file);
    this.#keepers.set(file, (this.#keepers.get(file) ?? new Set()).add(keeper));
    return document;
  }

  /** True when a server had it open; it stays open as long as another keeper wants it. */
  async closeDocument(file: FilePath, keeper: object = this): Promise<boolean> {
    const keepers = this.#keepers.get(file);
    keepers?.delete(keeper);
    if (keepers !== undefined && keepers.size > 0) return true;
    this.#keepers.delete(file);
    this.#kept.delete(file);
    const closed = await Promise.all(this.sessions.map((session) => session.documents.closeUnused(file)));
    return closed.includes(true);
  }

  /** Closes what was kept open for this keeper alone. */
  async letGoOf(keeper: object): Promise<void> {
    const held = [...this.#keepers].filter(([, keepers]) => keepers.has(keeper));
    await Promise.all(held.map(([file]) => this.closeDocument(file, keeper)));
  }

  /** Handles changes as if the watch had reported them; every session has been notified when this resolves. */
  async filesChanged(changes: readonly FileChange[]): Promise<void> {
    this.#take(changes);
    await Promise.all(this.servers.sessions.all().map((session) => session.flush()));
  }

  async close(): Promise<void> {
    await runAll([
      async () => this.proven?.close(),
      () => this.#watch.close(),
      () => this.servers.sessions.close(),
      async () => this.#stopServing(),
    ]);
  }

  /** Refuses texts of an agent that lead a server outside of what may be shown. */
  async mustStayInside(changes: readonly TextChange[]): Promise<void> {
    const { host, root, showing } = this;
    const links = await this.#projects.leadingOutside();
    const packages = await showing.packages();
    const read = (file: FilePath): Promise<string | undefined> => this.#textOf(file);
    const files = (): Promise<readonly FilePath[]> => this.#projects.files();
    let known: ReturnType<Showing["named"]> | undefined;
    const named = (): ReturnType<Showing["named"]> => (known ??= showing.named());
    const isIncluded = (file: FilePath): Promise<boolean> => showing.isIncluded(file);
    const included = (macros: readonly string[]): ReturnType<Showing["included"]> => showing.included(macros);
    const asked = { files, named, isIncluded, included, read };
    const context = { host, root, places: showing.places, links, packages, ...asked };
    await mustStayInside(context, changes);
  }

  /** The same of texts that are supposed, compared with what lies on disk. */
  async mustSupposeInside(supposed: Supposed): Promise<void> {
    const changes = await Promise.all(
      [...supposed].map(async ([file, text]): Promise<TextChange> => {
        return { file, before: await this.#knownText(file), after: text ?? undefined };
      }),
    );
    await this.mustStayInside(changes);
  }

  /** Undefined where it cannot be read: then everything that is supposed counts as new. */
  #knownText(file: FilePath): Promise<string | undefined> {
    return orIfRefused(
      () => undefined,
      async () => (await this.#texts.of(file)).text,
    );
  }

  async #textOf(file: FilePath): Promise<string | undefined> {
    return textOrNothing(this.host.files, file, textBytes);
  }

  #serversOf(options: WorkspaceOptions): RootServers {
    return new RootServers({
      ...options,
      programs: this.programs,
      watched: this.#watched,
      pool: this.#pool,
      projects: this.#projects,
      routing: this.#routing,
      watch: this.#watch,
      writer: this.writer,
      kept: this.#kept,
      showing: this.showing,
    });
  }

  #showingOf(options: WorkspaceOptions): Showing {
    return new Showing({
      ...options,
      host: this.#watched,
      maxBytes: options.settings.documents.maxBytes,
      isFollowed: (file) => this.#isFollowed(file),
      index: this.#index,
      reach: () => this.baseline.reach,
      files: () => this.#projects.files(),
      leadingOutside: () => this.#projects.leadingOutside(),
      linkedPackages: () => this.servers.linkedOutside(),
      others: () => this.baseline.others().map(({ root }) => root),
    });
  }

  #provenOf(options: WorkspaceOptions, rules: WatchRules): ProvenAnswers | undefined {
    const { answers, host, root, settings, trusted, emit } = options;
    if (answers === undefined || !settings.cache.enabled) return undefined;
    return new ProvenAnswers({
      host,
      root,
      settings,
      trusted,
      emit,
      programs: this.programs,
      build: answers.build,
      store: () => answers.store(),
      skips: () => rules.skips(),
      files: () => this.#projects.files(),
      written: async () => this.#writtenOf((await this.#placesContext()).files),
      filesWith: (words, files) => this.#index.filesWith(words, files),
      interpreter: (found) => this.servers.interpreterFor(found),
      running: (server) => this.servers.runningOf(server),
      leadsOutside: (file) => this.showing.leadsOutside(file),
      server: (file) =>
        orIfRefused(
          () => undefined,
          async () => this.servers.programFor(await this.#routing.serversFor(file)),
        ),
    });
  }

  /** What is supposed is true for its caller alone. */
  #provenIn(supposition: Supposition | undefined): SnapshotContext["proven"] {
    const { proven } = this;
    if (supposition !== undefined || proven === undefined) return undefined;
    const moment = new ProofMoment();
    return { of: (question, ask) => proven.of(moment, question, ask) };
  }

  /** What a link leads to may change without a word about the link. */
  #isFollowed(file: FilePath): boolean {
    return this.#watch.isWatching && isInside(this.root, file) && !this.#links.has(file);
  }

  /** Declarations and scripts that an ignore file hides are outputs; other ignored sources may be generated ones. */
  async #writtenOf(files: readonly FilePath[]): Promise<readonly FilePath[]> {
    if (this.#written?.files === files) return this.#written.written;
    const isOutput = (file: FilePath): boolean => /\.d\.[cm]?ts$|\.[cm]?jsx?$/.test(file);
    const kept = new Set(
      await unignored(this.#watched, this.root, await this.#projects.files(), files.filter(isOutput)),
    );
    const written = files.filter((file) => !isOutput(file) || kept.has(file));
    this.#written = { files, written };
    return written;
  }

  async #placesContext(supposed?: Supposed): Promise<SearchPlacesContext> {
    this.#forgetUnwatched();
    await this.#routing.refresh();
    const files = filesWith(supposed, await this.#projects.files());
    this.#links = new Set(await this.#projects.links());
    return { routing: this.#routing, files, isUsable: (entry) => this.servers.isUsable(entry) };
  }

  /** Changes are not reported before the watch begins, so what was read of the tree is discarded. */
  #forgetUnwatched(): void {
    if (!this.#watch.hasBegun) this.#forgetAll();
  }

  #forgetAll(): void {
    this.files.forget();
    this.#projects.forgetAll();
    this.#index.forgetAll();
    this.showing.forgetAll();
    this.#written = undefined;
    this.#memo.forget();
  }

  #take(changes: readonly FileChange[]): void {
    this.files.forget();
    this.proven?.filesChanged(changes);
    this.servers.endStopped(changes);
    this.#routing.filesChanged(changes);
    this.#projects.filesChanged(changes);
    this.#index.filesChanged(changes);
    this.showing.forgetAll();
    this.#written = undefined;
    this.#memo.forget();
    this.servers.sessions.filesChanged(changes);
  }
}

/** Callers may keep half of what a server may have open, so that there is room for what questions need. */
function mustHaveRoom(kept: ReadonlySet<FilePath>, file: FilePath, maxOpen: number): void {
  if (kept.has(file) || kept.size < maxOpen / 2) return;
  refuse({
    code: "resource_exhausted",
    what: `${kept.size} documents are already kept open.`,
    why: "The remaining slots are reserved for questions.",
    next: "Close some with close_document; questions need no open document.",
  });
}
