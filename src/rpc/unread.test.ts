// What becomes of requests when the other side says that it could not read a message, and cannot say which.

import { describe, expect, test } from "vitest";
import { outcome, Wire } from "../../test/support/wire.ts";
import { unreadGraceMs } from "./limits.ts";
import { MalformedReply } from "./rpc-error.ts";

const reply = (id: number): object => ({ jsonrpc: "2.0", id, result: `answer ${id}` });

describe("an error without an id", () => {
  test.each([-32700, -32600])(
    "an error %i without an id fails what stays unanswered, and nothing that is answered",
    async (code) => {
      const wire = new Wire();
      const [first, lost, last] = ["a", "b", "c"].map((name) => wire.ask(name, {}, { timeoutMs: 100_000 }));
      wire.say({ id: null, error: { code, message: "no such escape" } });
      const later = wire.ask("d", {}, { timeoutMs: 100_000 });
      wire.say(reply(1));
      wire.clock.advance(unreadGraceMs - 1);
      wire.say(reply(3));
      expect(wire.connection.pendingCount).toBe(2);
      wire.clock.advance(1);
      expect(await Promise.all([first, last])).toEqual(["answer 1", "answer 3"]);
      await expect(lost).rejects.toThrow(MalformedReply);
      await expect(lost).rejects.toThrow("no such escape");
      expect(wire.connection.pendingCount).toBe(1);
      wire.say(reply(4));
      expect(await later).toBe("answer 4");
      expect([wire.odds.length, wire.clock.pendingTimers]).toEqual([1, 0]);
    },
  );

  test("an error without an id that is about no reading, or while nothing is asked, changes nothing", async () => {
    const wire = new Wire();
    wire.say({ id: null, error: { code: -32700, message: "bad" } });
    expect(wire.clock.pendingTimers).toBe(0);
    const asked = wire.ask("a", {}, { timeoutMs: 100_000 });
    wire.say({ id: null, error: { code: -32603, message: "something else" } });
    wire.clock.advance(unreadGraceMs);
    wire.say(reply(1));
    expect(await asked).toBe("answer 1");
  });

  test("a stream that ends leaves no timer behind of a message that could not be read", async () => {
    const wire = new Wire();
    const asked = outcome(wire.ask());
    wire.say({ id: null, error: { code: -32700, message: "bad" } });
    wire.connection.close("enough");
    expect(await asked).toBe("ConnectionClosed");
    expect(wire.clock.pendingTimers).toBe(0);
  });
});
