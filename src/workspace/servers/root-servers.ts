// The servers of one root: which of them are on this machine and may run in it, and the sessions with them.
//
// Invariant: in a root that is not trusted a server runs only in a restricted form that nothing in the root undoes.

import { ruleOf } from "../coverage/rules.ts";
import type { ServerEntry } from "../../catalog/entry.ts";
import { languageById, serverById, serversFor } from "../../catalog/table.ts";
import { atAddress, foreignForm, unmeasured } from "../../catalog/passive.ts";
import type { Host } from "../../host/host.ts";
import type { Confinement } from "../../host/processes.ts";
import type { FileChange } from "../../host/watch.ts";
import type { BridgeEvent, Emit } from "../../model/event.ts";
import type { Address } from "../../model/address.ts";
import type { FilePath } from "../../model/file-path.ts";
import { ancestors, parseFilePath } from "../../model/file-path.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { Policy } from "../../policy/policy.ts";
import { decideUpkeep, policyOf } from "../../policy/policy.ts";
import type { Discovery, OwnPrograms } from "../../session/process/discovery.ts";
import { Discoverer, ownProgramsOf } from "../../session/process/discovery.ts";
import type { FoundProgram, FoundServer, InterpreterChoice, LaunchPlan } from "../../session/process/launch.ts";
import type { Running } from "../../session/process/running.ts";
import type { Programs } from "../../session/process/programs.ts";
import { Session } from "../../session/session.ts";
import { bug } from "../../std/bug.ts";
import type { Patience } from "../../std/patience.ts";
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
import type { UnregisteredServer } from "./survey.ts";
import { mustReadTree } from "../trust/special-files.ts";
import { mustWriteInside } from "../showing/index-place.ts";
import type { Showing } from "../showing/showing.ts";
import { isTakenByConfiguration } from "../projects/projects.ts";
import { TwinnedSessions } from "./twins.ts";
import type { WorkspaceOptions } from "../workspace-options.ts";
import type { Writer } from "../write/writer.ts";

export interface ServersContext extends Omit<WorkspaceOptions, "programs"> {
  readonly programs: Programs;
  /** The same machine for reading files of the root, with lookups memoized while the watch covers them. */
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
  /** Where packages may be installed, as long as the files of the root are the same. */
  #packageFolders: { readonly files: readonly FilePath[]; readonly folders: readonly FilePath[] } | undefined;
  readonly #linked: LinkedPackages;
  readonly #restriction: Restriction;
  readonly #policy: Policy;
  /** Entries of servers that someone else runs, as callers named them, by their ids. */
  readonly #connected = new Map<string, ServerEntry>();
  /** Ids of servers that are here and not registered, once they were announced. */
  readonly #announced = new Set<string>();
  /** The other roots that every confined server may read. */
  #confinedWith: ReadonlySet<FilePath> | undefined;

  constructor(context: ServersContext) {
    const { host, watched, programs, root, emit, pool, projects, settings } = context;
    this.#context = context;
    this.#policy = policyOf(settings.policy);
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
      create: (server, told, isShared) => this.#create(server, told, isShared),
    });
  }

  /** Those of the servers that are on this machine and may run here, with their sessions; refused when there is none. */
  async *of(entries: readonly ServerEntry[]): AsyncGenerator<Session> {
    let unable: Refusal | undefined;
    let made = 0;
    for await (const server of this.#discoverer.allOf(this.#reached(entries), this.#context.root)) {
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

  /**
   * Asks a server that someone else runs from now on, in place of one of ours for the language. It is connected to before
   * anything else changes; where that fails, everything is as it was.
   */
  async connect(language: string, address: Address, patience: Patience): Promise<Session> {
    const entries = this.#context.routing.enabledServers(language);
    const [first] = entries;
    if (first === undefined) {
      return refuse({
        code: "bad_input",
        what: `${language} is not a language with a known server, or is not enabled here.`,
        next: "detect_lsp_servers names the languages of the root.",
      });
    }
    const dial = (entry: ServerEntry): Promise<Session> => this.#dial(atAddress(entry, address), patience);
    const byName = (said: unknown): ServerEntry | undefined =>
      entries.find(({ quirks }) => quirks.saysItIs === (said ?? undefined));
    let session = await dial(first).catch((error: unknown) => {
      const said = error instanceof Refusal ? error.details.data?.["said"] : undefined;
      if (said === undefined) throw error;
      return dial(byName(said) ?? unmeasured(first, typeof said === "string" ? said : undefined));
    });
    const name = session.running?.identity.name;
    const meant = name === undefined ? undefined : byName(name);
    if (meant !== undefined && meant.id !== session.id) {
      await session.stop();
      session = await dial(meant);
    }
    for (const { id } of entries) this.#connected.delete(id);
    this.#connected.set(session.id, session.options.server.entry);
    await this.sessions.adopt(session);
    return session;
  }

  /** Servers of ours are asked again, for one language or for all. */
  async disconnect(language?: string): Promise<void> {
    const isMeant = (id: string): boolean =>
      language === undefined || serversFor(this.#context.catalog, language).some((entry) => entry.id === id);
    const ids = [...this.#connected.keys()].filter(isMeant);
    for (const id of ids) this.#connected.delete(id);
    await Promise.all(ids.map((id) => this.sessions.restart(id)));
  }

  async lintersFor(file: FilePath, supposing: (session: Session) => Promise<Session>): Promise<Linters> {
    const { root, routing } = this.#context;
    return lintersOf(await routing.lintersFor(file), {
      mayRun: (entry) => this.#mayRun(entry),
      find: (entry) => this.#discoverer.find(entry, root, this.#ownPrograms),
      session: async (server) => supposing(await this.sessions.for(server)),
    });
  }

  /** The first of the servers that is a program of this machine and may run here; nothing is started. */
  async programFor(entries: readonly ServerEntry[]): Promise<FoundProgram | undefined> {
    for (const entry of this.#reached(entries)) {
      const discovery = await this.discover(entry);
      if ("missing" in discovery || !(await this.isUsable(entry))) continue;
      return discovery.found.address === undefined ? discovery.found : undefined;
    }
    return undefined;
  }

  /** The incarnation of a server that all callers share. */
  runningOf(id: string): Running | undefined {
    return this.sessions.shared().find((session) => session.id === id)?.running;
  }

  /** The interpreter that a server would be told, and where it would search. */
  interpreterFor(found: FoundServer): Promise<InterpreterChoice> {
    return this.#python.choice(found);
  }

  /** Whether one is on this machine; a missing one is not reported. */
  discover(entry: ServerEntry): Promise<Discovery> {
    const reached = this.#connected.get(entry.id) ?? entry;
    return this.#discoverer.look(reached, this.#context.root, entry.role === "lint" ? this.#ownPrograms : undefined);
  }

  /** Whether a server can be asked, as far as is known before it is started. */
  async isUsable(entry: ServerEntry): Promise<boolean> {
    const { trusted } = this.#context;
    if (this.sessions.shared().some(({ id }) => id === entry.id)) return true;
    if (!this.#mayRun(entry) || "missing" in (await this.discover(entry))) return false;
    return trusted || (await this.#restriction.undoneBy(entry)) === undefined;
  }

  /** The first server of a language that is here and that policy does not start, because it is not registered. */
  async unregistered(language: string): Promise<UnregisteredServer | undefined> {
    const { catalog, emit } = this.#context;
    for (const id of languageById(catalog, language)?.leftOut ?? []) {
      const entry = serverById(catalog, id);
      const path = entry && (await this.#discoverer.locate(entry));
      if (path === undefined) continue;
      if (!this.#announced.has(id)) emit({ type: "server.unregistered", server: id, path });
      this.#announced.add(id);
      return { server: id, path };
    }
    return undefined;
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

  /** What a caller has connected to comes first. */
  #reached(entries: readonly ServerEntry[]): readonly ServerEntry[] {
    const reached = entries.flatMap(({ id }) => this.#connected.get(id) ?? []);
    return [...reached, ...entries.filter(({ id }) => !this.#connected.has(id))];
  }

  async #dial(entry: ServerEntry, { deadline, signal }: Patience): Promise<Session> {
    const { launch } = entry;
    if (launch.kind !== "tcp") return bug("an address is dialled");
    // The server that is asked now may have the same name: what becomes of the other is told once it has answered.
    const held: BridgeEvent[] = [];
    let tell: Emit = (event) => void held.push(event);
    const address = { host: launch.host, port: launch.port };
    const session = await this.#create({ entry, address }, (event) => tell(event), true);
    try {
      await session.start(deadline, signal);
      tell = this.#context.emit;
      for (const event of held) tell(event);
      return session;
    } catch (error) {
      await session.stop();
      throw error;
    }
  }

  get #ownPrograms(): OwnPrograms {
    return ownProgramsOf(this.#context.root, this.#context.trusted);
  }

  /** The watch begins with the first session: before it, there is no listener. */
  async #create(server: FoundServer, emit: Emit, isShared: boolean): Promise<Session> {
    const { host, watched, programs, codec, root, settings, trusted, trace, heard, notified } = this.#context;
    const { projects, routing, watch, writer, kept, showing } = this.#context;
    await writer.recover();
    if (server.address !== undefined) this.#mustBeUsable(server.entry);
    if (!trusted) await this.#restriction.mustHold(server.entry);
    if (!trusted) await mustWriteInside(host, root, server.entry, await projects.files());
    // What changes on disk may have to be opened, and then in its right language.
    await routing.refreshFor(server.entry.id);
    // What the server is going to find; what comes or goes from here on is noticed by the next question.
    // The first scan of packages runs in the background: the tree is large, and the server has yet to start.
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
      ...(heard === undefined || !isShared
        ? {}
        : { heard: (method, params) => heard({ server: server.entry.id, root, method, params }) }),
      notified,
      languageId: (path) => routing.languageOf(path)?.id ?? "plaintext",
      isOurs: (path) => routing.isFor(server.entry.id, path),
      ...(followsLinks
        ? {
            aliases: (path) => this.#linked.aliasesOf(path),
            isTaken: (path) => isTakenByConfiguration(watched, root, path),
          }
        : {}),
      kept,
      mayAsk: (method) => decideUpkeep(this.#policy, root, method).allowed,
      ...(trusted ? {} : { showing, confine: (plan) => this.#confinement(server, plan, wantsInterpreter) }),
      project: async (path) => (await this.#projectOf(server.entry, path)) ?? root,
    });
  }

  /** Known before anything is sent to it. */
  #mustBeUsable(entry: ServerEntry): void {
    if (this.#mayRun(entry)) return;
    refuse({
      code: "not_trusted",
      what: `${entry.title} is not connected to for a root that is not trusted.`,
      why: `${foreignForm.why.charAt(0).toUpperCase()}${foreignForm.why.slice(1)}.`,
      next: "Have the operator trust this root (sightline trust), if its code may run.",
      data: { server: entry.id },
    });
  }

  async #confinement(
    server: FoundServer,
    plan: LaunchPlan,
    wantsInterpreter: boolean,
  ): Promise<Confinement | undefined> {
    const { host, root, settings, showing } = this.#context;
    const { confine } = settings.untrusted;
    const { entry } = server;
    if (confine === "never") return undefined;
    // What someone else has started cannot be confined any more.
    if (server.address !== undefined || plan.address !== undefined)
      return confine === "auto" ? undefined : refuseUnconfined(entry.title);
    const { isShipped = false } = server;
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

  #mayRun({ restricted, launch }: ServerEntry): boolean {
    if (this.#context.trusted) return true;
    return launch.kind === "tcp" ? restricted.kind === "safe" : restricted.kind !== "refused";
  }

  /** Packages lie beside any manifest of the tree, or above it; before the watch only the way up is known. */
  async #haveChangedPackages(): Promise<boolean> {
    const { root, projects, watch } = this.#context;
    const files = watch.hasBegun ? await projects.files() : [];
    if (this.#packageFolders?.files !== files) {
      const folders = [...new Set([root, ...ancestors(root), ...holdersOf(files, "package.json")])];
      this.#packageFolders = { files, folders };
    }
    return this.#installed.hasChanged(this.#packageFolders.folders);
  }

  #unawaited(where: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#context.emit({ type: "defect", where, message: String(error) }));
  }
}
