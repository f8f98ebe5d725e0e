// `sightline mcp`: serves MCP over standard input and output, or over HTTP.

import { httpOptions } from "../../../config/options.ts";
import { profiles } from "../../../config/profiles.ts";
import type { Settings } from "../../../config/settings.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { OpenOptions } from "../../../engine/open.ts";
import type { HttpStart, McpStart } from "../terminal.ts";
import { agentOption } from "../agent-option.ts";
import type { TypedCommand, Command } from "../command.ts";
import { callerOf, openOptions, openShared, traced, usesDaemon, watched } from "../opening.ts";

export const mcpCommand: Command = {
  name: "mcp",
  usage: "[LANGUAGE PROGRAM [ARGUMENT…] | LANGUAGE:PROGRAM[,ARGUMENT…]…]",
  summary: "Serve MCP over standard input and output, or over HTTP.",
  details: [
    "Without arguments, the server for each file is found automatically. LANGUAGE PROGRAM uses one server for every file;",
    "options of Sightline go before it, everything after it goes to the server. LANGUAGE:PROGRAM, once or more, uses for each file the first",
    "server of its language, and refuses files of other languages. The word mcp may be omitted.",
  ].join("\n"),
  heeds: ["engine", "mcp"],
  own: {},
  examples: [
    "sightline mcp",
    "sightline go gopls",
    "sightline --root . mcp go:gopls typescript:typescript-language-server,--stdio",
    "sightline mcp --merge-config servers.json --tools full",
    "sightline mcp --agents ~/agents.yaml --agent cody",
    "SIGHTLINE_TOKEN=… sightline mcp --http --port 8080",
  ],
  run,
};

async function run(call: TypedCommand): Promise<number> {
  const { values } = call.resolved;
  const http = await httpOf(call);
  const bound = await agentOption(call);
  const options = { ...openOptions(call), ...bound };
  // The engine opens with the first call, but options that cannot work are refused at once; only these can be wrong.
  const given = [options.configFile, options.servers, options.agent];
  if (options.exact === true || given.some((one) => one !== undefined)) {
    await (await call.doors.desk()).check(options);
  }
  const extensions = await languagesOf(call, options);
  const surface = await surfaceOf(call, options);
  return traced(call, async (trace) => {
    const open = async (near?: string, others: readonly string[] = []): Promise<Engine> => {
      // What a client names it cannot have trusted by the operator's flag, unless it is where the operator stands.
      const named = near === undefined ? {} : { trustedWithin: call.terminal.cwd };
      const own = { ...openOptions(call, near), ...bound };
      const engine = await openShared(call, { directories: others, ...own, ...named, ...trace });
      return patient(watched(engine, call), values.waitMs);
    };
    const exposure = exposureOf(call, bound, surface);
    const start: McpStart = {
      format: values.format,
      exposure,
      extensions,
      logLevel: values.logLevel,
      caller: { ...callerOf(call, "mcp"), ...(bound.agent === undefined ? {} : { agent: bound.agent.id }) },
      followRoots: values.root.length === 0,
      followsServers: (exposure === "single" && values.profile === "nexo") || values.profile === "synwire",
      prewarms: exposure !== "none" && bound.agent?.prewarms === true,
      usesDaemon: usesDaemon(call),
    };
    await (http === undefined ? call.doors.serveMcp(open, start) : call.doors.serveHttp(() => open(), start, http));
    return 0;
  });
}

/** Loaded on demand: a client that starts us speaks over standard input and output. */
async function httpOf(call: TypedCommand): Promise<HttpStart | undefined> {
  const { values, origins } = call.resolved;
  const isTyped = httpOptions.some((name) => origins[name].kind === "flag");
  return values.http || isTyped ? (await import("../http-start.ts")).httpStart(call) : undefined;
}

/** Known before the engine is open: what a client is shown never changes by a call. */
async function languagesOf({ doors }: TypedCommand, options: OpenOptions): Promise<readonly string[]> {
  const given = [options.configFile, options.servers, options.extensions];
  return given.every((one) => one === undefined) ? [] : (await doors.desk()).languages(options);
}

/** Only the operator's file can say something else than the profile. */
async function surfaceOf({ doors }: TypedCommand, options: OpenOptions): Promise<Surface> {
  const { configFile, profile = "standard" } = options;
  if (configFile === undefined) return profiles[profile].policy?.surface ?? "tools";
  return (await (await doors.desk()).policy(options)).surface;
}

type Surface = Settings["policy"]["surface"];

/** A passive surface is not widened by a choice of tools. That choice wins otherwise, unless the agent may not ask. */
function exposureOf(
  { resolved }: TypedCommand,
  { agent }: Pick<OpenOptions, "agent">,
  surface: Surface,
): McpStart["exposure"] {
  const { values, origins } = resolved;
  if (agent?.enabled === false) return "none";
  if (surface === "passive") return "passive";
  if (origins.tools.kind !== "default") return values.tools;
  if (agent !== undefined || values.profile === "nexo") return "single";
  // A read-only caller is not shown what would be refused.
  return values.readOnly ? "readonly" : values.tools;
}

/** The same engine, whose calls wait so long for a complete answer unless they say otherwise. */
function patient(engine: Engine, waitMs: number | undefined): Engine {
  if (waitMs === undefined) return engine;
  return {
    invoke: (invocation) => engine.invoke({ ...invocation, waitMs: invocation.waitMs ?? waitMs }),
    events: (listener) => engine.events(listener),
    facts: engine.facts,
    status: () => engine.status(),
    leave: (caller) => engine.leave(caller),
    close: () => engine.close(),
  };
}
