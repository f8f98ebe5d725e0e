// Opens an engine on a directory of this machine.

import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import { openNodeHost } from "../host/node/node-host.ts";
import type { BridgeEvent, ServerSaying } from "../model/event.ts";
import type { FilePath, Vantage } from "../model/file-path.ts";
import { isInside, parseFilePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import { bounded } from "../std/bounded.ts";
import { deadlineIn } from "../std/deadline.ts";
import { bug } from "../std/bug.ts";
import { Emitter } from "../std/emitter.ts";
import { policyOf } from "../policy/policy.ts";
import { runAll } from "../std/teardown.ts";
import { LastAnswers } from "../store/last-answers.ts";
import { Checkouts } from "../workspace/root.ts";
import { Roots } from "../workspace/roots.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Settings } from "../config/settings.ts";
import { openingTimeoutMs } from "./limits.ts";
import { LocalEngine } from "./local-engine.ts";
import { registryOf } from "../operations/registry.ts";
import { configuredLanguages } from "./configured-languages.ts";
import type { CallEvidence } from "./evidence/root-evidence.ts";
import { auditLogOf, evidenceOf } from "./evidence/root-evidence.ts";
import type { NotificationLog } from "./evidence/notification-log.ts";
import type { Grounds } from "./evidence/packets.ts";
import type { RootOptions } from "./preparation.ts";
import { judgedTrust, rootOf, untrusted } from "./preparation.ts";
import type { Lease, RootGroup, ServerTrace } from "./workspace-pool.ts";
import { WorkspacePool } from "./workspace-pool.ts";

export interface OpenOptions extends RootOptions {
  /** The directory from which the root is searched; the root itself when `exact`. */
  readonly directory: string;
  readonly exact?: boolean;
  /** Further roots, each as it is. */
  readonly directories?: readonly string[];
  /**
   * Another party than the operator named the roots above: what `trusted` says holds only for the root that this
   * directory lies in, where the operator stands. The others have their grants.
   */
  readonly trustedWithin?: string;
  /** Languages whose own operations are offered, besides those that servers or the operator's file are for. */
  readonly extensions?: readonly string[];
  /** Directories below which a caller may open further roots later. */
  readonly allowedRoots?: readonly string[];
  /** Where a person stands: paths of the root are shown from there if it lies in the root, and patches as git applies them. */
  readonly standpoint?: string;
  /** Whether calls are recorded, instead of what `evidence.enabled` says. */
  readonly evidence?: "on" | "off";
  /** A file to which a line of JSON is appended for each call. Absolute. */
  readonly auditLog?: string;
  readonly host?: Host;
  readonly trace?: ServerTrace;
  /** Hears what servers say of their own accord, whole; only of servers in this process. */
  readonly heard?: (notice: ServerSaying) => void;
}

/**
 * Refuses when the disk does not answer; an engine that opens after that is closed again. Given a pool, the engine shares
 * its workspaces and leaves them there; without one it has its own, which end with it.
 */
export async function openEngine(options: OpenOptions, pool?: WorkspacePool): Promise<LocalEngine> {
  const host = pool?.host ?? options.host ?? (await openNodeHost());
  const opening = openOn(host, options, pool);
  return bounded(host.clock, openingTimeoutMs, undefined, opening, () => {
    void closeLate(opening);
    return new Refusal({
      code: "timed_out",
      what: `${options.directory} could not be opened within ${openingTimeoutMs / 1_000} s.`,
      why: "The disk does not respond.",
      next: "Try again when the disk responds.",
    });
  });
}

// — below: private, in the order they are used —

async function standpointIn(host: Host, root: FilePath, directory: string | undefined): Promise<FilePath | undefined> {
  const path = directory === undefined ? undefined : parseFilePath(directory);
  const real = path && (await host.files.real(path));
  return real !== undefined && isInside(root, real) ? real : undefined;
}

async function vantageIn(host: Host, root: FilePath, standpoint: string | undefined): Promise<Vantage | undefined> {
  if (standpoint === undefined) return undefined;
  const [checkout = root] = await new Checkouts(host).around(root);
  return { from: (await standpointIn(host, root, standpoint)) ?? root, root, patch: checkout };
}

async function closeLate(opening: Promise<LocalEngine>): Promise<void> {
  const [opened] = await Promise.allSettled([opening]);
  if (opened.status === "fulfilled") await Promise.allSettled([opened.value.close()]);
}

async function openOn(host: Host, options: OpenOptions, given: WorkspacePool | undefined): Promise<LocalEngine> {
  const root = await rootOf(host, options.directory, options.exact === true, options.standpoint);
  const optionsOf = await optionsByRoot(host, options);
  const directories = await realDirectories(host, options.directories ?? []);
  // A file of ours that lies in one of the roots is not believed for any other either.
  for (const other of directories) await judgedTrust(host, other, optionsOf(other));
  const events = new Emitter<BridgeEvent>(() => {});
  const emit = (event: BridgeEvent): void => events.emit(event);
  const pool = given ?? new WorkspacePool(host, { keepMs: 0, trace: options.trace, heard: options.heard });
  if (given === undefined) host.loop.start((ms, cause) => emit({ type: "loop.blocked", ms, cause }));
  const leases = new Leases(pool, rootOptionsOf(options), emit);
  try {
    return await openLeased({
      host,
      options,
      optionsOf,
      root,
      directories,
      events,
      leases,
      pool,
      isShared: given !== undefined,
    });
  } catch (error) {
    await leases.close();
    throw error;
  }
}

interface Opening {
  readonly host: Host;
  readonly options: OpenOptions;
  readonly optionsOf: (root: FilePath) => RootOptions;
  readonly root: FilePath;
  readonly directories: readonly FilePath[];
  readonly events: Emitter<BridgeEvent>;
  readonly leases: Leases;
  readonly pool: WorkspacePool;
  readonly isShared: boolean;
}

async function openLeased(opening: Opening): Promise<LocalEngine> {
  const { host, options, optionsOf, root, directories, events, leases, isShared } = opening;
  const emit = (event: BridgeEvent): void => events.emit(event);
  const { settings, notices } = await leases.open(root, optionsOf(root), directories);
  // There is no listener before the engine exists; the first one gets these.
  const early: BridgeEvent[] = [...notices];
  const named = new Set([root]);
  const others = await openAll(options.directories ?? [], async (directory) => {
    const other = await rootOf(host, directory, true);
    if (named.has(other)) return undefined;
    named.add(other);
    const lease = await leases.add(other, optionsOf(other));
    early.push(...lease.notices);
    return lease.workspace;
  });
  const roots = new Roots(leases.of(root), {
    others: others.opened,
    allowed: await realDirectories(host, options.allowedRoots ?? []),
    open: async (other) => {
      const lease = await leases.add(other, untrusted(options));
      for (const event of lease.notices) emit(event);
      return lease.workspace;
    },
    end: (workspace) => leases.end(workspace),
    ...(!isShared
      ? {}
      : {
          regroup: (wanted) => leases.regroup(wanted, (one) => (named.has(one) ? optionsOf(one) : untrusted(options))),
        }),
    emit,
    base: await vantageIn(host, root, options.standpoint),
    startedIn: await standpointIn(host, root, options.directory),
  });
  const engine = new LocalEngine(
    roots,
    host.clock,
    events,
    (isLate) => {
      leases.leave();
      if (isShared) return;
      // Servers that did not end in time are killed or disconnected; the guard and the next start clean up the rest.
      if (isLate) {
        host.processes.killAll();
        host.tcp.destroyAll();
      }
      host.loop.stop();
    },
    () => host.hold(),
    [...early, ...others.failed],
    settings,
    registryOf(await configuredLanguages(async () => host, options)),
    // Inside the root every answer would be a change that the watcher sees.
    isInside(root, host.stateDirectory) ? undefined : new LastAnswers(host),
    policyOf(settings.policy, (text) => host.files.hash(new TextEncoder().encode(text))),
    await evidenceFor(opening, settings, roots),
    host.sandbox,
  );
  const patience = { deadline: deadlineIn(host.clock, settings.request.initializeMs), waitMs: 0 };
  if (settings.languages.prewarm.length > 0) void roots.prewarm(settings.languages.prewarm, patience);
  return engine;
}

/** In a pool that is shared the chain stays open for other engines; one of an engine's own ends with it. */
async function evidenceFor(
  { host, options, root, pool, leases, isShared }: Opening,
  settings: Settings,
  roots: Roots,
): Promise<CallEvidence | undefined> {
  const isOn = options.evidence === undefined ? settings.evidence.enabled : options.evidence === "on";
  const recorded = isOn ? pool.chain(root, settings.evidence) : undefined;
  if (recorded !== undefined) leases.record(recorded.heard);
  const evidence = evidenceOf({
    host,
    root,
    settings: settings.evidence,
    chain: recorded?.chain,
    heard: recorded?.heard,
    auditLog: await auditLogOf(host, options.auditLog),
    agent: options.agent?.id,
    grounds: () => groundsOf(roots),
  });
  if (evidence === undefined || isShared) return evidence;
  return { ...evidence, close: () => runAll([() => evidence.close(), () => pool.closeChains()]) };
}

export function groundsOf({ sessions }: Roots): Grounds {
  const servers: Grounds["servers"][number][] = [];
  const shown = new Map<FilePath, string>();
  for (const { running, options, documents } of sessions) {
    if (running === undefined) continue;
    servers.push({ server: options.server.entry.id, supports: running.capabilities.supported() });
    for (const file of documents.sharedPaths()) shown.set(file, documents.get(file)?.hash ?? "");
  }
  return { servers, documents: shown };
}

/** What an engine holds of a pool: a workspace for each of its roots, all of one group. */
class Leases {
  readonly #pool: WorkspacePool;
  readonly #options: RootOptions;
  readonly #emit: (event: BridgeEvent) => void;
  readonly #held = new Map<Workspace, Lease>();
  #group: RootGroup | undefined;
  #leave: () => void = () => {};
  #log: NotificationLog | undefined;

  constructor(pool: WorkspacePool, options: RootOptions, emit: (event: BridgeEvent) => void) {
    this.#pool = pool;
    this.#options = options;
    this.#emit = emit;
  }

  /** The main root; `others` will be served beside it. */
  async open(root: FilePath, own: RootOptions, others: readonly FilePath[]): Promise<Lease> {
    this.#join([...new Set([root, ...others])]);
    return this.add(root, own);
  }

  /** What servers of these roots say is recorded there. */
  record(log: NotificationLog): void {
    this.#log = log;
    this.#group?.record(log);
  }

  async close(): Promise<void> {
    await runAll([...this.#held.keys()].map((workspace) => () => this.end(workspace)));
    this.leave();
  }

  async add(root: FilePath, own: RootOptions): Promise<Lease> {
    const group = this.#group ?? bug("an engine is open before it has further roots");
    const lease = await group.lease(root, own);
    // The same workspace is held once, however often it is asked for.
    if (this.#held.has(lease.workspace)) await lease.release();
    else this.#held.set(lease.workspace, lease);
    return lease;
  }

  of(root: FilePath): Workspace {
    return [...this.#held.keys()].find((workspace) => workspace.root === root) ?? bug(`${root} is not held`);
  }

  async end(workspace: Workspace): Promise<void> {
    const lease = this.#held.get(workspace);
    this.#held.delete(workspace);
    await lease?.release();
  }

  /** Opens workspaces for these roots, except the last: its caller opens that one. */
  async regroup(roots: readonly FilePath[], optionsOf: (root: FilePath) => RootOptions): Promise<Workspace[]> {
    const leaveFormer = this.#leave;
    this.#join(roots);
    leaveFormer();
    const leased: Workspace[] = [];
    for (const root of roots.slice(0, -1)) leased.push((await this.add(root, optionsOf(root))).workspace);
    return leased;
  }

  leave(): void {
    this.#leave();
    this.#leave = () => {};
  }

  #join(roots: readonly FilePath[]): void {
    this.#group = this.#pool.group(roots, this.#options);
    if (this.#log !== undefined) this.#group.record(this.#log);
    this.#leave = this.#group.join(this.#emit);
  }
}

/** Only what decides how roots are served: engines that differ in nothing else may share them. */
function rootOptionsOf(options: OpenOptions): RootOptions & Pick<OpenOptions, "trustedWithin"> {
  const { profile, settings, configFile, configMode, servers, agent, trusted, stateDirectory, catalog } = options;
  const { trustedWithin } = options;
  const given = { profile, settings, configFile, configMode, servers, agent, trusted, stateDirectory, catalog };
  return { ...given, trustedWithin } as RootOptions & Pick<OpenOptions, "trustedWithin">;
}

/** The operator's trust applies to the roots that the operator named, or to the one of the working directory. */
async function optionsByRoot(host: Host, options: OpenOptions): Promise<(root: FilePath) => RootOptions> {
  const { trustedWithin, trusted } = options;
  if (trustedWithin === undefined || trusted !== true) return () => options;
  const here = await rootOf(host, trustedWithin, false);
  return (root) => (root === here ? options : untrusted(options));
}

/** One that cannot be opened takes no other along; one that is there already is passed over. */
async function openAll(
  directories: readonly string[],
  open: (directory: string) => Promise<Workspace | undefined>,
): Promise<{ readonly opened: readonly Workspace[]; readonly failed: readonly BridgeEvent[] }> {
  const opened: Workspace[] = [];
  const failed: BridgeEvent[] = [];
  for (const directory of directories) {
    try {
      const workspace = await open(directory);
      if (workspace !== undefined) opened.push(workspace);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof FileFault)) throw error;
      const why = error instanceof Refusal ? error.details.what : error.message;
      failed.push({ type: "root.failed", root: directory, why });
    }
  }
  return { opened, failed };
}

/** A directory that is not there allows nothing. */
async function realDirectories(host: Host, directories: readonly string[]): Promise<FilePath[]> {
  const real = await Promise.all(
    directories.map(async (directory) => {
      const path = parseFilePath(directory);
      return path && (await host.files.real(path));
    }),
  );
  return real.filter((path) => path !== undefined);
}
