// The MCP door: tools from the operation table on one side, the engine on the other.
//
// Invariant: what a caller got wrong is a tool result that it can read; only a defect of ours is a protocol error.

import { setMaxListeners } from "node:events";
import type { CallToolResult, InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, inputRequired } from "@modelcontextprotocol/server";
import type { Engine, Format } from "../../engine/engine.ts";
import { ServedOperations } from "../../engine/served-operations.ts";
import { closingTimeoutMs } from "../../engine/limits.ts";
import { lspToolName } from "../../engine/single/description.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Operation } from "../../operations/define.ts";
import type { Registry } from "../../operations/registry.ts";
import { registryOf } from "../../operations/registry.ts";
import { bounded } from "../../std/bounded.ts";
import { at } from "../../std/json.ts";
import type { ChannelOptions, StreamNews } from "./channels.ts";
import { Channels } from "./channels.ts";
import { ClientRoots, listRoots, rootPaths } from "./client-roots.ts";
import { mcpInstructions, passiveInstructions } from "./instructions.ts";
import { loggerName } from "./log.ts";
import { Progress } from "./progress.ts";
import { parseSubscribable } from "./resource-uri.ts";
import type { ResourceDoor } from "./resources-server.ts";
import { serveResources, serveSubscriptions } from "./resources-server.ts";
import { WordedServer } from "./worded-server.ts";
import { watchedFile } from "./extension-resources.ts";
import { settled } from "./settled.ts";
import { hasSkills, offeredPrompts, servePrompts, skillPrompts } from "./prompts.ts";
import { SingleTool, singleInstructions } from "./single-tool.ts";
import type { Shows, Tool } from "./tool-list.ts";
import { exposedOperations, isAsking, mayEverAsk, ShownTools, toolOf, unknownTool } from "./tool-list.ts";
import { toWireRefusal, toWireResult } from "./wire-result.ts";

/** `logLevel` is the lowest level that a client gets, until it sets another. */
export interface McpOptions extends ChannelOptions {
  readonly version: string;
  readonly format: Format;
  readonly exposure: Shows;
  /** Languages whose own operations are offered, if they have any. */
  readonly extensions: readonly string[];
  /** Whether the client's own roots say where to open; not where an operator has named the root. */
  readonly followRoots: boolean;
  /** The list, or the kinds of the single tool, holds what running servers can serve, and clients hear when it changes. */
  readonly followsServers: boolean;
  /** Servers are to be warm when the first call comes, so the engine does not wait for it. */
  readonly prewarms: boolean;
  /** The id of the caller, where the process has several clients; else each connection gets one. */
  readonly connection?: string;
  /** Notifies the streams of the modern era, where each request is a connection of its own. */
  readonly news?: StreamNews;
}

/** Opens the engine; `near` is the first root that the client named, if it named any, and `others` are the rest. */
export type OpenEngine = (near?: string, others?: readonly string[]) => Promise<Engine>;

/** How a connection began: with a handshake, or by requests that each say everything. */
type Era = "legacy" | "modern";

/** What lasts as long as the process: the engine, the channels, the calls that wait. */
export class McpDoor {
  readonly #open: OpenEngine;
  readonly #options: McpOptions;
  readonly #registry: Registry;
  readonly #names: ReadonlySet<string>;
  readonly #single: SingleTool | undefined;
  readonly #progress: Progress;
  readonly #roots: ClientRoots;
  readonly #channels: Channels;
  readonly #servers = new Set<Server>();
  #connections = 0;
  #era: Era | undefined;
  /** What the client may call; of these it is shown what servers can serve, where the list follows them. */
  readonly #offers: readonly Operation[];
  readonly #served = new ServedOperations();
  readonly #shown: ShownTools;
  /** Those that a hint may name. */
  #listed: ReadonlySet<string>;
  #live: Engine | undefined;
  #engine: Promise<Engine> | undefined;
  #clientRoots: Promise<readonly string[]> | undefined;
  #closed = false;

  constructor(open: OpenEngine, options: McpOptions) {
    this.#open = open;
    this.#options = options;
    this.#progress = new Progress(options.clock);
    this.#roots = new ClientRoots(options.caller);
    const { exposure, followsServers } = options;
    this.#registry = registryOf(options.extensions);
    const kinds = this.#registry.resources.map(({ name }) => name);
    this.#channels = new Channels(options, (uri) => watchedFile(this.#registry, uri) ?? parseSubscribable(uri, kinds));
    this.#single = exposure === "single" ? new SingleTool(followsServers) : undefined;
    this.#offers = this.#single === undefined ? this.#offered() : [];
    this.#names = new Set(this.#single ? [lspToolName] : this.#offers.map(({ name }) => name));
    this.#listed = this.#names;
    this.#shown = new ShownTools(() => this.#single?.now() ?? this.#toolsNow());
    if (options.news !== undefined) this.#channels.establishStreams(options.news);
    if (!options.followRoots) this.#warm();
  }

  /** One server instance per connection; everything that lasts is here. */
  server(era: Era): Server {
    this.#era = era;
    // Each has drafts and phases of its own.
    const { version, followsServers, exposure, connection, news } = this.#options;
    const caller = { ...this.#options.caller, id: connection ?? `mcp ${++this.#connections}` };
    const resourceCapability = isAsking(exposure) ? { resources: { subscribe: true } } : {};
    const prompts = !isAsking(exposure) ? [] : offeredPrompts(this.#registry, this.#names);
    const hasPrompts = prompts.length > 0 || hasSkills(exposure);
    const server = new WordedServer(
      { name: "sightline", version },
      {
        capabilities: {
          tools: followsServers ? { listChanged: true } : {},
          logging: {},
          ...resourceCapability,
          ...(hasPrompts ? { prompts: {} } : {}),
        },
        ...instructionsFor(exposure),
        cacheHints: { "tools/list": { ttlMs: followsServers ? 0 : 3_600_000, cacheScope: "private" } },
      },
      (name, input) => this.#judgeOdd(name, input),
    );
    if (news === undefined) this.#servers.add(server);
    server.setRequestHandler("tools/list", async (_, context) => {
      if (era === "modern" && !this.#mustAskRoots(context)) this.#warm();
      return { tools: await this.#shown.list() };
    });
    server.setRequestHandler("tools/call", ({ params }, context) =>
      this.#call(params.name, params.arguments ?? {}, context, era, caller),
    );
    if (isAsking(exposure)) serveResources(server, this.#resourceDoor(era));
    if (hasPrompts) {
      servePrompts(server, async () => [...(await skillPrompts(exposure, this.#names)), ...prompts]);
    }
    if (era === "legacy") this.#serveHandshake(server);
    else if (news === undefined) this.#channels.establishModern(server);
    return server;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#channels.close();
    if (this.#engine === undefined) return;
    // An opening that hangs on a disk must not keep the process after its client has gone.
    const late = (): Error => new Error("the engine is still opening");
    const closing = this.#engine.then((engine) => engine.close());
    const opening = bounded(this.#options.clock, closingTimeoutMs, undefined, this.#engine, late);
    const [opened] = await Promise.allSettled([opening]);
    if (opened.status === "fulfilled") await closing;
    else void Promise.allSettled([closing]);
  }

  hasStreams(): boolean {
    return this.#era !== "legacy";
  }

  /** The URIs that can be watched. A stream cannot be asked for roots: until a first call names them, there are none. */
  async listen(stream: object, uris: readonly string[], envelope: unknown): Promise<readonly string[]> {
    if (!isAsking(this.#options.exposure) || this.#awaitsRoots(envelope)) return [];
    const subscribe = async (uri: string): Promise<void> => {
      await this.#opened();
      await this.#channels.subscribe(stream, uri);
    };
    const watched = await Promise.allSettled(uris.map(subscribe));
    return uris.filter((_, at) => watched[at]?.status === "fulfilled");
  }

  leave(stream: object): void {
    this.#channels.leave(stream);
  }

  #resourceDoor(era: Era): ResourceDoor {
    return {
      channels: this.#channels,
      registry: this.#registry,
      caller: this.#options.caller,
      opened: () => this.#opened(),
      during: (context, read) => this.#during(context, era, read),
    };
  }

  /** What is refused to this caller whatever it says is not shown to it. */
  #offered(): readonly Operation[] {
    const { exposure, caller } = this.#options;
    return exposedOperations(exposure, this.#registry).filter(({ kind }) => mayEverAsk(kind, caller.allowed));
  }

  async #toolsNow(): Promise<readonly Tool[]> {
    const { exposure, followsServers } = this.#options;
    const engine = followsServers ? this.#live : undefined;
    const offers = engine === undefined ? this.#offers : this.#served.among(this.#offers, await engine.status());
    this.#listed = new Set(offers.map(({ name }) => name));
    return offers.map((operation) => toolOf(operation, exposure));
  }

  /** The engine opens before the first call; a failure is reported to that call. */
  #warm(): void {
    if (this.#options.prewarms && this.#engine === undefined) void Promise.allSettled([this.#opened()]);
  }

  /** What only a client with a handshake has: a level of its own, and roots that may change. */
  #serveHandshake(server: Server): void {
    server.setRequestHandler("logging/setLevel", ({ params }) => {
      this.#channels.setLevel(params.level);
      return {};
    });
    if (isAsking(this.#options.exposure)) serveSubscriptions(server, this.#resourceDoor("legacy"));
    server.oninitialized = () => {
      // Said again it changes nothing.
      if (!this.#channels.establish(server)) return;
      if (this.#options.followRoots && server.getClientCapabilities()?.roots !== undefined) {
        this.#clientRoots = listRoots(server);
      }
      this.#warm();
    };
    server.setNotificationHandler("notifications/roots/list_changed", async () => {
      if (!this.#options.followRoots || server.getClientCapabilities()?.roots === undefined) return;
      this.#clientRoots = listRoots(server);
      // Before the engine is open there is nothing to change: it will ask for the roots of that moment.
      if (this.#engine !== undefined) await this.#follow(await this.#engine, await this.#clientRoots);
    });
  }

  async #call(
    name: string,
    input: Readonly<Record<string, unknown>>,
    context: ServerContext,
    era: Era,
    caller: McpOptions["caller"],
  ): Promise<CallToolResult | InputRequiredResult> {
    if (!this.#names.has(name)) return toWireRefusal(this.#unknownTool(name));
    return this.#during(context, era, async () => {
      try {
        const { format } = this.#options;
        const { signal } = context.mcpReq;
        if (this.#single !== undefined) return await this.#single.call(() => this.#opened(), input, { caller, signal });
        const engine = await this.#opened();
        return toWireResult(
          await engine.invoke({ operation: name, input, caller, signal, format, exposed: this.#listed }),
        );
      } catch (error) {
        // The engine itself could not be opened; everything later is already an outcome.
        if (error instanceof Refusal) return toWireRefusal(error.details);
        throw error;
      }
    });
  }

  /** The caller receives progress meanwhile. Where the client's roots are needed first, the client is asked for them. */
  async #during<T>(context: ServerContext, era: Era, work: () => Promise<T>): Promise<T | InputRequiredResult> {
    if (era === "modern" && this.#mustAskRoots(context)) {
      return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
    }
    // Each file that a call reads listens to the call's signal; Node would report more than ten listeners as a leak.
    setMaxListeners(0, context.mcpReq.signal);
    const endings = [this.#reportTo(context), era === "modern" ? this.#channels.logTo(context) : () => {}];
    try {
      return await work();
    } finally {
      for (const end of endings) end();
    }
  }

  /** Arguments that the protocol would not let through to the engine. */
  #judgeOdd(name: string, input: unknown): CallToolResult | undefined {
    if (!this.#names.has(name)) return toWireRefusal(this.#unknownTool(name));
    if (this.#single !== undefined) return this.#single.judge(input);
    try {
      this.#registry.named(name)?.decode(input);
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return toWireRefusal(error.details);
      throw error;
    }
  }

  /** The engine opens with the first call: listing tools must cost nothing. */
  #opened(): Promise<Engine> {
    if (this.#closed) return Promise.reject(new Error("the connection has been closed"));
    this.#engine ??= this.#openOnce().catch((error: unknown) => {
      // The next call may find the machine in a better state.
      this.#engine = undefined;
      throw error;
    });
    return this.#engine;
  }

  async #openOnce(): Promise<Engine> {
    const [near, ...others] = (await this.#clientRoots) ?? [];
    const engine = await this.#open(near, others);
    this.#single?.opened(engine);
    this.#live = engine;
    this.#channels.opened(engine, (event) => this.#take(event));
    this.#roots.opened(others);
    return engine;
  }

  #take(event: BridgeEvent): void {
    this.#progress.take(event);
    this.#served.take(event);
    if (this.#options.followsServers && event.type.startsWith("session.")) void this.#tellChangedTools();
  }

  async #tellChangedTools(): Promise<void> {
    const [changed] = await Promise.allSettled([this.#shown.hasChanged()]);
    if (changed.status === "rejected" || !changed.value) return;
    this.#options.news?.toolsChanged();
    for (const server of this.#servers) void settled(server.sendToolListChanged());
  }

  async #follow(engine: Engine, paths: readonly string[]): Promise<void> {
    for (const message of await this.#roots.follow(engine, paths)) {
      this.#channels.log({ type: "server.message", server: loggerName, level: "warning", text: message, shown: true });
    }
  }

  /** The modern era has no requests to a client; the first call is answered by a question and comes again with the roots. */
  #mustAskRoots({ mcpReq }: ServerContext): boolean {
    if (!this.#awaitsRoots(mcpReq.envelope)) return false;
    if (mcpReq.inputResponses === undefined) return true;
    this.#clientRoots = Promise.resolve(rootPaths(mcpReq.inputResponses["roots"]));
    return false;
  }

  #awaitsRoots(envelope: unknown): boolean {
    if (!this.#options.followRoots || this.#engine !== undefined || this.#clientRoots !== undefined) return false;
    return at(envelope, [CLIENT_CAPABILITIES_META_KEY, "roots"]) !== undefined;
  }

  #reportTo({ mcpReq }: ServerContext): () => void {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken === undefined) return () => {};
    return this.#progress.begin({
      notify: (progress, message) => {
        const params = { progressToken, progress, message };
        void settled(mcpReq.notify({ method: "notifications/progress", params }));
      },
    });
  }

  #unknownTool(name: string): RefusalDetails {
    const isHidden = this.#registry.named(name) !== undefined;
    const { exposure, caller } = this.#options;
    return unknownTool(name, isHidden, exposure, this.#names, !caller.allowed.includes("control"));
  }
}

function instructionsFor(exposure: Shows): { readonly instructions?: string } {
  if (exposure === "none") return {};
  if (exposure === "passive") return { instructions: passiveInstructions };
  return { instructions: exposure === "single" ? singleInstructions : mcpInstructions };
}
