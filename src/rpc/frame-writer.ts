// Writes framed messages in order, never interleaved, and never faster than the other side reads.
//
// Spec: LSP 3.18 "Base Protocol": ASCII header, \r\n\r\n, compact UTF-8 JSON. Header and body leave in one write.

import type { Codec } from "./codec.ts";

export interface ByteSink {
  /** False when the pipe is full: nothing more until `onDrain` has fired. */
  write(bytes: Uint8Array): boolean;
  onDrain(listener: () => void): void;
}

export class FrameWriter {
  readonly #sink: ByteSink;
  readonly #codec: Codec;
  readonly #queueLimit: number;
  #queue: Uint8Array[] = [];
  /** How many frames of the queue are already written. */
  #written = 0;
  #queuedBytes = 0;
  #full = false;
  #closed = false;

  constructor(sink: ByteSink, codec: Codec, queueLimit: number) {
    this.#sink = sink;
    this.#codec = codec;
    this.#queueLimit = queueLimit;
    sink.onDrain(() => this.#drain());
  }

  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** False when the queue is full or the stream closed; then nothing of the message has been or will be written. */
  write(message: object): boolean {
    if (this.#closed) return false;
    const frame = this.#frame(JSON.stringify(message));
    if (!this.#full && this.#written === this.#queue.length) {
      this.#full = !this.#sink.write(frame);
      return true;
    }
    if (this.#queuedBytes + frame.length > this.#queueLimit) return false;
    this.#queue.push(frame);
    this.#queuedBytes += frame.length;
    return true;
  }

  close(): void {
    this.#closed = true;
    this.#forget();
  }

  #drain(): void {
    this.#full = false;
    // By index: a write may lead to another write, or to the end, before it returns.
    for (
      let frame = this.#queue[this.#written];
      frame !== undefined && !this.#full;
      frame = this.#queue[this.#written]
    ) {
      this.#written++;
      this.#queuedBytes -= frame.length;
      this.#full = !this.#sink.write(frame);
    }
    if (this.#written === this.#queue.length) this.#forget();
    else this.#queue.splice(0, this.#written);
    this.#written = 0;
  }

  #forget(): void {
    this.#queue = [];
    this.#written = 0;
    this.#queuedBytes = 0;
  }

  #frame(json: string): Uint8Array {
    const body = this.#codec.encode(json);
    const header = this.#codec.encode(`Content-Length: ${body.length}\r\n\r\n`);
    const frame = new Uint8Array(header.length + body.length);
    frame.set(header);
    frame.set(body, header.length);
    return frame;
  }
}
