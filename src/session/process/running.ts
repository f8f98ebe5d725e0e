// One incarnation of a server: from spawn or dial through the handshake to the moment it can be asked.
//
// Spec: LSP 3.18 "Lifecycle": initialize, its reply, initialized, then documents and questions.

import type { InitializeParams } from "vscode-languageserver-protocol";
import type { ServerEntry } from "../../catalog/entry.ts";
import type { Settings } from "../../config/settings.ts";
import type { Host } from "../../host/host.ts";
import type { BridgeEvent, ExitReport, MessageLevel } from "../../model/event.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName } from "../../model/file-path.ts";
import { ourVersion } from "../../model/own-version.ts";
import type { PositionEncoding } from "../../model/line-index.ts";
import { Capabilities } from "../../protocol/capabilities.ts";
import { clientCapabilities } from "../../protocol/client-capabilities.ts";
import { parseEncoding } from "../../protocol/position.ts";
import { toUri } from "../../protocol/uri.ts";
import type { Codec } from "../../rpc/codec.ts";
import { at, isRecord } from "../../std/json.ts";
import { RateGate } from "../../std/rate-gate.ts";
import { Checks } from "../problems/checks.ts";
import {
  lateRegistrationMs,
  messagesPerSecond,
  progressTextLimit,
  progressTokens,
  versionTextLimit,
} from "../limits.ts";
import type { Ownership } from "../problems/owned.ts";
import { OwnedFiles } from "../problems/owned.ts";
import { ServerEdits } from "../edits/server-edits.ts";
import type { RequestMethod } from "../../protocol/methods.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import type { Clock } from "../../std/clock.ts";
import { Condition, met } from "../../std/verdict.ts";
import type { FoundServer, LaunchPlan } from "./launch.ts";
import { Readiness } from "./readiness.ts";
import type { ChannelEvents, ServerChannel } from "./server-channel.ts";
import { ServerProcess } from "./server-process.ts";
import { ServerSocket } from "./server-socket.ts";
import { anotherServer } from "../refusals.ts";
import { answerServer } from "./server-requests.ts";

export interface Running {
  readonly channel: ServerChannel;
  readonly capabilities: Capabilities;
  readonly late: LateCapabilities;
  readonly readiness: Readiness;
  readonly checks: Checks;
  readonly encoding: PositionEncoding;
  readonly identity: ServerIdentity;
  readonly plan: LaunchPlan;
  /** The server has said that it makes no diagnostics, so an empty list from it is not "clean". */
  readonly isMute: () => boolean;
  /** Whether the file belongs to a project, as far as the server logs it; a file of none may be judged by wrong rules. */
  readonly ownership: (file: FilePath) => Ownership;
  /** What the server wants to have changed of its own accord. */
  readonly edits: ServerEdits;
  /** Other clients may have documents open in it whose texts show in its answers, as ours would in theirs. */
  readonly isShared: boolean;
  /** Before it was started, by the wall clock: what was changed on disk since then it may have read as it was. */
  readonly since: number;
}

export interface ServerIdentity {
  readonly name: string | undefined;
  readonly version: string | undefined;
}

export interface BootContext {
  readonly host: Host;
  readonly codec: Codec;
  readonly server: FoundServer;
  readonly plan: LaunchPlan;
  readonly settings: Settings;
  readonly folders: () => readonly FilePath[];
  emit(event: BridgeEvent): void;
  /** Whether others may hear what the server says of its work. */
  readonly mayQuote: () => boolean;
  /** Everything that it says of its own accord, before anything is made of it. */
  notified(method: string, params: unknown): void;
  published(params: unknown): void;
  /** What it says to a person, whole. */
  said(method: "window/showMessage" | "window/logMessage", params: object): void;
  readonly diagnosticsRefresh: () => void;
  /** The process or the connection exists; the handshake begins. */
  spawned(channel: ServerChannel): void;
  /** It has loaded everything: what it said of documents before was said without knowing all. */
  loaded(): void;
  /** The server has reported that the part of it that does the work is gone. */
  workerDied(): void;
  /** The stream has broken; requests in flight are lost with it. */
  interrupted(): void;
  gone(exit: ExitReport): void;
  readonly trace?: ((direction: "sent" | "received", message: object) => void) | undefined;
}

/** Rejects when the process cannot be started or does not come through the handshake; it is then gone completely. */
export async function boot(context: BootContext): Promise<Running> {
  const { host, server, plan } = context;
  const capabilities = new Capabilities();
  const began = host.clock.now();
  const since = host.clock.wall();
  // A check executes the build of the repository.
  const checks = new Checks(plan.restricted ? undefined : server.entry.quirks.alsoPushes, host.clock);
  const readiness = new Readiness(server.entry.readiness, host.clock, (how) => {
    checks.told();
    context.loaded();
    context.emit({ type: "session.ready", server: server.entry.id, ms: Math.round(host.clock.now() - began), how });
  });
  const late = new LateCapabilities(capabilities, readiness, host.clock);
  const notifications = new Notifications(context, readiness, checks);
  const edits = new ServerEdits();
  const requests = requestContext(context, capabilities, late, edits);
  const channel = await openChannel(context, {
    request: (method, params) => answerServer(requests, method, params),
    notification: (method, params) => notifications.take(method, params),
    noise: (bytes, sample) => context.emit({ type: "wire.noise", server: server.entry.id, bytes, sample }),
    odd: (what) => context.emit({ type: "wire.fault", server: server.entry.id, what }),
    defect: (error, where) => context.emit(defect(error, where)),
    interrupted: () => context.interrupted(),
    gone: (exit) => {
      readiness.lose("the server has gone");
      checks.lose("the server has gone");
      context.gone(exit);
    },
  });
  context.spawned(channel);
  const result = await shakeHands(context, channel);
  const identity = serverIdentity(result);
  capabilities.declare(at(result, ["capabilities"]));
  const encoding = server.entry.quirks.encoding ?? parseEncoding(at(result, ["capabilities", "positionEncoding"]));
  channel.connection.notify("initialized", {});
  if (server.entry.quirks.pushSettings === true) {
    channel.connection.notify("workspace/didChangeConfiguration", { settings: plan.settings ?? {} });
  }
  readiness.arm();
  late.arm();
  return {
    channel,
    capabilities,
    late,
    readiness,
    checks,
    encoding,
    identity,
    plan,
    isMute: () => notifications.isMute,
    ownership: (file) => notifications.owned.ownership(file),
    edits,
    isShared: isShared(server.entry, plan, identity),
    since,
  };
}

function openChannel(context: BootContext, events: ChannelEvents): Promise<ServerChannel> {
  const { host, codec, plan, trace } = context;
  const options = { host, codec, stop: context.settings.stop, trace };
  return plan.address === undefined
    ? ServerProcess.start(options, plan, events)
    : ServerSocket.connect(options, plan.address, events);
}

/** A server that keeps its clients apart is known by its name alone, since we did not start it. */
function isShared({ quirks }: ServerEntry, plan: LaunchPlan, { name }: ServerIdentity): boolean {
  if (plan.address === undefined || plan.alone) return false;
  return quirks.clientsApart !== true || name === undefined || name !== quirks.saysItIs;
}

async function shakeHands(context: BootContext, channel: ServerChannel): Promise<unknown> {
  try {
    const result = await channel.connection.request(
      "initialize",
      initializeParams(context.host, context.plan, context.folders()),
      {
        timeoutMs: context.settings.request.initializeMs,
      },
    );
    mustBeItself(context, serverIdentity(result));
    return result;
  } catch (error) {
    // Whatever went wrong, a server that did not come through is not left running.
    await channel.kill("requested");
    throw error;
  }
}

/** What is known of one server says nothing of another that answers at its address. */
function mustBeItself({ server: { entry }, plan }: BootContext, { name }: ServerIdentity): void {
  const { saysItIs } = entry.quirks;
  if (plan.address !== undefined && saysItIs !== undefined && saysItIs !== name)
    throw anotherServer(entry, plan.address, name);
}

function requestContext(
  context: BootContext,
  capabilities: Capabilities,
  late: LateCapabilities,
  edits: ServerEdits,
): Parameters<typeof answerServer>[0] {
  const server = context.server.entry.id;
  return {
    quirks: context.server.entry.quirks,
    settings: context.plan.settings,
    folders: context.folders,
    applyEdit: (params) => edits.answer(params),
    register: (registrations) => {
      for (const registration of registrations) capabilities.register(registration);
      late.changed();
      context.emit({
        type: "session.capabilities",
        server,
        added: registrations.map((one) => one.method),
        removed: [],
      });
    },
    unregister: (ids) => {
      const removed = ids.flatMap((id) => capabilities.unregister(id)?.method ?? []);
      context.emit({ type: "session.capabilities", server, added: [], removed });
    },
    diagnosticsRefresh: context.diagnosticsRefresh,
    shown: (text) =>
      context.emit({ type: "server.message", server, level: "info", text: text.slice(0, 2_000), shown: true }),
  };
}

/** Turns what a server says unasked into recorded facts. */
class Notifications {
  readonly #context: BootContext;
  readonly #readiness: Readiness;
  readonly #checks: Checks;
  readonly #gate: RateGate;
  /** Tokens of work whose beginning was emitted. */
  readonly #begun = new Set<string>();
  isMute = false;
  readonly owned: OwnedFiles;

  constructor(context: BootContext, readiness: Readiness, checks: Checks) {
    this.#context = context;
    this.#readiness = readiness;
    this.#checks = checks;
    this.#gate = new RateGate(context.host.clock, messagesPerSecond);
    this.owned = new OwnedFiles(context.server.entry.quirks.projectLog);
  }

  take(method: string, params: unknown): void {
    this.#context.notified(method, params);
    switch (method) {
      case "textDocument/publishDiagnostics":
        this.#context.published(params);
        return this.#readiness.diagnosticsArrived();
      case "$/progress":
        return this.#progress(params);
      case "window/logMessage":
      case "window/showMessage":
        return this.#message(method, params);
      default:
        this.#readiness.notification(method, params, this.#context.mayQuote());
    }
  }

  #message(method: "window/showMessage" | "window/logMessage", params: unknown): void {
    const text = at(params, ["message"]);
    if (typeof text !== "string") return;
    this.#readiness.logLine(text);
    this.owned.logged(text);
    const { deathLog, noDiagnosticsLog } = this.#context.server.entry.quirks;
    if (noDiagnosticsLog !== undefined && text.includes(noDiagnosticsLog)) this.isMute = true;
    if (deathLog !== undefined && text.includes(deathLog)) this.#context.workerDied();
    const held = this.#gate.pass();
    if (held === undefined) return;
    const type = at(params, ["type"]);
    const level: MessageLevel = (typeof type === "number" ? levels[type - 1] : undefined) ?? "log";
    const note = held === 0 ? "" : ` (${held} more were not shown)`;
    this.#context.emit({
      type: "server.message",
      server: this.#context.server.entry.id,
      level,
      text: text.slice(0, 2_000) + note,
      shown: method === "window/showMessage",
    });
    if (isRecord(params)) this.#context.said(method, params);
  }

  /** Whether progress is emitted: its rate is limited, and an end is emitted only where its beginning was. */
  #isTold(stage: "begin" | "report" | "end", token: string): boolean {
    if (stage === "end") return this.#begun.delete(token);
    if (this.#gate.pass() === undefined) return false;
    if (stage === "begin" && this.#begun.size < progressTokens) this.#begun.add(token);
    return stage === "report" || this.#begun.has(token);
  }

  #progress(params: unknown): void {
    const value = at(params, ["value"]);
    const token = at(params, ["token"]);
    if (!isRecord(value) || (typeof token !== "string" && typeof token !== "number")) return;
    const stage = value["kind"];
    if (stage !== "begin" && stage !== "report" && stage !== "end") return;
    const key = String(token);
    const title = typeof value["title"] === "string" ? value["title"].slice(0, progressTextLimit) : "";
    const message = typeof value["message"] === "string" ? value["message"].slice(0, progressTextLimit) : undefined;
    const percentage = typeof value["percentage"] === "number" ? value["percentage"] : undefined;
    const mayQuote = this.#context.mayQuote();
    if (stage === "begin") {
      this.#readiness.begin(key, title, mayQuote ? title : "work");
      this.#checks.begin(key);
    }
    if (stage === "end") {
      this.#readiness.end(key);
      this.#checks.end(key);
    } else this.#readiness.report(key, mayQuote ? message : undefined);
    if (!this.#isTold(stage, key)) return;
    this.#context.emit({
      type: "progress",
      server: this.#context.server.entry.id,
      token: key,
      stage,
      title,
      ...(message === undefined ? {} : { message }),
      ...(percentage === undefined ? {} : { percentage }),
    });
  }
}

const levels: readonly MessageLevel[] = ["error", "warning", "info", "log", "debug"];

export function defect(error: unknown, where: string): BridgeEvent {
  const message = error instanceof Error ? error.message : String(error);
  return {
    type: "defect",
    where,
    message,
    ...(error instanceof Error && error.stack !== undefined ? { stack: error.stack } : {}),
  };
}

// Waits for what a server declares only after the handshake: many register their capabilities one by one.
//
// Invariant: a server that has been up and ready for a while and has not declared something does not have it.

class LateCapabilities {
  readonly #capabilities: Capabilities;
  readonly #readiness: Readiness;
  readonly #clock: Clock;
  readonly #waiting = new Set<Condition>();
  #until = Number.POSITIVE_INFINITY;

  constructor(capabilities: Capabilities, readiness: Readiness, clock: Clock) {
    this.#capabilities = capabilities;
    this.#readiness = readiness;
    this.#clock = clock;
  }

  /** The handshake is over. */
  arm(): void {
    this.#until = this.#clock.now() + lateRegistrationMs;
  }

  /** Something was registered or taken back. */
  changed(): void {
    for (const condition of this.#waiting) condition.reconsider();
  }

  /** Whether the server can serve the method, now or soon; `waitMs` is how long the caller would wait for readiness. */
  async offers(method: RequestMethod, waitMs: number, signal?: CancelSignal): Promise<boolean> {
    const isOffered = (): boolean => this.#capabilities.supports(method);
    if (isOffered()) return true;
    const condition = new Condition(this.#clock, () => (isOffered() ? met : { kind: "unmet", why: "not declared" }));
    this.#waiting.add(condition);
    try {
      const registering = Math.min(waitMs, this.#until - this.#clock.now());
      if ((await condition.wait(registering, signal)).kind === "met") return true;
      // It is still at work, and may declare more when it knows what it works on.
      const loading = this.#readiness.verdict().kind === "unmet" ? this.#readiness.wait(waitMs, signal) : undefined;
      if (loading !== undefined) await Promise.race([loading, condition.wait(waitMs, signal)]);
      return isOffered();
    } finally {
      this.#waiting.delete(condition);
    }
  }
}

// — The first words to a server, and what it says of itself —

function initializeParams(host: Host, plan: LaunchPlan, folders: readonly FilePath[]): object {
  const [first] = folders;
  const rootUri = toUri(first ?? plan.cwd);
  return {
    // A server that watches our process ends with us, which one that someone else runs must not.
    processId: plan.address === undefined ? host.pid : null,
    clientInfo: { name: "sightline", version: ourVersion },
    locale: "en",
    rootUri,
    rootPath: first ?? plan.cwd,
    workspaceFolders: folders.map((folder) => ({ uri: toUri(folder), name: baseName(folder) })),
    capabilities: clientCapabilities(plan.experimental),
    ...(plan.initializationOptions === undefined ? {} : { initializationOptions: plan.initializationOptions }),
  } satisfies InitializeParams;
}

function serverIdentity(result: unknown): ServerIdentity {
  const name = at(result, ["serverInfo", "name"]);
  const version = at(result, ["serverInfo", "version"]);
  return {
    name: typeof name === "string" ? name : undefined,
    version: typeof version === "string" ? shortVersion(version) : undefined,
  };
}

/** Quirk(gopls 0.23.0): its version is a JSON text of several kilobytes about its whole build. */
function shortVersion(version: string): string {
  const told = version.startsWith("{") ? /"Version":"([^"]*)"\}$/.exec(version)?.[1] : undefined;
  return (told ?? version).slice(0, versionTextLimit);
}
