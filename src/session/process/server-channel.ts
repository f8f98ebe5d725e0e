// The way to a server: the pipes of a process that we started, or a connection to a server that someone else runs.
//
// Invariant: nothing above tells them apart, but for what only one of them has: a process, or an address.

import type { Settings } from "../../config/settings.ts";
import type { Host } from "../../host/host.ts";
import type { Address } from "../../model/address.ts";
import type { ExitReport } from "../../model/event.ts";
import type { Codec } from "../../rpc/codec.ts";
import type { CloseReason, Peer } from "../../rpc/connection.ts";
import { Connection } from "../../rpc/connection.ts";
import type { ByteSink } from "../../rpc/frame-writer.ts";
import { frameLimits } from "../../rpc/limits.ts";

export interface ServerChannel {
  readonly connection: Connection;
  /** Undefined for a server that someone else runs: its process is not ours to know. */
  readonly pid: number | undefined;
  /** Where a server that someone else runs is reached; undefined for one that we started. */
  readonly address: Address | undefined;
  /** Set once it has gone. */
  readonly exit: ExitReport | undefined;
  /** Settles when it has gone. */
  readonly gone: Promise<ExitReport>;
  /** False from the moment that nothing more can be expected of it, a little before it has gone. */
  readonly isOpen: boolean;
  /** The last of standard error; empty where it is not ours to read. */
  readonly stderrTail: string;
  /** Standard error is forgotten, and not kept until it is unmuffled. */
  muffle(): void;
  unmuffle(): void;
  /** Undefined where it is not known. */
  memoryBytes(): Promise<number | undefined>;
  cpuTicks(): Promise<number | undefined>;
  condition(): Promise<"running" | "stopped" | "unknown">;
  /** In order: a process of ours is asked to shut down; a connection is closed, and the server goes on running. */
  stop(): Promise<ExitReport>;
  /** At once. What ends is our process, or our connection. */
  kill(cause: "crash" | "hung" | "protocol" | "requested"): Promise<ExitReport>;
  /** Whether it has gone, waited for at most so long. */
  goneWithin(ms: number): Promise<boolean>;
}

export interface ChannelEvents extends Omit<Peer, "closed"> {
  /** The stream has broken while the server was wanted; called before the pending requests learn of it. */
  interrupted(): void;
  /** It has gone, for whatever reason. Called once; all pending requests are rejected by then. */
  gone(exit: ExitReport): void;
}

export interface ServerChannelOptions {
  readonly host: Host;
  readonly codec: Codec;
  readonly stop: Settings["stop"];
  readonly trace?: ((direction: "sent" | "received", message: object) => void) | undefined;
}

/** The request matching on a channel; `closed` hears of its end before the pending requests do. */
export function connectionOn(
  { host, codec, trace }: ServerChannelOptions,
  sink: ByteSink,
  events: ChannelEvents,
  closed: (reason: CloseReason) => void,
): Connection {
  const peer: Peer = {
    request: (method, params) => events.request(method, params),
    notification: (method, params) => events.notification(method, params),
    noise: (bytes, sample) => events.noise(bytes, sample),
    odd: (what) => events.odd(what),
    defect: (error, where) => events.defect(error, where),
    closed,
  };
  return new Connection(
    { clock: host.clock, codec, limits: frameLimits, sink, trace: trace && harmless(trace, events) },
    peer,
  );
}

export function settledWithin(host: Host, gone: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = host.clock.after(ms, () => resolve(false));
    void gone.then(() => {
      timer.cancel();
      resolve(true);
    });
  });
}

/** A listener that throws must not stop the stream it listens to. */
function harmless(
  trace: NonNullable<ServerChannelOptions["trace"]>,
  events: ChannelEvents,
): ServerChannelOptions["trace"] {
  return (direction, message) => {
    try {
      trace(direction, message);
    } catch (error) {
      events.defect(error, "trace");
    }
  };
}
