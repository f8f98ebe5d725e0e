// The toy language server: real framed LSP over bytes, in this process or in one of its own.
//
// Invariant: messages are worked on strictly in the order they arrive.
// Invariant: everything it was sent is in `received`, and every reply to its own requests is in `answers`.

import type { Files } from "../../host/files.ts";
import { fromUri } from "../../protocol/uri.ts";
import type { Codec } from "../../rpc/codec.ts";
import { Connection } from "../../rpc/connection.ts";
import type { ByteSink } from "../../rpc/frame-writer.ts";
import { frameLimits } from "../../rpc/limits.ts";
import { ConnectionClosed } from "../../rpc/rpc-error.ts";
import type { Clock } from "../../std/clock.ts";
import { at } from "../../std/json.ts";
import type { ToyDials } from "./toy-dials.ts";
import { capabilitiesOf, standardDials } from "./toy-dials.ts";
import { ToyKnowledge } from "./toy-knowledge.ts";
import type { ToyDocument } from "./toy-texts.ts";

export interface ToyMachine {
  readonly clock: Clock;
  readonly codec: Codec;
  readonly files: Pick<Files, "read" | "list" | "decode">;
  readonly sink: ByteSink;
  exit(code: number | null, signal?: string): void;
  /** An error of the toy itself, which no test should cause. */
  defect(error: unknown): void;
}

export interface ReceivedMessage {
  readonly method: string;
  readonly params: unknown;
}

/** How long the toy waits for a reply of its client. */
const replyMs = 60_000;

export class ToyServer {
  readonly dials: ToyDials;
  readonly received: ReceivedMessage[] = [];
  readonly answers: { readonly method: string; readonly result?: unknown; readonly error?: unknown }[] = [];
  readonly connection: Connection;
  readonly #machine: ToyMachine;
  readonly #knowledge: ToyKnowledge;
  readonly #published = new Set<string>();
  readonly #registrations = new Map<string, string>();
  #lane: Promise<unknown> = Promise.resolve();
  #isShutDown = false;

  constructor(machine: ToyMachine, dials: Partial<ToyDials> = {}) {
    this.dials = { ...standardDials, ...dials };
    this.#machine = machine;
    this.#knowledge = new ToyKnowledge(this.dials, machine.files);
    this.connection = new Connection(
      { clock: machine.clock, codec: machine.codec, limits: frameLimits, sink: machine.sink },
      {
        request: (method, params) => this.#inTurn(method, params, () => this.#answer(method, params)),
        notification: (method, params) => {
          this.#inTurn(method, params, () => this.#take(method, params)).catch((error) => machine.defect(error));
        },
        noise: () => {},
        odd: () => {},
        // The client has gone; the rest is up to the process that runs the toy.
        closed: () => {},
        defect: (error) => machine.defect(error),
      },
    );
    if (this.dials.greeting !== "") this.notify("window/logMessage", { type: 3, message: this.dials.greeting });
  }

  /** The names of all messages so far, in order. */
  get methods(): readonly string[] {
    return this.received.map(({ method }) => method);
  }

  /** The params of all messages of a method. */
  paramsOf(method: string): readonly unknown[] {
    return this.received.filter((message) => message.method === method).map(({ params }) => params);
  }

  /** The open documents as the server has them, in the order of their opening. */
  get documents(): readonly ToyDocument[] {
    return this.#knowledge.texts.open;
  }

  /** How the next diagnostic reports look, in order; `null` is no report at all. */
  get reports(): ("full" | "null")[] {
    return this.#knowledge.reports;
  }

  /** What the client must not do with documents, and did. */
  get violations(): readonly string[] {
    return this.#knowledge.texts.violations;
  }

  /** Begins to index once more: answers are as before the end of the index until `finishIndex`. */
  beginIndex(): void {
    this.#knowledge.isIndexed = false;
    this.#announce("begin");
  }

  finishIndex(): void {
    this.#knowledge.isIndexed = true;
    this.#announce("end");
    this.#changed("change");
  }

  /** Publishes what is wrong with each open document, or with one; a wrong version can be put on it. */
  publish(only?: string, version?: number): void {
    for (const document of this.documents) {
      if (only === undefined || document.uri === only) this.#publish(document, version);
    }
  }

  async register(method: string, registerOptions: object = {}): Promise<void> {
    const id = `toy-${this.#registrations.size + 1}`;
    this.#registrations.set(method, id);
    await this.ask("client/registerCapability", { registrations: [{ id, method, registerOptions }] });
  }

  async unregister(method: string): Promise<void> {
    const id = this.#registrations.get(method);
    await this.ask("client/unregisterCapability", { unregisterations: [{ id, method }] });
  }

  /** Asks its client something; the reply is recorded as well. */
  async ask(method: string, params?: object): Promise<unknown> {
    try {
      const result = await this.connection.request(method, params, { timeoutMs: replyMs });
      this.answers.push({ method, result });
      return result;
    } catch (error) {
      // A client that went away has answered nothing; any other error is its answer.
      if (!(error instanceof ConnectionClosed)) this.answers.push({ method, error });
      return undefined;
    }
  }

  notify(method: string, params: object): void {
    this.connection.notify(method, params);
  }

  // — the protocol —

  #inTurn<T>(method: string, params: unknown, work: () => Promise<T>): Promise<T> {
    const number = this.received.push({ method, params });
    const isAbout = uriOf(params).endsWith(this.dials.silentFile);
    if (isAbout && this.dials.neverAnswers.includes(method)) return new Promise(() => {});
    const done = this.#lane.then(() => (this.#diesOf(number, method, params) ? new Promise<T>(() => {}) : work()));
    this.#lane = done.then(
      () => {},
      // A failed answer is its asker's to see; the lane goes on.
      () => {},
    );
    return done;
  }

  async #answer(method: string, params: unknown): Promise<unknown> {
    if (method === "initialize") return this.#initialize(params);
    if (method === "workspace/executeCommand") return this.#execute(params);
    if (method !== "shutdown") return this.#knowledge.answer(method, params);
    this.#isShutDown = true;
    return null;
  }

  async #initialize(params: unknown): Promise<unknown> {
    const { asksSettings } = this.dials;
    if (asksSettings.length > 0) {
      await this.ask("workspace/configuration", { items: asksSettings.map((section) => ({ section })) });
    }
    const root = fromUri(String(at(params, ["rootUri"])));
    if (typeof root === "string") await this.#knowledge.open(root);
    return { capabilities: capabilitiesOf(this.dials), serverInfo: { name: "toy", version: "1.0" }, unheardOf: 1 };
  }

  /** Undefined, as for a method it does not have, where a command is not declared. */
  async #execute(params: unknown): Promise<unknown> {
    const method = "workspace/executeCommand";
    if (Object.hasOwn(this.dials.replies, method)) return this.#askedToo(this.dials.replies[method]);
    const command = String(at(params, ["command"]));
    if (!this.dials.commands.includes(command)) return undefined;
    const [document] = this.documents;
    const start = { line: 0, character: 0 };
    const edits = [{ range: { start, end: start }, newText: "def planted\n" }];
    if (command === "toy.edit") {
      // What it is given it asks for as it is; in its turn, so that nothing else is answered meanwhile.
      const [given] = (at(params, ["arguments"]) ?? []) as readonly unknown[];
      return this.ask("workspace/applyEdit", {
        edit: given === undefined ? { changes: { [document?.uri ?? ""]: edits } } : given,
      });
    }
    if (command === "toy.show") return this.ask("window/showDocument", { uri: "https://example.org", external: true });
    return { command, arguments: at(params, ["arguments"]) ?? null };
  }

  /** An edit that is its answer it asks for besides, as some do. */
  async #askedToo(reply: unknown): Promise<unknown> {
    if (reply !== null) await this.ask("workspace/applyEdit", { edit: reply });
    return reply;
  }

  async #take(method: string, params: unknown): Promise<void> {
    if (method === "initialized") this.#initialized();
    else if (method === "exit") this.#machine.exit(this.#isShutDown ? 0 : 1);
    else if (method === "toy/finishIndex") this.finishIndex();
    else if (method === "textDocument/didSave") this.#changed("save");
    else if ((await this.#knowledge.take(method, params)) && method !== "textDocument/didClose")
      this.#changed("change");
  }

  #initialized(): void {
    const { registers, watches, slowIndex, diagnostics, indexSignal } = this.dials;
    // Not awaited: what is registered arrives while the client already goes on, as with a real server.
    for (const method of registers) void this.register(method);
    if (diagnostics === "pull-dynamic") void this.register("textDocument/diagnostic", { identifier: "toy" });
    if (watches.length > 0) {
      const watchers = watches.map((globPattern) => ({ globPattern }));
      void this.register("workspace/didChangeWatchedFiles", { watchers });
    }
    if (slowIndex && indexSignal === "progress") void this.ask("window/workDoneProgress/create", { token: "index" });
    if (slowIndex) this.#announce("begin");
  }

  #announce(stage: "begin" | "end"): void {
    const { indexSignal, indexTitle } = this.dials;
    if (indexSignal === "progress") {
      const value = stage === "begin" ? { kind: stage, title: indexTitle, percentage: 0 } : { kind: stage };
      this.notify("$/progress", { token: "index", value });
    } else if (indexSignal === "status") this.notify("toy/status", { quiescent: stage === "end" });
    else if (indexSignal === "log" && stage === "end") {
      this.notify("window/logMessage", { type: 3, message: "the index is finished" });
    }
  }

  #changed(how: "change" | "save"): void {
    if (this.dials.publishesOn === how && this.#knowledge.isIndexed) this.publish();
  }

  #publish(document: ToyDocument, version = document.version): void {
    const { diagnostics: style, silentWhenClean } = this.dials;
    if (style !== "push" && style !== "push-unversioned") return;
    const { uri } = document;
    const diagnostics = this.#knowledge.diagnosticsOf(document);
    if (silentWhenClean && diagnostics.length === 0 && !this.#published.delete(uri)) return;
    if (diagnostics.length > 0) this.#published.add(uri);
    const ofVersion = style === "push" ? { version } : {};
    this.notify("textDocument/publishDiagnostics", { uri, ...ofVersion, diagnostics });
  }

  #diesOf(number: number, method: string, params: unknown): boolean {
    const { crashAt, crashFile, crashCode } = this.dials;
    if (typeof crashAt === "number" ? number !== crashAt : method !== crashAt) return false;
    if (!uriOf(params).endsWith(crashFile)) return false;
    this.#machine.exit(crashCode);
    return true;
  }
}

function uriOf(params: unknown): string {
  const uri = at(params, ["textDocument", "uri"]);
  return typeof uri === "string" ? uri : "";
}
