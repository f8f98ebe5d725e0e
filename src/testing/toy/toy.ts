// The toy server as a program of a machine in memory: one server for each time it is started, or for each connection.

import type { MemoryHost } from "../../host/memory/memory.ts";
import type { Program, ProgramEnd } from "../../host/memory/memory-processes.ts";
import type { SocketEnd } from "../../host/memory/memory-tcp.ts";
import { nodeCodec } from "../../host/node/node-codec.ts";
import type { ByteSink } from "../../rpc/frame-writer.ts";
import { bug } from "../../std/bug.ts";
import type { ToyDials } from "./toy-dials.ts";
import type { ReceivedMessage } from "./toy-server.ts";
import { ToyServer } from "./toy-server.ts";

/** The same dials every time, or others for each incarnation, counted from 1. */
export type DialsOrChoice = Partial<ToyDials> | ((incarnation: number) => Partial<ToyDials>);

export interface Incarnation {
  readonly server: ToyServer;
  /** Undefined for one that someone else runs. */
  readonly end: ProgramEnd | undefined;
  /** Undefined for one that was started. */
  readonly socket: SocketEnd | undefined;
}

export class Toy {
  readonly incarnations: Incarnation[] = [];
  readonly defects: unknown[] = [];
  readonly #host: MemoryHost;
  readonly #dials: DialsOrChoice;

  constructor(host: MemoryHost, dials: DialsOrChoice = {}) {
    this.#host = host;
    this.#dials = dials;
  }

  /** To be registered under the command that starts the toy. */
  readonly program: Program = (end) => {
    const write = (bytes: Uint8Array): boolean => {
      end.writeOutput(bytes);
      return true;
    };
    const server = this.#serve({ write, onDrain: () => {} }, (code, signal) => end.exit(code, signal));
    this.incarnations.push({ server, end, socket: undefined });
    if (server.dials.stderr !== "") end.writeErrors(nodeCodec.encode(server.dials.stderr));
    end.onInput((bytes) => server.connection.receive(bytes));
    end.onInputEnd(() => end.exit(1));
  };

  /** Listens at an address, as a server that was not started here. */
  readonly accept = (socket: SocketEnd): void => {
    const server = this.#serve(socket, () => socket.destroy());
    this.incarnations.push({ server, end: undefined, socket });
    socket.onInput((bytes) => server.connection.receive(bytes));
    socket.onInputEnd(() => socket.end());
  };

  /** The server that was started last. */
  get server(): ToyServer {
    return this.#last().server;
  }

  /** The process of the server that was started last. */
  get process(): ProgramEnd {
    return this.#last().end ?? bug("the toy was not started but connected to");
  }

  /** What all incarnations received, in order. */
  get received(): readonly ReceivedMessage[] {
    return this.incarnations.flatMap(({ server }) => server.received);
  }

  /** The connection that was made last. */
  get socket(): SocketEnd {
    return this.#last().socket ?? bug("the toy was not connected to but started");
  }

  #serve(sink: ByteSink, exit: (code: number | null, signal?: string) => void): ToyServer {
    const dials = typeof this.#dials === "function" ? this.#dials(this.incarnations.length + 1) : this.#dials;
    const { clock, files } = this.#host;
    return new ToyServer(
      { clock, codec: nodeCodec, files, sink, exit, defect: (error) => this.defects.push(error) },
      dials,
    );
  }

  #last(): Incarnation {
    return this.incarnations.at(-1) ?? bug("the toy has not been started");
  }
}
