// One server process and the connection to it, from spawn to the last trace of its group.
//
// Invariant: standard error is always drained; the last of it is in every report of an exit, unless it may quote texts
// that only one caller may see.
// Invariant: after `stop` or `kill` has resolved, nothing the server started is alive.

import type { Settings } from "../../config/settings.ts";
import type { Host } from "../../host/host.ts";
import type { Child, Exit } from "../../host/processes.ts";
import type { ExitReport } from "../../model/event.ts";
import type { Codec } from "../../rpc/codec.ts";
import type { CloseReason, Peer } from "../../rpc/connection.ts";
import { Connection } from "../../rpc/connection.ts";
import { frameLimits } from "../../rpc/limits.ts";
import { methods } from "../../protocol/methods.ts";
import { ConnectionClosed, WriteRefused } from "../../rpc/rpc-error.ts";
import { Tail } from "../../std/tail.ts";
import type { LaunchPlan } from "./launch.ts";
import { lastWordsMs, stderrKeptBytes, stderrReportBytes } from "../limits.ts";

export interface ProcessEvents extends Omit<Peer, "closed"> {
  /** The stream has broken while the server was wanted; called before the pending requests learn of it. */
  interrupted(): void;
  /** The process has gone, for whatever reason. Called once; all pending requests are rejected by then. */
  gone(exit: ExitReport): void;
}

export interface ProcessOptions {
  readonly host: Host;
  readonly codec: Codec;
  readonly plan: LaunchPlan;
  readonly stop: Settings["stop"];
  readonly trace?: ((direction: "sent" | "received", message: object) => void) | undefined;
}

export class ServerProcess {
  readonly connection: Connection;
  readonly #options: ProcessOptions;
  readonly #child: Child;
  readonly #events: ProcessEvents;
  #stderr = new Tail(stderrKeptBytes);
  #isMuffled = false;
  readonly #gone: Promise<ExitReport>;
  readonly #exit: { report?: ExitReport } = {};
  /** Why we ended it ourselves, if we did. */
  #ending: ExitReport["cause"] | undefined;
  /** Its output has ended by itself; how the process ends is about to be seen. */
  #isLeaving = false;
  #isBroken = false;

  static async start(options: ProcessOptions, events: ProcessEvents): Promise<ServerProcess> {
    const child = await options.host.processes.spawn(options.plan);
    return new ServerProcess(options, child, events);
  }

  private constructor(options: ProcessOptions, child: Child, events: ProcessEvents) {
    this.#options = options;
    this.#child = child;
    this.#events = events;
    const peer: Peer = { ...bound(events), closed: (reason) => this.#streamClosed(reason) };
    this.connection = new Connection(
      { clock: options.host.clock, codec: options.codec, limits: frameLimits, sink: child, trace: this.#trace() },
      peer,
    );
    child.onErrors((bytes) => {
      if (!this.#isMuffled) this.#stderr.push(bytes);
    });
    const { loop } = options.host;
    child.onOutput((bytes) =>
      loop.section(`messages of ${options.plan.command}`, () => this.connection.receive(bytes)),
    );
    child.onOutputEnd(() => this.connection.ended());
    this.#gone = child.exited.then((exit) => this.#onExit(exit));
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Set once the process has gone. */
  get exit(): ExitReport | undefined {
    return this.#exit.report;
  }

  /** Settles when the process has gone. */
  get gone(): Promise<ExitReport> {
    return this.#gone;
  }

  /** False from the moment that nothing more can be expected of it, a little before it has gone. */
  get isOpen(): boolean {
    return !this.#isBroken && this.#ending === undefined;
  }

  get stderrTail(): string {
    return this.#text(stderrReportBytes);
  }

  /** Standard error is forgotten, and not kept until it is unmuffled. */
  muffle(): void {
    this.#isMuffled = true;
    this.#stderr = new Tail(stderrKeptBytes);
  }

  unmuffle(): void {
    this.#isMuffled = false;
  }

  memoryBytes(): Promise<number | undefined> {
    return this.#child.memoryBytes();
  }

  cpuTicks(): Promise<number | undefined> {
    return this.#child.cpuTicks();
  }

  condition(): Promise<"running" | "stopped" | "unknown"> {
    return this.#child.condition();
  }

  /** shutdown, exit, SIGTERM, SIGKILL; each step only if the one before did not do. */
  async stop(): Promise<ExitReport> {
    this.#ending ??= "requested";
    const { shutdownMs, exitMs, termMs } = this.#options.stop;
    // A server that is held by a signal, or that cannot even be told, is not worth waiting for.
    if ((await this.#child.condition()) === "stopped") return this.#finish();
    const reachable = await this.#askToShutDown(Math.min(shutdownMs, methods.shutdown.timeoutMs));
    if (!reachable || !this.connection.notify("exit")) return this.#finish();
    if (await this.goneWithin(exitMs)) return this.#finish();
    this.#child.endInput();
    this.#child.signal("SIGTERM");
    await this.goneWithin(termMs);
    return this.#finish();
  }

  /** At once and with everything it started. One that is leaving by itself keeps its own cause. */
  async kill(cause: "crash" | "hung" | "protocol" | "requested"): Promise<ExitReport> {
    if (this.#isLeaving) await this.#gone;
    this.#ending ??= cause;
    return this.#finish();
  }

  /** Whether the process has gone, waited for at most so long. */
  goneWithin(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = this.#options.host.clock.after(ms, () => resolve(false));
      void this.#gone.then(() => {
        timer.cancel();
        resolve(true);
      });
    });
  }

  async #finish(): Promise<ExitReport> {
    this.#child.signal("SIGKILL");
    const report = await this.#gone;
    await this.#child.sweep();
    return report;
  }

  /** False when the request could not be delivered. A late or odd reply still leaves `exit` to be tried. */
  async #askToShutDown(ms: number): Promise<boolean> {
    try {
      await this.connection.request("shutdown", undefined, { timeoutMs: ms });
      return true;
    } catch (error) {
      // Each failure has its consequence here, and none is an error of the caller's.
      return !(error instanceof ConnectionClosed || error instanceof WriteRefused);
    }
  }

  #streamClosed(reason: CloseReason): void {
    if (reason.kind === "asked") return;
    this.#isBroken = true;
    if (this.#ending === undefined) this.#events.interrupted();
    if (reason.kind === "fault") {
      this.#ending ??= "protocol";
      return this.#child.signal("SIGKILL");
    }
    if (this.#ending !== undefined) return;
    this.#isLeaving = true;
    // Without its output a server is useless, but its own way to end says more than our signal would.
    const timer = this.#options.host.clock.after(lastWordsMs, () => void this.#endWithoutOutput());
    void this.#child.exited.then(() => timer.cancel());
  }

  /** A process that has gone already only keeps us waiting for its pipes: then its own end is the cause. */
  async #endWithoutOutput(): Promise<void> {
    if ((await this.#child.condition()) !== "unknown") this.#ending ??= "protocol";
    this.#child.signal("SIGKILL");
  }

  async #onExit(exit: Exit): Promise<ExitReport> {
    this.connection.ended();
    const report: ExitReport = {
      code: exit.code,
      signal: exit.signal,
      cause: this.#causeOf(exit),
      stderr: this.stderrTail,
    };
    this.#exit.report = report;
    if (this.#ending === undefined || this.#ending === "protocol") await this.#child.sweep();
    this.#events.gone(report);
    return report;
  }

  #causeOf(exit: Exit): ExitReport["cause"] {
    if (this.#ending !== undefined) return this.#ending;
    // 134 and SIGABRT are what allocators do; 137 and SIGKILL from outside are what memory killers do.
    const memory = exit.signal === "SIGKILL" || exit.signal === "SIGABRT" || exit.code === 137 || exit.code === 134;
    return memory ? "memory" : "crash";
  }

  /** A listener that throws must not stop the stream it listens to. */
  #trace(): ProcessOptions["trace"] {
    const { trace } = this.#options;
    if (trace === undefined) return undefined;
    return (direction, message) => {
      try {
        trace(direction, message);
      } catch (error) {
        this.#events.defect(error, "trace");
      }
    };
  }

  #text(limit: number): string {
    return this.#options.host.files.decode(this.#stderr.bytes(limit)).text;
  }
}

function bound(events: ProcessEvents): Omit<Peer, "closed"> {
  return {
    request: (method, params) => events.request(method, params),
    notification: (method, params) => events.notification(method, params),
    noise: (bytes, sample) => events.noise(bytes, sample),
    odd: (what) => events.odd(what),
    defect: (error, where) => events.defect(error, where),
  };
}
