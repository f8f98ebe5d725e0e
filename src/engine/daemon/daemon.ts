// The daemon of one root: accepts clients, gives each an engine over shared workspaces, and ends when it is no longer needed.
//
// Invariant: whatever ends it, every server of it ends before its lock is released.

import type { Catalog } from "../../catalog/table.ts";
import type { Host } from "../../host/host.ts";
import type { LocalListener, LocalSockets, LocalStream } from "../../host/local-sockets.ts";
import { machineMemoryBytes, ownMemoryBytes } from "../../host/process/own-memory.ts";
import { filePath } from "../../model/file-path.ts";
import { Refusal } from "../../model/refusal.ts";
import { isLate } from "../../std/bounded.ts";
import type { Timer } from "../../std/clock.ts";
import { runAll } from "../../std/teardown.ts";
import type { LocalEngine } from "../local-engine.ts";
import { openEngine } from "../open.ts";
import { WorkspacePool } from "../workspace-pool.ts";
import { maxConnections, placeCheckMs, resumeMs, settlingMs } from "./limits.ts";
import type { DaemonKey, DaemonPlace } from "./place.ts";
import type { RunCommand } from "./served-client.ts";
import { ServedClient } from "./served-client.ts";
import type { DaemonStatus, OpenResult, RemoteOptions } from "./wire.ts";

export interface DaemonContext {
  readonly host: Host;
  readonly sockets: LocalSockets;
  readonly key: DaemonKey;
  readonly place: DaemonPlace;
  readonly token: string;
  /** How long it lives without a client, until an engine's settings say otherwise. */
  readonly idleMs: number;
  readonly log: (line: string) => void;
  readonly runCommand: RunCommand;
  /** Called whenever a server has become ready. */
  readonly onReady: () => void;
  /** Instead of the built-in one. */
  readonly catalog?: Catalog;
}

/** An engine whose client lost its stream; it may come back for its drafts. */
interface Parked {
  readonly engine: LocalEngine;
  readonly options: string;
  readonly expiry: Timer;
}

export class Daemon {
  readonly #context: DaemonContext;
  readonly #pool: WorkspacePool;
  readonly #clients = new Set<ServedClient>();
  readonly #parked = new Map<string, Parked>();
  readonly #startedAt: number;
  #listener: LocalListener | undefined;
  #idle: Timer | undefined;
  #idleMs: number;
  /** Why it takes no further client. */
  #draining: string | undefined;
  #check: Timer | undefined;
  #end: ((why: string) => void) | undefined;
  /** Resolves with the reason once the daemon is to end. */
  readonly over: Promise<string>;

  constructor(context: DaemonContext) {
    this.#context = context;
    this.#idleMs = context.idleMs;
    this.#pool = new WorkspacePool(context.host, {
      keepMs: context.idleMs,
      memoryBytes: machineMemoryBytes() / 2,
      onEvent: ({ type }) => {
        if (type === "session.ready") context.onReady();
      },
    });
    this.#startedAt = context.host.clock.now();
    this.over = new Promise((resolve) => (this.#end = resolve));
  }

  async listen(): Promise<void> {
    const { host, sockets, place } = this.#context;
    host.loop.start((ms, cause) => this.#pool.emit({ type: "loop.blocked", ms, cause }));
    this.#listener = await sockets.listen(place.address, (stream) => this.#accept(stream));
    this.#waitIdle();
    this.#watchPlace();
  }

  end(why: string): void {
    this.#end?.(why);
  }

  /** Admits no client any more, and ends when the last client has gone. It still tells what it does, and can be stopped. */
  drain(why = "another build of Sightline has taken over"): void {
    this.#draining = why;
    if (this.#clients.size === 0) this.end(why);
  }

  async close(why: string): Promise<void> {
    this.#idle?.cancel();
    this.#check?.cancel();
    await this.#listener?.close();
    for (const { expiry } of this.#parked.values()) expiry.cancel();
    await this.#settle();
    await runAll([
      ...[...this.#clients].map((client) => () => client.close(why)),
      ...[...this.#parked.values()].map(
        ({ engine }) =>
          () =>
            engine.close(),
      ),
    ]);
    await this.#pool.close();
    this.#context.host.loop.stop();
  }

  status(): DaemonStatus {
    const { key, host } = this.#context;
    return {
      root: key.root,
      pid: host.pid,
      version: key.version,
      upMs: host.clock.now() - this.#startedAt,
      clients: this.#clients.size,
      memoryBytes: ownMemoryBytes(),
      draining: this.#draining !== undefined,
      servers: this.#pool.workspaces().flatMap(({ sessions }) =>
        sessions.map((session) => ({
          server: session.id,
          state: session.status.state,
          restarts: session.status.restarts,
        })),
      ),
    };
  }

  // — below: private, in the order they are used —

  /** Waits, but not for long, until nothing is written any more. */
  async #settle(): Promise<void> {
    const engines = [...this.#parked.values()].map(({ engine }) => engine);
    const writing = Promise.all([...this.#clients, ...engines].map((one) => one.settled()));
    const { host, log } = this.#context;
    if (await isLate(host.clock, settlingMs, writing)) log("ending while a change is being written");
  }

  #accept(stream: LocalStream): void {
    if (this.#clients.size >= maxConnections && !this.#makeRoom()) return stream.destroy();
    const { host, key, token, runCommand, log } = this.#context;
    const client: ServedClient = new ServedClient(stream, {
      clock: host.clock,
      key,
      pid: host.pid,
      token,
      runCommand,
      log,
      admits: (id, isControl) => this.#draining === undefined || isControl || this.#parked.has(id),
      open: (options, id) => this.#open(options, id),
      openOnce: (options) => this.#opened(options),
      park: (engine, options, id) => this.#park(engine, options, id),
      status: () => this.status(),
      drain: () => this.drain(),
      stop: () => this.end("it was told to stop"),
      gone: () => this.#gone(client),
    });
    this.#clients.add(client);
    this.#idle?.cancel();
  }

  /** Of those that have not said who they are the one that came first goes: idle streams keep no client out. */
  #makeRoom(): boolean {
    const silent = [...this.#clients].find((client) => !client.isKnown);
    silent?.drop("others came while it did not say who it is");
    return silent !== undefined;
  }

  /** The engine of a client; that which it had, if it comes back in time with the same options. */
  async #open(options: RemoteOptions, id: string): Promise<{ readonly engine: LocalEngine } | OpenResult> {
    const parked = this.#parked.get(id);
    if (parked !== undefined) {
      this.#parked.delete(id);
      parked.expiry.cancel();
      if (parked.options === JSON.stringify(options)) return { engine: parked.engine };
      await parked.engine.close();
    }
    try {
      return { engine: await this.#opened(options) };
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, refusal: error.details };
      throw error;
    }
  }

  async #opened(options: RemoteOptions): Promise<LocalEngine> {
    const { catalog } = this.#context;
    const engine = await openEngine(catalog === undefined ? options : { ...options, catalog }, this.#pool);
    this.#idleMs = engine.daemonIdleMs;
    return engine;
  }

  #park(engine: LocalEngine, options: string, id: string): void {
    const expiry = this.#context.host.clock.after(resumeMs, () => {
      this.#parked.delete(id);
      void Promise.allSettled([engine.close()]);
    });
    this.#parked.set(id, { engine, options, expiry });
  }

  #gone(client: ServedClient): void {
    this.#clients.delete(client);
    if (this.#clients.size > 0) return;
    if (this.#draining !== undefined) this.end(this.#draining);
    this.#waitIdle();
  }

  /** Without its root there is nothing to serve, and without its own files no client finds it. */
  #watchPlace(): void {
    const { host, key, place } = this.#context;
    this.#check = host.clock.after(placeCheckMs, async () => {
      const [root, token] = await Promise.allSettled([
        host.files.stat(filePath(key.root)),
        host.files.stat(place.token),
      ]);
      // A disk that does not answer says nothing of either.
      if (root.status === "fulfilled" && root.value === undefined) return this.end("its root has gone");
      if (token.status === "fulfilled" && token.value === undefined) return this.drain("its files have gone");
      this.#watchPlace();
    });
  }

  #waitIdle(): void {
    this.#idle?.cancel();
    this.#idle = this.#context.host.clock.after(this.#idleMs, () => this.end("no client came any more"));
  }
}
