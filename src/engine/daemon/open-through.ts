// Opens an engine by way of the daemon of its root, and falls back to one of its own only with a word about it.

import type { Host } from "../../host/host.ts";
import { openNodeHost } from "../../host/node/node-host.ts";
import { nodeLocalSockets } from "../../host/node/node-local-sockets.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { registryOf } from "../../operations/registry.ts";
import { configuredLanguages } from "../configured-languages.ts";
import type { Engine } from "../engine.ts";
import type { OpenOptions } from "../open.ts";
import { rootOf } from "../preparation.ts";
import { isProject } from "../../workspace/root.ts";
import { mustKeepStateApart } from "../trust/own-places.ts";
import { NoDaemon, reachDaemon } from "./reaching.ts";
import { openRemoteEngine } from "./remote-engine.ts";

export async function openThroughDaemon(options: OpenOptions): Promise<Engine> {
  const host = await openNodeHost();
  const release = host.hold();
  try {
    return await remote(host, options);
  } catch (error) {
    if (!(error instanceof NoDaemon)) throw error;
    // Loaded on demand: a client of a daemon does without an engine of its own.
    const { openEngine } = await import("../open.ts");
    const engine = await openEngine({ ...options, host });
    return announcing(engine, { type: "daemon.unavailable", why: error.message });
  } finally {
    release();
  }
}

/** The root that these options mean; nothing is opened. */
export async function rootFor(options: OpenOptions): Promise<string> {
  return rootOf(await openNodeHost(), options.directory, options.exact === true, options.standpoint);
}

/** Nothing is started for a directory that belongs to no project. */
export async function startDaemonFor(options: OpenOptions): Promise<void> {
  const host = await openNodeHost();
  const root = await rootOf(host, options.directory, options.exact === true, options.standpoint);
  if (options.exact !== true && !(await isProject(host, root))) return;
  await mustKeepStateApart(host, root, host.stateDirectory);
  const name = `${host.writing.nonce()}${host.writing.nonce()}`;
  const release = host.hold();
  try {
    const { link } = await reachDaemon({ host, sockets: nodeLocalSockets, root, client: name, emit: () => {} });
    link.close("it has started");
  } finally {
    release();
  }
}

// — below: private, in the order they are used —

async function remote(host: Host, options: OpenOptions): Promise<Engine> {
  const { host: _, trace, heard, catalog, ...plain } = options;
  if (heard !== undefined) throw new NoDaemon("messages of servers do not leave their process");
  if (trace !== undefined || catalog !== undefined) throw new NoDaemon("a trace records servers of its own");
  const root = await rootOf(host, options.directory, options.exact === true, options.standpoint);
  await mustKeepStateApart(host, root, host.stateDirectory);
  const name = (): string => `${host.writing.nonce()}${host.writing.nonce()}`;
  const client = name();
  const reach = async (emit: (event: BridgeEvent) => void): ReturnType<typeof reachDaemon> => {
    // Timers do not hold a process; a daemon that is being started must.
    const release = host.hold();
    try {
      return await reachDaemon({ host, sockets: nodeLocalSockets, root, client, emit });
    } finally {
      release();
    }
  };
  const registry = registryOf(await configuredLanguages(async () => host, options));
  return openRemoteEngine({ reach, options: plain, registry, clock: host.clock, newCall: name });
}

/** The first listener hears of it. */
function announcing(engine: Engine, event: BridgeEvent): Engine {
  return {
    invoke: (invocation) => engine.invoke(invocation),
    events: (listener) => {
      listener(event);
      return engine.events(listener);
    },
    facts: engine.facts,
    status: () => engine.status(),
    leave: (caller) => engine.leave(caller),
    close: () => engine.close(),
  };
}
