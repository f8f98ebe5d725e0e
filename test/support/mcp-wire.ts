// The built executable as an MCP server, spoken to by hand: every byte that it writes is seen.

import { spawn } from "node:child_process";
import type { JsonRecord } from "../../src/std/json.ts";
import { isRecord } from "../../src/std/json.ts";
import type { Project } from "./project.ts";
import type { Era, Started } from "./sightline.ts";
import { bin, environment } from "./sightline.ts";

export interface WireSetUp {
  /** Legacy without it. */
  readonly era?: Era;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Another program that starts the server, with its words. */
  readonly through?: readonly string[];
  /** What the client says it can do. */
  readonly capabilities?: JsonRecord;
  /** Answers what the server asks; unknown methods without it. */
  readonly answer?: (method: string, params: unknown) => unknown;
}

type Start = (
  args: readonly string[],
  at: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  through: readonly string[],
) => Started;

const spawned: Start = (args, at, through) => {
  const [command = "", ...words] = [...through, process.execPath, bin, ...args];
  return spawn(command, words, { ...at, shell: false });
};

export class McpWire {
  readonly child: Started;
  /** Everything that came, in order. */
  readonly messages: JsonRecord[] = [];
  /** Lines of standard output that are no message of the protocol. */
  readonly foreign: string[] = [];
  readonly exited: Promise<number | null>;
  stderr = "";
  readonly #setUp: WireSetUp;
  readonly #waiting = new Set<() => void>();
  #rest = "";
  #nextId = 1;

  constructor(project: Project, setUp: WireSetUp = {}, start: Start = spawned) {
    this.#setUp = setUp;
    const env = { ...environment(project), ...setUp.env };
    this.child = start(setUp.args ?? ["mcp"], { cwd: project.root, env }, setUp.through ?? []);
    this.exited = new Promise((resolve) => this.child.once("close", resolve));
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => this.#read(text));
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
      this.#look();
    });
    // A test may end the process under its own words.
    this.child.stdin.on("error", () => {});
    void this.exited.then(() => this.#look());
  }

  /** The first words of either era. */
  async initialize(): Promise<JsonRecord> {
    if (this.#setUp.era === "modern") return this.request("server/discover");
    const reply = await this.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: this.#setUp.capabilities ?? {},
      clientInfo: { name: "test", version: "1" },
    });
    this.notify("notifications/initialized");
    return reply;
  }

  /** Its id; the answer is seen by `answerTo`. */
  ask(method: string, params: JsonRecord = {}): number {
    const id = this.#nextId++;
    const meta = { ...(isRecord(params["_meta"]) ? params["_meta"] : {}), ...this.#envelope() };
    this.#write({ id, method, params: Object.keys(meta).length === 0 ? params : { ...params, _meta: meta } });
    return id;
  }

  request(method: string, params: JsonRecord = {}): Promise<JsonRecord> {
    return this.answerTo(this.ask(method, params));
  }

  call(name: string, input: JsonRecord, meta: JsonRecord = {}): Promise<JsonRecord> {
    return this.request("tools/call", { name, arguments: input, _meta: meta });
  }

  notify(method: string, params: JsonRecord = {}): void {
    this.#write({ method, params });
  }

  answerTo(id: number): Promise<JsonRecord> {
    return this.seen((message) => message["id"] === id && !("method" in message));
  }

  /** The first message, past or coming, that fits. Rejects when the process has ended without it. */
  async seen(fits: (message: JsonRecord) => boolean): Promise<JsonRecord> {
    await this.until(() => this.messages.some(fits));
    const found = this.messages.find(fits);
    if (found === undefined) throw new Error("it was there a moment ago");
    return found;
  }

  /** Looks whenever something has come. */
  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const so = isSo();
        if (!so && this.child.exitCode === null && this.child.signalCode === null) return;
        this.#waiting.delete(look);
        if (so) resolve();
        else reject(new Error(`the process has ended: ${this.stderr}`));
      };
      this.#waiting.add(look);
      look();
    });
  }

  notifications(method: string): JsonRecord[] {
    return this.messages.flatMap(({ method: own, params }) => (own === method && isRecord(params) ? [params] : []));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.stdin.end();
    await this.exited;
  }

  /** What every request of the modern era says about its client. */
  #envelope(): JsonRecord {
    if (this.#setUp.era !== "modern") return {};
    return {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": this.#setUp.capabilities ?? {},
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    };
  }

  #write(message: JsonRecord): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #read(text: string): void {
    const lines = `${this.#rest}${text}`.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#take(line);
    this.#look();
  }

  #take(line: string): void {
    const message = parsed(line);
    if (message?.["jsonrpc"] !== "2.0") {
      this.foreign.push(line);
      return;
    }
    this.messages.push(message);
    const { id, method, params } = message;
    if (typeof method !== "string" || id === undefined) return;
    const result = this.#setUp.answer?.(method, params);
    this.#write(result === undefined ? { id, error: { code: -32601, message: "unknown" } } : { id, result });
  }

  #look(): void {
    for (const look of [...this.#waiting]) look();
  }
}

function parsed(line: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch (error) {
    // What is not JSON is exactly what a test wants to hear of.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
