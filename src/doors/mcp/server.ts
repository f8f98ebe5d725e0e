// The MCP door: tools from the operation table on one side, the engine on the other.
//
// Invariant: what a caller got wrong is a tool result that it can read; only a defect of ours is a protocol error.

import type { CallToolResult, InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, inputRequired } from "@modelcontextprotocol/server";
import type { LogLevel } from "../../config/options.ts";
import type { Engine, Format, Invocation } from "../../engine/engine.ts";
import { clientRootsTimeoutMs, closingTimeoutMs } from "../../engine/limits.ts";
import { lspToolName } from "../../engine/single/description.ts";
import type { BridgeEvent } from "../../model/event.ts";
import type { RefusalDetails } from "../../model/refusal.ts";
import { Refusal } from "../../model/refusal.ts";
import { operationNamed } from "../../operations/table.ts";
import { bounded } from "../../std/bounded.ts";
import type { Clock } from "../../std/clock.ts";
import { at } from "../../std/json.ts";
import { ClientRoots, rootPaths } from "./client-roots.ts";
import { mcpInstructions } from "./instructions.ts";
import { asLogLevel, isLoggedAt, levelOf, logFacts, loggerName } from "./log.ts";
import { Progress } from "./progress.ts";
import { SingleTool, singleInstructions } from "./single-tool.ts";
import type { Shows, Tool } from "./tool-list.ts";
import { exposedOperations, toolOf } from "./tool-list.ts";
import { ToolServer } from "./tool-server.ts";
import { toWireRefusal, toWireResult } from "./wire-result.ts";

export interface McpOptions {
  readonly version: string;
  readonly format: Format;
  readonly exposure: Shows;
  /** The least level that a client is told of, until it says otherwise. */
  readonly logLevel: LogLevel;
  readonly caller: Invocation["caller"];
  readonly clock: Clock;
  /** Whether the client's own roots say where to open; not where an operator has named the root. */
  readonly followRoots: boolean;
  /** The single tool shows only the kinds that servers which run can serve, and tells when these change. */
  readonly followsServers: boolean;
  /** Servers are to be warm when the first call comes, so the engine does not wait for it. */
  readonly prewarms: boolean;
}

/** Opens the engine; `near` is the first root that the client named, if it named any, and `others` are the rest. */
export type OpenEngine = (near?: string, others?: readonly string[]) => Promise<Engine>;

/** How a connection began: with a handshake, or by requests that each say everything. */
type Era = "legacy" | "modern";

/** What lasts as long as the process: the engine, the level of the log, the calls that wait. */
export class McpDoor {
  readonly #open: OpenEngine;
  readonly #options: McpOptions;
  readonly #names: ReadonlySet<string>;
  readonly #single: SingleTool | undefined;
  readonly #progress: Progress;
  readonly #roots: ClientRoots;
  /** Where log messages go: to a client that has been initialized, or to calls that asked for them. */
  readonly #logs = new Set<(event: BridgeEvent) => void>();
  readonly #servers = new Set<Server>();
  #tools: readonly Tool[] | undefined;
  #engine: Promise<Engine> | undefined;
  #level: LogLevel;
  #clientRoots: Promise<readonly string[]> | undefined;
  #closed = false;

  constructor(open: OpenEngine, options: McpOptions) {
    this.#open = open;
    this.#options = options;
    this.#level = options.logLevel;
    this.#progress = new Progress(options.clock);
    this.#roots = new ClientRoots(options.caller);
    const { exposure, followsServers } = options;
    this.#single = exposure === "single" ? new SingleTool(followsServers) : undefined;
    this.#names = new Set(this.#single ? [lspToolName] : exposedOperations(exposure).map(({ name }) => name));
    if (!options.followRoots) this.#warm();
  }

  /** One server instance per connection; everything that lasts is here. */
  server(era: Era): Server {
    const { version, followsServers, exposure } = this.#options;
    const server = new ToolServer(
      { name: "sightline", version },
      {
        capabilities: { tools: followsServers ? { listChanged: true } : {}, logging: {} },
        ...(exposure === "none" ? {} : { instructions: exposure === "single" ? singleInstructions : mcpInstructions }),
        cacheHints: { "tools/list": { ttlMs: followsServers ? 0 : 3_600_000, cacheScope: "private" } },
      },
      (name, input) => this.#judgeOdd(name, input),
    );
    this.#servers.add(server);
    server.setRequestHandler("tools/list", (_, context) => {
      if (era === "modern" && !this.#mustAskRoots(context)) this.#warm();
      return { tools: this.#toolList() };
    });
    server.setRequestHandler("tools/call", ({ params }, context) =>
      this.#call(params.name, params.arguments ?? {}, context, era),
    );
    if (era === "legacy") this.#serveHandshake(server);
    return server;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#engine === undefined) return;
    // An opening that hangs on a disk must not keep the process after its client has gone.
    const late = (): Error => new Error("the engine is still opening");
    const closing = this.#engine.then((engine) => engine.close());
    const opening = bounded(this.#options.clock, closingTimeoutMs, undefined, this.#engine, late);
    const [opened] = await Promise.allSettled([opening]);
    if (opened.status === "fulfilled") await closing;
    else void Promise.allSettled([closing]);
  }

  #toolList(): Tool[] {
    if (this.#single !== undefined) return this.#single.list();
    this.#tools ??= exposedOperations(this.#options.exposure).map(toolOf);
    return [...this.#tools];
  }

  /** The engine opens before anybody calls; what goes wrong is told to whoever calls first. */
  #warm(): void {
    if (this.#options.prewarms && this.#engine === undefined) void Promise.allSettled([this.#opened()]);
  }

  /** What only a client with a handshake has: a level of its own, and roots that may change. */
  #serveHandshake(server: Server): void {
    server.setRequestHandler("logging/setLevel", ({ params }) => {
      this.#level = params.level;
      return {};
    });
    server.oninitialized = () => {
      // Before this nobody could receive a message; those who opened us have written to standard error.
      const log = (event: BridgeEvent): void => {
        const level = levelOf(event);
        if (!isLoggedAt(level, this.#level)) return;
        void settled(
          server.notification({
            method: "notifications/message",
            params: { level, logger: loggerName, data: logFacts(event) },
          }),
        );
      };
      this.#logs.add(log);
      server.onclose = () => void this.#logs.delete(log);
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
  ): Promise<CallToolResult | InputRequiredResult> {
    if (!this.#names.has(name)) return toWireRefusal(this.#unknownTool(name));
    if (era === "modern" && this.#mustAskRoots(context)) {
      return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
    }
    const endings = [this.#reportTo(context), era === "modern" ? this.#logTo(context) : () => {}];
    try {
      const { caller, format } = this.#options;
      const { signal } = context.mcpReq;
      if (this.#single !== undefined) return await this.#single.call(() => this.#opened(), input, { caller, signal });
      const engine = await this.#opened();
      return toWireResult(
        await engine.invoke({ operation: name, input, caller, signal, format, exposed: this.#names }),
      );
    } catch (error) {
      // The engine itself could not be opened; everything later is already an outcome.
      if (error instanceof Refusal) return toWireRefusal(error.details);
      throw error;
    } finally {
      for (const end of endings) end();
    }
  }

  /** Arguments that the protocol would not let through to the engine. */
  #judgeOdd(name: string, input: unknown): CallToolResult | undefined {
    if (!this.#names.has(name)) return toWireRefusal(this.#unknownTool(name));
    if (this.#single !== undefined) return this.#single.judge(input);
    try {
      operationNamed(name)?.decode(input);
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
    engine.events((event) => this.#take(event));
    this.#single?.opened(engine);
    this.#roots.opened(others);
    return engine;
  }

  #take(event: BridgeEvent): void {
    if (event.type === "log.level") this.#level = asLogLevel(event.level) ?? this.#level;
    this.#progress.take(event);
    if (event.type.startsWith("session.") && this.#single?.hasChanged() === true) {
      for (const server of this.#servers) void settled(server.sendToolListChanged());
    }
    for (const log of this.#logs) log(event);
  }

  async #follow(engine: Engine, paths: readonly string[]): Promise<void> {
    for (const message of await this.#roots.follow(engine, paths)) {
      this.#take({ type: "server.message", server: loggerName, level: "warning", text: message, shown: true });
    }
  }

  /** The modern era has no requests to a client; the first call is answered by a question and comes again with the roots. */
  #mustAskRoots({ mcpReq }: ServerContext): boolean {
    if (!this.#options.followRoots || this.#engine !== undefined || this.#clientRoots !== undefined) return false;
    if (mcpReq.inputResponses !== undefined) {
      this.#clientRoots = Promise.resolve(rootPaths(mcpReq.inputResponses["roots"]));
      return false;
    }
    return at(mcpReq.envelope, [CLIENT_CAPABILITIES_META_KEY, "roots"]) !== undefined;
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

  /** Each request of the modern era says for itself whether, and from which level on, it wants to hear. */
  #logTo({ mcpReq }: ServerContext): () => void {
    const log = (event: BridgeEvent): void => void settled(mcpReq.log(levelOf(event), logFacts(event), loggerName));
    this.#logs.add(log);
    return () => void this.#logs.delete(log);
  }

  #unknownTool(name: string): RefusalDetails {
    const isHidden = operationNamed(name) !== undefined;
    return {
      code: "unknown_operation",
      what: isHidden ? `${name} is not among the tools of this server.` : `There is no tool ${JSON.stringify(name)}.`,
      ...this.#whyHidden(isHidden),
      next: this.#names.size === 0 ? "Ask the operator." : `There are: ${[...this.#names].join(", ")}.`,
    };
  }

  #whyHidden(isHidden: boolean): Pick<RefusalDetails, "why"> {
    const { exposure } = this.#options;
    if (exposure === "none") return { why: "Language servers are not enabled for this agent." };
    return isHidden ? { why: `It was started with --tools ${exposure}.` } : {};
  }
}

async function listRoots(server: Server): Promise<readonly string[]> {
  const [answer] = await Promise.allSettled([server.listRoots(undefined, { timeout: clientRootsTimeoutMs })]);
  return answer.status === "fulfilled" ? rootPaths(answer.value) : [];
}

/** A notification that finds nobody there any more is no fault: the connection ends for its own reasons. */
async function settled(sending: Promise<void>): Promise<void> {
  await Promise.allSettled([sending]);
}
