// Notifications to a client: log messages, and changes of the resources that it subscribed to.
//
// Invariant: no notification is sent before its session is established or after it has ended.
// Invariant: an update is sent under exactly the address that was subscribed to, and only to the subscriber.

import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { BridgeEvent, LogLevel } from "../../model/event.ts";
import { EngineDiagnostics } from "../../engine/notices/diagnostics-reader.ts";
import type { Subject } from "../../engine/notices/diagnostics-watch.ts";
import { tooManySubscriptions } from "../../engine/notices/diagnostics-watch.ts";
import type { Engine, Invocation } from "../../engine/engine.ts";
import { maxSubscriptions } from "../../engine/limits.ts";
import type { Notice } from "../../engine/notices/notices.ts";
import { Notices } from "../../engine/notices/notices.ts";
import type { StaleReport } from "../../engine/notices/stale-references.ts";
import { DiskFollowing } from "../../engine/notices/stale-references.ts";
import { bug } from "../../std/bug.ts";
import type { Clock } from "../../std/clock.ts";
import type { EmittedLevel } from "./log.ts";
import { asLogLevel, isLoggedAt, levelOf, logFacts, loggerName } from "./log.ts";
import { parseSubscribable, staleReferences } from "./resource-uri.ts";
import { settled } from "./settled.ts";

export interface ChannelOptions {
  readonly logLevel: LogLevel;
  readonly caller: Invocation["caller"];
  readonly clock: Clock;
}

/** Notifies streams that belong to no connection. */
export interface StreamNews {
  resourceUpdated(uri: string): void;
  toolsChanged(): void;
}

/** Made only for a client that wants to hear of it. */
type Facts = () => Readonly<Record<string, unknown>>;
type Log = (level: EmittedLevel, facts: Facts) => void;

/** The subscriber: a connection with a handshake, or a stream of the modern era. */
type Owner = object;

export class Channels {
  readonly #options: ChannelOptions;
  readonly #subject: (uri: string) => Subject | "stale";
  /** Where log messages go: to a client that has been initialized, or to requests that asked for them. */
  readonly #logs = new Set<Log>();
  /** For each connection the function that notifies it of a changed resource. */
  readonly #tells = new Map<Owner, (uri: string) => void>();
  readonly #owners = new Map<string, Set<Owner>>();
  #level: LogLevel;
  #notices: Notices | undefined;
  #isClosed = false;

  /** `subject` says of an address what is watched for it, and refuses what does not support subscriptions. */
  constructor(options: ChannelOptions, subject: (uri: string) => Subject | "stale" = parseSubscribable) {
    this.#subject = subject;
    this.#options = options;
    this.#level = options.logLevel;
  }

  /** A client with a handshake has a level of its own. */
  setLevel(level: LogLevel): void {
    this.#level = level;
  }

  /**
   * From now on a client with a handshake gets notifications; before this, log messages go to standard error.
   * False where it gets them already.
   */
  establish(server: Server): boolean {
    if (this.#tells.has(server)) return false;
    const log: Log = (level, facts) => {
      if (!isLoggedAt(level, this.#level)) return;
      const params = { level, logger: loggerName, data: facts() };
      void settled(server.notification({ method: "notifications/message", params }));
    };
    this.#logs.add(log);
    this.#tells.set(server, (uri) => {
      if (this.#owners.get(uri)?.has(server) === true) void settled(server.sendResourceUpdated({ uri }));
    });
    server.onclose = () => {
      this.#logs.delete(log);
      this.#tells.delete(server);
      this.leave(server);
    };
    return true;
  }

  /** In the modern era the protocol itself passes an update on to the streams that asked for it, and to no other. */
  establishModern(server: Server): void {
    this.#tells.set(server, (uri) => void settled(server.sendResourceUpdated({ uri })));
    server.onclose = () => void this.#tells.delete(server);
  }

  /** Streams filter the notifications themselves; each of their requests is a connection of its own. */
  establishStreams(news: StreamNews): void {
    this.#tells.set(news, (uri) => news.resourceUpdated(uri));
  }

  /** Each request of the modern era says whether it wants log messages, and from which level on. */
  logTo({ mcpReq }: ServerContext): () => void {
    const log: Log = (level, facts) => void settled(mcpReq.log(level, facts(), loggerName));
    this.#logs.add(log);
    return () => void this.#logs.delete(log);
  }

  /** The channels start with the engine. */
  opened(engine: Engine, take: (event: BridgeEvent) => void): void {
    if (this.#isClosed) return;
    const { caller, clock } = this.#options;
    const asking = {
      looking: new EngineDiagnostics(engine, caller, clock),
      following: new DiskFollowing(engine, caller),
    };
    this.#notices = new Notices(engine, asking, clock, {
      happened: (event, notice) => {
        take(event);
        this.log(event, notice);
      },
      noticed: (notice) => {
        this.#send("info", () => ({ ...notice }));
        if (notice.type === "stale_references") this.#updated(staleReferences);
      },
      diagnosticsChanged: (uri) => this.#updated(uri),
    });
  }

  log(event: BridgeEvent, notice?: Notice): void {
    if (event.type === "log.level") this.#level = asLogLevel(event.level) ?? this.#level;
    this.#send(levelOf(event), () => ({ ...logFacts(event), ...notice }));
  }

  /** Refuses what does not support subscriptions. */
  async subscribe(owner: Owner, uri: string): Promise<void> {
    this.#subject(uri);
    if (!this.#owners.has(uri) && this.#owners.size >= maxSubscriptions) tooManySubscriptions();
    this.#owners.set(uri, (this.#owners.get(uri) ?? new Set()).add(owner));
    try {
      await this.#watch(uri);
    } catch (error) {
      this.unsubscribe(owner, uri);
      throw error;
    }
  }

  unsubscribe(owner: Owner, uri: string): void {
    const owners = this.#owners.get(uri);
    owners?.delete(owner);
    if (owners === undefined || owners.size > 0) return;
    this.#owners.delete(uri);
    this.#notices?.unsubscribe(uri);
  }

  leave(owner: Owner): void {
    for (const uri of [...this.#owners.keys()]) this.unsubscribe(owner, uri);
  }

  stale(): Promise<StaleReport> {
    return this.#started().stale();
  }

  close(): void {
    this.#isClosed = true;
    this.#notices?.close();
    this.#logs.clear();
    this.#tells.clear();
    this.#owners.clear();
  }

  // — below: private, in the order they are used —

  #started(): Notices {
    return this.#notices ?? bug("the channels start with the engine");
  }

  #send(level: EmittedLevel, facts: Facts): void {
    for (const log of this.#logs) log(level, facts);
  }

  #updated(uri: string): void {
    for (const tell of this.#tells.values()) tell(uri);
  }

  async #watch(uri: string): Promise<void> {
    const subject = this.#subject(uri);
    if (subject === "stale") await this.#started().followDisk();
    else await this.#started().subscribe(uri, subject);
  }
}
