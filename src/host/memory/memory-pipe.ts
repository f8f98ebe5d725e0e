// A pipe in memory: bytes arrive in order, later than they are written, and it can fill up.

/** What a pipe of Linux holds before its writer is told to wait. */
const capacity = 64 * 1024;

export class MemoryPipe {
  #queue: Uint8Array[] = [];
  #queued = 0;
  #full = false;
  #paused = false;
  #ended = false;
  #closed = false;
  #scheduled = false;
  #onBytes: ((bytes: Uint8Array) => void) | undefined;
  readonly #onDrain: (() => void)[] = [];
  readonly #onEnd: (() => void)[] = [];

  /** False when the pipe is full; the bytes are taken all the same. */
  write(bytes: Uint8Array): boolean {
    if (this.#ended || this.#closed) return true;
    this.#queue.push(bytes);
    this.#queued += bytes.length;
    this.#full = this.#queued > capacity;
    this.#schedule();
    return !this.#full;
  }

  /** The reader gets the end after everything that was written. */
  end(): void {
    this.#ended = true;
    this.#schedule();
  }

  /** The reader is gone. */
  close(): void {
    this.#closed = true;
    this.#queue = [];
  }

  onBytes(listener: (bytes: Uint8Array) => void): void {
    this.#onBytes = listener;
    this.#schedule();
  }

  onDrain(listener: () => void): void {
    this.#onDrain.push(listener);
  }

  onEnd(listener: () => void): void {
    this.#onEnd.push(listener);
    this.#schedule();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#deliver();
    });
  }

  #deliver(): void {
    while (!this.#paused && !this.#closed && this.#onBytes !== undefined) {
      const bytes = this.#queue.shift();
      if (bytes === undefined) break;
      this.#queued -= bytes.length;
      this.#onBytes(bytes);
    }
    if (this.#full && this.#queued === 0) {
      this.#full = false;
      for (const listener of this.#onDrain) listener();
    }
    // A reader that never came leaves its bytes unread, which must not hold back the end.
    const isRead = this.#queue.length === 0 || this.#onBytes === undefined;
    if (this.#ended && isRead && !this.#paused) for (const listener of this.#onEnd.splice(0)) listener();
  }
}
