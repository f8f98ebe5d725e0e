import { describe, expect, test } from "vitest";

import { MalformedReply } from "../../src/rpc/rpc-error.ts";
import { oneTurn } from "../../src/testing/step-clock.ts";
import { cut, frame, read } from "../support/frames.ts";
import { heldBytes } from "../support/memory.ts";
import { outcome, Wire } from "../support/wire.ts";

const reply = (id: number, result: unknown = `answer ${id}`): object => ({ jsonrpc: "2.0", id, result });

test("frames in pieces of one byte, or cut in two anywhere, give what they give unsplit [F01]", () => {
  const stream = Buffer.concat([
    Buffer.from("Starting…\nloading 😀\r\n"),
    frame(reply(1, { text: "ü漢😀" })),
    Buffer.from("still here "),
    frame({ method: "push", params: ["e\u0301"] }),
    frame('{"broken":'),
    frame(reply(2, null)),
  ]);
  const unsplit = read([stream]);
  expect(unsplit.story).toHaveLength(4);
  for (let at = 1; at < stream.length; at++) {
    const split = read([stream.subarray(0, at), stream.subarray(at)]);
    expect([at, split.story, split.noises]).toEqual([at, unsplit.story, unsplit.noises]);
  }
  for (const size of [1, 2, 3, 5, 7]) {
    const split = read(cut(stream, [size]));
    expect([size, split.story, split.noises]).toEqual([size, unsplit.story, unsplit.noises]);
  }
});

test("a hundred messages in one chunk are all delivered, in order [F02]", async () => {
  const wire = new Wire();
  const asked = Array.from({ length: 50 }, () => wire.ask());
  const messages = Array.from({ length: 50 }, (_, n) => [{ method: "push", params: { n } }, reply(n + 1)]).flat();
  wire.feed(Buffer.concat(messages.map((message) => frame(message))));
  expect(wire.notifications.map(({ params }) => params)).toEqual(Array.from({ length: 50 }, (_, n) => ({ n })));
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 50 }, (_, n) => `answer ${n + 1}`));
});

describe("what a server prints before a header", () => {
  test.each([
    ["a log line", "INFO starting\n"],
    ["a banner", "Welcome to the shell!\r\n\r\nLast login: today\r\n"],
    ["a line without an end", "loading..."],
    ["a byte order mark", "\uFEFF"],
    ["bytes that are no text", "\u0000\u0001\u00FF\n"],
    ["64 KiB", `${"z".repeat(64 * 1024 - 1)}\n`],
  ])("is skipped with one warning, and the next frame is read: %s [F03]", async (_, printed) => {
    const wire = new Wire();
    const asked = wire.ask();
    wire.feed(Buffer.concat([Buffer.from(printed), frame(reply(1)), frame({ method: "push" })]));
    expect(await asked).toBe("answer 1");
    expect(wire.noises).toEqual([Buffer.byteLength(printed)]);
    expect([wire.notifications.length, wire.closes]).toEqual([1, []]);
  });

  test("is not searched for ever: after 64 KiB the stream is given up [F03]", async () => {
    const wire = new Wire();
    const asked = wire.ask();
    wire.feed(`${"z".repeat(64 * 1024)}\n`);
    wire.say(reply(1));
    expect(await outcome(asked)).toBe("ConnectionClosed");
    expect(wire.closes).toMatchObject([{ kind: "fault", fault: "too_much_noise" }]);
  });
});

test.each([
  ["missing", "Content-Type: application/vscode-jsonrpc\r\n\r\n{}", "missing_length"],
  ["not a number", "Content-Length: many\r\n\r\n{}", "bad_length"],
  ["NaN", "Content-Length: NaN\r\n\r\n{}", "bad_length"],
  ["negative", "Content-Length: -2\r\n\r\n{}", "bad_length"],
  ["zero", "Content-Length: 0\r\n\r\n", "bad_length"],
  ["twice", "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "bad_length"],
  ["twice and different", "Content-Length: 2\r\ncontent-length: 3\r\n\r\n{}", "bad_length"],
])(
  "a length that is %s closes the connection and rejects all that is pending at once [F04 BRG-27]",
  async (_, bytes, fault) => {
    const wire = new Wire();
    const asked = [wire.ask(), wire.ask()];
    expect(() => wire.feed(bytes)).not.toThrow();
    expect(await Promise.all(asked.map(outcome))).toEqual(["ConnectionClosed", "ConnectionClosed"]);
    expect(wire.closes).toMatchObject([{ kind: "fault", fault }]);
    expect(wire.connection.pendingCount).toBe(0);
    expect(wire.defects).toEqual([]);
  },
);

test("a length of 4 GiB is refused before anything is allocated [F05]", async () => {
  const wire = new Wire();
  const asked = wire.ask();
  const held = heldBytes();
  const resident = process.memoryUsage().rss;
  wire.feed(`Content-Length: ${4 * 1024 ** 3}\r\n\r\n{"jsonrpc":"2.0","id":1,"result":"`);
  expect(process.memoryUsage().rss - resident).toBeLessThan(16 * 1024 * 1024);
  expect(heldBytes() - held).toBeLessThan(64 * 1024);
  expect(await outcome(asked)).toBe("ConnectionClosed");
  expect(wire.closes).toMatchObject([{ fault: "too_large" }]);
});

test("a length within the limit is not allocated on its word alone either [F05]", () => {
  const wire = new Wire();
  const held = heldBytes();
  wire.feed(`Content-Length: ${256 * 1024 ** 2}\r\n\r\n{"jsonrpc"`);
  expect(wire.closes).toEqual([]);
  expect(heldBytes() - held).toBeLessThan(64 * 1024);
});

test("a legal reply of 64 MB is delivered whole, and the next request works [F06]", async () => {
  const wire = new Wire();
  const asked = wire.ask();
  const text = "0123456789abcdef".repeat(4 * 1024 * 1024);
  const stream = frame(reply(1, text));
  expect(stream.length).toBeGreaterThan(64 * 1024 * 1024);
  for (const chunk of cut(stream, [64 * 1024])) wire.connection.receive(chunk);
  expect((await asked) === text).toBe(true);
  const next = wire.ask();
  wire.say(reply(2));
  expect(await next).toBe("answer 2");
});

test("half a frame and then silence is a hang, wherever it was cut, and is told once [F07]", async () => {
  const whole = frame(reply(1));
  for (let at = 1; at < whole.length; at++) {
    const wire = new Wire();
    const asked = wire.ask("a/b", {}, { timeoutMs: 60_000 });
    wire.feed(whole.subarray(0, at));
    wire.clock.advance(9_999);
    expect(wire.closes).toEqual([]);
    wire.clock.advance(1);
    expect([at, await outcome(asked)]).toEqual([at, "ConnectionClosed"]);
    wire.clock.advance(60_000);
    wire.connection.ended();
    expect(wire.closes).toMatchObject([{ kind: "fault", fault: "stalled" }]);
    expect(wire.clock.pendingTimers).toBe(0);
  }
});

describe("a body that is no UTF-8", () => {
  const bad = (bytes: number[]): Buffer =>
    Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"result":"'), Buffer.from(bytes), Buffer.from('"}')]);

  test.each([
    ["a stray byte", [0xff]],
    ["half a character", [0xe6, 0xbc]],
    ["a lone surrogate", [0xed, 0xa0, 0xbd]],
    ["an overlong form", [0xc0, 0x80]],
  ])("fails its own message, and the stream goes on: %s [F08]", async (_, bytes) => {
    const wire = new Wire();
    const asked = [wire.ask(), wire.ask()];
    wire.feed(frame(bad(bytes)));
    expect(await Promise.all(asked.map(outcome))).toEqual(["MalformedReply", "pending"]);
    wire.say(reply(2));
    expect(await asked[1]).toBe("answer 2");
    expect(wire.closes).toEqual([]);
  });

  test("an escaped lone surrogate is proper JSON and arrives as it was meant [F08]", async () => {
    const wire = new Wire();
    const asked = wire.ask();
    wire.feed(frame('{"id":1,"result":"\\ud83d"}'));
    expect(await asked).toBe("\uD83D");
  });
});

test("invalid JSON of the right length is skipped, and the next frame is read [F09]", async () => {
  for (const body of ["{", "nonsense", '{"jsonrpc":"2.0","id":1,"result":}', "{}{}", "\u0000"]) {
    const wire = new Wire();
    const asked = [wire.ask(), wire.ask()];
    wire.feed(Buffer.concat([frame(body), frame(reply(2)), frame({ method: "push" })]));
    expect(await asked[1]).toBe("answer 2");
    expect(wire.notifications).toHaveLength(1);
    expect(await outcome(asked[0] ?? Promise.resolve())).toBe(body.includes('"id":1') ? "MalformedReply" : "pending");
    expect([wire.odds, wire.closes]).toEqual([["an unreadable message (invalid_json)"], []]);
  }
});

test("a reply to an unknown id, a second reply, and an id of another type are ignored and counted [F10 BRG-29]", async () => {
  const wire = new Wire();
  const settled: unknown[] = [];
  const asked = wire.ask().then((result) => settled.push(result));
  const other = wire.ask();
  wire.say(reply(99), { id: "1", result: "text id" }, { id: null, result: 0 }, { id: 1.5, result: 0 });
  wire.say(reply(1, "first"), reply(1, "second"), { id: 1, error: { code: 1, message: "third" } });
  await asked;
  await oneTurn();
  expect(settled).toEqual(["first"]);
  expect(wire.odds).toHaveLength(6);
  expect(await outcome(other)).toBe("pending");
  expect(wire.closes).toEqual([]);
});

test.each([
  ["both a result and an error", { id: 1, result: 1, error: { code: 1, message: "x" } }],
  ["neither", { jsonrpc: "2.0", id: 1 }],
  ["neither, with a null error", { id: 1, error: null }],
])("a reply with %s is an error of its request [F11]", async (_, odd) => {
  const wire = new Wire();
  const asked = wire.ask();
  wire.say(odd);
  await expect(asked).rejects.toBeInstanceOf(MalformedReply);
  const next = wire.ask();
  wire.say(reply(2));
  expect(await next).toBe("answer 2");
});

describe("a body nested 100,000 deep", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const objects = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;

  test.each([
    ["lists", `{"jsonrpc":"2.0","id":1,"result":${deep}}`],
    ["objects", `{"jsonrpc":"2.0","id":1,"result":${objects}}`],
    ["with the id last", `{"jsonrpc":"2.0","result":${deep},"id":1}`],
    ["never closed", `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(100_000)}`],
  ])("is a typed error without an overflow, and the stream goes on: %s [F12]", async (_, body) => {
    const wire = new Wire();
    const asked = [wire.ask(), wire.ask()];
    wire.feed(frame(body));
    wire.say(reply(2));
    expect(await Promise.all(asked.map(outcome))).toEqual(["MalformedReply", "answer 2"]);
    expect(wire.closes).toEqual([]);
  });

  test("brackets inside a text are no depth", async () => {
    const wire = new Wire();
    const asked = wire.ask();
    wire.say(reply(1, deep));
    expect(await asked).toBe(deep);
  });
});
