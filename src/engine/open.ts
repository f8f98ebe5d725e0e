// Opens an engine on a directory of this machine.

import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import { nodeCodec } from "../host/node/node-codec.ts";
import { openNodeHost } from "../host/node/node-host.ts";
import type { BridgeEvent } from "../model/event.ts";
import type { FilePath, Vantage } from "../model/file-path.ts";
import { isInside, parseFilePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import { bounded } from "../std/bounded.ts";
import { deadlineIn } from "../std/deadline.ts";
import { Emitter } from "../std/emitter.ts";
import { LastAnswers } from "../store/last-answers.ts";
import { Checkouts } from "../workspace/root.ts";
import { Roots } from "../workspace/roots.ts";
import type { Sessions } from "../workspace/servers/sessions.ts";
import { programsOfRoots } from "../workspace/trust/untrusted-area.ts";
import { Workspace } from "../workspace/workspace.ts";
import type { Engine } from "./engine.ts";
import { openingTimeoutMs } from "./limits.ts";
import { LocalEngine } from "./local-engine.ts";
import { registryOf } from "../operations/registry.ts";
import { configuredLanguages } from "./configured-languages.ts";
import type { RootOptions } from "./preparation.ts";
import { judgedTrust, prepare, rootOf } from "./preparation.ts";

export interface OpenOptions extends RootOptions {
  /** Where to look for the root; the root itself when `exact`. */
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
  readonly host?: Host;
  readonly trace?: (server: string, direction: "sent" | "received", message: object) => void;
}

/** Refuses when the disk does not answer; an engine that opens after that is closed again. */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  const host = options.host ?? (await openNodeHost());
  const opening = openOn(host, options);
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

async function closeLate(opening: Promise<Engine>): Promise<void> {
  const [opened] = await Promise.allSettled([opening]);
  if (opened.status === "fulfilled") await Promise.allSettled([opened.value.close()]);
}

async function openOn(host: Host, options: OpenOptions): Promise<Engine> {
  const root = await rootOf(host, options.directory, options.exact === true, options.standpoint);
  const optionsOf = await optionsByRoot(host, options);
  // A file of ours that lies in one of the roots is not believed for any other either.
  for (const other of await realDirectories(host, options.directories ?? []))
    await judgedTrust(host, other, optionsOf(other));
  const { notices, ...prepared } = await prepare(host, root, optionsOf(root));
  const { settings } = prepared;
  // A listener that throws must not take the engine along, and there is nowhere left to report it to.
  const events = new Emitter<BridgeEvent>(() => {});
  const emit = (event: BridgeEvent): void => events.emit(event);
  host.loop.start((ms, cause) => emit({ type: "loop.blocked", ms, cause }));
  const pool = new Set<Sessions>();
  const { trace } = options;
  const shared = { host, codec: nodeCodec, emit, pool, trace, programs: programsOfRoots(host, emit) };
  // Every root has its own trust and configuration; what the operator says of this run holds for those that he names.
  const open = async (other: FilePath, own: RootOptions, tell: (event: BridgeEvent) => void): Promise<Workspace> => {
    const { notices: told, ...known } = await prepare(host, other, own);
    for (const event of told) tell(event);
    return new Workspace({ ...shared, ...known, root: other });
  };
  // There is no listener before the engine exists; the first one gets these.
  const early: BridgeEvent[] = [...notices];
  const named = new Set([root]);
  const others = await openAll(options.directories ?? [], async (directory) => {
    const other = await rootOf(host, directory, true);
    if (named.has(other)) return undefined;
    named.add(other);
    return open(other, optionsOf(other), (event) => early.push(event));
  });
  const roots = new Roots(new Workspace({ ...shared, ...prepared, root }), {
    others: others.opened,
    allowed: await realDirectories(host, options.allowedRoots ?? []),
    open: (other) => open(other, untrusted(options), emit),
    emit,
    base: await vantageIn(host, root, options.standpoint),
    startedIn: await standpointIn(host, root, options.directory),
  });
  const engine = new LocalEngine(
    roots,
    host.clock,
    events,
    (isLate) => {
      // What would not end in order is killed; the guard and the next start look after what is left of it.
      if (isLate) host.processes.killAll();
      host.loop.stop();
    },
    () => host.hold(),
    [...early, ...others.failed],
    settings.notices,
    registryOf(await configuredLanguages(async () => host, options)),
    // Inside the root every answer would be a change that the watcher sees.
    isInside(root, host.stateDirectory) ? undefined : new LastAnswers(host),
  );
  const patience = { deadline: deadlineIn(host.clock, settings.request.initializeMs), waitMs: 0 };
  if (settings.languages.prewarm.length > 0) void roots.prewarm(settings.languages.prewarm, patience);
  return engine;
}

/** The operator's word on trust reaches the roots that he named, or the one he stands in. */
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

/** A root that was not named at start is trusted only by a grant of its own. */
function untrusted({ trusted, ...options }: RootOptions): RootOptions {
  return trusted === false ? { ...options, trusted } : options;
}
