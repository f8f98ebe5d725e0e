// Keeps the workspaces of a process, so that engines which serve the same roots in the same way share servers and index.
//
// Invariant: engines share a workspace only if they serve the same roots, with the same options, trust and
// configuration. So no engine is shown what only another one may see.

import type { Settings } from "../config/settings.ts";
import type { Host } from "../host/host.ts";
import { tellableBuild } from "../host/own-build.ts";
import { nodeCodec } from "../host/node/node-codec.ts";
import type { BridgeEvent, ServerSaying } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import type { Timer } from "../std/clock.ts";
import type { Unsubscribe } from "../std/emitter.ts";
import { Emitter } from "../std/emitter.ts";
import { runAll } from "../std/teardown.ts";
import type { ChainSettings } from "../store/evidence/chain.ts";
import type { AnswerStore } from "../store/cache/answer-store.ts";
import type { OpenedStore } from "../store/cache/open-store.ts";
import { openStore } from "../store/cache/open-store.ts";
import { EvidenceChain } from "../store/evidence/chain.ts";
import type { Sessions } from "../workspace/servers/sessions.ts";
import type { ProgramsOfRoots } from "../workspace/trust/untrusted-area.ts";
import { programsOfRoots } from "../workspace/trust/untrusted-area.ts";
import { Workspace } from "../workspace/workspace.ts";
import type { WorkspaceOptions } from "../workspace/workspace-options.ts";
import { NotificationLog } from "./evidence/notification-log.ts";
import type { Grounds } from "./evidence/packets.ts";
import { Packets } from "./evidence/packets.ts";
import { RecordedFirst, speakerOf } from "./evidence/recorded-first.ts";
import type { RootOptions } from "./preparation.ts";
import { prepare } from "./preparation.ts";

export type ServerTrace = (server: string, direction: "sent" | "received", message: object) => void;

export interface PoolOptions {
  /** How long a workspace that no engine uses stays warm; 0 closes it with its last engine. */
  readonly keepMs: number;
  /** Memory of all servers together, where the settings of a root name no limit; 0 for none. */
  readonly memoryBytes?: number;
  readonly trace?: ServerTrace | undefined;
  readonly heard?: ((notice: ServerSaying) => void) | undefined;
  /** Hears what happens in every workspace, whether or not an engine uses it. */
  readonly onEvent?: (event: BridgeEvent) => void;
}

/** What is recorded of a root: calls, and what servers say of their own accord. */
export interface RootChain {
  readonly chain: EvidenceChain;
  readonly heard: NotificationLog;
}

export interface Lease {
  readonly workspace: Workspace;
  readonly settings: Settings;
  /** What happened while the root was prepared. */
  readonly notices: readonly BridgeEvent[];
  release(): Promise<void>;
}

export class WorkspacePool {
  readonly host: Host;
  readonly #options: PoolOptions;
  readonly #groups = new Map<string, RootGroup>();
  /** The sessions of all roots: they share one budget of memory. */
  readonly #sessions = new Set<Sessions>();
  /** What this process records of each root. */
  readonly #chains = new Map<FilePath, RootChain>();

  constructor(host: Host, options: PoolOptions) {
    this.host = host;
    this.#options = options;
  }

  /** The workspaces of engines that serve these roots with these options. */
  group(roots: readonly FilePath[], options: RootOptions): RootGroup {
    const { catalog, ...plain } = options;
    // A catalogue is given only by programs that open an engine of their own.
    const key = JSON.stringify([roots.toSorted(), plain, catalog !== undefined]);
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group = new RootGroup({
      ...this.#options,
      host: this.host,
      sessions: this.#sessions,
      ended: () => void this.#groups.delete(key),
    });
    this.#groups.set(key, group);
    return group;
  }

  /** The one chain of this process and root; it begins with its first record. */
  chain(root: FilePath, settings: ChainSettings): RootChain {
    const known = this.#chains.get(root);
    if (known !== undefined) return known;
    const chain = new EvidenceChain(this.host, root, settings);
    const { raw } = settings;
    const packets = raw === "off" ? undefined : new Packets(raw, root, () => noGrounds);
    const made = { chain, heard: new NotificationLog({ chain, root, packets }) };
    this.#chains.set(root, made);
    return made;
  }

  /** Every workspace that is open, whether or not an engine uses it now. */
  workspaces(): Workspace[] {
    return [...this.#groups.values()].flatMap((group) => group.workspaces());
  }

  /** Emits to every engine an event that concerns the process. */
  emit(event: BridgeEvent): void {
    for (const group of this.#groups.values()) group.emit(event);
  }

  async close(): Promise<void> {
    await runAll([...this.#groups.values()].map((group) => () => group.close()));
    await this.closeChains();
  }

  async closeChains(): Promise<void> {
    // What cannot be written any more has reached no caller.
    await Promise.allSettled([...this.#chains.values()].map(({ heard }) => heard.close()));
    await runAll(
      [...this.#chains.values()].map(
        ({ chain }) =>
          () =>
            chain.close(),
      ),
    );
  }
}

interface GroupContext extends PoolOptions {
  readonly host: Host;
  readonly sessions: Set<Sessions>;
  ended(): void;
}

interface Entry {
  readonly root: FilePath;
  readonly workspace: Workspace;
  leases: number;
  expiry: Timer | undefined;
}

export class RootGroup {
  readonly #context: GroupContext;
  // A listener that throws must not take the engine along, and there is nowhere left to report it to.
  readonly #events = new Emitter<BridgeEvent>(() => {});
  readonly #programs: ProgramsOfRoots;
  readonly #entries = new Map<string, Entry>();
  #engines = 0;
  readonly #recorded: RecordedFirst;

  constructor(context: GroupContext) {
    this.#context = context;
    this.#recorded = new RecordedFirst({
      refresh: (server) => this.#events.emit({ type: "diagnostics.refresh", server }),
      failed: (error) => this.#events.emit({ type: "defect", where: "telling of a server", message: String(error) }),
    });
    this.#programs = programsOfRoots(context.host, (event) => this.emit(event));
  }

  /** An engine receives the events of the workspaces until it leaves. */
  join(listener: (event: BridgeEvent) => void): Unsubscribe {
    this.#engines++;
    const stop = this.#events.subscribe(listener);
    return () => {
      stop();
      this.#engines--;
      this.#endIfUnused();
    };
  }

  /** What servers say is recorded there before an engine hears of it, from now on and as long as a workspace is open. */
  record(log: NotificationLog): void {
    this.#recorded.record(log);
  }

  emit(event: BridgeEvent): void {
    this.#context.onEvent?.(event);
    this.#recorded.pass({ server: speakerOf(event), tell: () => this.#events.emit(event) });
  }

  workspaces(): Workspace[] {
    return [...this.#entries.values()].map(({ workspace }) => workspace);
  }

  /** Trust and configuration are judged anew for each lease: a grant counts from the next engine on. */
  async lease(root: FilePath, own: RootOptions): Promise<Lease> {
    const { host, sessions, trace } = this.#context;
    const { notices, fingerprint, ...prepared } = await prepare(host, root, own);
    const known = { ...prepared, settings: this.#limited(prepared.settings) };
    const key = `${fingerprint} ${root}`;
    this.#endOutdated(root, key);
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      const emit = (event: BridgeEvent): void => this.emit(event);
      const shared = {
        host,
        codec: nodeCodec,
        emit,
        pool: sessions,
        trace,
        programs: this.#programs,
        ...this.#kept(root, known.settings),
        ...this.#heard(),
      };
      entry = { root, workspace: new Workspace({ ...shared, ...known, root }), leases: 0, expiry: undefined };
      this.#entries.set(key, entry);
    }
    const { workspace } = entry;
    entry.leases++;
    entry.expiry?.cancel();
    let isReleased = false;
    const release = async (): Promise<void> => {
      if (isReleased) return;
      isReleased = true;
      await this.#release(key, entry);
    };
    return { workspace, settings: known.settings, notices, release };
  }

  async close(): Promise<void> {
    const open = [...this.#entries.keys()];
    await runAll(open.map((key) => () => this.#end(key)));
    this.#context.ended();
  }

  // — below: private, in the order they are used —

  /** Without a build that can be told from others no answer is kept: another one may have given it. */
  #kept(root: FilePath, { cache }: Settings): Pick<WorkspaceOptions, "answers"> {
    const build = tellableBuild();
    if (build === undefined) return {};
    return { answers: { build, store: keptOnce(() => openStore(this.#context.host, root, cache.maxBytes)) } };
  }

  #heard(): Pick<WorkspaceOptions, "heard" | "notified"> {
    const { heard } = this.#context;
    return {
      notified: (notification) => {
        for (const log of this.#recorded.logs) log.hear(notification);
      },
      ...(heard === undefined
        ? {}
        : { heard: (notice) => this.#recorded.pass({ server: notice.server, tell: () => heard(notice) }) }),
    };
  }

  /** What was prepared by a configuration or a grant that no longer holds will not be asked for again. */
  #endOutdated(root: FilePath, current: string): void {
    for (const [key, entry] of this.#entries) {
      if (key !== current && entry.root === root && entry.leases === 0) void Promise.allSettled([this.#end(key)]);
    }
  }

  #limited(settings: Settings): Settings {
    const { memoryBytes = 0 } = this.#context;
    if (settings.idle.memoryBytes > 0 || memoryBytes === 0) return settings;
    return { ...settings, idle: { ...settings.idle, memoryBytes } };
  }

  async #release(key: string, entry: Entry): Promise<void> {
    entry.leases--;
    if (entry.leases > 0 || this.#entries.get(key) !== entry) return;
    const { keepMs, host } = this.#context;
    if (keepMs === 0) return this.#end(key);
    entry.expiry = host.clock.after(keepMs, () => void Promise.allSettled([this.#end(key)]));
  }

  async #end(key: string): Promise<void> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    entry.expiry?.cancel();
    this.#endIfUnused();
    await entry.workspace.close();
  }

  #endIfUnused(): void {
    if (this.#entries.size === 0 && this.#engines === 0) this.#context.ended();
  }
}

/** Opened when the first question needs it; undefined where there is none. */
function keptOnce(open: () => Promise<OpenedStore>): () => Promise<AnswerStore | undefined> {
  let opened: Promise<OpenedStore> | undefined;
  return async () => {
    opened ??= open();
    const found = await opened;
    return "store" in found ? found.store : undefined;
  };
}

/** What a server says of its own accord rests on nothing that was asked. */
const noGrounds: Grounds = { servers: [], documents: new Map() };
