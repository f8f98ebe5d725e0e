// One server process and the connection to it, from spawn to the last trace of its group.
//
// Invariant: standard error is always drained; the last of it is in every report of an exit, unless it may quote texts
// that only one caller may see.
// Invariant: after `stop` or `kill` has resolved, nothing the server started is alive.

import type { Child, Exit } from "../../host/processes.ts";
import type { ExitReport } from "../../model/event.ts";
import type { CloseReason, Connection } from "../../rpc/connection.ts";
import { methods } from "../../protocol/methods.ts";
import { ConnectionClosed, WriteRefused } from "../../rpc/rpc-error.ts";
import { Tail } from "../../std/tail.ts";
import type { ProgramPlan } from "./launch.ts";
import { lastWordsMs, stderrKeptBytes, stderrReportBytes } from "../limits.ts";
import type { ChannelEvents, ServerChannelOptions, ServerChannel } from "./server-channel.ts";
import { connectionOn, settledWithin } from "./server-channel.ts";

export class ServerProcess implements ServerChannel {
  readonly connection: Connection;
  readonly address = undefined;
  readonly #options: ServerChannelOptions;
  readonly #child: Child;
  readonly #events: ChannelEvents;
  #stderr = new Tail(stderrKeptBytes);
  #isMuffled = false;
  readonly #gone: Promise<ExitReport>;
  readonly #exit: { report?: ExitReport } = {};
  /** Why we ended it ourselves, if we did. */
  #ending: ExitReport["cause"] | undefined;
  /** Its output has ended by itself; how the process ends is about to be seen. */
  #isLeaving = false;
  #isBroken = false;

  static async start(options: ServerChannelOptions, plan: ProgramPlan, events: ChannelEvents): Promise<ServerProcess> {
    const child = await options.host.processes.spawn(plan);
    return new ServerProcess(options, plan, child, events);
  }

  private constructor(options: ServerChannelOptions, plan: ProgramPlan, child: Child, events: ChannelEvents) {
    this.#options = options;
    this.#child = child;
    this.#events = events;
    this.connection = connectionOn(options, child, events, (reason) => this.#streamClosed(reason));
    child.onErrors((bytes) => {
      if (!this.#isMuffled) this.#stderr.push(bytes);
    });
    const { loop } = options.host;
    child.onOutput((bytes) => loop.section(`messages of ${plan.command}`, () => this.connection.receive(bytes)));
    child.onOutputEnd(() => this.connection.ended());
    child.onInputBroken(() => this.#inputBroke());
    this.#gone = child.exited.then((exit) => this.#onExit(exit));
  }

  get pid(): number {
    return this.#child.pid;
  }

  get exit(): ExitReport | undefined {
    return this.#exit.report;
  }

  get gone(): Promise<ExitReport> {
    return this.#gone;
  }

  get isOpen(): boolean {
    return !this.#isBroken && this.#ending === undefined;
  }

  get stderrTail(): string {
    return this.#text(stderrReportBytes);
  }

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

  goneWithin(ms: number): Promise<boolean> {
    return settledWithin(this.#options.host, this.#gone, ms);
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

  /** A server that has gone still says how; one that only closed its input can be told nothing, not even to end. */
  #inputBroke(): void {
    if (this.#ending !== undefined) return this.connection.ended();
    const timer = this.#options.host.clock.after(lastWordsMs, () => this.connection.ended());
    void this.#child.exited.then(() => timer.cancel());
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

  #text(limit: number): string {
    return this.#options.host.files.decode(this.#stderr.bytes(limit)).text;
  }
}
