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
    if (!this.#full) {
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
    this.#queue = [];
    this.#queuedBytes = 0;
  }

  #drain(): void {
    this.#full = false;
    let sent = 0;
    for (const frame of this.#queue) {
      sent++;
      this.#queuedBytes -= frame.length;
      if (!this.#sink.write(frame)) {
        this.#full = true;
        break;
      }
    }
    this.#queue.splice(0, sent);
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
