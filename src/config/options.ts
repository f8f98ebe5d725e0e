// Every option of a start: its flag, its names in the environment, its values and what it means, in one table.
//
// Parsing, `sightline config`, the help and docs/settings.md derive from it.
// Invariant: there is no name in the environment for trust: a variable holds for every root that is opened below it, and
// trust is given to one root at a time.

import type { LogLevel } from "../model/event.ts";
import { logLevels } from "../model/event.ts";
import type { ProfileName } from "./profiles.ts";
import { profileNames } from "./profiles.ts";

export const exposures = ["core", "full", "single", "readonly", "script"] as const;
export type Exposure = (typeof exposures)[number];

/** What the options come to. Paths are as they were given. */
export interface Options {
  readonly root: readonly string[];
  readonly allowRoot: readonly string[];
  readonly config: string | undefined;
  readonly mergeConfig: string | undefined;
  readonly agents: string | undefined;
  readonly agent: string | undefined;
  readonly extensions: readonly string[];
  readonly profile: ProfileName;
  readonly trust: boolean;
  readonly allowExec: boolean;
  readonly allowWrite: readonly string[];
  readonly readOnly: boolean;
  readonly noDaemon: boolean;
  readonly daemon: "on" | "off";
  readonly noCache: boolean;
  readonly cache: "on" | "off";
  readonly format: "text" | "json";
  readonly tools: Exposure;
  readonly waitMs: number | undefined;
  readonly logLevel: LogLevel;
  readonly trace: string | undefined;
  readonly verbose: boolean;
  readonly http: boolean;
  readonly port: number;
  readonly listenAddr: string;
  readonly token: string | undefined;
  readonly noAuth: boolean;
  readonly allowHost: readonly string[];
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  readonly evidence: "on" | "off" | undefined;
  readonly auditLog: string | undefined;
  readonly stateDirectory: string | undefined;
}

export type OptionName = keyof Options;

export interface EnvName {
  readonly name: string;
  /** What its own words mean in ours. */
  readonly words?: Readonly<Record<string, string>>;
  /** The name is not ours alone: an unknown value is meant for another program. */
  readonly shared?: boolean;
}

export interface OptionRow<T> {
  /** Without one it can be set by the environment only. */
  readonly flag?: string;
  readonly short?: string;
  /** What stands for the value in the help. */
  readonly value?: string;
  /** Strongest first. */
  readonly env: readonly EnvName[];
  readonly kind: "switch" | "text" | "words" | "paths" | "milliseconds" | "port" | "choice";
  readonly choices?: readonly string[];
  readonly byDefault: T;
  readonly description: string;
  /** Which commands heed it. */
  readonly heededBy: "engine" | "mcp" | "environment";
  readonly secret?: boolean;
  /** It names a file or directory that we believe or keep: a variable gives it as an absolute path. */
  readonly isOurs?: boolean;
}

/** The compiler asks for a row when an option is added. */
export const optionTable: { readonly [N in OptionName]: OptionRow<Options[N]> } = {
  root: {
    flag: "root",
    value: "DIR",
    env: [{ name: "SIGHTLINE_ROOT" }],
    kind: "paths",
    byDefault: [],
    description: "a project; may be given several times. Found from the current directory by default",
    heededBy: "engine",
  },
  allowRoot: {
    flag: "allow-root",
    value: "DIR",
    env: [{ name: "SIGHTLINE_ALLOW_ROOT" }],
    kind: "paths",
    byDefault: [],
    description: "a further directory that a client may open later; may be given several times",
    heededBy: "engine",
  },
  config: {
    flag: "config",
    value: "FILE",
    env: [{ name: "SIGHTLINE_CONFIG" }],
    kind: "text",
    byDefault: undefined,
    description: "your servers, languages and settings, as JSON; where it lists servers, they are the only ones",
    heededBy: "engine",
    isOurs: true,
  },
  mergeConfig: {
    flag: "merge-config",
    value: "FILE",
    env: [{ name: "SIGHTLINE_MERGE_CONFIG" }],
    kind: "text",
    byDefault: undefined,
    description: "the same file, laid over what is known: its servers come first, all others stay",
    heededBy: "engine",
    isOurs: true,
  },
  agents: {
    flag: "agents",
    value: "FILE",
    env: [{ name: "SIGHTLINE_AGENTS" }],
    kind: "text",
    byDefault: undefined,
    description: "which agents may ask, about which languages, as YAML (docs/agents.md)",
    heededBy: "mcp",
    isOurs: true,
  },
  agent: {
    flag: "agent",
    value: "ID",
    env: [{ name: "SIGHTLINE_AGENT" }],
    kind: "text",
    byDefault: undefined,
    description: "the one of them that is served; where its lsp is not enabled it is shown no tool",
    heededBy: "mcp",
  },
  extensions: {
    flag: "extensions",
    value: "LANGUAGES",
    env: [{ name: "SIGHTLINE_EXTENSIONS" }],
    kind: "words",
    byDefault: [],
    description:
      "languages whose own operations are offered as well, such as rust,cpp; those of named servers always are",
    heededBy: "engine",
  },
  profile: {
    flag: "profile",
    value: "NAME",
    env: [{ name: "SIGHTLINE_PROFILE" }],
    kind: "choice",
    choices: profileNames,
    byDefault: "standard",
    description: "a named set of values for the settings",
    heededBy: "engine",
  },
  trust: {
    flag: "trust",
    env: [],
    kind: "switch",
    byDefault: false,
    description: "trust the root for this run: servers, builds and tests may execute what it holds",
    heededBy: "engine",
  },
  allowExec: {
    flag: "allow-exec",
    env: [],
    kind: "switch",
    byDefault: false,
    description: "allow what runs the project's own code: builds, tests, commands of servers",
    heededBy: "engine",
  },
  allowWrite: {
    flag: "allow-write",
    value: "GLOB",
    env: [],
    kind: "paths",
    byDefault: [],
    description:
      "protected files that may be changed all the same, relative to the root, such as .github/workflows/**; may be given several times",
    heededBy: "engine",
  },
  readOnly: {
    flag: "read-only",
    env: [],
    kind: "switch",
    byDefault: false,
    description: "allow questions only",
    heededBy: "engine",
  },
  noDaemon: {
    flag: "no-daemon",
    env: [],
    kind: "switch",
    byDefault: false,
    description: "start servers of this process's own instead of sharing those of the root's daemon",
    heededBy: "engine",
  },
  daemon: {
    env: [{ name: "SIGHTLINE_DAEMON" }],
    kind: "choice",
    choices: ["on", "off"],
    byDefault: "on",
    description: "off is --no-daemon for every start",
    heededBy: "engine",
  },
  noCache: {
    flag: "no-cache",
    env: [],
    kind: "switch",
    byDefault: false,
    description: "keep no answers for later, and ask servers whatever is kept (docs/cache.md)",
    heededBy: "engine",
  },
  cache: {
    env: [{ name: "SIGHTLINE_CACHE" }],
    kind: "choice",
    choices: ["on", "off"],
    byDefault: "on",
    description: "off is --no-cache for every start",
    heededBy: "engine",
  },
  format: {
    flag: "format",
    value: "FORM",
    env: [{ name: "SIGHTLINE_FORMAT" }, { name: "AGENT_LSP_OUTPUT_FORMAT", words: { gcf: "text" } }],
    kind: "choice",
    choices: ["text", "json"],
    byDefault: "text",
    description: "what the answer of a tool is",
    heededBy: "mcp",
  },
  tools: {
    flag: "tools",
    value: "SET",
    env: [{ name: "SIGHTLINE_TOOLS" }],
    kind: "choice",
    choices: exposures,
    byDefault: "core",
    description:
      "which tools a client is shown; single is one tool, Lsp, and the default with --agent or --profile nexo",
    heededBy: "mcp",
  },
  waitMs: {
    flag: "wait",
    value: "MS",
    env: [{ name: "SIGHTLINE_WAIT_MS" }],
    kind: "milliseconds",
    byDefault: undefined,
    description: "how long to wait for a complete answer before taking a partial one, instead of `ready.waitMs`",
    heededBy: "engine",
  },
  logLevel: {
    flag: "log-level",
    value: "LEVEL",
    env: [{ name: "SIGHTLINE_LOG_LEVEL" }, { name: "LOG_LEVEL", words: { warn: "warning" }, shared: true }],
    kind: "choice",
    choices: logLevels,
    byDefault: "info",
    description: "the least level that is logged to a client",
    heededBy: "mcp",
  },
  trace: {
    flag: "trace",
    value: "FILE",
    env: [],
    kind: "text",
    byDefault: undefined,
    description: "write every message to and from servers to a new file",
    heededBy: "engine",
  },
  verbose: {
    flag: "verbose",
    short: "v",
    env: [],
    kind: "switch",
    byDefault: false,
    description: "tell what happens on standard error",
    heededBy: "engine",
  },
  http: {
    flag: "http",
    env: [],
    kind: "switch",
    byDefault: false,
    description: "serve over HTTP instead of standard input and output (docs/http.md)",
    heededBy: "mcp",
  },
  port: {
    flag: "port",
    value: "NUMBER",
    env: [],
    kind: "port",
    byDefault: 8080,
    description: "with --http: the port, from 1 to 65535",
    heededBy: "mcp",
  },
  listenAddr: {
    flag: "listen-addr",
    value: "IP",
    env: [],
    kind: "text",
    byDefault: "127.0.0.1",
    description: "with --http: the address to listen on; 0.0.0.0 or :: for every network of the machine",
    heededBy: "mcp",
  },
  token: {
    flag: "token",
    value: "TOKEN",
    env: [{ name: "SIGHTLINE_TOKEN" }, { name: "AGENT_LSP_TOKEN" }],
    kind: "text",
    byDefault: undefined,
    description:
      "with --http: what clients have to show, as Authorization: Bearer TOKEN; a variable keeps it out of the list of processes",
    heededBy: "mcp",
    secret: true,
  },
  noAuth: {
    flag: "no-auth",
    env: [],
    kind: "switch",
    byDefault: false,
    description: "with --http: ask for no token; only where nothing but this machine is listened to",
    heededBy: "mcp",
  },
  allowHost: {
    flag: "allow-host",
    value: "NAME",
    env: [],
    kind: "words",
    byDefault: [],
    description:
      "with --http: a name under which clients reach the port, as that of a proxy; may be given several times. Addresses and localhost need none",
    heededBy: "mcp",
  },
  tlsCert: {
    flag: "tls-cert",
    value: "FILE",
    env: [],
    kind: "text",
    byDefault: undefined,
    description: "with --http: the certificate, as PEM, by which the port speaks TLS",
    heededBy: "mcp",
  },
  tlsKey: {
    flag: "tls-key",
    value: "FILE",
    env: [],
    kind: "text",
    byDefault: undefined,
    description: "with --http: the key of the certificate, as PEM",
    heededBy: "mcp",
  },
  evidence: {
    flag: "evidence",
    value: "on|off",
    env: [{ name: "SIGHTLINE_EVIDENCE" }],
    kind: "choice",
    choices: ["on", "off"],
    byDefault: undefined,
    description: "whether calls and changes are recorded, instead of `evidence.enabled` (docs/governance.md)",
    heededBy: "engine",
  },
  auditLog: {
    flag: "audit-log",
    value: "FILE",
    env: [{ name: "SIGHTLINE_AUDIT_LOG" }, { name: "AGENT_LSP_AUDIT_LOG" }],
    kind: "text",
    byDefault: undefined,
    description: "append a line of JSON for each call to this file, outside the project",
    heededBy: "engine",
    isOurs: true,
  },
  stateDirectory: {
    env: [{ name: "SIGHTLINE_STATE_DIR" }],
    kind: "text",
    byDefault: undefined,
    description: "where trust and what else outlives a process is kept",
    heededBy: "environment",
    isOurs: true,
  },
};

export const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** Those that mean something only with `http`. */
export const httpOptions = ["port", "listenAddr", "token", "noAuth", "allowHost", "tlsCert", "tlsKey"] as const;
