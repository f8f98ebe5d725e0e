// A plugin that an agent embeds: it owns a client, gives the agent tools, routes and notifications, and follows its file tools.
//
// Invariant: hooks only watch what servers say; what an agent does next is decided by signals.
// Invariant: the agent is shown no tool of a server that is dormant, and once a server has said what it can serve, no other.

import { resolve } from "node:path";
import { failureOf } from "./failures.ts";
import type { LspTool } from "../../engine/lsp-tools.ts";
import { lspToolsServing } from "../../engine/lsp-tools.ts";
import { machineClock } from "../../engine/machine-stamps.ts";
import type { PluginState } from "../../engine/registered-servers.ts";
import type { BridgeEvent, ServerSaying } from "../../model/event.ts";
import { isLate } from "../../std/bounded.ts";
import type { Clock } from "../../std/clock.ts";
import type { Unsubscribe } from "../../std/emitter.ts";
import { Emitter } from "../../std/emitter.ts";
import type { Happening, TaskNotification } from "./agent-events.ts";
import { crashOf, dormantOf, happeningOf, readyOf } from "./agent-events.ts";
import { LspPluginBuilder } from "./builder.ts";
import type { FileTools } from "./file-arguments.ts";
import { fileEffect, vfsTools } from "./file-arguments.ts";
import { FileSync } from "./file-sync.ts";
import type { ToolArguments } from "./hooks.ts";
import { HookRegistry } from "./hooks.ts";
import { LspClient } from "./lsp-client.ts";
import type { LspPluginOptions } from "./options.ts";
import { checkedOptions } from "./options.ts";
import type { PluginTool } from "./plugin-tools.ts";
import { pluginTool } from "./plugin-tools.ts";
import type { StateChange } from "./server-lives.ts";
import type { SignalRoute } from "./signals.ts";
import { customSignal, Signals } from "./signals.ts";
import type { TurnOptions, Turns } from "./turns.ts";
import { watchTurns } from "./turns.ts";

const name = "lsp";

/** So many hooks may be at work on notifications at once; what comes beyond it is not shown to hooks. */
const mostHooksAtWork = 256;

/** Files whose diagnostics are remembered, so as not to be told twice. */
const mostTold = 1_000;

/** What is not known by then comes with a later turn. */
const settleMs = 10_000;

/** A server that does not take a text in by then is not waited for. */
const syncMs = 5_000;

const defaultRoutes: readonly SignalRoute[] = [
  { kind: customSignal("lsp_diagnostics_changed"), action: "Continue", priority: 0 },
  { kind: customSignal("lsp_server_crashed"), action: "Continue", priority: 0 },
];

export class LspPlugin {
  readonly hooks: HookRegistry;
  readonly signals = new Signals();
  readonly #options: ReturnType<typeof checkedOptions>;
  readonly #clock: Clock;
  readonly #client: LspClient;
  readonly #sync: FileSync;
  readonly #fileTools: readonly FileTools[];
  readonly #events = new Emitter<TaskNotification>((error) => this.#warn(`A listener failed: ${String(error)}.`));
  readonly #states = new Emitter<StateChange>((error) => this.#warn(`A listener failed: ${String(error)}.`));
  readonly #toolLists = new Emitter<void>((error) => this.#warn(`A listener failed: ${String(error)}.`));
  readonly #atWork = new Set<Promise<unknown>>();
  /** The diagnostics of a file as they were told last. */
  readonly #told = new Map<string, string>();
  #starting: Promise<void> | undefined;
  #shown = "";

  static builder(): LspPluginBuilder<LspPlugin> {
    return new LspPluginBuilder((options) => new LspPlugin(options));
  }

  /** Throws a `Refusal` for options that cannot be meant. Nothing is opened or started. */
  constructor(options: LspPluginOptions = {}) {
    const checked = checkedOptions(options);
    const { fileTools = [], clock = options.host?.clock ?? machineClock, maxDocumentCache = 256 } = checked;
    this.#options = checked;
    this.#clock = clock;
    this.hooks = new HookRegistry(clock, (message) => this.#warn(message));
    this.#fileTools = [...fileTools, ...vfsTools];
    this.#client = new LspClient(clientOptions(checked), {
      heard: (notice) => this.#heard(notice),
      event: (event) => this.#take(event),
      changed: (change) => this.#changed(change),
      serving: () => this.#toolsMayDiffer(),
    });
    const warn = (message: string): void => this.#warn(message);
    this.#sync = new FileSync({ client: this.#client, maxDocuments: maxDocumentCache, warn });
    for (const route of this.signalRoutes()) this.signals.route("plugin", route);
    this.#registerHooks();
  }

  get name(): string {
    return name;
  }

  /** Opens the root and looks which servers are there. Called by `SessionStart` and by the first tool call as well. */
  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  /** None before `start`, and none of languages whose servers are dormant. */
  tools(): readonly PluginTool[] {
    return this.#listed().map((tool) =>
      pluginTool(tool, {
        provisional: this.#client.lives.serving() === "any" && tool.name !== always,
        during: (call) => this.signals.duringTool(call),
        failure: (refusal, operation) => failureOf(refusal, operation, (server) => this.#client.binaryOf(server)),
      }),
    );
  }

  /** After a server has come up, changed what it can serve, or gone for good. */
  onToolsChanged(listener: () => void): Unsubscribe {
    return this.#toolLists.subscribe(listener);
  }

  /** The routes that the plugin brings along. */
  signalRoutes(): readonly SignalRoute[] {
    return defaultRoutes;
  }

  /** What servers say, and what becomes of them, with all that there is of it. */
  onEvent(listener: (event: TaskNotification) => void): Unsubscribe {
    return this.#events.subscribe(listener);
  }

  /** Of a language, by the server of it that is best off. */
  state(language: string): PluginState {
    return this.#client.state(language);
  }

  onState(listener: (change: StateChange) => void): Unsubscribe {
    return this.#states.subscribe(listener);
  }

  /** Watches the writes of the agent's tools from now on, so that each turn can be closed by a verdict. */
  turns(options: TurnOptions): Turns {
    const { host } = this.#options;
    const read = async (file: string): Promise<string | undefined> => {
      const bytes = await host?.files.read(file as Parameters<typeof host.files.read>[0], readLimit);
      return bytes && host?.files.decode(bytes).text;
    };
    return watchTurns(
      {
        client: this.#client,
        hooks: this.hooks,
        fileTools: this.#fileTools,
        absolute: (file) => resolve(this.#client.engine?.facts.root ?? this.#options.directory ?? ".", file),
      },
      { ...(host === undefined ? {} : { read }), ...options },
    );
  }

  /** A tool of the agent, with its hooks: before it, which may forbid it, and after its success or failure. */
  async useTool<T>(tool_name: string, args: ToolArguments, work: () => Promise<T>): Promise<T> {
    const about = { tool_name, arguments: args };
    const judged = await this.hooks.run("PreToolUse", about);
    if (judged.kind === "abort") throw new Error(judged.message);
    let output: T;
    try {
      output = await this.signals.duringTool(work);
    } catch (error) {
      await this.hooks.run("PostToolUseFailure", { ...about, error: String(error) });
      throw error;
    }
    await this.hooks.run("PostToolUse", { ...about, output });
    return output;
  }

  /**
   * Resolves when what servers make of the last writes has arrived, or after so many milliseconds: to be awaited between
   * turns, before signals are read.
   */
  async settled(ms = settleMs): Promise<void> {
    const work = async (): Promise<void> => {
      await this.#sync.settled();
      while (this.#atWork.size > 0) await Promise.allSettled(this.#atWork);
    };
    await isLate(this.#clock, ms, work());
  }

  /** Ends the servers. Their exit is no crash, and no tool is left. */
  async close(): Promise<void> {
    await this.#client.close();
    this.#toolsMayDiffer();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  // — below: private, in the order they are used —

  #registerHooks(): void {
    const { autoShutdown = true, autoSync = true } = this.#options;
    this.hooks.on("SessionStart", () => this.start(), { name: "The start of servers" });
    if (autoShutdown) this.hooks.on("SessionEnd", () => this.close(), { name: "The end of servers" });
    if (!autoSync) return;
    this.hooks.on(
      "PostToolUse",
      async ({ tool_name, arguments: args }) => {
        const effect = fileEffect(this.#fileTools, tool_name, args);
        if (effect !== undefined) await this.#sync.apply(effect);
      },
      { name: "The sync of files", timeoutMs: syncMs },
    );
  }

  async #start(): Promise<void> {
    const { languages } = await this.#client.open();
    for (const { missing } of languages) {
      if (missing === undefined) continue;
      this.#tell(dormantOf(missing.binary, missing.why.replace(/\.$/, ""), missing.install));
    }
    this.#toolsMayDiffer();
    if (this.#options.autoStart !== true) return;
    for (const { language, servers } of languages) {
      if (servers.length > 0) this.#follow(this.#client.ask("start_lsp", { language_id: language }));
    }
  }

  #listed(): LspTool[] {
    const { strict = false } = this.#options;
    const serving = this.#client.engine === undefined ? undefined : this.#client.lives.serving();
    if (serving === undefined) return [];
    const supports = serving === "any" && strict ? new Set<string>() : serving;
    return lspToolsServing(this.#client, supports, this.#client.caller);
  }

  #toolsMayDiffer(): void {
    const shown = this.#listed()
      .map((tool) => tool.name)
      .join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#toolLists.emit();
  }

  #changed(change: StateChange): void {
    this.#states.emit(change);
    if (change.to !== "Ready") return;
    const status = this.#client.engine?.now().sessions.find(({ server }) => server === change.server);
    this.#tell(readyOf(change.server, status?.supports ?? []));
  }

  /** An answer that tells what was told before is no news; what a server says of its own accord is told each time. */
  #heard(notice: ServerSaying): void {
    const happening = happeningOf(notice);
    if (happening.kind !== "lsp_diagnostics_changed") return this.#tell(happening);
    const { uri, diagnostics } = happening.payload;
    const key = `${notice.server} ${String(uri)}`;
    const now = JSON.stringify(diagnostics);
    const before = this.#told.get(key) ?? "[]";
    this.#told.delete(key);
    this.#told.set(key, now);
    for (const oldest of this.#told.keys()) if (this.#told.size > mostTold) this.#told.delete(oldest);
    if (notice.method !== "textDocument/diagnostic" || before !== now) this.#tell(happening);
  }

  #take(event: BridgeEvent): void {
    if (event.type === "session.crashed") this.#tell(crashOf(event));
    if (event.type === "session.gave_up") this.#tell(dormantOf(event.server, event.why));
  }

  /** To the hooks, which only watch; as an event; and as a signal, which waits for the end of the turn. */
  #tell({ context, kind, payload }: Happening): void {
    if (this.#atWork.size < mostHooksAtWork) this.#follow(this.hooks.run("Notification", context));
    this.#events.emit({ type: "task_notification", task_id: name, kind, payload });
    this.signals.push({ kind: customSignal(kind), payload });
  }

  #warn(message: string): void {
    // A warning about a hook of notifications would be followed by the next one.
    if (this.#isWarning || this.#atWork.size >= mostHooksAtWork) return;
    this.#isWarning = true;
    const told = this.hooks.run("Notification", { level: "warning", message });
    this.#follow(told.finally(() => (this.#isWarning = false)));
  }
  #isWarning = false;

  #follow(work: Promise<unknown>): void {
    const followed = Promise.allSettled([work]).finally(() => this.#atWork.delete(followed));
    this.#atWork.add(followed);
  }
}

// — below: private, in the order they are used —

/** It rests on what servers say of their own accord, not on a capability. */
const always = "lsp_diagnostics";

const readLimit = 10_000_000;

function clientOptions(options: ReturnType<typeof checkedOptions>): ConstructorParameters<typeof LspClient>[0] {
  const { directory = ".", languages = [], catalog, allowed = ["read", "control", "propose"] } = options;
  const { exact, host, settings, stateDirectory, trusted } = options;
  return {
    languages,
    caller: { door: "library", allowed, id: name },
    open: {
      directory: host === undefined ? resolve(directory) : directory,
      profile: "synwire",
      catalog,
      ...(exact === undefined ? {} : { exact }),
      ...(host === undefined ? {} : { host }),
      ...(settings === undefined ? {} : { settings }),
      ...(stateDirectory === undefined ? {} : { stateDirectory }),
      ...(trusted === undefined ? {} : { trusted }),
    },
  };
}
