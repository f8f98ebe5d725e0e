// What must hold of the frame reader for every stream and every way of cutting it.

import assert from "node:assert/strict";
import fc from "fast-check";

import { nodeCodec } from "../../../src/host/node/node-codec.ts";
import { FrameWriter } from "../../../src/rpc/frame-writer.ts";
import type { FrameLimits } from "../../../src/rpc/limits.ts";
import { cut, frame, read } from "../frames.ts";
import type { Statement } from "./property.ts";
import { statement } from "./property.ts";

const sizes = fc.oneof(fc.constant([1]), fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }));
const message = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }), { maxKeys: 4 });

const token = fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,10}$/).filter((name) => !/^content-/i.test(name));
const plainValue = fc.stringMatching(/^[ -~]{0,20}$/).filter((value) => !/content-length:/i.test(value));
const extraHeader = fc.tuple(token, plainValue).map(([name, value]) => `${name}: ${value}\r\n`);
const lengthName = fc.constantFrom("Content-Length:", "content-length: ", "CONTENT-LENGTH:\t ", "cOnTeNt-LeNgTh: ");
const contentType = fc.constantFrom(
  "",
  "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n",
  "content-type:x\r\n",
);

/** What servers print: whole lines with either line end, and words that run into the next header. */
const printed = fc
  .tuple(fc.stringMatching(/^[^\r\n]{0,40}$/), fc.constantFrom("\n", "\r\n", "", "\r", "\n\n", "\r\n\r\n"))
  .map(([words, end]) => words + end)
  .filter((line) => !/content-/i.test(line));

const delivered = statement(
  "messages arrive whole and in order, whatever is printed between them and however the bytes are cut",
  fc.property(
    fc.array(
      fc.tuple(
        message,
        fc.array(printed, { maxLength: 3 }),
        lengthName,
        contentType,
        fc.array(extraHeader, { maxLength: 2 }),
      ),
    ),
    sizes,
    (frames, pieces) => {
      const stream = frames.map(([value, prints, name, type, extra]) => {
        const body = Buffer.from(JSON.stringify(value));
        const before = prints.join("");
        // A print without a line end swallows the header line after it, unless that is the length.
        const noise = before === "" || before.endsWith("\n") ? before : before + type;
        const bytes = Buffer.from(`${before}${type}${name}${body.length}\r\n${extra.join("")}\r\n`);
        return { value, noise: Buffer.byteLength(noise), bytes: Buffer.concat([bytes, body]) };
      });
      const reading = read(cut(Buffer.concat(stream.map(({ bytes }) => bytes)), pieces));
      assert.deepEqual(
        reading.messages,
        stream.map(({ value }) => JSON.parse(JSON.stringify(value)) as unknown),
      );
      assert.deepEqual(reading.faults, []);
      const noises = stream.map(({ noise }) => noise).filter((bytes) => bytes > 0);
      assert.deepEqual(
        reading.noises.map(({ bytes }) => bytes),
        noises,
      );
    },
  ),
);

/** Small enough that random streams meet every one of them. */
const tiny: Partial<FrameLimits> = { headerLineBytes: 48, noiseBytes: 200, bodyBytes: 400, depth: 4, badBodies: 3 };

const junk = fc.oneof(
  message.map((value) => frame(value)),
  fc
    .tuple(message, fc.integer({ min: -9, max: 9 }))
    .map(([value, off]) => frame(value, JSON.stringify(value).length + off)),
  fc.constantFrom('{"a":[[[[1]]]]}', "{", '"\uD800"', "[1,2", "null").map((body) => frame(body)),
  fc.uint8Array({ minLength: 1, maxLength: 20 }).map((bytes) => frame(Buffer.from(bytes))),
  fc
    .constantFrom(
      "Content-Length: ",
      "Content-Length: 5\r\n",
      "Content-Type: x\r\n",
      "Content-Length: 7\n\n",
      "\r\n",
      "\n",
      "\r",
      "\uFEFF",
    )
    .map((text) => Buffer.from(text)),
  fc
    .tuple(fc.nat(130), fc.constantFrom("\n", "\r\n", ""))
    .map(([length, end]) => Buffer.from("x".repeat(length) + end)),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
);

const alike = statement(
  "any stream at all is read alike however it is cut",
  fc.property(fc.array(junk, { maxLength: 12 }), sizes, (parts, pieces) => {
    const bytes = Buffer.concat(parts);
    const whole = read([bytes], tiny);
    const pieced = read(cut(bytes, pieces), tiny);
    assert.deepEqual(pieced.story, whole.story);
    // A stream that is given up is given up as soon as it can be, so only then may the noise counted differ.
    if (!whole.story.some((event) => Object.hasOwn(event as object, "broken")))
      assert.deepEqual(pieced.noises, whole.noises);
  }),
  [[[Buffer.from("Content-Length: "), Buffer.from("x".repeat(33))], [1]]],
);

const written = statement(
  "what our writer writes our reader reads",
  fc.property(fc.array(message), sizes, (messages, pieces) => {
    const chunks: Uint8Array[] = [];
    const sink = { write: (bytes: Uint8Array) => chunks.push(bytes) > 0, onDrain: () => {} };
    const writer = new FrameWriter(sink, nodeCodec, 0);
    for (const value of messages) assert.ok(writer.write(value));
    assert.equal(chunks.length, messages.length);
    const reading = read(cut(Buffer.concat(chunks), pieces));
    assert.deepEqual(
      reading.messages,
      messages.map((value) => JSON.parse(JSON.stringify(value)) as unknown),
    );
    assert.deepEqual([reading.faults, reading.noises], [[], []]);
  }),
);

export const framingStatements = { delivered, alike, written } satisfies Record<string, Statement>;
