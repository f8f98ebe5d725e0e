// From a root to a daemon that has greeted us: finds the one that runs, or starts it, and never starts two.
//
// Invariant: a directory that another user could have written, or a link in its place, is not used.

import type { Host } from "../../host/host.ts";
import type { LocalSockets } from "../../host/local-sockets.ts";
import { makePrivateDirectories } from "../../host/private-file.ts";
import { startDetached } from "../../host/process/detached.ts";
import { runtimeDirectory } from "../../host/runtime-directory.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isRecord } from "../../std/json.ts";
import { pause } from "../../std/pause.ts";
import { EditLock } from "../../store/edit-journal-lock.ts";
import { greetDaemon, Imposter } from "./handshake.ts";
import { controlMs, maxQueuedBytes, pollMs, startMs } from "./limits.ts";
import { Link } from "./link.ts";
import type { DaemonKey, DaemonPlace } from "./place.ts";
import { daemonKey, daemonDirectories, placeIn, placeOf } from "./place.ts";
import { daemonsOf } from "./records.ts";
import type { DaemonLink } from "./remote-engine.ts";

export interface DaemonClient {
  readonly host: Host;
  readonly sockets: LocalSockets;
  readonly root: FilePath;
  /** Unguessable, and the same when this client comes back. */
  readonly client: string;
  readonly emit: (event: BridgeEvent) => void;
}

/** No daemon could be had; the caller may serve the root itself, and says so. */
export class NoDaemon extends Error {
  override readonly name = "NoDaemon";
}

export async function reachDaemon(context: DaemonClient): Promise<DaemonLink> {
  const { host, root } = context;
  const key = daemonKey(root, host.env);
  const place = placeOf(host.stateDirectory, key, { platform: host.platform, runtime: runtimeDirectory() });
  const found = await greeted(context, key, place);
  if (found !== undefined) return found;
  await makePrivate(place);
  return startedOnce(context, key, place);
}

/** The daemon that runs there and greets us; undefined where none does. */
export async function greeted(
  { host, sockets, client, emit }: Omit<DaemonClient, "root">,
  key: Pick<DaemonKey, "version" | "build">,
  place: DaemonPlace,
  { started = false, isControl = false }: { readonly started?: boolean; readonly isControl?: boolean } = {},
): Promise<DaemonLink | undefined> {
  await mustBeOwn(host, place);
  const token = await tokenIn(host, place);
  if (token === undefined) return undefined;
  let stream: Awaited<ReturnType<LocalSockets["connect"]>>;
  try {
    stream = await sockets.connect(place.address);
  } catch {
    // Nothing listens: it is starting, has ended, or was killed.
    return undefined;
  }
  let listener: Parameters<DaemonLink["listen"]>[0] | undefined;
  const early: BridgeEvent[] = [];
  const link = new Link(
    stream,
    {
      request: async () => undefined,
      notification: (method, params) => {
        if (method !== "event" || !isRecord(params)) return;
        const event = params["event"] as BridgeEvent;
        if (listener === undefined) early.push(event);
        else listener.event(event);
      },
      closed: (why) => listener?.closed(why),
      defect: (error, where) => emit({ type: "defect", where, message: String(error) }),
    },
    { clock: host.clock, maxQueuedBytes },
  );
  const own = { version: key.version, build: key.build, pid: host.pid, isControl, client };
  try {
    const { root, pid } = await greetDaemon(link, token, own);
    emit({ type: "daemon.reached", root, pid, started });
  } catch (error) {
    link.close("the daemon did not greet us");
    // It ended while we came, or wants another token than the one that is written: it is not ours.
    if (error instanceof Imposter) throw new NoDaemon(`${place.address} cannot be trusted: ${error.message}`);
    if (error instanceof RpcError) throw new NoDaemon(`the daemon refuses this client: ${error.message}`);
    return undefined;
  }
  return {
    link,
    listen: (given) => {
      listener = given;
      for (const event of early.splice(0)) given.event(event);
    },
  };
}

// — below: private, in the order they are used —

/** What is not there yet is no reason, as long as no other user could make it. */
async function mustBeOwn(host: Host, place: DaemonPlace): Promise<void> {
  for (const directory of daemonDirectories(place)) {
    const entry = await host.writing.look(directory);
    const isLink = entry !== undefined && entry.kind !== "directory";
    const doubt = isLink ? "it is not a directory of its own" : await host.writing.doubt(directory);
    if (doubt !== undefined) throw new NoDaemon(`${directory} cannot be used: ${doubt}`);
  }
}

async function tokenIn(host: Host, place: DaemonPlace): Promise<string | undefined> {
  const doubt = await host.writing.doubt(place.token);
  if (doubt !== undefined) throw new NoDaemon(`${place.token} cannot be trusted: ${doubt}`);
  const bytes = await host.files.read(place.token, 1_000);
  return bytes && host.files.decode(bytes).text.trim();
}

async function makePrivate({ directory, lock, start }: DaemonPlace): Promise<void> {
  try {
    await makePrivateDirectories([directory, lock, start]);
  } catch (error) {
    if (error instanceof Refusal) throw new NoDaemon(`${error.details.what} ${error.details.why ?? ""}`.trim());
    throw error;
  }
}

/** Of several clients that come at once one starts the daemon; the others find it when it has. */
async function startedOnce(context: DaemonClient, key: DaemonKey, place: DaemonPlace): Promise<DaemonLink> {
  const { host } = context;
  const until = host.clock.now() + startMs;
  const lock = new EditLock(host);
  while (host.clock.now() < until) {
    const reached = await lock.holding(place.start, { waitMs: startMs }, async () => {
      const found = await greeted(context, key, place);
      if (found !== undefined) return found;
      await endOlder(context, key, place);
      await start(key, place);
      return greeted(context, key, place, { started: true });
    });
    if (reached !== undefined && "link" in reached) return reached;
    await pause(host.clock, pollMs);
  }
  throw new NoDaemon(`none answered within ${startMs / 1_000} s; ${place.log} says more`);
}

async function start({ root }: DaemonKey, place: DaemonPlace): Promise<void> {
  const args = ["daemon-broker", "--root-dir", root, "--directory", place.directory];
  const word = await startDetached({ script: "bin", args, cwd: place.directory, log: place.log });
  if (word === "ready" || word === "held") return;
  throw new NoDaemon(`it could not be started: ${word ?? `it ended at once; ${place.log} says more`}`);
}

/** Daemons of the same root and environment that run another build serve their clients to the end and take no others. */
async function endOlder(context: DaemonClient, key: DaemonKey, place: DaemonPlace): Promise<void> {
  const { host } = context;
  for (const other of await daemonsOf(host, host.stateDirectory)) {
    const isSame = other.key.root === key.root && other.key.environment === key.environment;
    if (!isSame || other.directory === place.directory) continue;
    const where = placeIn(filePath(other.directory), { platform: host.platform, runtime: runtimeDirectory() });
    const quiet = { ...context, emit: () => {} };
    const [reached] = await Promise.allSettled([greeted(quiet, other.key, where, { isControl: true })]);
    if (reached.status === "rejected" || reached.value === undefined) continue;
    await Promise.allSettled([reached.value.link.request("daemon/drain", {}, controlMs)]);
    reached.value.link.close("it was told to drain");
  }
}
