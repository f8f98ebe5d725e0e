// The product in the process of the test: the command line and the MCP door with streams of their own.
//
// Starting the executable takes longer than most of what is asked of it. What a process does as such (its signals, its end,
// its daemon) is shown by `sightline.ts`, which runs the built executable; everything else is the same here.

import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/client";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { runCommandLine } from "../../src/doors/cli/run.ts";
import type { Doors, Terminal } from "../../src/doors/cli/terminal.ts";
import { serveMcpOverStreams } from "../../src/doors/mcp/stdio.ts";
import { openDesk } from "../../src/engine/desk.ts";
import { openEngine } from "../../src/engine/open.ts";
import type { Host } from "../../src/host/host.ts";
import { nodeClock } from "../../src/host/node/node-clock.ts";
import { openNodeHost } from "../../src/host/node/node-host.ts";
import { openTraceFile } from "../../src/host/trace-file.ts";
import { parseFilePath } from "../../src/model/file-path.ts";
import { ourVersion } from "../../src/model/own-version.ts";
import { bug } from "../../src/std/bug.ts";
import type { WireSetUp } from "./mcp-wire.ts";
import { McpWire } from "./mcp-wire.ts";
import type { Project } from "./project.ts";
import type { Agent, Era, Ran, Started } from "./sightline.ts";
import { clientOf, environment } from "./sightline.ts";

type Variables = Readonly<Record<string, string>>;

/** `sightline` with these words, as `sightline.ts` runs it. */
export async function sightline(
  project: Project,
  args: readonly string[],
  cwd = project.root,
  env: Variables = {},
  input: string | Uint8Array = "",
): Promise<Ran> {
  const started = new Here(args, cwd, { ...environment(project), ...env });
  let out = "";
  let err = "";
  started.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  started.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  started.stdin.end(input);
  const code = await started.ended;
  return { code, out, err };
}

/** A real MCP client of the official SDK, in either protocol era. */
export async function connect(
  project: Pick<Project, "root" | "stateDirectory">,
  era: Era,
  args: readonly string[] = ["mcp"],
  env: Variables = {},
): Promise<Agent> {
  return clientOf(era, new HereTransport(new Here(args, project.root, { ...environment(project), ...env })));
}

/** The MCP server, spoken to by hand. */
export function wireHere(project: Project, setUp: WireSetUp = {}): McpWire {
  return new McpWire(project, setUp, (args, { cwd, env }) => new Here(args, cwd, env));
}

/** What a child process would be: its streams, and its end. */
class Here extends EventEmitter implements Started {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly signalCode = null;
  exitCode: number | null = null;
  readonly ended: Promise<number>;

  constructor(args: readonly string[], cwd: string, env: Variables) {
    super();
    this.ended = this.#run(args, cwd, env);
  }

  kill(): never {
    return bug("only a process can be killed: start the executable");
  }

  async #run(args: readonly string[], cwd: string, env: Variables): Promise<number> {
    const terminal: Terminal = {
      out: (text) => void this.stdout.write(text),
      err: (text) => void this.stderr.write(text),
      cwd,
      env,
      piped: true,
      read: async () => Buffer.concat(await this.stdin.toArray()),
      screen: { out: false, err: false },
      ask: undefined,
    };
    const code = await runCommandLine(args, terminal, this.#doors(env));
    const read = [this.stdout, this.stderr].map((stream) => {
      return new Promise((resolve) => stream.once("close", resolve).end());
    });
    // What is not read by a test is not waited for.
    for (const stream of [this.stdout, this.stderr]) stream.resume();
    await Promise.all(read);
    this.exitCode = code;
    this.emit("close", code);
    return code;
  }

  #doors(env: Variables): Doors {
    let opened: Promise<Host> | undefined;
    const host = (): Promise<Host> => (opened ??= hostOf(env));
    const elsewhere = (): never => bug("a process of its own: start the executable");
    return {
      open: async (options) => openEngine({ ...options, host: await host() }),
      openShared: elsewhere,
      hook: elsewhere,
      daemons: elsewhere,
      serveDaemon: elsewhere,
      serveHttp: elsewhere,
      openTrace: openTraceFile,
      serveMcp: (open, start) => {
        const options = { version: ourVersion, clock: nodeClock, onEnding: () => {}, ...start };
        const streams = { input: this.stdin, output: this.stdout };
        return serveMcpOverStreams(open, options, streams, (text) => void this.stderr.write(text)).ended;
      },
      desk: async () => openDesk(await host()),
      version: ourVersion,
    };
  }
}

/** The home of a process is what its variable says: nothing is read or written in that of the user who tests. */
async function hostOf(env: Variables): Promise<Host> {
  return { ...(await openNodeHost(env)), home: parseFilePath(env["HOME"] ?? "") };
}

class HereTransport implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly stderr: PassThrough;
  readonly pid = null;
  readonly #here: Here;
  readonly #read = new ReadBuffer();

  constructor(here: Here) {
    this.#here = here;
    this.stderr = here.stderr;
  }

  async start(): Promise<void> {
    this.#here.stdout.on("data", (bytes: Buffer) => {
      this.#read.append(bytes);
      for (let next = this.#read.readMessage(); next !== null; next = this.#read.readMessage()) this.onmessage?.(next);
    });
    this.#here.once("close", () => this.onclose?.());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#here.stdin.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    this.#here.stdin.end();
    await this.#here.ended;
  }
}
