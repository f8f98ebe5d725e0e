// Finds the header of the next message in a byte stream, among whatever else a server prints there.
//
// Spec: LSP 3.18 "Base Protocol". Header names are case-insensitive, unknown headers are ignored, every header line
// ends in \r\n and an empty one ends the block. Text before a header is skipped within bounds and counted.
// Invariant: only the last `headerLineBytes` of a line can be a header, however the line was cut into chunks.
// Invariant: no byte is read twice in search of a line's end.

import { GrowingBytes } from "./growing-bytes.ts";
import type { FrameLimits } from "./limits.ts";

/** Why no message can follow any more. */
export type HeaderFault = "bad_length" | "missing_length" | "header_too_long" | "too_much_noise" | "too_large";

export type Fail = (fault: HeaderFault, detail: string) => void;

const LF = 10;
const CR = 13;
const lengthName = "content-length:";
const sampleBytes = 200;

export class HeaderReader {
  readonly #limits: FrameLimits;
  readonly #fail: Fail;
  readonly #line = new GrowingBytes();
  #length: number | undefined;
  #complete = false;
  #sawContentType = false;
  #noiseBytes = 0;
  #noiseSample = "";

  constructor(limits: FrameLimits, fail: Fail) {
    this.#limits = limits;
    this.#fail = fail;
  }

  /** Length of the body that follows, once the header block has ended. */
  get bodyLength(): number | undefined {
    return this.#complete ? this.#length : undefined;
  }

  /** Whether anything has come since the last message that is not yet known to be noise. */
  get isPending(): boolean {
    return this.#length !== undefined || this.#sawContentType || this.#line.length > 0;
  }

  /** Whether a header has certainly begun: half a line is one only when it begins like the header we need. */
  get hasBegun(): boolean {
    if (this.#length !== undefined || this.#sawContentType) return true;
    const start = latin1(this.#window(this.#line.view()), lengthName.length).toLowerCase();
    return start !== "" && lengthName.startsWith(start);
  }

  /** Reads one line, or what the chunk holds of it; returns the offset after it. */
  read(chunk: Uint8Array, from: number): number {
    const newline = chunk.indexOf(LF, from);
    const to = newline === -1 ? chunk.length : newline + 1;
    const limit = this.#limits.headerLineBytes;
    const size = this.#line.length + to - from;
    if (size > limit && (this.#length !== undefined || this.#sawContentType)) {
      this.#fail("header_too_long", `a header line exceeds ${limit} bytes`);
    } else if (newline !== -1 && size === to - from && size <= limit) {
      this.#endLine(chunk.subarray(from, to));
    } else {
      this.#hold(chunk, from, to);
      if (newline !== -1) this.#endHeldLine();
    }
    return to;
  }

  /** Ready for the header of the next message. */
  reset(): void {
    this.#length = undefined;
    this.#complete = false;
    this.#sawContentType = false;
  }

  /** Hands over the noise met since the last call. */
  takeNoise(): { readonly bytes: number; readonly sample: string } {
    const noise = { bytes: this.#noiseBytes, sample: this.#noiseSample };
    this.#noiseBytes = 0;
    this.#noiseSample = "";
    return noise;
  }

  clear(): void {
    this.#line.clear();
  }

  /** Keeps the end of a line, in which a header could be; what lies before it is noise. */
  #hold(chunk: Uint8Array, from: number, to: number): void {
    const limit = this.#limits.headerLineBytes;
    const start = Math.max(from, to - limit);
    if (start > from) {
      this.#addNoise(this.#line.take());
      this.#addNoise(chunk.subarray(from, start));
    }
    this.#line.append(chunk, start, to);
    const beyond = this.#line.length - limit;
    if (beyond >= limit || this.#noiseBytes + beyond > this.#limits.noiseBytes) {
      this.#addNoise(this.#line.takeFirst(beyond));
    }
  }

  #endHeldLine(): void {
    const line = this.#line.take();
    const window = this.#window(line);
    if (window.length < line.length) this.#addNoise(line.subarray(0, line.length - window.length));
    this.#endLine(window);
  }

  /** The part of a line in which a header can be. */
  #window(line: Uint8Array): Uint8Array {
    return line.subarray(Math.max(0, line.length - this.#limits.headerLineBytes));
  }

  #endLine(line: Uint8Array): void {
    const endsProperly = line.length >= 2 && line[line.length - 2] === CR;
    if (!endsProperly) return this.#addNoise(line);
    if (line.length === 2) return this.#endBlock(line);
    const text = latin1(line, line.length - 2);
    const lower = text.toLowerCase();
    // The last one: before it on the same line may stand a frame whose header was broken.
    const found = lower.lastIndexOf(lengthName);
    if (this.#length !== undefined) {
      if (lower.startsWith(lengthName)) this.#fail("bad_length", "Content-Length is given twice");
    } else if (found >= 0) {
      if (found > 0) this.#addNoise(line.subarray(0, found));
      this.#takeLength(text.slice(found + lengthName.length).trim());
    } else if (/^content-type\s*:/i.test(text)) {
      this.#sawContentType = true;
    } else {
      this.#addNoise(line);
    }
  }

  #takeLength(value: string): void {
    const length = /^\d{1,15}$/.test(value) ? Number(value) : 0;
    if (length === 0) return this.#fail("bad_length", `Content-Length is ${JSON.stringify(value.slice(0, 40))}`);
    const limit = this.#limits.bodyBytes;
    if (length > limit) return this.#fail("too_large", `a body of ${length} bytes exceeds the limit of ${limit}`);
    this.#length = length;
  }

  #endBlock(line: Uint8Array): void {
    if (this.#length !== undefined) this.#complete = true;
    else if (this.#sawContentType) this.#fail("missing_length", "a header block has no Content-Length");
    else this.#addNoise(line);
  }

  #addNoise(bytes: Uint8Array): void {
    this.#noiseBytes += bytes.length;
    this.#noiseSample += latin1(bytes, sampleBytes - this.#noiseSample.length);
    const limit = this.#limits.noiseBytes;
    if (this.#noiseBytes > limit) this.#fail("too_much_noise", `no header within ${limit} bytes`);
  }
}

/** The first `length` bytes as text, each byte one character. */
export function latin1(bytes: Uint8Array, length: number): string {
  let text = "";
  const end = Math.min(bytes.length, length);
  for (let at = 0; at < end; at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}
