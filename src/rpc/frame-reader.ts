// Cuts a byte stream into JSON messages, whatever the chunks look like.
//
// Spec: LSP 3.18 "Base Protocol": a header block, then a body whose length counts bytes.
// Invariant: cost is linear in the bytes received: a body is copied at most a constant number of times, also when it
// comes byte by byte.
// Invariant: nothing is allocated on the word of a header alone.

import type { Clock, Timer } from "../std/clock.ts";
import type { Codec } from "./codec.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import type { HeaderFault } from "./header-reader.ts";
import { HeaderReader, latin1 } from "./header-reader.ts";
import type { FrameLimits } from "./limits.ts";
import { isTooDeep } from "../std/nesting.ts";

/** What makes a stream impossible to follow any further. */
export type StreamFault = HeaderFault | "too_many_bad_bodies" | "stalled" | "truncated";

/** What makes one message unreadable while the stream goes on. */
export type BodyFault = "invalid_utf8" | "invalid_json" | "too_deep";

export interface FrameSink {
  /** `bytes` is the length of its body. */
  message(value: unknown, bytes: number): void;
  /** `head` and `tail` are the two ends of the body, read as Latin-1, for finding out what it was. */
  unreadable(fault: BodyFault, head: string, tail: string): void;
  noise(bytes: number, sample: string): void;
  /** Called once; the reader takes nothing more after it. */
  broken(fault: StreamFault, detail: string): void;
}

/** How much of either end of an unreadable body is shown. */
const endBytes = 256;
const byteOrderMark = 0xfeff;

export class FrameReader {
  readonly #limits: FrameLimits;
  readonly #clock: Clock;
  readonly #codec: Codec;
  readonly #sink: FrameSink;
  readonly #header: HeaderReader;
  readonly #body = new GrowingBytes();
  #badBodies = 0;
  #closed = false;
  #timer: Timer | undefined;
  #lastByteAt = 0;

  constructor(
    options: { readonly limits: FrameLimits; readonly clock: Clock; readonly codec: Codec },
    sink: FrameSink,
  ) {
    this.#limits = options.limits;
    this.#clock = options.clock;
    this.#codec = options.codec;
    this.#sink = sink;
    this.#header = new HeaderReader(options.limits, (fault, detail) => this.#break(fault, detail));
  }

  feed(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length && !this.#closed) {
      const length = this.#header.bodyLength;
      if (length === undefined) at = this.#header.read(chunk, at);
      else at = this.#takeBody(chunk, at, length);
    }
    this.#watchForStall();
  }

  /** The stream has ended; half a frame at this point is a fault of its own. */
  end(): void {
    if (this.#header.hasBegun) this.#break("truncated", "the stream ended inside a frame");
    this.dispose();
  }

  dispose(): void {
    this.#closed = true;
    this.#timer?.cancel();
    this.#header.clear();
    this.#body.clear();
  }

  #takeBody(chunk: Uint8Array, from: number, length: number): number {
    const to = Math.min(chunk.length, from + length - this.#body.length);
    const isWhole = to - from === length;
    if (!isWhole) this.#body.append(chunk, from, to, length);
    if (isWhole || this.#body.length === length) {
      const body = isWhole ? chunk.subarray(from, to) : this.#body.take();
      this.#header.reset();
      this.#reportNoise();
      this.#deliver(body);
    }
    return to;
  }

  #deliver(body: Uint8Array): void {
    const text = this.#codec.decode(body);
    if (text === undefined) return this.#unreadable("invalid_utf8", body);
    let value: unknown;
    try {
      value = JSON.parse(text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text);
    } catch {
      // Nothing is lost by dropping the error: the body's own beginning says more than the parser's message.
      return this.#unreadable("invalid_json", body);
    }
    // Two bytes per level: a short body cannot be deep.
    if (body.length > this.#limits.depth * 2 && isTooDeep(value, this.#limits.depth)) {
      return this.#unreadable("too_deep", body);
    }
    this.#badBodies = 0;
    this.#sink.message(value, body.length);
  }

  #unreadable(fault: BodyFault, body: Uint8Array): void {
    this.#badBodies++;
    const tail = body.subarray(Math.max(0, body.length - endBytes));
    this.#sink.unreadable(fault, latin1(body, endBytes), latin1(tail, endBytes));
    if (this.#badBodies >= this.#limits.badBodies) {
      this.#break("too_many_bad_bodies", `${this.#badBodies} unreadable messages in a row`);
    }
  }

  #reportNoise(): void {
    const { bytes, sample } = this.#header.takeNoise();
    if (bytes > 0) this.#sink.noise(bytes, sample);
  }

  #watchForStall(): void {
    if (this.#closed || !this.#header.isPending) return;
    this.#lastByteAt = this.#clock.now();
    if (this.#timer === undefined) this.#armStallTimer(this.#limits.partialMs);
  }

  #armStallTimer(ms: number): void {
    this.#timer = this.#clock.after(ms, () => {
      this.#timer = undefined;
      // A line of noise without a newline is no frame: a prompt may stand there for ever.
      if (this.#closed || !this.#header.hasBegun) return;
      const silent = this.#clock.now() - this.#lastByteAt;
      if (silent < this.#limits.partialMs) return this.#armStallTimer(this.#limits.partialMs - silent);
      this.#break("stalled", `half a frame and then silence for ${this.#limits.partialMs} ms`);
    });
  }

  #break(fault: StreamFault, detail: string): void {
    if (this.#closed) return;
    this.#reportNoise();
    this.dispose();
    this.#sink.broken(fault, detail);
  }
}
