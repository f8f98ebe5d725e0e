// The choke point of every question: up, capable, healthy, fresh, ready, sent; and what to do when it fails.
//
// Invariant: a request the server has not declared is never sent.
// Invariant: an answer that may quote a file outside the root is withheld.
// Invariant: an idempotent request that a crash took along is sent once more, to the next incarnation, never twice.

import type { FilePath } from "../model/file-path.ts";
import { methods } from "../protocol/methods.ts";
import type { RequestMethod, Requests } from "../protocol/methods.ts";
import { isTransient } from "../protocol/error-codes.ts";
import { hasShapeOf } from "../protocol/shapes.ts";
import { ConnectionClosed, MalformedReply, RequestTimedOut, RpcError } from "../rpc/rpc-error.ts";
import { isCancellation } from "../std/cancel.ts";
import { pause } from "../std/pause.ts";
import type { RequestEnd, WatchedRequest } from "../std/request-watch.ts";
import type { AskHost, AskOptions, Reply } from "./ask-host.ts";
import type { OpenDocument } from "./documents/open-document.ts";
import { Health } from "./process/health.ts";
import { capabilityMissing, fromWire, quarantined } from "./refusals.ts";
import type { Running } from "./process/running.ts";
import type { Withheld } from "./problems/withheld.ts";
import { mustBeShown } from "./problems/withheld.ts";

type Params<M extends RequestMethod> = (document: OpenDocument | undefined, running: Running) => Requests[M];

export class Asker {
  readonly #session: AskHost;
  readonly #health: Health;
  readonly #inFlight = new Map<FilePath | undefined, number>();
  #lastBlamed: FilePath | undefined;
  readonly #blamed = new Map<FilePath, { crashes: number; stamp: string | undefined }>();

  constructor(session: AskHost) {
    this.#session = session;
    this.#health = new Health(session);
  }

  async ask<M extends RequestMethod>(
    method: M,
    file: FilePath | undefined,
    params: Params<M>,
    options: AskOptions,
  ): Promise<Reply> {
    const { settings } = this.#session.options;
    const isIdempotent = options.idempotent ?? methods[method].idempotent;
    let crashesLeft = isIdempotent ? 1 : 0;
    let lapsesLeft = isIdempotent ? 1 : 0;
    for (let retries = 0; ; ) {
      const running = await this.usable(options);
      await this.#mayAsk(method, running, options);
      // Waits only where there is something to wait for.
      const judging = options.requests?.mustAllow(this.#watched(method, file, running));
      if (judging !== undefined) await judging;
      if (file !== undefined) await this.#mustNotBeQuarantined(file);
      try {
        const reply = await this.#attempt(method, file, params, options, running);
        // What it was told before the question made the server load again; what it answered meanwhile is not all.
        const lapsed = reply.readiness.kind === "met" && running.readiness.verdict().kind === "unmet";
        if (!lapsed || lapsesLeft === 0 || options.waitMs === 0) return reply;
        lapsesLeft--;
      } catch (error) {
        const delay = settings.request.retryDelaysMs[retries];
        if (
          error instanceof RpcError &&
          isTransient(error.code) &&
          isIdempotent &&
          delay !== undefined &&
          delay < options.deadline.remaining()
        ) {
          retries++;
          await pause(this.#session.options.host.clock, delay, options.signal);
        } else if (
          error instanceof ConnectionClosed &&
          crashesLeft > 0 &&
          (await this.#isOver(running, options)) &&
          !options.deadline.passed &&
          !this.#isUnwanted()
        ) {
          crashesLeft--;
        } else {
          throw await this.#explain(method, error, running, options);
        }
      }
    }
  }

  /** The session died: a file that alone was asked about, or whose text alone had just been sent, is under suspicion. */
  blame(): void {
    const { suspects } = this.#session.documents;
    const asked = [...this.#inFlight.keys()].filter((file) => file !== undefined);
    const files = [...new Set(suspects.size > 0 ? suspects : asked)];
    const [only] = files;
    if (files.length !== 1 || only === undefined) return;
    const entry = this.#blamed.get(only) ?? { crashes: 0, stamp: this.#session.documents.get(only)?.stamp };
    entry.crashes++;
    this.#blamed.set(only, entry);
    this.#lastBlamed = only;
    if (this.isQuarantined(only)) {
      this.#session.options.emit({
        type: "document.quarantined",
        server: this.#session.options.server.entry.id,
        file: only,
        crashes: entry.crashes,
      });
    }
  }

  /** It was killed from outside, which is no file's fault. */
  forgive(): void {
    const entry = this.#lastBlamed === undefined ? undefined : this.#blamed.get(this.#lastBlamed);
    if (entry !== undefined) entry.crashes--;
    this.#lastBlamed = undefined;
  }

  isQuarantined(file: FilePath): boolean {
    const limit = this.#session.options.settings.restart.quarantineAfter;
    return limit > 0 && (this.#blamed.get(file)?.crashes ?? 0) >= limit;
  }

  /** Up, healthy, and told everything that happened on disk; the incarnation for which all of that holds. */
  async usable(options: AskOptions): Promise<Running> {
    for (;;) {
      const running = await this.#session.start(options.deadline, options.signal);
      const { renewals } = this.#session;
      if (!(await this.#health.isUsable(running))) continue;
      await this.#session.flush();
      // A change on disk may be one that only a new start takes in.
      if (this.#session.renewals === renewals) return running;
    }
  }

  async #mayAsk(method: RequestMethod, running: Running, options: AskOptions): Promise<void> {
    const { entry } = this.#session.options.server;
    const { neverSend = [], serves = [] } = entry.quirks;
    const forbidden = neverSend.includes(method) || (methods[method].beyond === true && !serves.includes(method));
    const waitMs = Math.min(options.waitMs, options.deadline.remaining());
    if (forbidden || !(await running.late.offers(method, waitMs, options.signal)))
      throw capabilityMissing(entry, method);
  }

  #watched(method: RequestMethod, file: FilePath | undefined, running: Running): WatchedRequest {
    const { server, root } = this.#session.options;
    return { server: server.entry.id, version: running.identity.version, method, root, file };
  }

  async #mustNotBeQuarantined(file: FilePath): Promise<void> {
    if (!this.isQuarantined(file)) return;
    const blamed = this.#blamed.get(file);
    const stamp = (await this.#session.options.host.files.stat(file))?.stamp;
    if (blamed?.stamp !== undefined && stamp !== blamed.stamp) return void this.#blamed.delete(file);
    if (blamed !== undefined) blamed.stamp ??= stamp;
    throw quarantined(this.#session.options.server.entry, file, blamed?.crashes ?? 0);
  }

  async #attempt<M extends RequestMethod>(
    method: M,
    file: FilePath | undefined,
    params: Params<M>,
    options: AskOptions,
    running: Running,
  ): Promise<Reply> {
    const session = this.#session;
    const letGo = file === undefined ? () => {} : session.documents.pin(file);
    try {
      const document = file === undefined ? undefined : await session.documents.synced(file);
      const patience = Math.min(options.waitMs, options.deadline.remaining());
      const readiness = await running.readiness.wait(patience, options.signal);
      // Replaced meanwhile: the notification was lost, and the old one would answer from the old text.
      if (session.running !== running) throw new ConnectionClosed("the server was replaced");
      const withheld = this.#withheld(method, file);
      const result = await this.#send(method, file, params(document, running), options, running);
      this.#lived();
      const [judged] = await withheld;
      if (judged?.status === "rejected") throw judged.reason;
      if (file !== undefined) mustBeShown(session.options.root, file, judged?.value);
      if (!hasShapeOf(method, result)) throw new MalformedReply(`${method} was answered with something else`);
      return { result, document, running, readiness };
    } catch (error) {
      // An error reply is a reply.
      if (error instanceof RpcError) this.#lived();
      throw error;
    } finally {
      letGo();
    }
  }

  /** Looked for while the server works; a failure is thrown when both are over. */
  #withheld(
    method: RequestMethod,
    file: FilePath | undefined,
  ): Promise<readonly PromiseSettledResult<Withheld | undefined>[]> {
    const { showing } = this.#session.options;
    const isJudged = file !== undefined && showing !== undefined && methods[method].quotes === true;
    return Promise.allSettled(isJudged ? [showing.withheld(file, this.#session.isSupposing)] : []);
  }

  /** It answered: it is alive, and no text that it was sent has killed it. */
  #lived(): void {
    this.#health.answered();
    this.#session.documents.cleared();
  }

  async #send<M extends RequestMethod>(
    method: M,
    file: FilePath | undefined,
    params: Requests[M],
    options: AskOptions,
    running: Running,
  ): Promise<unknown> {
    const { request } = this.#session.options.settings;
    const limit = options.timeoutMs ?? request.timeoutMs ?? methods[method].timeoutMs;
    const { requests, signal } = options;
    let bytes = 0;
    let end: Pick<RequestEnd, "outcome" | "result"> = { outcome: "error", result: undefined };
    this.#count(file, 1);
    try {
      const result = await running.channel.connection.request(method, params, {
        timeoutMs: Math.min(limit, options.deadline.remaining()),
        signal,
        onReply: (size) => (bytes = size),
      });
      end = { outcome: "responded", result };
      return result;
    } catch (error) {
      if (error instanceof RequestTimedOut) end = { outcome: "timed_out", result: undefined };
      if (isCancellation(error)) end = { outcome: "cancelled", result: undefined };
      throw error;
    } finally {
      this.#count(file, -1);
      requests?.ended(this.#watched(method, file, running), { ...end, bytes, params });
    }
  }

  async #explain(method: RequestMethod, error: unknown, running: Running, options: AskOptions): Promise<unknown> {
    if (error instanceof ConnectionClosed) await this.#isOver(running, options);
    if (error instanceof RequestTimedOut) {
      const hung = await this.#health.timedOut(running, error.ms);
      if (hung !== undefined) return hung;
    }
    return fromWire(this.#session.options.server.entry, method, error, running.channel.exit);
  }

  /** The stream breaks a moment before the process has gone, and only then is known how it ended. */
  #isOver(running: Running, options: AskOptions): Promise<boolean> {
    return running.channel.goneWithin(options.deadline.remaining());
  }

  #isUnwanted(): boolean {
    const { name } = this.#session.life.state;
    return name === "stopping" || name === "stopped";
  }

  #count(file: FilePath | undefined, change: 1 | -1): void {
    const count = (this.#inFlight.get(file) ?? 0) + change;
    if (count === 0) this.#inFlight.delete(file);
    else this.#inFlight.set(file, count);
  }
}
