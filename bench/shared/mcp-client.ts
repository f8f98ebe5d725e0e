// The least that can talk to an MCP server over standard input and output, so that little but the server is measured.

import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

export interface ToolAnswer {
  /** Every text item of the result, in order. */
  readonly texts: readonly string[];
  readonly isError: boolean;
  /** `complete` and so on; empty when the answer is a refusal. */
  readonly state: string;
}

interface WireResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
  readonly _meta?: { readonly "sightline/standing"?: { readonly state?: string } };
}

interface Message {
  readonly id?: number;
  readonly result?: WireResult;
  readonly error?: unknown;
}

interface Waiting {
  readonly resolve: (message: Message) => void;
  readonly reject: (error: Error) => void;
}

/** The built executable, as it is installed; this file runs from `.cache/js/bench/shared`. */
const binary = fileURLToPath(new URL("../../../../dist/bin.js", import.meta.url));

export class McpClient {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, Waiting>();
  #rest = "";
  #nextId = 1;

  constructor(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    this.#process = spawn(process.execPath, [binary, "mcp", ...args], { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
    this.#process.stdout.setEncoding("utf8").on("data", (chunk: string) => this.#feed(chunk));
    this.#process.on("error", (error) => this.#failAll(error));
    this.#process.on("exit", (code) => this.#failAll(new Error(`the MCP server has ended with ${code}`)));
    // The exit says why.
    this.#process.stdin.on("error", () => {});
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async initialize(): Promise<void> {
    await this.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "bench", version: "1" },
    });
    this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  async call(name: string, input: object): Promise<ToolAnswer> {
    const { result, error } = await this.request("tools/call", { name, arguments: input });
    if (result === undefined) throw new Error(`${name}: ${JSON.stringify(error)}`);
    return {
      texts: (result.content ?? []).flatMap(({ text }) => (text === undefined ? [] : [text])),
      isError: result.isError === true,
      state: result._meta?.["sightline/standing"]?.state ?? "",
    };
  }

  request(method: string, params: object): Promise<Message> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const gone = once(this.#process, "exit");
    this.#process.stdin.end();
    await gone;
  }

  #send(message: object): void {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #feed(chunk: string): void {
    const lines = (this.#rest + chunk).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as Message;
      const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
      if (message.id === undefined || waiting === undefined) continue;
      this.#waiting.delete(message.id);
      waiting.resolve(message);
    }
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
