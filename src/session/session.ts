// A live connection to one server for one root: started when needed, restarted when it dies, and asked only what it
// can answer.
//
// Invariant: every question passes one choke point, `ask`: up, capable, healthy, fresh, ready, sent, in that order.
// Invariant: a caller that asks has entered the lane, together with others or alone.

import type { FileChange } from "../host/watch.ts";
import { addressText } from "../model/address.ts";
import type { BridgeEvent, ExitReport } from "../model/event.ts";
import type { FilePath } from "../model/file-path.ts";
import type { PositionEncoding } from "../model/line-index.ts";
import type { RequestMethod, Requests } from "../protocol/methods.ts";
import { toUri } from "../protocol/uri.ts";
import { fileFilter } from "../protocol/watchers.ts";
import type { CancelSignal } from "../std/cancel.ts";
import type { Deadline } from "../std/deadline.ts";
import { Condition } from "../std/verdict.ts";
import type { Clock } from "../std/clock.ts";
import { joinPath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import type { AskHost, AskOptions, Reply, SessionOptions } from "./ask-host.ts";
import { Asker } from "./asker.ts";
import { DiagnosticsStore } from "./problems/diagnostics-store.ts";
import type { OpenDocument } from "./documents/open-document.ts";
import { Documents } from "./documents/documents.ts";
import { failedStart } from "./process/failed-start.ts";
import { FileEvents, refresh } from "./documents/file-events.ts";
import { InTurn } from "./documents/in-turn.ts";
import { SessionLane } from "./lane.ts";
import type { LaunchPlan } from "./process/launch.ts";
import { planLaunch } from "./process/launch.ts";
import { LifeCourse } from "./process/life-course.ts";
import type { Life } from "./process/lifecycle.ts";
import { notUp } from "./refusals.ts";
import { takePublished } from "./problems/publish.ts";
import { Pulled } from "./problems/pulled.ts";
import type { Running } from "./process/running.ts";
import { boot, defect } from "./process/running.ts";
import type { ServerChannel } from "./process/server-channel.ts";
import type { StatusRecord } from "./status.ts";
import { statusOf, upVerdict } from "./status.ts";
import { textSync } from "./documents/text-sync.ts";

export class Session implements AskHost {
  readonly options: SessionOptions;
  readonly documents: Documents;
  readonly diagnostics: DiagnosticsStore;
  readonly pulled = new Pulled();
  /** Each listing of a project may leave out other files, so that only one is asked for at a time. */
  readonly listings = new InTurn<"listing">();
  renewals = 0;
  announcing: Promise<void> = Promise.resolve();
  readonly fileEvents: FileEvents;
  readonly lane: SessionLane;
  readonly #asker: Asker;
  readonly #usage: Usage;
  readonly #course: LifeCourse;
  readonly #up: Condition;
  #running: Running | undefined;
  #stopping: Promise<void> | undefined;
  /** Bumped when the server says that all diagnostics may have changed. */
  #diagnosticsEpoch = 0;
  #startFailure: Refusal | undefined;
  #hasBeenUp = false;
  #isConfined = false;
  #lastStderr = "";
  /** The process or connection of the present start, so that a stop can end it before it is up. */
  #channel: ServerChannel | undefined;
  #booting: Promise<void> | undefined;
  #renewing: Promise<void> | undefined;
  /** Counts up when a server is lost, so that one that is being ended is not listened to any more. */
  #incarnation = 0;

  constructor(options: SessionOptions) {
    const { host, settings } = options;
    const { quirks } = options.server.entry;
    this.options = options;
    this.#usage = new Usage(host.clock);
    this.#course = new LifeCourse({
      server: this.id,
      root: options.root,
      clock: host.clock,
      policy: settings.restart,
      emit: options.emit,
      spawn: () => {
        this.#booting = this.#boot();
      },
      changed: () => this.#up.reconsider(),
    });
    this.#up = new Condition(host.clock, () => upVerdict(this.life, this.#running));
    this.diagnostics = new DiagnosticsStore(host.clock, settings.diagnostics.quietMs);
    this.documents = new Documents({
      host,
      settings: settings.documents,
      root: options.root,
      languageId: options.languageId,
      project: options.project,
      encoding: () => this.#encoding,
      sync: () =>
        this.#running === undefined
          ? { openClose: false, change: "none", save: false }
          : textSync(this.#running.capabilities),
      kept: options.kept,
      incrementalOnly: quirks.incrementalOnly === true,
      reopens: quirks.reopens === true,
      saveForDiagnostics: quirks.saveForDiagnostics === true,
      notify: (method, params) => this.#notify(method, params),
    });
    this.fileEvents = new FileEvents({
      clock: host.clock,
      debounceMs: settings.files.debounceMs,
      filter: () => this.#running && fileFilter(this.#running.capabilities, options.root),
      isOurs: options.isOurs,
      aliases: (path) => options.aliases?.(path) ?? [],
      isOpen: (path) => this.documents.get(path) !== undefined,
      notify: (method, params) => this.#notify(method, params),
      isUp: () => this.running !== undefined,
      quirks,
      renew: (why) => this.renew(why),
      filesCameOrWent: () => {
        if (quirks.rescansOnCreate === true) this.#running?.readiness.again();
      },
      refresh: (path, kind) => refresh(this.#refreshing, path, kind),
      defect: (error) => options.emit(defect(error, "file events")),
    });
    this.#asker = new Asker(this);
    this.lane = new SessionLane(this);
  }

  get #refreshing(): Parameters<typeof refresh>[0] {
    const { server, mayAsk = () => true } = this.options;
    const { onDiskChange } = server.entry.quirks;
    return { documents: this.documents, running: this.#running, onDiskChange, mayAsk };
  }

  get id(): string {
    return this.options.server.entry.id;
  }

  get life(): Life {
    return this.#course.life;
  }

  get status(): StatusRecord {
    return statusOf(this.life);
  }

  get running(): Running | undefined {
    return this.#course.state.name === "ready" ? this.#running : undefined;
  }

  get isSupposing(): boolean {
    return this.lane.isSupposing;
  }

  get diagnosticsEpoch(): number {
    return this.#diagnosticsEpoch;
  }

  /** When it was last asked something by a caller, on the monotonic clock. */
  get lastUse(): number {
    return this.#usage.last;
  }

  get busy(): boolean {
    return this.#usage.isOngoing;
  }

  get #encoding(): PositionEncoding {
    return this.#running?.encoding ?? "utf-16";
  }

  /** Starts the server if it is not up, and waits until it can be asked. */
  async start(deadline: Deadline, signal?: CancelSignal): Promise<Running> {
    const { clock } = this.options.host;
    const { state } = this.#course;
    if (state.name === "absent") this.#course.take({ type: "start" });
    if (state.name === "failed" && state.retryAt !== null && state.trigger === "on-call")
      this.#course.take({ type: "retry_due" });
    const now = this.#course.state;
    const restsUntilCall = now.name === "failed" && now.trigger === "on-call";
    const tellAtOnce = now.name === "failed" && this.options.settings.restart.calls === "refuse";
    if (restsUntilCall || tellAtOnce) throw this.#whyNotUp(clock.now());
    const verdict = await this.#up.wait(deadline.remaining(), signal);
    if (verdict.kind === "met" && this.#running !== undefined) return this.#running;
    throw this.#whyNotUp(clock.now());
  }

  /** Ends the server for good; safe to call at any time and more than once. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopNow();
    return this.#stopping;
  }

  ask<M extends RequestMethod>(
    method: M,
    file: FilePath | undefined,
    params: (document: OpenDocument | undefined, running: Running) => Requests[M],
    options: AskOptions,
  ): Promise<Reply> {
    return this.during(options, () => this.#asker.ask(method, file, params, options));
  }

  /** The incarnation that is up, healthy, and told everything that happened on disk. */
  usable(options: AskOptions): Promise<Running> {
    return this.#asker.usable(options);
  }

  /** Whatever runs in here uses the server: it is not evicted meanwhile, and a caller's use keeps it from being idle. */
  during<T>(options: Pick<AskOptions, "synthetic">, work: () => Promise<T>): Promise<T> {
    return this.#usage.during(options.synthetic === true, work);
  }

  /** Changes on disk, as the root's watcher delivers them. */
  filesChanged(changes: readonly FileChange[]): void {
    const { name } = this.#course.state;
    if (name !== "absent" && name !== "stopping" && name !== "stopped") this.fileEvents.add(changes);
  }

  /** Everything told to this session so far has reached the server when this resolves. */
  async flush(): Promise<void> {
    await this.documents.flush();
    await this.fileEvents.flush();
  }

  /** How many files changed on disk without the server having taken it in. */
  get unseenChanges(): number {
    return this.fileEvents.unseen;
  }

  /** The server is beyond help: end it, which counts as a crash. */
  async declareHung(): Promise<void> {
    await this.#running?.channel.kill("hung");
  }

  /** A new incarnation without counting a crash: the executable was replaced under us. */
  renew(why: string): Promise<void> {
    this.#renewing ??= this.#renewNow(why).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewNow(why: string): Promise<void> {
    this.renewals++;
    this.options.emit({ type: "session.replaced", server: this.id, detail: why });
    const old = this.#running;
    this.#leave();
    this.#lose(why);
    await old?.channel.stop();
    this.#course.take({ type: "renew", why });
  }

  async #boot(): Promise<void> {
    const { emit, server, root, trusted, interpreter, host, programs } = this.options;
    this.#lastStderr = "";
    try {
      const choice = (await interpreter?.()) ?? { withheld: false };
      const planned = await planLaunch(host, programs, server, root, trusted, choice);
      const confinement = await this.options.confine?.(planned);
      const plan = planned.address === undefined ? { ...planned, confinement } : planned;
      this.#isConfined = confinement !== undefined;
      emit(beginning(this.id, root, plan));
      const running = await this.#bootWith(plan);
      if (this.#course.state.name !== "initializing") return void (await running.channel.kill("requested"));
      this.#running = running;
      this.diagnostics.revive();
      this.documents.reopen((path) => this.#asker.isQuarantined(path));
      this.#startFailure = undefined;
      this.#course.take({ type: "initialized" });
      // It may have died between its last word of the handshake and this one.
      const { exit } = running.channel;
      if (exit !== undefined) return this.#gone(exit);
      this.#hasBeenUp = true;
    } catch (error) {
      return this.#bootFailed(error);
    }
    await kick(this.options, this.documents);
  }

  #bootWith(plan: LaunchPlan): Promise<Running> {
    const { host, codec, server, settings, emit, trace, root } = this.options;
    const incarnation = this.#incarnation;
    return boot({
      host,
      codec,
      server,
      plan,
      settings,
      emit: (event) => {
        const heard = this.lane.unquoted(event, incarnation === this.#incarnation);
        if (heard !== undefined) emit(heard.type === "session.ready" ? { ...heard, root } : heard);
      },
      trace,
      mayQuote: () => this.lane.mayQuote && incarnation === this.#incarnation,
      folders: () => [root],
      notified: (method, params) => {
        const { version } = this.#running?.identity ?? {};
        this.options.notified?.({ server: this.id, version, root, method, params });
      },
      published: (params) => {
        if (incarnation === this.#incarnation) takePublished(this, params, this.#encoding);
      },
      said: (method, params) => {
        if (this.lane.mayQuote && incarnation === this.#incarnation) this.options.heard?.(method, params);
      },
      diagnosticsRefresh: () => {
        this.#diagnosticsEpoch++;
        if (this.lane.mayRefresh()) this.options.emit({ type: "diagnostics.refresh", server: this.id });
      },
      spawned: (channel) => {
        this.#channel = channel;
        this.#course.take({ type: "spawned" });
        // Called off while the system was starting it.
        if (this.#course.state.name !== "initializing") void channel.kill("requested");
      },
      loaded: () => this.diagnostics.told(),
      workerDied: () => void this.#running?.channel.kill("crash"),
      interrupted: () => {
        // What only one caller supposes must not make a file suspect for all.
        if (this.#course.state.name === "ready" && !this.lane.isSupposing) this.#asker.blame();
      },
      gone: (exit) => this.#gone(exit),
    });
  }

  #bootFailed(error: unknown): void {
    const { server, host } = this.options;
    const { event, told } = failedStart(error, {
      server,
      platform: host.platform,
      stderr: this.#lastStderr,
      exit: this.#channel?.exit,
      isConfined: this.#isConfined,
      hasBeenUp: this.#hasBeenUp,
    });
    this.#startFailure = told;
    this.#course.take(event);
  }

  /** A server that goes on running must not believe that our documents are open. */
  #leave(): void {
    const running = this.#running;
    if (running?.channel.address === undefined || !textSync(running.capabilities).openClose) return;
    for (const path of this.documents.paths()) {
      const params = { textDocument: { uri: toUri(path) } };
      running.channel.connection.notify("textDocument/didClose", params);
    }
  }

  /** What it said and what it was shown has gone with it. */
  #lose(why: string): void {
    this.#running = undefined;
    this.#incarnation++;
    this.diagnostics.lose(why);
    this.pulled.clear();
    this.lane.lost();
  }

  #gone(exit: ExitReport): void {
    this.#lastStderr = exit.stderr;
    // During the handshake the failed request tells; here it would be counted twice.
    if (this.#course.state.name !== "ready" || this.#running === undefined) return;
    if (this.#running.channel.exit !== exit) return;
    if (exit.signal === "SIGKILL" || exit.signal === "SIGTERM") this.#asker.forgive();
    this.#lose("the server has gone");
    this.#course.take({ type: "exited", exit });
  }

  /** A server that misses one of our messages has other texts than we believe, so it must not be asked again. */
  #notify(method: string, params: object): void {
    const running = this.#running;
    this.diagnostics.told();
    if (method !== "textDocument/didOpen" && method !== "textDocument/didClose") running?.checks.told();
    if (running?.channel.connection.notify(method, params) === false) void running.channel.kill("hung");
  }

  #whyNotUp(now: number): unknown {
    if (this.#course.state.name === "failed" && this.#startFailure !== undefined) return this.#startFailure;
    return notUp(this.options.server.entry, this.life, now);
  }

  async #stopNow(): Promise<void> {
    this.#course.rest();
    this.fileEvents.stop();
    const running = this.#running;
    this.#course.take({ type: "stop" });
    // A start that was called off has failed by now, and is to stay so.
    this.#course.take({ type: "stop" });
    this.#leave();
    if (running !== undefined) await running.channel.stop();
    else await this.#channel?.kill("requested");
    await this.#renewing;
    await this.#booting;
    this.#lose("the server was stopped");
    this.#course.take({ type: "stopped" });
  }
}

// When a session was last used by a caller, and whether it is being used now.

class Usage {
  readonly #clock: Clock;
  #calls = 0;
  #last: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#last = clock.now();
  }

  /** On the monotonic clock; unrequested work does not count. */
  get last(): number {
    return this.#last;
  }

  get isOngoing(): boolean {
    return this.#calls > 0;
  }

  async during<T>(isSynthetic: boolean, work: () => Promise<T>): Promise<T> {
    this.#calls++;
    if (!isSynthetic) this.#last = this.#clock.now();
    try {
      return await work();
    } finally {
      this.#calls--;
      if (!isSynthetic) this.#last = this.#clock.now();
    }
  }
}

/** What is told of a start. */
function beginning(server: string, root: FilePath, plan: LaunchPlan): BridgeEvent {
  if (plan.address !== undefined)
    return { type: "session.connecting", server, address: addressText(plan.address), root };
  const { command, args, restricted, confinement } = plan;
  const confined = confinement !== undefined;
  return { type: "session.starting", server, command: [command, ...args], root, restricted, confined };
}

// Opens what is to be open from the start: documents that are kept open, and the file without which some servers
// do nothing.

/** Of the entry's own files the first that exists in the root. */
async function kick(options: SessionOptions, documents: Documents): Promise<void> {
  const { host, root, server, kept, isOurs } = options;
  for (const path of kept ?? []) if (isOurs(path)) await open(documents, path);
  for (const name of server.entry.quirks.kickOpen ?? []) {
    const path = joinPath(root, name);
    if ((await host.files.stat(path)) === undefined) continue;
    return open(documents, path);
  }
}

/** A file that cannot be opened sets nothing off; the server is up all the same. */
async function open(documents: Documents, path: FilePath): Promise<void> {
  try {
    await documents.synced(path);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
