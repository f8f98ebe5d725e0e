// The bypass: the least that can talk to a language server, with framing of its own, to be measured against.
//
// Invariant: it shares no code with what it is compared to, except what is said in the handshake.

import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";

export interface RawCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
  readonly error?: unknown;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const headerEnd = Buffer.from("\r\n\r\n");

export class RawClient {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number | string, Waiting>();
  #rest: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #missing = 0;
  #nextId = 1;
  /** As the server names it in the handshake. */
  version = "";
  /** As the server declares them in the handshake. */
  capabilities: Readonly<Record<string, unknown>> = {};
  /** Called with everything the server tells unasked. */
  onNotified: ((method: string, params: unknown) => void) | undefined;

  constructor({ command, args, env }: RawCommand, cwd: string) {
    this.#process = spawn(command, [...args], { cwd, env: { ...env }, stdio: ["pipe", "pipe", "ignore"] });
    this.#process.stdout.on("data", (chunk: Buffer) => this.#feed(chunk));
    this.#process.on("error", (error) => this.#failAll(error));
    this.#process.on("exit", () => this.#failAll(new Error(`${command} has gone`)));
    // The exit says why.
    this.#process.stdin.on("error", () => {});
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async initialize(root: string, capabilities: object, initializationOptions?: unknown): Promise<void> {
    const rootUri = pathToFileURL(root).href;
    const result = (await this.request("initialize", {
      processId: process.pid,
      rootUri,
      rootPath: root,
      workspaceFolders: [{ uri: rootUri, name: "bench" }],
      capabilities,
      ...(initializationOptions === undefined ? {} : { initializationOptions }),
    })) as { readonly serverInfo?: { readonly version?: string }; readonly capabilities?: Record<string, unknown> };
    this.version = result.serverInfo?.version ?? "";
    this.capabilities = result.capabilities ?? {};
    this.notify("initialized", {});
  }

  open(uri: string, languageId: string, text: string): void {
    this.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  }

  request(method: string, params?: object): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  notify(method: string, params?: object): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, "exit");
    await this.request("shutdown");
    this.notify("exit");
    this.#process.stdin.end();
    await gone;
  }

  #send(message: object): void {
    const body = JSON.stringify(message);
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  /** A body that spans chunks is joined once, when its last byte has come. */
  #feed(chunk: Buffer): void {
    if (this.#missing > chunk.length) {
      this.#parts.push(chunk);
      this.#missing -= chunk.length;
      return;
    }
    let bytes = this.#parts.length > 0 ? Buffer.concat([...this.#parts, chunk]) : chunk;
    if (this.#rest.length > 0) bytes = Buffer.concat([this.#rest, bytes]);
    this.#parts = [];
    this.#rest = Buffer.alloc(0);
    this.#missing = 0;
    this.#cut(bytes);
  }

  #cut(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      const end = bytes.indexOf(headerEnd, at);
      if (end === -1) break;
      const length = Number(/Content-Length: *(\d+)/i.exec(bytes.toString("latin1", at, end))?.[1]);
      const start = end + headerEnd.length;
      if (start + length > bytes.length) {
        this.#missing = start + length - bytes.length;
        this.#parts = [bytes.subarray(at)];
        return;
      }
      at = start + length;
      this.#take(JSON.parse(bytes.toString("utf8", start, at)) as Message);
    }
    this.#rest = bytes.subarray(at);
  }

  #take(message: Message): void {
    if (message.method !== undefined) {
      if (message.id === undefined) this.onNotified?.(message.method, message.params);
      else this.#answer(message.id, message);
      return;
    }
    const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (waiting === undefined || message.id === undefined) return;
    this.#waiting.delete(message.id);
    if (message.error === undefined) waiting.resolve(message.result);
    else waiting.reject(new Error(JSON.stringify(message.error)));
  }

  #answer(id: number | string, { method, params }: Message): void {
    const result = method === "workspace/configuration" ? (params?.items ?? []).map(() => null) : null;
    this.#send({ jsonrpc: "2.0", id, result });
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
