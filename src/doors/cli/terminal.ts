// What the command line needs of the world: a terminal, and the doors and desks behind it, loaded on demand.

import type { Exposure } from "../../config/options.ts";
import type { HookStart } from "../../context/changes/hook-start.ts";
import type { LogLevel } from "../../model/event.ts";
import type { DaemonDesk } from "../../engine/daemon/daemon-desk.ts";
import type { Desk } from "../../engine/desk.ts";
import type { Engine, Format, Invocation } from "../../engine/engine.ts";
import type { OpenOptions } from "../../engine/open.ts";

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Not interactive: standard input is a pipe, so a program started us. */
  readonly piped: boolean;
  /** All that comes on standard input. */
  read(): Promise<Uint8Array>;
  /** A person reads standard output, or standard error. */
  readonly screen: { readonly out: boolean; readonly err: boolean };
  /** What a person answers, nothing at the end of input, undefined for Ctrl-C; no function without an interactive terminal. */
  readonly ask: ((question: string) => Promise<string | undefined>) | undefined;
}

export interface Trace {
  readonly record: (server: string, direction: "sent" | "received", message: object) => void;
  /** Why the trace ends early, or undefined when it is whole. */
  close(): string | undefined;
}

export interface McpStart {
  readonly format: Format;
  /** `none` where the agent that is served may not ask, `passive` where policy leaves it context, validation and status. */
  readonly exposure: Exposure | "passive" | "none";
  /** Languages whose own operations are offered, if they have any. */
  readonly extensions: readonly string[];
  readonly logLevel: LogLevel;
  readonly caller: Invocation["caller"];
  /** No root was named, so the client may say where to open. */
  readonly followRoots: boolean;
  /** What is shown follows what running servers can serve, and clients hear when it changes. */
  readonly followsServers: boolean;
  /** Servers are to be warm when the first call comes, so the engine does not wait for it. */
  readonly prewarms: boolean;
  /** The engine is that of the root's daemon, unless none can be had. */
  readonly usesDaemon: boolean;
}

/** The address at which MCP is served over HTTP, and the token that clients need. */
export interface HttpStart {
  readonly address: string;
  readonly port: number;
  /** Errors of clients are printed to standard error. */
  readonly isVerbose: boolean;
  /** Undefined where every process of this machine may ask. */
  readonly token: string | undefined;
  /** The token was typed, so the list of processes shows it until it is hidden. */
  readonly isTokenTyped: boolean;
  readonly hosts: readonly string[];
  /** Paths of the certificate and its key. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

export interface Doors {
  /** With servers of this process's own. */
  open(options: OpenOptions): Promise<Engine>;
  /** By way of the daemon of the root. */
  openShared(options: OpenOptions): Promise<Engine>;
  /** What the agent is answered, in its own shape; empty for silence. */
  hook(start: HookStart): Promise<string>;
  /** The daemons of this user. */
  daemons(): Promise<DaemonDesk>;
  /** Lives as a daemon until it is over. */
  serveDaemon(root: string, directory: string | undefined): Promise<number>;
  openTrace(path: string): Trace;
  /** `near` is where the client says its work is, and `others` are where else. */
  serveMcp(open: (near?: string, others?: readonly string[]) => Promise<Engine>, start: McpStart): Promise<void>;
  serveHttp(open: () => Promise<Engine>, start: McpStart, http: HttpStart): Promise<void>;
  desk(): Promise<Desk>;
  readonly version: string;
}
