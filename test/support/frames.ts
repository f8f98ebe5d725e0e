// Frames as bytes, and what a frame reader makes of them.

import { nodeCodec } from "../../src/host/node/node-codec.ts";
import type { FrameSink } from "../../src/rpc/frame-reader.ts";
import { FrameReader } from "../../src/rpc/frame-reader.ts";
import type { FrameLimits } from "../../src/rpc/limits.ts";
import { frameLimits } from "../../src/rpc/limits.ts";
import { FakeClock } from "../../src/testing/fake-clock.ts";

/** A body with its header; the length is counted in bytes unless another is given. */
export function frame(body: unknown, length?: number | string): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  return Buffer.concat([Buffer.from(`Content-Length: ${length ?? bytes.length}\r\n\r\n`), bytes]);
}

/** Cuts the bytes into pieces of the given sizes, over and over. */
export function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

export class Reading implements FrameSink {
  readonly clock = new FakeClock();
  readonly messages: unknown[] = [];
  readonly faults: string[] = [];
  readonly noises: { readonly bytes: number; readonly sample: string }[] = [];
  readonly ends: { readonly head: string; readonly tail: string }[] = [];
  /** Everything but noise, in the order in which it was told. */
  readonly story: unknown[] = [];
  readonly reader: FrameReader;

  constructor(limits: Partial<FrameLimits> = {}) {
    this.reader = new FrameReader({ limits: { ...frameLimits, ...limits }, clock: this.clock, codec: nodeCodec }, this);
  }

  message(value: unknown): void {
    this.messages.push(value);
    this.story.push({ value });
  }

  unreadable(fault: string, head: string, tail: string): void {
    this.faults.push(fault);
    this.ends.push({ head, tail });
    this.story.push({ fault });
  }

  noise(bytes: number, sample: string): void {
    this.noises.push({ bytes, sample });
  }

  broken(fault: string): void {
    this.faults.push(fault);
    this.story.push({ broken: fault });
  }
}

export function read(chunks: readonly Uint8Array[], limits: Partial<FrameLimits> = {}): Reading {
  const reading = new Reading(limits);
  for (const chunk of chunks) reading.reader.feed(chunk);
  reading.reader.end();
  return reading;
}
