// The connection to a server that someone else runs, from the dial to its end.
//
// Invariant: the server is never told to shut down or to exit; what ends is the connection.
// Invariant: when the connection is lost, pending requests are rejected at once.

import type { Socket } from "../../host/tcp.ts";
import type { Address } from "../../model/address.ts";
import { addressText } from "../../model/address.ts";
import type { ExitReport } from "../../model/event.ts";
import type { CloseReason, Connection } from "../../rpc/connection.ts";
import { connectMs } from "../limits.ts";
import type { ChannelEvents, ServerChannelOptions, ServerChannel } from "./server-channel.ts";
import { connectionOn, settledWithin } from "./server-channel.ts";

export class ServerSocket implements ServerChannel {
  readonly connection: Connection;
  readonly address: Address;
  readonly pid = undefined;
  readonly stderrTail = "";
  readonly gone: Promise<ExitReport>;
  readonly #options: ServerChannelOptions;
  readonly #socket: Socket;
  readonly #events: ChannelEvents;
  #exit: ExitReport | undefined;
  /** Why we ended it ourselves, if we did. */
  #ending: ExitReport["cause"] | undefined;
  #isBroken = false;

  static async connect(options: ServerChannelOptions, address: Address, events: ChannelEvents): Promise<ServerSocket> {
    return new ServerSocket(options, address, await options.host.tcp.connect(address, connectMs), events);
  }

  private constructor(options: ServerChannelOptions, address: Address, socket: Socket, events: ChannelEvents) {
    this.#options = options;
    this.address = address;
    this.#socket = socket;
    this.#events = events;
    this.connection = connectionOn(options, socket, events, (reason) => this.#streamClosed(reason));
    const { loop } = options.host;
    const section = `messages of ${addressText(address)}`;
    socket.onInput((bytes) => loop.section(section, () => this.connection.receive(bytes)));
    socket.onInputEnd(() => this.connection.ended());
    this.gone = socket.closed.then(() => this.#onClosed());
  }

  get exit(): ExitReport | undefined {
    return this.#exit;
  }

  get isOpen(): boolean {
    return !this.#isBroken && this.#ending === undefined;
  }

  /** There is no standard error to read. */
  muffle(): void {}
  unmuffle(): void {}

  async memoryBytes(): Promise<undefined> {}

  async cpuTicks(): Promise<undefined> {}

  async condition(): Promise<"unknown"> {
    return "unknown";
  }

  /** Everything that was said before, such as which documents are closed, still arrives. */
  async stop(): Promise<ExitReport> {
    this.#ending ??= "requested";
    this.#socket.end();
    if (!(await this.goneWithin(this.#options.stop.exitMs))) this.#socket.destroy();
    return this.gone;
  }

  kill(cause: "crash" | "hung" | "protocol" | "requested"): Promise<ExitReport> {
    this.#ending ??= cause;
    this.#socket.destroy();
    return this.gone;
  }

  goneWithin(ms: number): Promise<boolean> {
    return settledWithin(this.#options.host, this.gone, ms);
  }

  #streamClosed(reason: CloseReason): void {
    if (reason.kind === "asked") return;
    this.#isBroken = true;
    if (this.#ending === undefined) this.#events.interrupted();
    if (reason.kind === "fault") this.#ending ??= "protocol";
    // Half a connection is of no use: no answer can come.
    this.#socket.destroy();
  }

  async #onClosed(): Promise<ExitReport> {
    this.connection.ended();
    const report: ExitReport = { code: null, signal: null, cause: this.#ending ?? "disconnected", stderr: "" };
    this.#exit = report;
    this.#events.gone(report);
    return report;
  }
}
