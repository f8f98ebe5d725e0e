// Unix sockets and named pipes, by Node.

import type { Socket } from "node:net";
import { connect, createServer } from "node:net";
import { randomBytes } from "node:crypto";
import { chmod, rename, rm, stat } from "node:fs/promises";
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
    // Node removes the path that it bound when the server closes, whatever stands there by then. So the socket is bound
    // under a name of its own, and gets its address, with its mode, at once.
    const bound = isPipe(address) ? address : `${address}${randomBytes(3).toString("hex")}`;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(bound, resolve);
    });
    if (bound === address) return listenerOf(server, async () => {});
    await chmod(bound, 0o600);
    const { ino } = await stat(bound);
    await rename(bound, address);
    return listenerOf(server, () => removeIfOurs(address, ino));
  },
};

// — below: private, in the order they are used —

function streamOf(socket: Socket): LocalStream {
  // An error ends the stream, which `close` reports.
  socket.on("error", () => {});
  socket.setNoDelay(true);
  return {
    // What is written in one turn leaves in one go: an answer takes the events along that came just before it.
    write: (bytes) => {
      if (socket.writableCorked === 0) {
        socket.cork();
        process.nextTick(() => socket.uncork());
      }
      return socket.write(bytes);
    },
    onDrain: (listener) => void socket.on("drain", listener),
    onData: (listener) => void socket.on("data", listener),
    onEnd: (listener) => void socket.once("close", listener),
    get queuedBytes() {
      return socket.writableLength;
    },
    end: () => void socket.end(),
    destroy: () => {
      // What was written before leaves, as far as the other side reads.
      socket.uncork();
      socket.destroy();
    },
  };
}

function listenerOf(server: ReturnType<typeof createServer>, remove: () => Promise<void>): LocalListener {
  return {
    async close() {
      // Its callback waits for open streams; the address is free at once.
      server.close();
      await remove();
    },
  };
}

/** Another process may listen there by now. */
async function removeIfOurs(address: string, ino: number): Promise<void> {
  const [found] = await Promise.allSettled([stat(address)]);
  if (found.status === "fulfilled" && found.value.ino === ino) await rm(address, { force: true });
}

function isPipe(address: string): boolean {
  return address.startsWith("\\\\.\\pipe\\");
}
