// An MCP client over stdio that trusts no server: every call has a limit, and noise on the line is passed over.

import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Process } from "./processes.ts";
import { isAlive, kill, treeOf } from "./processes.ts";
import type { Reply } from "./question.ts";

export interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface WireMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly result?: {
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
    readonly tools?: readonly object[];
  };
  readonly error?: { readonly message?: string };
}

/** How a process took the end of its input. */
export interface Farewell {
  /** Until nothing of it was left, or the limit. */
  readonly ms: number;
  readonly left: readonly Process[];
}

/** Longer than an orderly end may take. */
const farewellMs = 10_000;
const lookEveryMs = 50;

export class McpPeer {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number | string, (message: WireMessage | undefined) => void>();
  readonly #seen = new Map<string, Process>();
  #rest = "";
  #nextId = 1;
  #isGone = false;

  constructor({ command, args, cwd, env }: Started) {
    this.#process = spawn(command, [...args], { cwd, env: { ...env }, stdio: ["pipe", "pipe", "ignore"] });
    this.#process.stdout.setEncoding("utf8").on("data", (chunk: string) => this.#feed(chunk));
    this.#process.on("error", () => this.#lose());
    this.#process.on("exit", () => this.#lose());
    // The exit says why.
    this.#process.stdin.on("error", () => {});
  }

  async initialize(limitMs: number): Promise<Reply> {
    const reply = await this.#request(
      "initialize",
      { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
      limitMs,
    );
    if (reply.outcome === "answer") this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return reply;
  }

  /** The list of tools, as a client would put it before a model. */
  async list(limitMs: number): Promise<readonly object[]> {
    const { message } = await this.#exchange("tools/list", {}, limitMs);
    return message?.result?.tools ?? [];
  }

  call(name: string, input: object, limitMs: number): Promise<Reply> {
    return this.#request("tools/call", { name, arguments: input }, limitMs);
  }

  /** Everything that runs below it now. */
  processes(): Process[] {
    const live = treeOf(this.#process.pid ?? 0);
    for (const one of live) this.#seen.set(`${one.pid} ${one.start}`, one);
    return live;
  }

  /** Closes its input, as a client does that ends, and looks what stays; whatever stays is killed. */
  async end(): Promise<Farewell> {
    this.processes();
    const began = performance.now();
    this.#process.stdin.end();
    let left = this.#living();
    while (left.length > 0 && performance.now() - began < farewellMs) {
      await pause(lookEveryMs);
      left = this.#living();
    }
    const ms = performance.now() - began;
    kill(left);
    return { ms, left };
  }

  /** At once, with everything below it. */
  kill(): void {
    this.processes();
    kill(this.#living());
  }

  // — below: private, in the order they are used —

  async #request(method: string, params: object, limitMs: number): Promise<Reply> {
    const { message, ms, isLate } = await this.#exchange(method, params, limitMs);
    if (isLate) return { ms, outcome: "hang", text: "" };
    if (message === undefined) return { ms, outcome: "error", text: "the process has ended" };
    if (message.result === undefined) return { ms, outcome: "error", text: message.error?.message ?? "" };
    const text = (message.result.content ?? []).map((item) => item.text ?? "").join("\n");
    return { ms, outcome: message.result.isError === true ? "error" : "answer", text };
  }

  #exchange(
    method: string,
    params: object,
    limitMs: number,
  ): Promise<{ readonly message?: WireMessage | undefined; readonly ms: number; readonly isLate: boolean }> {
    const began = performance.now();
    const took = (): number => performance.now() - began;
    if (this.#isGone) return Promise.resolve({ ms: 0, isLate: false });
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        resolve({ ms: took(), isLate: true });
      }, limitMs);
      this.#waiting.set(id, (message) => {
        clearTimeout(timer);
        resolve({ message, ms: took(), isLate: false });
      });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  #living(): Process[] {
    return [...this.#seen.values()].filter(isAlive);
  }

  #send(message: object): void {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #lose(): void {
    this.#isGone = true;
    for (const settle of this.#waiting.values()) settle(undefined);
    this.#waiting.clear();
  }

  #feed(chunk: string): void {
    const lines = (this.#rest + chunk).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#take(line);
  }

  #take(line: string): void {
    const message = parse(line);
    if (message?.id === undefined) return;
    if (message.method !== undefined) {
      const result = message.method === "roots/list" ? { roots: [] } : {};
      this.#send({ jsonrpc: "2.0", id: message.id, result });
      return;
    }
    const settle = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    settle?.(message);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function parse(line: string): WireMessage | undefined {
  try {
    return JSON.parse(line) as WireMessage;
  } catch {
    // Something else was printed on the line.
    return undefined;
  }
}
