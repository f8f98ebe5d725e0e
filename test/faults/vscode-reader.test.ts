import { PassThrough } from "node:stream";

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message, MessageReader } from "vscode-jsonrpc/node";
import {
  createMessageConnection,
  NotificationType,
  RequestType,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";

import { nodeCodec } from "../../src/host/node/node-codec.ts";
import { frameLimits } from "../../src/rpc/limits.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { FakeClock } from "../../src/testing/fake-clock.ts";
import { oneTurn } from "../../src/testing/step-clock.ts";
import { VscodeMessageReader } from "../support/vscode-message-reader.ts";
import { cut, frame, Reading, read } from "../support/frames.ts";
import { outcome, Wire } from "../support/wire.ts";

const theirs = {
  name: "vscode-jsonrpc's own reader",
  make: (stream: PassThrough): MessageReader => {
    const reader = new StreamMessageReader(stream);
    // It would arm a timer of the real clock for every chunk of half a message.
    reader.partialMessageTimeout = 0;
    return reader;
  },
};
const ours = {
  name: "our reader behind its interface",
  make: (stream: PassThrough): MessageReader =>
    new VscodeMessageReader(stream, { limits: frameLimits, clock: new FakeClock(), codec: nodeCodec }, (error) => {
      throw error;
    }),
};

interface Heard {
  readonly messages: Message[];
  readonly errors: string[];
  readonly closes: number;
}

async function hear(make: (stream: PassThrough) => MessageReader, chunks: readonly Uint8Array[]): Promise<Heard> {
  const stream = new PassThrough();
  const reader = make(stream);
  const messages: Message[] = [];
  const errors: string[] = [];
  let closes = 0;
  reader.onError((error) => errors.push(error.message));
  reader.onClose(() => closes++);
  reader.listen((message) => messages.push(message));
  for (const chunk of chunks) stream.write(chunk);
  // Their reader hands over each message in a turn of its own.
  for (let n = 0; n < 3; n++) await oneTurn();
  stream.destroy();
  for (let n = 0; n < 3; n++) await oneTurn();
  reader.dispose();
  return { messages, errors, closes };
}

const note = (n: number): object => ({ jsonrpc: "2.0", method: "n", params: { n, text: "ü漢😀" } });

describe.each([theirs, ours])("the contract of a message reader, $name", ({ make }) => {
  const body = JSON.stringify(note(1));
  const length = Buffer.byteLength(body);

  test.each([
    ["one message", Buffer.from(`Content-Length: ${length}\r\n\r\n${body}`)],
    [
      "a type before the length",
      Buffer.from(
        `Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: ${length}\r\n\r\n${body}`,
      ),
    ],
    [
      "a type after the length",
      Buffer.from(`Content-Length: ${length}\r\nContent-Type: application/vscode-jsonrpc\r\n\r\n${body}`),
    ],
    ["small letters and an unknown header", Buffer.from(`x-more: a:b\r\ncontent-length:${length}\r\n\r\n${body}`)],
  ])("understands %s, however it is cut", async (_, stream) => {
    for (const sizes of [[stream.length], [1], [10, 3]]) {
      const heard = await hear(make, cut(stream, sizes));
      expect(heard.messages).toEqual([note(1)]);
      expect([heard.errors, heard.closes]).toEqual([[], 1]);
    }
  });

  test("hands over all messages in order, for all messages and all ways to cut them", async () => {
    const value = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue(), { maxKeys: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }),
        async (values, sizes) => {
          const sent = values.map((params) => ({
            jsonrpc: "2.0",
            method: "x",
            params: JSON.parse(JSON.stringify(params)) as object,
          }));
          const heard = await hear(make, cut(Buffer.concat(sent.map((message) => frame(message))), sizes));
          expect(heard).toEqual({ messages: sent, errors: [], closes: 1 });
        },
      ),
      { numRuns: 40 },
    );
  });

  test("goes on after invalid JSON of the right length, and says so", async () => {
    const heard = await hear(make, [frame("{nonsense"), frame(note(2))]);
    expect(heard.messages).toEqual([note(2)]);
    expect(heard.errors).toHaveLength(1);
  });

  test("carries a whole conversation", async () => {
    const up = new PassThrough();
    const down = new PassThrough();
    const client = createMessageConnection(make(down), new StreamMessageWriter(up));
    const server = createMessageConnection(make(up), new StreamMessageWriter(down));
    server.onRequest(new RequestType<{ a: number }, number, void>("double"), ({ a }) => 2 * a);
    client.listen();
    server.listen();
    expect(await Promise.all([1, 2, 3].map((a) => client.sendRequest("double", { a })))).toEqual([2, 4, 6]);
    client.dispose();
    server.dispose();
  });
});

describe("what ours survives and theirs does not", () => {
  const later = Array.from({ length: 50 }, (_, n) => note(n));
  const good = Buffer.concat(later.map((message) => frame(message)));
  const short = frame(note(-1), Buffer.byteLength(JSON.stringify(note(-1))) - 3);
  const long = frame(note(-1), Buffer.byteLength(JSON.stringify(note(-1))) + 3);

  test.each([
    ["a print that ends in \\n", Buffer.from("Loading project\n"), 50],
    ["a print without a colon", Buffer.from("Loading project\r\n"), 50],
    ["a print without an end", Buffer.from("Loading project"), 50],
    ["a byte order mark", Buffer.from("\uFEFF"), 50],
    ["headers that end in \\n", Buffer.from("Content-Length: 2\n\n{}"), 50],
    ["a length that is too small", short, 50],
    ["a length that is too large costs the message after it", long, 49],
  ])("%s", async (_, bad, expected) => {
    for (const sizes of [[1 << 20], [1]]) {
      const chunks = cut(Buffer.concat([bad, good]), sizes);
      const heard = await hear(ours.make, chunks);
      expect(heard.messages.slice(-expected)).toEqual(later.slice(-expected));
      expect(heard.messages).toHaveLength(expected);
      expect((await hear(theirs.make, chunks)).messages.length).toBeLessThan(expected);
    }
  });

  test.each([
    ["no number", frame({}, "NaN"), "bad_length"],
    ["negative", frame({}, -2), "bad_length"],
    ["missing", Buffer.from("Content-Type: x\r\n\r\n{}"), "missing_length"],
    ["10 GB", frame({}, 10 * 1024 ** 3), "too_large"],
  ])("a length that is %s ends the stream with an error instead of a silence without end", async (_, bad, fault) => {
    const chunks = [bad, good];
    const heard = await hear(ours.make, chunks);
    expect(heard.messages).toEqual([]);
    expect(heard.errors).toEqual([expect.stringContaining(fault)]);
    expect((await hear(theirs.make, chunks)).messages).toEqual([]);
  });
});

describe("we and vscode-jsonrpc understand each other", () => {
  test("our reader reads what its writer writes [BRG-03 BRG-05]", async () => {
    const stream = new PassThrough();
    const reading = new Reading();
    stream.on("data", (chunk: Buffer) => reading.reader.feed(chunk));
    const writer = new StreamMessageWriter(stream);
    for (let n = 0; n < 20; n++) await writer.write(note(n) as Message);
    await oneTurn();
    expect(reading.messages).toEqual(Array.from({ length: 20 }, (_, n) => note(n)));
    expect([reading.faults, reading.noises]).toEqual([[], []]);
  });

  test("its reader reads what our connection writes [BRG-03 BRG-04 BRG-05]", async () => {
    const wire = new Wire();
    for (let n = 0; n < 20; n++) wire.connection.notify("n", { n, text: "ü漢😀" });
    const heard = await hear(theirs.make, wire.writes);
    expect(heard.messages).toEqual(read(wire.writes).messages);
    expect(heard.messages).toHaveLength(20);
  });

  test("a server built with it answers our requests, asks us, and hears our cancellation", async () => {
    const up = new PassThrough();
    const down = new PassThrough();
    const wire = new Wire({
      answer: (method, params) => (method === "config" ? { given: params } : undefined),
      onWrite: ({ writes }) => void up.write(writes.at(-1)),
    });
    down.on("data", (chunk: Buffer) => wire.connection.receive(chunk));
    const server = createMessageConnection(theirs.make(up), new StreamMessageWriter(down));
    const cancelled: boolean[] = [];
    server.onRequest("echo", (params: unknown) => params);
    server.onRequest("fail", () => new ResponseError(-32801, "content modified", { again: true }));
    server.onRequest("slow", async (_params: unknown, token) => {
      await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
      cancelled.push(true);
    });
    server.onRequest("ask back", () => server.sendRequest("config", { section: "x" }));
    server.onNotification(
      new NotificationType<{ n: number }>("note"),
      ({ n }) => void server.sendNotification("noted", { n }),
    );
    server.listen();

    expect(await wire.ask("echo", { text: "ü😀" })).toEqual({ text: "ü😀" });
    await expect(wire.ask("fail")).rejects.toEqual(new RpcError(-32801, "content modified", { again: true }));
    await expect(wire.ask("no such method")).rejects.toMatchObject({ code: -32601 });
    expect(await wire.ask("ask back")).toEqual({ given: { section: "x" } });
    wire.connection.notify("note", { n: 7 });
    const abort = new AbortController();
    const slow = wire.ask("slow", {}, { signal: abort.signal });
    for (let n = 0; n < 5; n++) await oneTurn();
    abort.abort();
    expect(await outcome(slow)).toBe("AbortError");
    for (let n = 0; n < 5; n++) await oneTurn();
    expect(cancelled).toEqual([true]);
    expect(wire.notifications).toEqual([{ method: "noted", params: { n: 7 } }]);
    server.dispose();
  });
});
