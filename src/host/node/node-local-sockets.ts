// Unix sockets and named pipes, by Node.

import type { Socket } from "node:net";
import { connect, createServer } from "node:net";
import { chmod } from "node:fs/promises";
import type { LocalListener, LocalSockets, LocalStream } from "../local-sockets.ts";

export const nodeLocalSockets: LocalSockets = {
  connect: (address) =>
    new Promise((resolve, reject) => {
      const socket = connect(address);
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(streamOf(socket));
      });
    }),
  async listen(address, accept) {
    const server = createServer((socket) => accept(streamOf(socket)));
    // Between the two acts the socket may be open to the group; the directory it lies in is closed to all others.
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(address, resolve);
    });
    if (!isPipe(address)) await chmod(address, 0o600);
    return listenerOf(server);
  },
};

// — below: private, in the order they are used —

function streamOf(socket: Socket): LocalStream {
  // An error ends the stream, which `close` reports.
  socket.on("error", () => {});
  socket.setNoDelay(true);
  return {
    write: (bytes) => socket.write(bytes),
    onDrain: (listener) => void socket.on("drain", listener),
    onData: (listener) => void socket.on("data", listener),
    onEnd: (listener) => void socket.once("close", listener),
    get queuedBytes() {
      return socket.writableLength;
    },
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
  };
}

function listenerOf(server: ReturnType<typeof createServer>): LocalListener {
  return {
    close: () =>
      new Promise((resolve) => {
        // The callback waits for open streams; the address is free at once.
        server.close();
        resolve();
      }),
  };
}

function isPipe(address: string): boolean {
  return address.startsWith("\\\\.\\pipe\\");
}
