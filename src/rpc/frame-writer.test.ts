import { expect, test } from "vitest";

import { read } from "../../test/support/frames.ts";
import { nodeCodec } from "../host/node/node-codec.ts";
import { FrameWriter } from "./frame-writer.ts";

/** A pipe that is full after `room` writes, until it is drained. */
class Pipe {
  readonly writes: Uint8Array[] = [];
  room = Number.POSITIVE_INFINITY;
  onWrite: () => void = () => {};
  drain: () => void = () => {};

  write(bytes: Uint8Array): boolean {
    this.writes.push(bytes);
    this.onWrite();
    return --this.room > 0;
  }

  onDrain(listener: () => void): void {
    this.drain = listener;
  }

  get sent(): unknown[] {
    return read(this.writes).messages;
  }
}

function writer(limit = 1_000): { pipe: Pipe; writer: FrameWriter } {
  const pipe = new Pipe();
  return { pipe, writer: new FrameWriter(pipe, nodeCodec, limit) };
}

const numbers = (count: number): { n: number }[] => Array.from({ length: count }, (_, n) => ({ n }));

test("a message leaves in one write: ASCII header, \\r\\n\\r\\n, compact UTF-8 JSON [AGL-012 BRG-03 BRG-04 BRG-24]", () => {
  const { pipe, writer: out } = writer();
  expect(out.write({ text: "ü 😀", list: [1, { a: null }] })).toBe(true);
  const body = '{"text":"ü 😀","list":[1,{"a":null}]}';
  expect(pipe.writes).toHaveLength(1);
  expect(Buffer.from(pipe.writes[0] ?? []).toString("utf8")).toBe(
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
});

test("a lone surrogate is written so that it can be read back", () => {
  const { pipe, writer: out } = writer();
  out.write({ text: "\uD83D" });
  expect(pipe.sent).toEqual([{ text: "\uD83D" }]);
});

test("a full pipe is waited for, and then everything follows in order, never interleaved [BRG-24 AGL-160]", () => {
  const { pipe, writer: out } = writer();
  pipe.room = 2;
  for (const message of numbers(6)) expect(out.write(message)).toBe(true);
  expect(pipe.sent).toEqual(numbers(2));
  expect(out.queuedBytes).toBeGreaterThan(0);
  pipe.room = 3;
  pipe.drain();
  expect(pipe.sent).toEqual(numbers(5));
  pipe.room = 9;
  pipe.drain();
  expect(pipe.sent).toEqual(numbers(6));
  expect(out.queuedBytes).toBe(0);
  // Every write is one whole frame, so no two callers can be mixed.
  for (const bytes of pipe.writes) expect(read([bytes]).messages).toHaveLength(1);
});

test("the queue has an end: beyond it a message is refused as a whole", () => {
  const { pipe, writer: out } = writer(100);
  pipe.room = 1;
  out.write({ n: 0 });
  const taken = numbers(10).filter((message) => out.write(message));
  expect(out.queuedBytes).toBeLessThanOrEqual(100);
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.length).toBeLessThan(10);
  pipe.room = 99;
  pipe.drain();
  expect(pipe.sent).toEqual([{ n: 0 }, ...taken]);
  expect(out.write({ n: 11 })).toBe(true);
});

test("what a write sets off is written after what is already waiting", () => {
  const { pipe, writer: out } = writer();
  pipe.room = 1;
  for (const message of numbers(3)) out.write(message);
  pipe.room = 99;
  let reacted = false;
  pipe.onWrite = () => {
    if (!reacted) {
      reacted = true;
      out.write({ n: "reaction" });
    }
  };
  pipe.drain();
  expect(pipe.sent).toEqual([...numbers(3), { n: "reaction" }]);
  expect(out.queuedBytes).toBe(0);
});

test("after closing nothing is written, not even what was waiting", () => {
  const { pipe, writer: out } = writer();
  pipe.room = 1;
  for (const message of numbers(3)) out.write(message);
  out.close();
  pipe.room = 9;
  pipe.drain();
  expect(out.write({ n: 9 })).toBe(false);
  expect(pipe.sent).toEqual([{ n: 0 }]);
  expect(out.queuedBytes).toBe(0);
});

test("closing in the middle of a drain stops it", () => {
  const { pipe, writer: out } = writer();
  pipe.room = 1;
  for (const message of numbers(4)) out.write(message);
  pipe.room = 99;
  pipe.onWrite = () => out.close();
  pipe.drain();
  expect(pipe.sent).toEqual(numbers(2));
});
