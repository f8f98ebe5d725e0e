// One root: its watcher, its sessions, and the snapshots that queries work on.
//
// Invariant: a snapshot is taken after everything written before has been seen (or it says that this is not known).

import type { ServerEntry } from "../catalog/entry.ts";
import type { Catalog } from "../catalog/table.ts";
import { serversFor } from "../catalog/table.ts";
import { languageOf } from "../catalog/match.ts";
import type { Settings } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import type { FileChange } from "../host/watch.ts";
import type { Emit } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import { Refusal, refuse } from "../model/refusal.ts";
import type { Codec } from "../rpc/codec.ts";
import { Discoverer } from "../session/discovery.ts";
import type { OpenDocument } from "../session/open-document.ts";
import type { FoundServer } from "../session/launch.ts";
import { Session } from "../session/session.ts";
import { Lane } from "../std/lane.ts";
import { runAll } from "../std/teardown.ts";
import { Grounds } from "./consequences-grounds.ts";
import { firstAble } from "./first-able.ts";
import { Installed } from "./installed.ts";
import { mustHaveRoom } from "./kept-documents.ts";
import { LinkedPackages } from "./linked-packages.ts";
import type { Linters } from "./linters.ts";
import { lintersOf } from "./linters.ts";
import { holdersOf } from "./coverage-question.ts";
import { Projects } from "./projects.ts";
import { PythonPlaces } from "./python-places.ts";
import { bringsUndoing, mustStayRestricted, staysRestricted } from "./restriction.ts";
import { RootWatch } from "./root-watch.ts";
import { Routing } from "./routing.ts";
import type { Sessions } from "./sessions.ts";
import type { PlacesContext, SearchPlace } from "./search-places.ts";
import { omissions, searchPlaces, sourceFiles } from "./search-places.ts";
import type { Patience } from "./snapshot.ts";
import type { RootSources } from "./snapshot-files.ts";
import { Snapshot } from "./snapshot.ts";
import type { Survey } from "./survey.ts";
import { survey } from "./survey.ts";
import type { Supposed } from "./supposition.ts";
import { Supposition, filesWith } from "./supposition.ts";
import { Texts } from "./texts.ts";
import { TwinnedSessions, each } from "./twins.ts";
import type { SupposedSnapshot } from "./view.ts";
import { WatchRules } from "./watch-rules.ts";
import { Writer } from "./writer.ts";

export interface WorkspaceOptions {
  readonly host: Host;
  readonly codec: Codec;
  readonly root: FilePath;
  readonly catalog: Catalog;
  readonly settings: Settings;
  readonly trusted: boolean;
  readonly emit: Emit;
  /** The sessions of all roots of one engine, which share one budget of memory. */
  readonly pool?: Set<Sessions>;
  readonly trace?: ((server: string, direction: "sent" | "received", message: object) => void) | undefined;
}

export class Workspace {
  readonly root: FilePath;
  /** The only one who writes below the root. */
  readonly writer: Writer;
  /** Whoever makes a change is in here alone until it is known what came of it. */
  readonly changing: Lane;
  readonly #options: WorkspaceOptions;
  readonly #discoverer: Discoverer;
  readonly #sessions: TwinnedSessions;
  /** Those who suppose something of the root, one after another. */
  readonly #supposing: Lane;
  readonly #projects: Projects;
  readonly #python: PythonPlaces;
  readonly #installed: Installed;
  readonly #linked: LinkedPackages;
  readonly #routing: Routing;
  readonly #pool: Set<Sessions>;
  /** Documents that a caller wants to stay open. */
  readonly #kept = new Set<FilePath>();
  readonly #texts: Texts;
  readonly #watch: RootWatch;
  /** What is known of the root between one change and the next. */
  readonly grounds: Grounds;

  constructor(options: WorkspaceOptions) {
    this.root = options.root;
    this.#options = options;
    this.changing = new Lane(options.host.clock);
    this.writer = new Writer(options);
    this.#discoverer = new Discoverer(options.host, options.emit);
    this.#installed = new Installed(options.host);
    this.#linked = new LinkedPackages(options.host, options.root);
    const isSource = (path: string): boolean => languageOf(options.catalog, path) !== undefined;
    const rules = new WatchRules(options.host, options.root, isSource);
    this.#watch = new RootWatch({
      host: options.host,
      root: options.root,
      rules,
      emit: options.emit,
      files: () => this.#projects.files(),
      forget: () => this.#projects.forgetAll(),
      take: (changes) => this.#take(changes),
    });
    this.#texts = new Texts(options.host, options.root, options.settings.documents.maxBytes);
    this.#projects = new Projects({ host: options.host, root: options.root, skips: () => rules.skips() });
    this.#python = new PythonPlaces({
      host: options.host,
      root: options.root,
      trusted: options.trusted,
      sources: () => this.#projects.python(),
    });
    this.#routing = new Routing({
      host: options.host,
      root: options.root,
      catalog: options.catalog,
      enabled: options.settings.languages.enabled,
      files: () => this.#projects.files(),
      isWatched: () => this.#watch.isWatching,
    });
    this.#pool = options.pool ?? new Set();
    this.#sessions = new TwinnedSessions({
      clock: options.host.clock,
      settings: options.settings.idle,
      emit: options.emit,
      pool: this.#pool,
      create: (server, emit) => this.#createSession(server, emit),
    });
    this.#supposing = new Lane(options.host.clock);
    this.grounds = new Grounds({
      ...options,
      projects: this.#projects,
      sources: () => this.sources(),
      languageOf: (file) => this.#routing.languageOf(file),
    });
  }

  get sessions(): readonly Session[] {
    return this.#sessions.shared();
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

  get trusted(): boolean {
    return this.#options.trusted;
  }

  /** Another root on the same machine, served alike but not trusted: trust is never inherited. */
  beside(root: FilePath): Workspace {
    return new Workspace({ ...this.#options, root, trusted: false, pool: this.#pool });
  }

  /**
   * Everything written below the root before this call is seen by questions asked of the snapshot.
   * Paths are shown relative to `base`, where relative paths start.
   */
  snapshot(base = this.root): Promise<Snapshot> {
    return this.#snapshot(base, undefined);
  }

  /** The same as it would be with these texts; its servers are kept from others until it is released. */
  async suppose(supposed: Supposed, base = this.root): Promise<SupposedSnapshot> {
    const { laneMs } = this.settings.edits;
    const context = { clock: this.host.clock, laneMs, lane: this.#supposing, own: this.#sessions };
    const supposition = new Supposition(context, supposed);
    const snapshot = await this.#snapshot(base, supposition);
    return { snapshot, rest: () => supposition.rest(), release: () => supposition.release() };
  }

  async #snapshot(base: FilePath, supposition: Supposition | undefined): Promise<Snapshot> {
    await this.writer.recover();
    this.#forgetUnwatched();
    const settlement = await this.#watch.settle();
    if (await this.#haveChangedPackages()) {
      this.#projects.forget();
      await this.#linked.look(await this.#projects.files());
      await this.#sessions.renew("installed packages changed");
    }
    const supposed = supposition?.supposed;
    const asked = async (session: Session): Promise<Session> =>
      supposition === undefined ? session : this.#sessions.supposing(session, supposition);
    return new Snapshot({
      host: this.#options.host,
      root: this.root,
      base,
      settings: this.#options.settings,
      projects: this.#projects,
      texts: this.#texts,
      sessionsFor: (file) => each(this.sessionsFor(file), asked),
      lintersFor: (file) => this.#lintersFor(file, asked),
      searchable: (language) => this.places(language, supposed),
      sources: () => this.sources(supposed),
      supposition,
      grounds: this.grounds,
      languageOf: (file) => this.#routing.languageOf(file)?.id,
      freshness: settlement === "lost" ? [{ code: "watcher_lost", detail: "changes on disk cannot be followed" }] : [],
    });
  }

  /** The servers of a file that are on this machine, in order of preference; created, not yet started. */
  async *sessionsFor(file: FilePath): AsyncGenerator<Session> {
    yield* this.sessionsOf(await this.#routing.serversFor(file));
  }

  /** The same for a language of which there may be no file yet. */
  async *sessionsOfLanguage(language: string): AsyncGenerator<Session> {
    const entries = serversFor(this.#options.catalog, language);
    if (entries.length > 0) return yield* this.sessionsOf(entries);
    refuse({
      code: "bad_input",
      what: `${language} is no language that a server is known for.`,
      next: "detect_lsp_servers names the languages of the root.",
    });
  }

  /** Those of the servers that are on this machine and may run here; refused when there is none. */
  async *sessionsOf(entries: readonly ServerEntry[]): AsyncGenerator<Session> {
    let unable: Refusal | undefined;
    let made = 0;
    for await (const server of this.#discoverer.allOf(entries, this.root)) {
      const session = await this.#sessions.for(server).catch((error: unknown) => {
        // One that may not run here gives way to the next.
        if (error instanceof Refusal && error.code === "not_trusted") unable ??= error;
        else throw error;
      });
      if (session === undefined) continue;
      made++;
      yield session;
    }
    if (made === 0 && unable !== undefined) throw unable;
  }

  /** A source file for each server that the code of the root goes to, or that of one language of any kind. */
  async places(language?: string, supposed?: Supposed): Promise<SearchPlace[]> {
    return searchPlaces(await this.#placesContext(supposed), language);
  }

  /** Every file that somebody can be asked about, and what is left out. */
  async sources(supposed?: Supposed): Promise<RootSources> {
    const { files, unasked } = await sourceFiles(await this.#placesContext(supposed));
    const isWhole = await this.#projects.isWhole();
    return { files, isWhole, reasons: omissions(unasked, isWhole) };
  }

  survey(directory: FilePath): Promise<Survey> {
    this.#forgetUnwatched();
    return survey({
      files: () => this.#projects.files(),
      routing: this.#routing,
      catalog: this.#options.catalog,
      find: (entry) => this.#discoverer.look(entry, this.root),
      platform: this.#options.host.platform,
      directory,
    });
  }

  /** Opens a document with its text on disk and keeps it open, also in a server that is started anew. */
  async openDocument(file: FilePath, { deadline, signal }: Patience): Promise<OpenDocument> {
    mustHaveRoom(this.#kept, file, this.#options.settings.documents.maxOpen);
    const document = await firstAble(this.sessionsFor(file), (session) =>
      session.lane.together({ deadline, signal }, async () => {
        await session.start(deadline, signal);
        return session.documents.synced(file);
      }),
    );
    this.#kept.add(file);
    return document;
  }

  /** True when a server had it open. */
  async closeDocument(file: FilePath): Promise<boolean> {
    this.#kept.delete(file);
    const closed = await Promise.all(this.sessions.map((session) => session.documents.closeUnused(file)));
    return closed.includes(true);
  }

  /** Takes in changes as if the watch had told of them; everybody has heard of them when this resolves. */
  async filesChanged(changes: readonly FileChange[]): Promise<void> {
    this.#take(changes);
    await Promise.all(this.#sessions.all().map((session) => session.flush()));
  }

  reprobe(): void {
    this.#discoverer.reprobe();
  }

  restart(server: string): Promise<void> {
    return this.#sessions.restart(server);
  }

  async close(): Promise<void> {
    await runAll([() => this.#watch.close(), () => this.#sessions.close()]);
  }

  async #lintersFor(file: FilePath, supposing: (session: Session) => Promise<Session>): Promise<Linters> {
    return lintersOf(await this.#routing.lintersFor(file), {
      mayRun: (entry) => this.#mayRun(entry),
      find: (entry) => this.#discoverer.find(entry, this.root),
      session: async (server) => supposing(await this.#sessions.for(server)),
    });
  }

  #mayRun({ restricted }: ServerEntry): boolean {
    return this.trusted || restricted.kind !== "refused";
  }

  async #placesContext(supposed?: Supposed): Promise<PlacesContext> {
    this.#forgetUnwatched();
    await this.#routing.look();
    const files = filesWith(supposed, await this.#projects.files());
    return { routing: this.#routing, files, isUsable: (entry) => this.#isUsable(entry) };
  }

  /** As far as can be told before it is started. */
  async #isUsable(entry: ServerEntry): Promise<boolean> {
    if (this.sessions.some(({ id }) => id === entry.id)) return true;
    if (!this.#mayRun(entry) || "missing" in (await this.#discoverer.look(entry, this.root))) return false;
    return this.trusted || staysRestricted(this.host, this.root, entry);
  }

  /** The watch begins with the first session: before it, nobody could be told. */
  async #createSession(server: FoundServer, emit: Emit): Promise<Session> {
    const { host, codec, settings, trusted, trace } = this.#options;
    await this.writer.recover();
    if (!trusted) await mustStayRestricted(host, this.root, server.entry);
    // What changes on disk may have to be opened, and then in its right language.
    await this.#routing.lookFor(server.entry.id);
    // What the server is going to find; what comes or goes from here on is noticed by the next question.
    // Nobody waits for the first look at packages: the tree is large, and the server has yet to start.
    if (await this.#watch.begin()) this.#unawaited("installed packages", this.#haveChangedPackages());
    const followsLinks = server.entry.coverage === "typescript";
    if (followsLinks) await this.#linked.look(await this.#projects.files());
    const wantsInterpreter = server.entry.quirks.interpreterSetting !== undefined;
    return new Session({
      host,
      codec,
      server,
      root: this.root,
      trusted,
      settings,
      emit,
      ...(wantsInterpreter ? { interpreter: () => this.#python.choice(server) } : {}),
      ...(trace === undefined ? {} : { trace: (direction, message) => trace(server.entry.id, direction, message) }),
      languageId: (path) => this.#routing.languageOf(path)?.id ?? "plaintext",
      isOurs: (path) => this.#routing.isFor(server.entry.id, path),
      ...(followsLinks ? { aliases: (path) => this.#linked.aliasesOf(path) } : {}),
      kept: this.#kept,
      project: async (path) => (await this.#projectOf(server.entry, path)) ?? this.root,
    });
  }

  /** What the server loads for a file: the unit its completeness depends on, where that is known. */
  #projectOf(entry: ServerEntry, path: FilePath): Promise<FilePath | undefined> {
    const { exhaustiveOnlyWith: markers } = entry;
    return markers === undefined ? this.#routing.projectOf(entry, path) : this.#projects.covering(markers, path);
  }

  #unawaited(where: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#options.emit({ type: "defect", where, message: String(error) }));
  }

  /** Packages lie where nobody watches, beside any manifest of the tree; before the watch only the top is known. */
  async #haveChangedPackages(): Promise<boolean> {
    const manifests = !this.#watch.hasBegun ? [] : holdersOf(await this.#projects.files(), "package.json");
    return this.#installed.hasChanged([...new Set([this.root, ...manifests])]);
  }

  /** A file has come that would undo a restriction: the server goes before it can hear of it. */
  #endUndone(changes: readonly FileChange[]): void {
    if (this.#options.trusted) return;
    for (const session of this.#sessions.all()) {
      if (bringsUndoing(session.options.server.entry, changes))
        this.#unawaited("ending a server", this.restart(session.id));
    }
  }

  /** Nobody tells of changes before the watch begins, so nothing that was seen of the tree is believed. */
  #forgetUnwatched(): void {
    if (!this.#watch.hasBegun) this.#projects.forgetAll();
  }

  #take(changes: readonly FileChange[]): void {
    this.#endUndone(changes);
    this.#routing.filesChanged(changes);
    this.#projects.filesChanged(changes);
    this.#sessions.filesChanged(changes);
  }
}
