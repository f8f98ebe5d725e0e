// Cuts a byte stream into JSON messages, whatever the chunks look like.
//
// Spec: LSP 3.18 "Base Protocol". Header names are case-insensitive, unknown headers are ignored, the length counts
// bytes. A header line ends in \r\n; text before a header (a server's print) is skipped within bounds and counted.
// Invariant: cost is linear in the bytes received: no byte is looked at twice in search of a header, and a body is
// copied at most a constant number of times, also when it comes byte by byte.
// Invariant: nothing is allocated on the word of a header alone.

import type { Clock, Timer } from "../std/clock.ts";
import type { Codec } from "./codec.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import type { FrameLimits } from "./limits.ts";
import { isTooDeep } from "./nesting.ts";

/** What makes a stream impossible to follow any further. */
export type StreamFault =
  | "bad_length"
  | "missing_length"
  | "header_too_long"
  | "too_much_noise"
  | "too_large"
  | "too_many_bad_bodies"
  | "stalled"
  | "truncated";

/** What makes one message unreadable while the stream goes on. */
export type BodyFault = "invalid_utf8" | "invalid_json" | "too_deep";

export interface FrameSink {
  message(value: unknown): void;
  /** `head` is the beginning of the body, read as Latin-1, for finding out what it was. */
  unreadable(fault: BodyFault, head: string): void;
  noise(bytes: number, sample: string): void;
  /** Called once; the reader takes nothing more after it. */
  broken(fault: StreamFault, detail: string): void;
}

const LF = 10;
const CR = 13;

export class FrameReader {
  readonly #limits: FrameLimits;
  readonly #clock: Clock;
  readonly #codec: Codec;
  readonly #sink: FrameSink;
  readonly #line = new GrowingBytes();
  readonly #body = new GrowingBytes();
  /** Length announced by the current header block, or the state of the search for one. */
  #length: number | undefined;
  #inBody = false;
  #sawOtherHeader = false;
  #noise = 0;
  #noiseSample = "";
  #badBodies = 0;
  #closed = false;
  #timer: Timer | undefined;
  #lastByteAt = 0;

  constructor(options: { readonly limits: FrameLimits; readonly clock: Clock; readonly codec: Codec }, sink: FrameSink) {
    this.#limits = options.limits;
    this.#clock = options.clock;
    this.#codec = options.codec;
    this.#sink = sink;
  }

  feed(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length && !this.#closed) {
      at = this.#inBody ? this.#takeBody(chunk, at) : this.#takeHeaderLine(chunk, at);
    }
    this.#watchForStall();
  }

  /** The stream has ended; half a frame at this point is a fault of its own. */
  end(): void {
    if (this.#closed) return;
    if (this.#inBody || this.#length !== undefined) this.#break("truncated", "the stream ended inside a frame");
    this.dispose();
  }

  dispose(): void {
    this.#closed = true;
    this.#timer?.cancel();
    this.#line.clear();
    this.#body.clear();
  }

  #takeHeaderLine(chunk: Uint8Array, from: number): number {
    const newline = chunk.indexOf(LF, from);
    const to = newline === -1 ? chunk.length : newline + 1;
    if (this.#line.length + (to - from) > this.#limits.headerLineBytes) {
      return this.#takeLongLine(chunk, from, to, newline !== -1);
    }
    if (newline === -1) {
      this.#line.append(chunk, from, to);
      return to;
    }
    if (this.#line.length === 0) {
      this.#headerLine(chunk.subarray(from, to));
      return to;
    }
    this.#line.append(chunk, from, to);
    const line = this.#line.take();
    this.#headerLine(line);
    return to;
  }

  /** A line longer than any header can only be noise, unless a header was already begun. */
  #takeLongLine(chunk: Uint8Array, from: number, to: number, complete: boolean): number {
    if (this.#length !== undefined || this.#sawOtherHeader) {
      this.#break("header_too_long", `a header line exceeds ${this.#limits.headerLineBytes} bytes`);
      return chunk.length;
    }
    const held = this.#line.take();
    if (complete) {
      // The end of the long line may still hold a header glued to the noise.
      const start = Math.max(from, to - this.#limits.headerLineBytes);
      this.#addNoise(held.length + (start - from), held);
      this.#headerLine(chunk.subarray(start, to));
    } else {
      // Keep a tail long enough for a header that was cut by the chunk's end.
      const start = Math.max(from, to - 64);
      this.#addNoise(held.length + (start - from), held);
      this.#line.append(chunk, start, to);
    }
    return to;
  }

  #headerLine(line: Uint8Array): void {
    const endsProperly = line.length >= 2 && line[line.length - 2] === CR;
    if (!endsProperly) return this.#addNoise(line.length, line);
    if (line.length === 2) return this.#headerEnd();
    const text = latin1(line, line.length - 2);
    const found = text.toLowerCase().indexOf("content-length:");
    if (found >= 0) {
      if (found > 0) this.#addNoise(found, line.subarray(0, found));
      return this.#lengthLine(text.slice(found + "content-length:".length).trim());
    }
    if (this.#length !== undefined) return;
    if (/^content-type\s*:/i.test(text)) this.#sawOtherHeader = true;
    else this.#addNoise(line.length, line);
  }

  #lengthLine(value: string): void {
    const length = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!(length > 0)) return this.#break("bad_length", `Content-Length is ${JSON.stringify(value.slice(0, 40))}`);
    if (this.#length !== undefined) return this.#break("bad_length", "Content-Length is given twice");
    if (length > this.#limits.bodyBytes) {
      return this.#break("too_large", `a body of ${length} bytes exceeds the limit of ${this.#limits.bodyBytes}`);
    }
    this.#length = length;
  }

  #headerEnd(): void {
    if (this.#length !== undefined) {
      this.#inBody = true;
      this.#reportNoise();
    } else if (this.#sawOtherHeader) {
      this.#break("missing_length", "a header block has no Content-Length");
    } else {
      this.#addNoise(2, new Uint8Array(0));
    }
  }

  #takeBody(chunk: Uint8Array, from: number): number {
    const length = this.#length ?? 0;
    const to = Math.min(chunk.length, from + length - this.#body.length);
    if (this.#body.length === 0 && to - from === length) {
      this.#nextFrame();
      this.#deliver(chunk.subarray(from, to));
      return to;
    }
    this.#body.append(chunk, from, to, length);
    if (this.#body.length === length) {
      const body = this.#body.take();
      this.#nextFrame();
      this.#deliver(body);
    }
    return to;
  }

  #nextFrame(): void {
    this.#length = undefined;
    this.#inBody = false;
    this.#sawOtherHeader = false;
  }

  #deliver(body: Uint8Array): void {
    const text = this.#codec.decode(body);
    if (text === undefined) return this.#unreadable("invalid_utf8", body);
    if (isTooDeep(text, this.#limits.depth)) return this.#unreadable("too_deep", body);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // Nothing is lost by dropping the error: the body's own beginning says more than the parser's message.
      return this.#unreadable("invalid_json", body);
    }
    this.#badBodies = 0;
    this.#sink.message(value);
  }

  #unreadable(fault: BodyFault, body: Uint8Array): void {
    this.#badBodies++;
    this.#sink.unreadable(fault, latin1(body, Math.min(body.length, 256)));
    if (this.#badBodies >= this.#limits.badBodies) {
      this.#break("too_many_bad_bodies", `${this.#badBodies} unreadable messages in a row`);
    }
  }

  #addNoise(bytes: number, sample: Uint8Array): void {
    this.#noise += bytes;
    if (this.#noiseSample.length < 200) this.#noiseSample += latin1(sample, Math.min(sample.length, 200));
    if (this.#noise > this.#limits.noiseBytes) {
      this.#break("too_much_noise", `no header within ${this.#limits.noiseBytes} bytes`);
    }
  }

  #reportNoise(): void {
    if (this.#noise === 0) return;
    this.#sink.noise(this.#noise, this.#noiseSample.slice(0, 200));
    this.#noise = 0;
    this.#noiseSample = "";
  }

  #isMidFrame(): boolean {
    return this.#inBody || this.#length !== undefined || this.#sawOtherHeader || this.#line.length > 0;
  }

  #watchForStall(): void {
    if (this.#closed || !this.#isMidFrame()) return;
    this.#lastByteAt = this.#clock.now();
    if (this.#timer === undefined) this.#armStallTimer(this.#limits.partialMs);
  }

  #armStallTimer(ms: number): void {
    this.#timer = this.#clock.after(ms, () => {
      this.#timer = undefined;
      if (this.#closed || !this.#isMidFrame()) return;
      const silent = this.#clock.now() - this.#lastByteAt;
      if (silent < this.#limits.partialMs) return this.#armStallTimer(this.#limits.partialMs - silent);
      // A line of noise without a newline is no frame: a prompt may stand there for ever.
      if (this.#length === undefined && !this.#sawOtherHeader) return;
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

function latin1(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}
