// The toy server as a program of a machine in memory: one server for each time it is started.

import type { MemoryHost } from "../../host/memory/memory.ts";
import type { Program, ProgramEnd } from "../../host/memory/memory-processes.ts";
import { nodeCodec } from "../../host/node/node-codec.ts";
import { bug } from "../../std/bug.ts";
import type { ToyDials } from "./toy-dials.ts";
import type { ReceivedMessage } from "./toy-server.ts";
import { ToyServer } from "./toy-server.ts";

/** The same dials every time, or others for each incarnation, counted from 1. */
export type DialsOrChoice = Partial<ToyDials> | ((incarnation: number) => Partial<ToyDials>);

export interface Incarnation {
  readonly server: ToyServer;
  readonly end: ProgramEnd;
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
    const dials = typeof this.#dials === "function" ? this.#dials(this.incarnations.length + 1) : this.#dials;
    const server = new ToyServer(
      {
        clock: this.#host.clock,
        codec: nodeCodec,
        files: this.#host.files,
        sink: {
          write: (bytes) => {
            end.writeOutput(bytes);
            return true;
          },
          onDrain: () => {},
        },
        exit: (code, signal) => end.exit(code, signal),
        defect: (error) => this.defects.push(error),
      },
      dials,
    );
    this.incarnations.push({ server, end });
    if (server.dials.stderr !== "") end.writeErrors(nodeCodec.encode(server.dials.stderr));
    end.onInput((bytes) => server.connection.receive(bytes));
    end.onInputEnd(() => end.exit(1));
  };

  /** The server that was started last. */
  get server(): ToyServer {
    return this.#last().server;
  }

  /** The process of the server that was started last. */
  get process(): ProgramEnd {
    return this.#last().end;
  }

  /** What all incarnations received, in order. */
  get received(): readonly ReceivedMessage[] {
    return this.incarnations.flatMap(({ server }) => server.received);
  }

  #last(): Incarnation {
    return this.incarnations.at(-1) ?? bug("the toy has not been started");
  }
}
