import { describe, expect, test } from "vitest";

import { cut, frame, Reading, read } from "../../test/support/frames.ts";
import { heldBytes } from "../../test/support/memory.ts";
import { framingStatements } from "../../test/support/properties/framing.ts";

test("messages arrive whole and in order whatever is printed between them, for all streams [AGL-012 BRG-09]", () => {
  framingStatements.delivered.assert();
});

test("any stream at all is read alike however it is cut, for all streams", () => {
  framingStatements.alike.assert();
});

test("what our writer writes our reader reads, for all messages [BRG-03 BRG-09]", () => {
  framingStatements.written.assert();
});

test("the length counts bytes, not characters [AGL-012 BRG-03]", () => {
  const value = { text: "ü漢😀e\u0301" };
  const characters = JSON.stringify(value).length;
  const bytes = Buffer.byteLength(JSON.stringify(value));
  expect(bytes).toBeGreaterThan(characters);
  expect(read([frame(value), frame({ next: 1 })]).messages).toEqual([value, { next: 1 }]);
  expect(read([frame(value, characters), frame({ next: 1 })]).messages).toEqual([{ next: 1 }]);
});

test("one call hands over every whole message of a chunk before it returns [BRG-25]", () => {
  const reading = new Reading();
  const stream = Buffer.concat([1, 2, 3, 4].map((n) => frame({ n })));
  reading.reader.feed(stream.subarray(0, stream.length - 1));
  expect(reading.messages).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  reading.reader.feed(stream.subarray(stream.length - 1));
  expect(reading.messages).toHaveLength(4);
});

test("half a body waits for the rest and the header is not forgotten, cut at every byte [BRG-28]", () => {
  const stream = frame({ text: "ü😀" });
  for (let at = 1; at < stream.length; at++) {
    const reading = new Reading();
    reading.reader.feed(stream.subarray(0, at));
    expect(reading.messages).toEqual([]);
    reading.reader.feed(stream.subarray(at));
    expect(reading.messages).toEqual([{ text: "ü😀" }]);
  }
});

describe("headers", () => {
  const body = '{"a":1}';
  test.each([
    ["as the standard writes it", `Content-Length: 7\r\n\r\n${body}`],
    ["in small letters", `content-length: 7\r\n\r\n${body}`],
    ["in capitals without a blank", `CONTENT-LENGTH:7\r\n\r\n${body}`],
    [
      "with a type before",
      `Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 7\r\n\r\n${body}`,
    ],
    [
      "with a type after",
      `Content-Length: 7\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n${body}`,
    ],
    ["with unknown ones around", `X-One: 1\r\nContent-Length: 7\r\nX-Two: Content-Length: 9\r\n\r\n${body}`],
    ["with leading zeros", `Content-Length: 0007\r\n\r\n${body}`],
  ])("are understood %s [BRG-26]", (_, stream) => {
    const reading = read([Buffer.from(stream)]);
    expect(reading.messages).toEqual([{ a: 1 }]);
    expect(reading.faults).toEqual([]);
  });

  test.each(["7.0", "+7", "0x7", "7 bytes", "seven", "", "1e1", "９"])(
    "the length %j is malformed [BRG-26 BRG-27]",
    (length) => {
      const reading = read([frame({ a: 1 }, length), frame({ a: 2 })]);
      expect(reading.story).toEqual([{ broken: "bad_length" }]);
    },
  );

  test("a block without a length ends the stream, and what follows is not read [BRG-27]", () => {
    const reading = read([Buffer.from(`Content-Type: application/json\r\n\r\n${body}`), frame({ a: 2 })]);
    expect(reading.story).toEqual([{ broken: "missing_length" }]);
  });

  test("only \\r\\n\\r\\n parts header from body; the stream recovers from anything else [BRG-04]", () => {
    for (const gap of ["\n\n", "\r\r", "\n\r", "\n"]) {
      const reading = read([Buffer.from(`Content-Length: 7${gap}${body}`), frame({ a: 2 }), frame({ a: 3 })]);
      expect([gap, reading.messages, reading.faults]).toEqual([gap, [{ a: 2 }, { a: 3 }], []]);
    }
  });

  test("a header line beyond the limit ends the stream once a header has begun", () => {
    const long = `Content-Length: 7\r\nX-Long: ${"x".repeat(9_000)}`;
    expect(read([Buffer.from(long)]).story).toEqual([{ broken: "header_too_long" }]);
    expect(read(cut(Buffer.from(long), [1])).story).toEqual([{ broken: "header_too_long" }]);
  });
});

describe("a header that noise runs into is found", () => {
  const header = "Content-Length: 7\r\n\r\n";
  const limit = 8 * 1024;
  test.each([0, 1, 40, limit - 20, limit - 10, limit - 1, limit, limit + 1, 2 * limit - 10, 3 * limit + 5])(
    "after %i bytes without a line end, however it is cut",
    (length) => {
      const stream = Buffer.from(`${"x".repeat(length)}${header}{"a":1}`);
      for (const sizes of [[stream.length], [1], [length + 7, 1], [4096]]) {
        const reading = read(cut(stream, sizes));
        expect([reading.messages, reading.faults]).toEqual([[{ a: 1 }], []]);
        expect(reading.noises).toEqual(
          length === 0 ? [] : [{ bytes: length, sample: "x".repeat(Math.min(200, length)) }],
        );
      }
    },
  );
});

describe("cost is linear in the bytes received", () => {
  test("a body that comes byte by byte is held once, in few steps", () => {
    const size = 4 * 1024 * 1024;
    const stream = frame(JSON.stringify("x".repeat(size - 2)));
    const reading = new Reading();
    const before = heldBytes();
    for (let at = 0; at < stream.length - 1; at++) reading.reader.feed(stream.subarray(at, at + 1));
    expect(heldBytes() - before).toBeLessThan(size + 64 * 1024);
    reading.reader.feed(stream.subarray(stream.length - 1));
    expect(reading.messages).toEqual(["x".repeat(size - 2)]);
  });

  test("no byte is searched twice for the end of a line", () => {
    let searched = 0;
    class Watched extends Uint8Array {
      override indexOf(value: number, from = 0): number {
        const found = super.indexOf(value, from);
        searched += (found === -1 ? this.length : found + 1) - from;
        return found;
      }
    }
    const lines = Array.from({ length: 500 }, (_, n) => "y".repeat(n % 130)).join("\n");
    const stream = Buffer.concat([Buffer.from(lines), frame({ a: 1 }), frame({ a: 2 })]);
    for (const sizes of [[1], [7], [4096], [stream.length]]) {
      searched = 0;
      const reading = read(cut(stream, sizes).map((piece) => new Watched(piece)));
      expect(reading.messages).toEqual([{ a: 1 }, { a: 2 }]);
      expect(searched).toBeLessThanOrEqual(stream.length);
      expect(searched).toBeGreaterThan(lines.length);
    }
  });

  test("endless noise is given up after holding little", () => {
    const reading = new Reading();
    const before = heldBytes();
    const chunk = Buffer.alloc(1024, "n");
    for (let round = 0; round < 72; round++) reading.reader.feed(chunk);
    expect(reading.story).toEqual([]);
    expect(heldBytes() - before).toBeLessThan(64 * 1024);
    reading.reader.feed(chunk);
    expect(reading.story).toEqual([{ broken: "too_much_noise" }]);
  });
});

test("a body may begin with a byte order mark", () => {
  expect(read([frame('\uFEFF{"a":1}')]).messages).toEqual([{ a: 1 }]);
});

test("an unreadable body shows both of its ends", () => {
  const body = `{"id":7,"result":${"x".repeat(1_000)},"last":1`;
  const { ends, faults } = read([frame(body)]);
  expect(faults).toEqual(["invalid_json"]);
  expect(ends).toEqual([{ head: body.slice(0, 256), tail: body.slice(-256) }]);
});

test("bad bodies in a row end the stream, a good one between them starts the count anew", () => {
  const bad = Array.from({ length: 7 }, () => frame("{"));
  expect(read([...bad, frame({}), ...bad]).story).not.toContainEqual({ broken: "too_many_bad_bodies" });
  expect(read([...bad, frame("{"), frame({ late: 1 })]).story.at(-1)).toEqual({ broken: "too_many_bad_bodies" });
});

test("a stream that ends between messages ends well, inside one it does not", () => {
  expect(read([frame({})]).faults).toEqual([]);
  const whole = frame({ a: 1 });
  for (let at = 1; at < whole.length; at++) expect(read([whole.subarray(0, at)]).faults).toEqual(["truncated"]);
});

test("a prompt without a line end is no frame: it may stand there for ever", () => {
  const reading = new Reading();
  reading.reader.feed(Buffer.from("server> "));
  reading.clock.advance(3_600_000);
  expect(reading.story).toEqual([]);
  reading.reader.feed(frame({ a: 1 }));
  expect(reading.messages).toEqual([{ a: 1 }]);
});

test("a slow writer is not a silent one", () => {
  const reading = new Reading();
  const stream = Buffer.concat([frame({ a: 1 }), frame({ a: 2 })]);
  for (const chunk of cut(stream, [1])) {
    reading.reader.feed(chunk);
    reading.clock.advance(9_999);
  }
  expect(reading.messages).toEqual([{ a: 1 }, { a: 2 }]);
  expect(reading.faults).toEqual([]);
});

test("nothing is left behind after the end", () => {
  const reading = new Reading();
  reading.reader.feed(frame({ a: 1 }).subarray(0, 25));
  expect(reading.clock.pendingTimers).toBe(1);
  reading.reader.dispose();
  expect(reading.clock.pendingTimers).toBe(0);
  reading.reader.feed(frame({ a: 2 }));
  reading.reader.end();
  expect(reading.story).toEqual([]);
});
