import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { cut, frame } from "../../test/support/frames.ts";
import { outcome, Wire } from "../../test/support/wire.ts";
import { oneTurn } from "../testing/step-clock.ts";
import { writeQueueBytes } from "./limits.ts";
import { ConnectionClosed, MalformedReply, RequestTimedOut, RpcError, WriteRefused } from "./rpc-error.ts";

const reply = (id: number, result: unknown = `answer ${id}`): object => ({ jsonrpc: "2.0", id, result });

describe("requests and replies", () => {
  test("a request is JSON-RPC 2.0, and absent params stay absent [BRG-05]", () => {
    const wire = new Wire();
    void wire.ask("a/b", { x: 1 });
    void wire.ask("shutdown");
    wire.connection.notify("exit");
    wire.connection.notify("c/d", [1]);
    expect(wire.sent).toEqual([
      { jsonrpc: "2.0", id: 1, method: "a/b", params: { x: 1 } },
      { jsonrpc: "2.0", id: 2, method: "shutdown" },
      { jsonrpc: "2.0", method: "exit" },
      { jsonrpc: "2.0", method: "c/d", params: [1] },
    ]);
  });

  test("ids are integers that rise from 1 [BRG-21 AGL-340]", () => {
    const wire = new Wire();
    for (let n = 0; n < 5; n++) void wire.ask();
    wire.say(reply(1), reply(3));
    void wire.ask();
    expect(wire.sent.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("each reply wakes its own caller, whatever the order of arrival [BRG-08 AGL-146]", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.infiniteStream(fc.nat()), async (count, order) => {
        const wire = new Wire();
        const asked = Array.from({ length: count }, (_, n) => wire.ask("a/b", { n }));
        const ids = wire.sent.map(({ id }) => Number(id));
        expect(new Set(ids).size).toBe(count);
        const keys = new Map(ids.map((id) => [id, order.next().value]));
        const shuffled = [...ids].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0) || a - b);
        wire.say(...shuffled.map((id) => reply(id)));
        expect(await Promise.all(asked)).toEqual(ids.map((id) => `answer ${id}`));
        expect([wire.connection.pendingCount, wire.clock.pendingTimers]).toEqual([0, 0]);
      }),
      { numRuns: 50 },
    );
  });

  test("with many requests under way a reply costs no more than with one [AGL-146]", async () => {
    // A search through the pending ones would take ten thousand million steps here.
    const wire = new Wire({ onWrite: ({ writes }) => writes.splice(0) });
    const count = 150_000;
    const asked = Array.from({ length: count }, () => wire.ask());
    for (let id = count; id > 0; id--) wire.say({ id, result: id });
    const answers = await Promise.all(asked);
    expect(answers.every((answer, at) => answer === at + 1)).toBe(true);
  });

  test("a request is pending before its bytes are written, so even an instant reply finds it [BRG-22]", async () => {
    const wire = new Wire({
      onWrite: ({ connection }) => {
        expect(connection.pendingCount).toBe(1);
        connection.receive(frame(reply(1)));
      },
    });
    expect(await wire.ask()).toBe("answer 1");
    expect(wire.clock.pendingTimers).toBe(0);
  });

  test("an error reply rejects with its code, message and data", async () => {
    const wire = new Wire();
    const asked = wire.ask();
    wire.say({ id: 1, error: { code: -32801, message: "content modified", data: { retry: true } } });
    const error: unknown = await asked.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({ code: -32801, message: "content modified", data: { retry: true } });
  });

  test.each([
    [{ code: "x", message: 1 }, "no message"],
    ["just a text", "just a text"],
    [17, "17"],
  ])("an error of an odd shape is still an error: %j", async (error, message) => {
    const wire = new Wire();
    const asked = wire.ask();
    wire.say({ id: 1, error });
    await expect(asked).rejects.toMatchObject({ name: "RpcError", code: -32603, message });
  });

  test("a null result is a result, also beside a null error", async () => {
    const wire = new Wire();
    const asked = [wire.ask(), wire.ask()];
    wire.say({ id: 1, result: null }, { id: 2, result: null, error: null });
    expect(await Promise.all(asked)).toEqual([null, null]);
  });
});

describe("what the server sends", () => {
  test("requests, notifications and replies are told apart by id and method [BRG-06 AGL-341]", async () => {
    const wire = new Wire({ answer: (method, params) => ({ method, params }) });
    const asked = wire.ask();
    wire.say(
      { jsonrpc: "2.0", method: "note/this", params: { a: 1 } },
      { jsonrpc: "2.0", id: 1, method: "server/asks", params: [2] },
      { jsonrpc: "2.0", id: "text", method: "server/asks" },
      { jsonrpc: "2.0", id: 1, result: "the reply" },
    );
    expect(await asked).toBe("the reply");
    expect(wire.notifications).toEqual([{ method: "note/this", params: { a: 1 } }]);
    await oneTurn();
    expect(wire.sent.slice(1)).toEqual([
      { jsonrpc: "2.0", id: 1, result: { method: "server/asks", params: [2] } },
      { jsonrpc: "2.0", id: "text", result: { method: "server/asks" } },
    ]);
  });

  test("it may push at any moment: before the first request, between a request and its reply, after it [BRG-07]", async () => {
    const wire = new Wire();
    const note = (n: number): object => ({ method: "push", params: { n } });
    wire.say(note(1));
    const asked = wire.ask();
    wire.say(note(2), { id: 9, method: "server/asks" }, note(3), reply(1), note(4));
    await asked;
    wire.say(note(5));
    expect(wire.notifications.map(({ params }) => params)).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })));
  });

  test("several messages in one read and one message over many reads are heard alike [BRG-09 BRG-25]", () => {
    const stream = Buffer.concat([1, 2, 3].map((n) => frame({ method: "push", params: { text: "ü😀", n } })));
    for (const sizes of [[stream.length], [1], [4096], [50, 3]]) {
      const wire = new Wire();
      for (const chunk of cut(stream, sizes)) wire.connection.receive(chunk);
      expect(wire.notifications.map(({ params }) => params)).toEqual([1, 2, 3].map((n) => ({ text: "ü😀", n })));
    }
  });

  test("an unknown request is answered as unknown, a refused one with its error [AGL-341]", async () => {
    const wire = new Wire({
      answer: (method) => {
        if (method === "refused") throw new RpcError(-32803, "not now");
        return undefined;
      },
    });
    wire.say({ id: 1, method: "unknown" }, { id: 2, method: "refused" });
    await oneTurn();
    expect(wire.sent).toHaveLength(2);
    expect(wire.sent).toContainEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32601, message: "unknown method unknown" },
    });
    expect(wire.sent).toContainEqual({ jsonrpc: "2.0", id: 2, error: { code: -32803, message: "not now" } });
    expect(wire.defects).toEqual([]);
  });

  test("a defect in answering is reported here and answered there", async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const wire = new Wire({
      answer: (method) => {
        if (method === "throws") throw new Error("oops");
        return method === "circular" ? circular : Promise.reject(new TypeError("later"));
      },
    });
    wire.say({ id: 1, method: "throws" }, { id: 2, method: "circular" }, { id: 3, method: "rejects" });
    await oneTurn();
    const replies = new Map(wire.sent.map(({ id, error }) => [id, error]));
    expect(replies.get(1)).toEqual({ code: -32603, message: "oops" });
    expect(replies.get(2)).toMatchObject({ code: -32603 });
    expect(replies.get(3)).toEqual({ code: -32603, message: "later" });
    expect(wire.defects.map(({ where }) => where).sort()).toEqual(["circular", "rejects", "throws"]);
  });

  test("a listener that throws stops nothing [AGL-150]", () => {
    const seen: string[] = [];
    const wire = new Wire({
      trace: (direction) => {
        seen.push(direction);
        throw new Error("a bad trace");
      },
    });
    wire.notification = (method) => {
      seen.push(method);
      throw new Error("a bad listener");
    };
    wire.feed(Buffer.concat([frame({ method: "one" }), frame({ method: "two" })]));
    expect(seen).toEqual(["received", "one", "received", "two"]);
    expect(wire.defects.map(({ where }) => where)).toEqual(["the trace", "one", "the trace", "two"]);
    expect(wire.connection.notify("still/works")).toBe(true);
  });

  test.each([[[1, 2]], ["text"], [null], [{}], [{ jsonrpc: "2.0" }], [{ id: 1, method: 7 }]])(
    "a message that is none is counted and skipped: %j",
    (odd) => {
      const wire = new Wire();
      wire.say(odd, { method: "after" });
      expect(wire.odds).toHaveLength(1);
      expect(wire.notifications).toHaveLength(1);
    },
  );

  test("the trace sees both directions, in order", async () => {
    const seen: [string, unknown][] = [];
    const wire = new Wire({ trace: (direction, message) => seen.push([direction, { ...message }]) });
    const asked = wire.ask("a/b");
    wire.say(reply(1));
    await asked;
    expect(seen).toEqual([
      ["sent", { jsonrpc: "2.0", id: 1, method: "a/b" }],
      ["received", reply(1)],
    ]);
  });
});

describe("giving up", () => {
  test("a request that is not answered in time is cancelled and rejects with its time", async () => {
    const wire = new Wire();
    const asked = wire.ask("slow/one", {}, { timeoutMs: 500 });
    wire.clock.advance(499);
    expect(await outcome(asked)).toBe("pending");
    wire.clock.advance(1);
    await expect(asked).rejects.toMatchObject({ name: "RequestTimedOut", method: "slow/one", ms: 500 });
    await expect(asked).rejects.toBeInstanceOf(RequestTimedOut);
    expect(wire.sent.at(-1)).toEqual({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 1 } });
    wire.say(reply(1));
    expect(wire.odds).toHaveLength(1);
  });

  test("a request that the caller cancels is cancelled there too, and rejects at once", async () => {
    const wire = new Wire();
    const abort = new AbortController();
    const asked = wire.ask("a/b", {}, { signal: abort.signal });
    const other = wire.ask("a/b");
    abort.abort();
    expect(await outcome(asked)).toBe("AbortError");
    expect(wire.sent.at(-1)).toEqual({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 1 } });
    wire.say(reply(2));
    expect(await other).toBe("answer 2");
    expect(wire.clock.pendingTimers).toBe(0);
  });

  test("a request whose caller has already given up is never sent", async () => {
    const wire = new Wire();
    expect(await outcome(wire.ask("a/b", {}, { signal: AbortSignal.abort() }))).toBe("AbortError");
    expect([wire.writes, wire.clock.pendingTimers]).toEqual([[], 0]);
  });

  test("a cancellation after the reply does nothing", async () => {
    const wire = new Wire();
    const abort = new AbortController();
    const asked = wire.ask("a/b", {}, { signal: abort.signal });
    wire.say(reply(1));
    abort.abort();
    expect(await asked).toBe("answer 1");
    expect(wire.writes).toHaveLength(1);
  });

  test("what cannot be written as JSON rejects and leaves nothing pending", async () => {
    const wire = new Wire();
    await expect(wire.ask("a/b", { big: 1n })).rejects.toThrow(TypeError);
    expect([wire.connection.pendingCount, wire.clock.pendingTimers, wire.writes.length]).toEqual([0, 0, 0]);
  });
});

describe("the end", () => {
  test("the end of the stream rejects all that is pending, once, and nothing is asked any more [BRG-32]", async () => {
    const wire = new Wire();
    const asked = [wire.ask(), wire.ask()];
    wire.connection.ended();
    for (const one of asked) await expect(one).rejects.toBeInstanceOf(ConnectionClosed);
    wire.connection.ended();
    wire.connection.close("again");
    expect(wire.closes).toEqual([{ kind: "ended" }]);
    expect([wire.connection.pendingCount, wire.clock.pendingTimers]).toEqual([0, 0]);
    await expect(wire.ask()).rejects.toBeInstanceOf(ConnectionClosed);
    expect(wire.connection.notify("x")).toBe(false);
    wire.say({ method: "late" });
    expect(wire.notifications).toEqual([]);
  });

  test("a stream that ends inside a message says so [BRG-32]", async () => {
    const wire = new Wire();
    const asked = wire.ask();
    wire.feed(frame(reply(1)).subarray(0, 30));
    wire.connection.ended();
    await expect(asked).rejects.toThrow("truncated");
    expect(wire.closes).toMatchObject([{ kind: "fault", fault: "truncated" }]);
  });

  test("closing on purpose tells those who wait why", async () => {
    const wire = new Wire();
    const asked = wire.ask();
    wire.connection.close("the session was restarted");
    await expect(asked).rejects.toThrow("the session was restarted");
  });

  test("an answer that is ready after the end is not written", async () => {
    let finish: (value: unknown) => void = () => {};
    const wire = new Wire({ answer: () => new Promise((resolve) => (finish = resolve)) });
    wire.say({ id: 1, method: "slow" });
    wire.connection.ended();
    finish("too late");
    await oneTurn();
    expect([wire.writes, wire.odds, wire.defects]).toEqual([[], [], []]);
  });

  test("those who are rejected may ask again at once without being lost", async () => {
    const wire = new Wire();
    const again = wire.ask().catch(() => wire.ask());
    wire.connection.ended();
    await expect(again).rejects.toBeInstanceOf(ConnectionClosed);
  });
});

describe("a server that does not read", () => {
  const large = { text: "x".repeat(1024 * 1024) };

  test("fills a bounded queue, and then only new writes are refused [AGL-160]", async () => {
    const wire = new Wire();
    wire.full = true;
    const asked = Array.from({ length: 80 }, () => wire.ask("a/b", large));
    const outcomes = await Promise.all(asked.map(outcome));
    expect(new Set(outcomes)).toEqual(new Set(["pending", "WriteRefused"]));
    expect(wire.connection.queuedBytes).toBeLessThanOrEqual(writeQueueBytes);
    await expect(asked.at(-1)).rejects.toBeInstanceOf(WriteRefused);
    // What the server says is heard, time passes and the end comes, all without a byte being read over there.
    wire.say({ method: "push" }, reply(1));
    expect(wire.notifications).toHaveLength(1);
    expect(await asked[0]).toBe("answer 1");
    wire.clock.advance(1_000);
    expect(await outcome(asked[1] ?? Promise.resolve())).toBe("RequestTimedOut");
    wire.connection.close("enough");
    expect(wire.closes).toHaveLength(1);
    expect([wire.connection.queuedBytes, wire.connection.pendingCount]).toEqual([0, 0]);
  });

  test("gets everything in order once it reads again, each message whole [AGL-160 BRG-24]", () => {
    const wire = new Wire();
    wire.full = true;
    for (let n = 0; n < 20; n++) wire.connection.notify("n", { n });
    expect(wire.sent).toHaveLength(1);
    wire.drain();
    expect(wire.sent.map(({ params }) => params)).toEqual(Array.from({ length: 20 }, (_, n) => ({ n })));
  });

  test("and an answer for it that finds no room is counted", async () => {
    const wire = new Wire({ answer: () => large });
    wire.full = true;
    for (let id = 0; id < 80; id++) wire.say({ id, method: "server/asks" });
    await oneTurn();
    expect(wire.odds[0]).toBe("the answer to server/asks could not be written");
  });
});

test("an unreadable reply rejects its request and no other", async () => {
  const wire = new Wire();
  const asked = [wire.ask(), wire.ask()];
  wire.feed(frame('{"jsonrpc":"2.0","id":1,"result":{"id":2,]'));
  expect(await Promise.all(asked.map(outcome))).toEqual(["MalformedReply", "pending"]);
  await expect(asked[0]).rejects.toBeInstanceOf(MalformedReply);
  wire.say(reply(2));
  expect(await asked[1]).toBe("answer 2");
});
