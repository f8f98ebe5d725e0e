// The sessions of one root: each server started once when first needed, stopped when idle, evicted when memory is short.
//
// Invariant: concurrent first calls start one server. A session that has ended for good is replaced at the next call,
// unless it was given up: that needs an explicit restart.

import type { Settings } from "../../config/settings.ts";
import type { FileChange } from "../../host/watch.ts";
import { addressText } from "../../model/address.ts";
import type { Emit } from "../../model/event.ts";
import { refuse } from "../../model/refusal.ts";
import type { FoundServer } from "../../session/process/launch.ts";
import type { ServerChannel } from "../../session/process/server-channel.ts";
import type { Session } from "../../session/session.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import { SingleFlight } from "../../std/single-flight.ts";
import { runAll } from "../../std/teardown.ts";
import type { RequestMethod } from "../../protocol/methods.ts";
import { methods } from "../../protocol/methods.ts";
import type { ServerView } from "../view.ts";

export interface SessionsContext {
  readonly clock: Clock;
  readonly settings: Settings["idle"];
  readonly emit: Emit;
  /** The sessions of all roots together, this one's among them: they share one budget of memory. */
  readonly pool: Set<Sessions>;
  create(server: FoundServer): Promise<Session>;
}

export class Sessions {
  readonly #context: SessionsContext;
  readonly #open = new Map<string, Session>();
  readonly #opening = new SingleFlight<string, Session>();
  /** They are being ended, and take memory until they have. */
  #leaving: readonly ServerChannel[] = [];
  #timer: Timer | undefined;
  #closed = false;

  constructor(context: SessionsContext) {
    this.#context = context;
    context.pool.add(this);
    if (context.settings.checkMs > 0) this.#schedule();
  }

  all(): Session[] {
    return [...this.#open.values()];
  }

  /** The session of a server; created, not yet started. */
  async for(server: FoundServer): Promise<Session> {
    this.#mustBeOpen();
    const { id } = server.entry;
    const open = this.#open.get(id);
    if (open !== undefined && open.life.state.name !== "stopped") return open;
    return this.#opening.run(id, async () => {
      const session = await this.#context.create(server);
      // Closed while it was made: it would never be stopped, so it is not handed out.
      this.#mustBeOpen();
      this.#open.set(id, session);
      return session;
    });
  }

  #mustBeOpen(): void {
    if (!this.#closed) return;
    refuse({ code: "not_initialized", what: "This workspace has been closed.", next: "Open it again." });
  }

  filesChanged(changes: readonly FileChange[]): void {
    for (const session of this.#open.values()) session.filesChanged(changes);
  }

  /** Starts every running server anew, because what they have loaded is no longer what is there. */
  async renew(why: string): Promise<void> {
    await Promise.all(
      [...this.#open.values()].filter((session) => session.running !== undefined).map((session) => session.renew(why)),
    );
  }

  /** Ends a session and forgets that it had been given up. */
  async restart(id: string): Promise<void> {
    await this.#open.get(id)?.stop();
    this.#open.delete(id);
  }

  /** The session takes the place of the one with the same id, which is ended. */
  async adopt(session: Session): Promise<void> {
    this.#mustBeOpen();
    const before = this.#open.get(session.id);
    this.#open.set(session.id, session);
    await before?.stop();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#timer?.cancel();
    this.#leaving = [...this.#leaving, ...this.#running()];
    try {
      await runAll(this.all().map((session) => () => session.stop()));
    } finally {
      this.#context.pool.delete(this);
    }
  }

  /** Stops what is idle, and evicts where memory is short; called by the timer and by tests. */
  async checkIdle(): Promise<void> {
    const { settings, clock } = this.#context;
    for (const session of idle(this.all())) {
      if (settings.teardownMs > 0 && clock.now() - session.lastUse >= settings.teardownMs)
        await this.#evict(session, "idle");
    }
    if (settings.memoryBytes > 0) await this.#makeRoom(settings.memoryBytes);
  }

  /** What is least recently used of all roots goes; each root ends its own when it looks. */
  async #makeRoom(budget: number): Promise<void> {
    const pool = [...this.#context.pool];
    const everywhere = pool.flatMap((sessions) => sessions.all());
    const sizes = new Map<ServerChannel | undefined, number>();
    const processes = pool.flatMap((sessions) => [...sessions.#leaving, ...sessions.#running()]);
    for (const process of processes) sizes.set(process, (await process.memoryBytes()) ?? 0);
    let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    // The memory of a server that someone else runs is not ours to free.
    for (const session of idle(everywhere).filter(({ options }) => options.server.address === undefined)) {
      if (total <= budget) return;
      total -= sizes.get(session.running?.channel) ?? 0;
      if (this.#open.get(session.id) === session) await this.#evict(session, "memory");
    }
  }

  #running(): ServerChannel[] {
    return this.all().flatMap(({ running }) => running?.channel ?? []);
  }

  async #evict(session: Session, why: "idle" | "memory"): Promise<void> {
    this.#open.delete(session.id);
    this.#context.emit({ type: "session.evicted", server: session.id, why });
    await session.stop();
  }

  #schedule(): void {
    this.#timer = this.#context.clock.after(this.#context.settings.checkMs, () => {
      this.checkIdle().then(
        () => this.#closed || this.#schedule(),
        (error: unknown) => {
          this.#context.emit({ type: "defect", where: "idle check", message: String(error) });
          if (!this.#closed) this.#schedule();
        },
      );
    });
  }
}

/** Running and not in use, least recently used first. */
function idle(sessions: readonly Session[]): Session[] {
  const running = sessions.filter((session) => session.running !== undefined && !session.busy);
  return running.sort((a, b) => a.lastUse - b.lastUse);
}

/** The requests that a server can serve now: what it declares, and what its entry in the catalogue knows better. */
export function requestsServed({ options, running }: Session): RequestMethod[] {
  if (running === undefined) return [];
  const { neverSend: never = [], serves = [] } = options.server.entry.quirks;
  const beyond = (Object.keys(methods) as RequestMethod[]).filter((method) => serves.includes(method));
  return [...new Set([...running.capabilities.supported(), ...beyond])].filter((method) => !never.includes(method));
}

/** A running server as a reader sees it; nothing while it is not up. */
export function serverView(session: Session): ServerView[] {
  const { id, options, running } = session;
  if (running === undefined) return [];
  const { capabilities, identity, channel } = running;
  return [
    {
      root: options.root,
      server: id,
      name: identity.name,
      version: identity.version ?? options.server.version,
      supported: requestsServed(session),
      capabilities: capabilities.declared,
      ...(channel.address === undefined ? {} : { connectedTo: addressText(channel.address) }),
    },
  ];
}
