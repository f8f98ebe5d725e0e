// Connections over TCP of the real machine.
//
// Invariant: `localhost` is this machine, whatever a resolver would say.

import { createConnection, type LookupFunction, type Socket as NetSocket } from "node:net";
import { lookup } from "node:dns";
import type { Address } from "../../model/address.ts";
import type { Clock } from "../../std/clock.ts";
import { errorCode } from "../error-code.ts";
import type { Socket, Tcp } from "../tcp.ts";
import { TcpFault } from "../tcp.ts";

/** A peer that has gone without a word is noticed by the system, although nothing is sent. */
const keepAliveMs = 15_000;

export class NodeTcp implements Tcp {
  readonly #clock: Clock;
  readonly #sockets = new Set<NetSocket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  connect({ host, port }: Address, limitMs: number): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const options = { noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs, lookup: ownLookup };
      const socket = createConnection({ host, port, ...options });
      this.#sockets.add(socket);
      const fail = (code: string, cause?: unknown): void => {
        timer.cancel();
        socket.destroy();
        reject(new TcpFault(code, cause));
      };
      const timer = this.#clock.after(limitMs, () => fail("ETIMEDOUT"));
      const failed = (error: Error): void => fail(errorCode(error), error);
      socket.once("error", failed);
      socket.once("close", () => this.#sockets.delete(socket));
      socket.once("connect", () => {
        timer.cancel();
        const made = new NodeSocket(socket);
        socket.off("error", failed);
        resolve(made);
      });
    });
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

const ownLookup: LookupFunction = (host, options, callback) => {
  if (host !== "localhost") return lookup(host, options, callback);
  const both = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  if (options.all === true) return callback(null, both);
  return callback(null, "127.0.0.1", 4);
};

class NodeSocket implements Socket {
  readonly closed: Promise<void>;
  readonly #socket: NetSocket;

  constructor(socket: NetSocket) {
    this.#socket = socket;
    // A connection that breaks is closed; that is the event that counts.
    socket.on("error", () => {});
    this.closed = new Promise((resolve) => socket.once("close", () => resolve()));
  }

  write(bytes: Uint8Array): boolean {
    const socket = this.#socket;
    if (!socket.writable) return true;
    // What is written in one go leaves in one go: each write of its own costs more than what it carries.
    if (socket.writableCorked === 0) {
      socket.cork();
      process.nextTick(() => socket.uncork());
    }
    return socket.write(bytes);
  }

  onDrain(listener: () => void): void {
    this.#socket.on("drain", listener);
  }

  onInput(listener: (bytes: Uint8Array) => void): void {
    this.#socket.on("data", listener);
  }

  onInputEnd(listener: () => void): void {
    let isTold = false;
    const tell = (): void => {
      if (!isTold) listener();
      isTold = true;
    };
    this.#socket.once("end", tell);
    void this.closed.then(tell);
  }

  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
