// Local streams in memory: the other side receives what is written in a later turn, as over a socket.

import { Emitter } from "../../std/emitter.ts";
import type { LocalListener, LocalSockets, LocalStream } from "../local-sockets.ts";

export class MemorySockets implements LocalSockets {
  /** The listener's end of every stream so far. */
  readonly accepted: MemoryStream[] = [];
  readonly #listening = new Map<string, (stream: LocalStream) => void>();

  async connect(address: string): Promise<LocalStream> {
    const accept = this.#listening.get(address);
    if (accept === undefined) throw new Error(`nothing listens at ${address}`);
    const [ours, theirs] = [new MemoryStream(), new MemoryStream()];
    ours.other = theirs;
    theirs.other = ours;
    this.accepted.push(theirs);
    accept(theirs);
    return ours;
  }

  async listen(address: string, accept: (stream: LocalStream) => void): Promise<LocalListener> {
    if (this.#listening.has(address)) throw new Error(`${address} is taken`);
    this.#listening.set(address, accept);
    return { close: async () => void this.#listening.delete(address) };
  }
}

class MemoryStream implements LocalStream {
  other: MemoryStream | undefined;
  /** What the other side has not read, as a test says. */
  queuedBytes = 0;
  readonly #data = new Emitter<Uint8Array>(rethrow);
  readonly #ends = new Emitter<undefined>(rethrow);
  #isOver = false;

  write(bytes: Uint8Array): boolean {
    const { other } = this;
    if (!this.#isOver) queueMicrotask(() => other?.hear(bytes));
    return true;
  }

  hear(bytes: Uint8Array): void {
    if (!this.#isOver) this.#data.emit(bytes);
  }

  onDrain(): void {}

  onData(listener: (bytes: Uint8Array) => void): void {
    this.#data.subscribe(listener);
  }

  onEnd(listener: () => void): void {
    this.#ends.subscribe(listener);
  }

  end(): void {
    this.destroy();
  }

  destroy(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { other } = this;
    queueMicrotask(() => {
      this.#ends.emit(undefined);
      other?.destroy();
    });
  }
}

function rethrow(error: unknown): never {
  throw error;
}
