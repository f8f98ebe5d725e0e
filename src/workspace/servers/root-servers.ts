// The servers of one root: which of them are on this machine and may run in it, and the sessions with them.
//
// Invariant: in a root that is not trusted a server runs only in a restricted form that nothing in the root undoes.

import { ruleOf } from "../coverage/rules.ts";
import type { ServerEntry } from "../../catalog/entry.ts";
import { serversFor } from "../../catalog/table.ts";
import type { Host } from "../../host/host.ts";
import type { Confinement } from "../../host/processes.ts";
import type { FileChange } from "../../host/watch.ts";
import type { Emit } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, parseFilePath } from "../../model/file-path.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Discovery, OwnPrograms } from "../../session/process/discovery.ts";
import { Discoverer, ownProgramsOf } from "../../session/process/discovery.ts";
import type { FoundServer, LaunchPlan } from "../../session/process/launch.ts";
import type { Programs } from "../../session/process/programs.ts";
import { Session } from "../../session/session.ts";
import { confinementOf, refuseUnconfined } from "../trust/confinement.ts";
import { holdersOf } from "../coverage/question.ts";
import { Installed } from "../projects/installed.ts";
import { LinkedPackages } from "../projects/linked-packages.ts";
import type { Linters } from "./lint.ts";
import { lintersOf } from "./lint.ts";
import type { Projects } from "../projects/projects.ts";
import { PythonPlaces } from "../projects/python-places.ts";
import { bringsStopping, Restriction } from "../trust/restriction.ts";
import type { RootWatch } from "../files/root-watch.ts";
import type { Routing } from "./routing.ts";
import type { Sessions } from "./sessions.ts";
import { mustReadTree } from "../trust/special-files.ts";
import { mustWriteInside } from "../showing/index-place.ts";
import type { Showing } from "../showing/showing.ts";
import { isTakenByConfiguration } from "../projects/projects.ts";
import { TwinnedSessions } from "./twins.ts";
import type { WorkspaceOptions } from "../workspace-options.ts";
import type { Writer } from "../write/writer.ts";

export interface ServersContext extends Omit<WorkspaceOptions, "programs"> {
  readonly programs: Programs;
  /** The same machine for reading files of the root: what the watch vouches for is not looked at again. */
  readonly watched: Host;
  readonly pool: Set<Sessions>;
  readonly projects: Projects;
  readonly routing: Routing;
  readonly watch: RootWatch;
  readonly writer: Pick<Writer, "recover">;
  /** Documents that a caller wants to stay open. */
  readonly kept: ReadonlySet<FilePath>;
  /** What may be shown of what a server says. */
  readonly showing: Pick<Showing, "withheld" | "mayName" | "places" | "leadsInto">;
}

export class RootServers {
  readonly sessions: TwinnedSessions;
  readonly #context: ServersContext;
  readonly #discoverer: Discoverer;
  readonly #python: PythonPlaces;
  readonly #installed: Installed;
  readonly #linked: LinkedPackages;
  readonly #restriction: Restriction;
  /** The other roots that every confined server may read. */
  #confinedWith: ReadonlySet<FilePath> | undefined;

  constructor(context: ServersContext) {
    const { host, watched, programs, root, emit, pool, projects, settings } = context;
    this.#context = context;
    this.#discoverer = new Discoverer(host, programs, emit);
    this.#installed = new Installed(watched);
    this.#linked = new LinkedPackages(watched, root);
    this.#restriction = new Restriction(host, root);
    this.#python = new PythonPlaces({ host, programs, root, sources: () => projects.python() });
    this.sessions = new TwinnedSessions({
      clock: host.clock,
      settings: settings.idle,
      emit,
      pool,
      create: (server, told) => this.#create(server, told),
    });
  }

  /** Those of the servers that are on this machine and may run here, with their sessions; refused when there is none. */
  async *of(entries: readonly ServerEntry[]): AsyncGenerator<Session> {
    let unable: Refusal | undefined;
    let made = 0;
    for await (const server of this.#discoverer.allOf(entries, this.#context.root)) {
      const session = await this.sessions.for(server).catch((error: unknown) => {
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

  /** The same for a language of which there may be no file. */
  async *ofLanguage(language: string): AsyncGenerator<Session> {
    const entries = serversFor(this.#context.catalog, language);
    if (entries.length > 0) return yield* this.of(entries);
    refuse({
      code: "bad_input",
      what: `${language} is not a language with a known server.`,
      next: "detect_lsp_servers names the languages of the root.",
    });
  }

  async lintersFor(file: FilePath, supposing: (session: Session) => Promise<Session>): Promise<Linters> {
    const { root, routing } = this.#context;
    return lintersOf(await routing.lintersFor(file), {
      mayRun: (entry) => this.#mayRun(entry),
      find: (entry) => this.#discoverer.find(entry, root, this.#ownPrograms),
      session: async (server) => supposing(await this.sessions.for(server)),
    });
  }

  /** Whether one is on this machine; a missing one is not reported. */
  discover(entry: ServerEntry): Promise<Discovery> {
    return this.#discoverer.look(entry, this.#context.root, entry.role === "lint" ? this.#ownPrograms : undefined);
  }

  /** Whether one can be asked, as far as can be told before it is started. */
  async isUsable(entry: ServerEntry): Promise<boolean> {
    const { trusted } = this.#context;
    if (this.sessions.shared().some(({ id }) => id === entry.id)) return true;
    if (!this.#mayRun(entry) || "missing" in (await this.discover(entry))) return false;
    return trusted || (await this.#restriction.undoneBy(entry)) === undefined;
  }

  /** Links in directories of packages that lead outside the root, each with where it leads. */
  linkedOutside(): Promise<ReadonlyMap<FilePath, FilePath>> {
    return this.#linked.leadingOutside(() => this.#context.projects.files());
  }

  /** What is on the machine may have changed. */
  reprobe(): void {
    this.#discoverer.reprobe();
  }

  /** Packages are installed in unwatched places; servers that have read others are replaced. */
  async followPackages(): Promise<void> {
    const { projects } = this.#context;
    if (!(await this.#haveChangedPackages())) return;
    projects.forget();
    await this.#linked.refresh(await projects.files());
    await this.sessions.renew("installed packages changed");
  }

  /** A root that is opened may hold what a confined server was kept from when it was started. */
  async followRoots(): Promise<void> {
    const { showing } = this.#context;
    if (this.#confinedWith === undefined) return;
    const came = showing.places.others.filter((root) => this.#confinedWith?.has(root) === false);
    if (came.length === 0 || !(await showing.leadsInto(came))) return;
    this.#confinedWith = undefined;
    await this.sessions.renew("another root was opened that this one links to");
  }

  /** A file has come that would undo a restriction: the server goes before it can hear of it. */
  endStopped(changes: readonly FileChange[]): void {
    if (this.#context.trusted) return;
    for (const session of this.sessions.all()) {
      if (bringsStopping(session.options.server.entry, changes))
        this.#unawaited("ending a server", this.sessions.restart(session.id));
    }
  }

  /** The same above the root, which is not watched. */
  async endStoppedAbove(): Promise<void> {
    if (this.#context.trusted) return;
    for (const session of this.sessions.all()) {
      if ((await this.#restriction.undoneAbove(session.options.server.entry)) !== undefined)
        await this.sessions.restart(session.id);
    }
  }

  // — below: private, in the order they are used —

  get #ownPrograms(): OwnPrograms {
    return ownProgramsOf(this.#context.root, this.#context.trusted);
  }

  /** The watch begins with the first session: before it, there is no listener. */
  async #create(server: FoundServer, emit: Emit): Promise<Session> {
    const { host, watched, programs, codec, root, settings, trusted, trace } = this.#context;
    const { projects, routing, watch, writer, kept, showing } = this.#context;
    await writer.recover();
    if (!trusted) await this.#restriction.mustHold(server.entry);
    if (!trusted) await mustWriteInside(host, root, server.entry, await projects.files());
    // What changes on disk may have to be opened, and then in its right language.
    await routing.refreshFor(server.entry.id);
    // What the server is going to find; what comes or goes from here on is noticed by the next question.
    // The first look at packages runs in the background: the tree is large, and the server has yet to start.
    if (await watch.begin()) this.#unawaited("installed packages", this.#haveChangedPackages());
    if (server.entry.coverage !== undefined) {
      const isSource = (path: FilePath): boolean => routing.isFor(server.entry.id, path);
      const links = await projects.links();
      await mustReadTree({ host, root, isSource, links, outside: () => projects.outside() }, server.entry);
    }
    const followsLinks = ruleOf(server.entry)?.followsLinks === true;
    if (followsLinks) await this.#linked.refresh(await projects.files());
    const wantsInterpreter = server.entry.quirks.interpreterSetting !== undefined;
    return new Session({
      host: watched,
      programs,
      codec,
      server,
      root,
      trusted,
      settings,
      emit,
      ...(wantsInterpreter ? { interpreter: () => this.#python.choice(server) } : {}),
      ...(trace === undefined ? {} : { trace: (direction, message) => trace(server.entry.id, direction, message) }),
      languageId: (path) => routing.languageOf(path)?.id ?? "plaintext",
      isOurs: (path) => routing.isFor(server.entry.id, path),
      ...(followsLinks
        ? {
            aliases: (path) => this.#linked.aliasesOf(path),
            isTaken: (path) => isTakenByConfiguration(watched, root, path),
          }
        : {}),
      kept,
      ...(trusted ? {} : { showing, confine: (plan) => this.#confinement(server, plan, wantsInterpreter) }),
      project: async (path) => (await this.#projectOf(server.entry, path)) ?? root,
    });
  }

  async #confinement(
    { entry, isShipped = false }: FoundServer,
    plan: LaunchPlan,
    wantsInterpreter: boolean,
  ): Promise<Confinement | undefined> {
    const { host, root, settings, showing } = this.#context;
    const { confine } = settings.untrusted;
    if (confine === "never") return undefined;
    if (!(await host.processes.canConfine())) return confine === "auto" ? undefined : refuseUnconfined(entry.title);
    const others = new Set(showing.places.others);
    this.#confinedWith = new Set([...others].filter((one) => this.#confinedWith?.has(one) ?? true));
    return confinementOf(
      {
        host,
        root,
        places: showing.places,
        allowed: settings.untrusted.allow.flatMap((path) => parseFilePath(path) ?? []),
        modules: async () => (wantsInterpreter ? this.#python.interpreterModules() : []),
      },
      { ...plan, isShipped, caches: entry.quirks.caches ?? [] },
    );
  }

  /** What the server loads for a file: the unit its completeness depends on, where that is known. */
  #projectOf(entry: ServerEntry, path: FilePath): Promise<FilePath | undefined> {
    const { exhaustiveOnlyWith: markers } = entry;
    const { projects, routing } = this.#context;
    return markers === undefined ? routing.projectOf(entry, path) : projects.covering(markers, path);
  }

  #mayRun({ restricted }: ServerEntry): boolean {
    return this.#context.trusted || restricted.kind !== "refused";
  }

  /** Packages lie beside any manifest of the tree, or above it; before the watch only the way up is known. */
  async #haveChangedPackages(): Promise<boolean> {
    const { root, projects, watch } = this.#context;
    const manifests = !watch.hasBegun ? [] : holdersOf(await projects.files(), "package.json");
    return this.#installed.hasChanged([...new Set([root, ...ancestors(root), ...manifests])]);
  }

  #unawaited(where: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#context.emit({ type: "defect", where, message: String(error) }));
  }
}
