// Language servers that someone else runs, for tests of connecting to them: each listens on a free port of this machine.
//
// Invariant: when a listener is disposed of, its connections are closed and its processes have gone.

import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createConnection, createServer } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { MessageConnection } from "vscode-jsonrpc/node";
import {
  createMessageConnection,
  SocketMessageReader,
  SocketMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { Address } from "../../src/model/address.ts";
import { soon } from "./soon.ts";

export interface Listener extends AsyncDisposable {
  readonly address: Address;
  /** `127.0.0.1:40123`. */
  readonly at: string;
  /** Every connection that was ever made. */
  readonly connections: readonly Socket[];
  /** The programs behind it that are alive. */
  readonly pids: readonly number[];
  /** Breaks all connections; new ones are served. */
  drop(): void;
  /** New connections are refused; open ones stay. */
  unlisten(): void;
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** What is done with each connection is the test's affair; by default it is read and not answered. */
export async function listener(
  accept: (socket: Socket) => void = (socket) => void socket.resume(),
  programs: Programs = new Programs(),
): Promise<Listener> {
  const connections: Socket[] = [];
  const server = createServer({ allowHalfOpen: false }, (socket) => {
    connections.push(socket);
    socket.on("error", () => {});
    accept(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const drop = (): void => {
    for (const socket of connections) socket.destroy();
  };
  return {
    address: { host: "127.0.0.1", port },
    at: `127.0.0.1:${port}`,
    connections,
    get pids() {
      return programs.pids;
    },
    drop,
    unlisten: () => void server.close(),
    [Symbol.asyncDispose]: async () => {
      drop();
      server.close();
      await programs.end();
    },
  };
}

/** A server that speaks over its standard streams: each connection gets a process of its own, which ends with it. */
export async function relay(program: Program): Promise<Listener> {
  const programs = new Programs();
  return listener((socket) => {
    const child = programs.start(program);
    child.stdout.pipe(socket);
    socket.pipe(child.stdin);
    socket.once("close", () => child.kill("SIGKILL"));
    child.once("exit", () => socket.destroy());
  }, programs);
}

/**
 * One process for all connections, as multiplexers of language servers have it: the first client's handshake counts for all,
 * and what one client opens, all see.
 */
export async function multiplexed(program: Program): Promise<Listener> {
  const programs = new Programs();
  const child = programs.start(program);
  const server = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const clients = new Set<MessageConnection>();
  let greeted: Promise<unknown> | undefined;
  let isInitialized = false;
  // What the server asks is answered here, since it has no notion of several clients.
  server.onRequest((method, params) => (method === "workspace/configuration" ? nulls(params) : null));
  server.onNotification((method, params) => {
    for (const client of clients) void client.sendNotification(method, params);
  });
  server.listen();
  return listener((socket) => {
    const client = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
    client.onRequest((method, params) => {
      if (method !== "initialize") return server.sendRequest(method, params);
      greeted ??= server.sendRequest(method, params);
      return greeted;
    });
    client.onNotification((method, params) => {
      if (method !== "initialized" || !isInitialized) void server.sendNotification(method, params);
      isInitialized ||= method === "initialized";
    });
    client.onClose(() => clients.delete(client));
    clients.add(client);
    client.listen();
  }, programs);
}

/** A program that listens by itself, at the port that it is given. */
export async function listening(
  program: (at: string) => Program,
): Promise<Pick<Listener, "address" | "at" | "pids"> & AsyncDisposable> {
  const programs = new Programs();
  const { address, at } = await freePort();
  const child = programs.start(program(at));
  await soon(async () => child.exitCode !== null || (await isAccepted(address)));
  if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
  return {
    address,
    at,
    get pids() {
      return programs.pids;
    },
    [Symbol.asyncDispose]: () => programs.end(),
  };
}

/** It was free a moment ago. */
async function freePort(): Promise<Pick<Listener, "address" | "at">> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return { address: { host: "127.0.0.1", port }, at: `127.0.0.1:${port}` };
}

async function isAccepted({ host, port }: Address): Promise<boolean> {
  const socket = createConnection(port, host);
  return new Promise((resolve) => {
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

class Programs {
  readonly #running = new Set<Child>();

  get pids(): readonly number[] {
    return [...this.#running].flatMap(({ pid }) => pid ?? []);
  }

  start({ command, args, env = {}, cwd }: Program): Child {
    const child = spawn(command, [...args], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...env },
      shell: false,
      ...(cwd === undefined ? {} : { cwd }),
    });
    child.stdin.on("error", () => {});
    child.stderr.resume();
    this.#running.add(child);
    child.once("exit", () => this.#running.delete(child));
    return child;
  }

  async end(): Promise<void> {
    await Promise.all(
      [...this.#running].map(async (child) => {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }),
    );
  }
}

function nulls(params: unknown): null[] {
  const { items = [] } = params as { readonly items?: readonly unknown[] };
  return items.map(() => null);
}
