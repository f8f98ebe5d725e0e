// The connections that are open, bounded: a new one takes the place of one that does nothing.
//
// Invariant: connections that send nothing, however many, neither keep a client out nor take all files of the process.

import type { Socket } from "node:net";

interface Connection {
  readonly socket: Socket;
  /** Requests that are being served. */
  busy: number;
  /** Has shown the token, where one is needed. */
  isKnown: boolean;
}

export class Connections {
  readonly #most: number;
  /** In the order in which they came or were last used. */
  readonly #open = new Map<string, Connection>();

  constructor(most: number) {
    this.#most = most;
  }

  add(socket: Socket): void {
    const key = keyOf(socket);
    const connection: Connection = { socket, busy: 0, isKnown: false };
    this.#open.set(key, connection);
    socket.once("close", () => {
      if (this.#open.get(key) === connection) this.#open.delete(key);
    });
    if (this.#open.size > this.#most) (this.#idlest() ?? connection).socket.destroy();
  }

  /** Called for an admitted request; returns the function to call when it has been answered. */
  serve(socket: Socket): () => void {
    const key = keyOf(socket);
    const connection = this.#open.get(key);
    if (connection === undefined) return () => {};
    connection.busy++;
    connection.isKnown = true;
    return () => {
      connection.busy--;
      // The one that was used last is the last to go.
      if (this.#open.delete(key)) this.#open.set(key, connection);
    };
  }

  isServed(socket: Socket): boolean {
    return (this.#open.get(keyOf(socket))?.busy ?? 0) > 0;
  }

  /** Those that do nothing now. */
  endIdle(): void {
    for (const { socket, busy } of [...this.#open.values()]) if (busy === 0) socket.destroy();
  }

  #idlest(): Connection | undefined {
    let known: Connection | undefined;
    for (const connection of this.#open.values()) {
      if (connection.busy > 0) continue;
      if (!connection.isKnown) return connection;
      known ??= connection;
    }
    return known;
  }
}

/** With TLS the socket of a request is not the one that was accepted, but its other end is the same. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
