import { describe, expect, test } from "vitest";

import type { BridgeEvent } from "../../model/event.ts";
import type { ToySession } from "../../testing/kits/kit.ts";
import { openSession } from "../../testing/kits/kit.ts";
import { oneTurn } from "../../testing/step-clock.ts";
import { hover } from "./queries.ts";

const fixture = "-- a.toy --\ndef «^»x\n";

function askHover(kit: ToySession) {
  return kit.clock.until(hover(kit.session, kit.at(kit.fixture.cursor), kit.ask()));
}

const texts = (kit: ToySession): string[] =>
  kit.eventsOf("server.message").map(({ level, text }) => `${level} ${text}`);

describe("what a server says unasked", () => {
  test("is recorded with its level", async () => {
    await using kit = openSession({ fixture });
    await askHover(kit);
    const { server } = kit.toy;
    for (const type of [1, 2, 3, 4, 5, 99]) server.notify("window/logMessage", { type, message: `m${type}` });
    server.notify("window/showMessage", { type: 1, message: "shown" });
    await oneTurn();
    expect(texts(kit)).toEqual(["error m1", "warning m2", "info m3", "log m4", "debug m5", "log m99", "error shown"]);
    expect(kit.eventsOf("server.message").map(({ shown }) => shown)).toEqual([
      ...Array.from({ length: 6 }, () => false),
      true,
    ]);
  });

  test("is heard before it was asked anything, and after it was told to end [BRG-20]", async () => {
    await using kit = openSession({ fixture, dials: { greeting: "good morning", neverAnswers: ["initialize"] } });
    void hover(kit.session, kit.at(kit.fixture.cursor), kit.ask()).catch((error: Error) => error.message);
    await oneTurn();
    expect([texts(kit), kit.toy.server.methods]).toEqual([["info good morning"], ["initialize"]]);
    await using late = openSession({ fixture, dials: { neverAnswers: ["exit"] } });
    await askHover(late);
    const stopped = late.session.stop();
    await oneTurn();
    expect(late.toy.server.methods.slice(-2)).toEqual(["shutdown", "exit"]);
    late.toy.server.notify("window/logMessage", { type: 3, message: "good night" });
    await oneTurn();
    expect(texts(late)).toEqual(["info good night"]);
    await late.clock.until(stopped);
  });

  test("is let through fifty times a second, and the rest is counted", async () => {
    await using kit = openSession({ fixture });
    await askHover(kit);
    for (let count = 0; count < 10_000; count++) kit.toy.server.notify("window/logMessage", { type: 4, message: "x" });
    await oneTurn();
    expect(texts(kit)).toHaveLength(50);
    await kit.clock.pass(1_000);
    kit.toy.server.notify("window/logMessage", { type: 4, message: "y" });
    await oneTurn();
    expect(texts(kit).at(-1)).toBe("log y (9950 more were not shown)");
  });

  test("is cut where it is endless", async () => {
    await using kit = openSession({ fixture });
    await askHover(kit);
    kit.toy.server.notify("window/logMessage", { type: 4, message: "x".repeat(100_000) });
    await oneTurn();
    expect(kit.eventsOf("server.message")[0]?.text).toHaveLength(2_000);
  });

  test("and is not understood is passed over [SYN-54]", async () => {
    await using kit = openSession({ fixture });
    await askHover(kit);
    const before = kit.events.length;
    for (const params of [{}, { token: {} }, { token: 1, value: 7 }, { token: 1, value: { kind: "odd" } }]) {
      kit.toy.server.notify("$/progress", params);
      kit.toy.server.notify("custom/unheardOf", params);
      kit.toy.server.notify("window/logMessage", params);
    }
    await oneTurn();
    expect(kit.events.slice(before)).toEqual([]);
    expect((await askHover(kit)).value?.markdown).toBe("def x");
  });

  test("of its progress is recorded, with numbers for tokens too", async () => {
    await using kit = openSession({ fixture });
    await askHover(kit);
    kit.toy.server.notify("$/progress", { token: 7, value: { kind: "begin", title: "Loading", percentage: 0 } });
    kit.toy.server.notify("$/progress", { token: 7, value: { kind: "report", message: "1 of 2", percentage: 50 } });
    kit.toy.server.notify("$/progress", { token: 7, value: { kind: "end" } });
    await oneTurn();
    expect(kit.eventsOf("progress")).toMatchObject([
      { token: "7", stage: "begin", title: "Loading", percentage: 0 },
      { token: "7", stage: "report", message: "1 of 2", percentage: 50 },
      { token: "7", stage: "end" },
    ]);
  });
});

describe("a fault of ours in the middle of reading", () => {
  test("in a listener to events is reported with its stack, and reading goes on [AGL-150]", async () => {
    await using kit = openSession({
      fixture,
      onEvent: (event: BridgeEvent) => {
        if (event.type === "server.message") throw new Error("a bad listener");
      },
    });
    await askHover(kit);
    kit.toy.server.notify("window/logMessage", { type: 3, message: "hello" });
    await oneTurn();
    const [defect] = kit.eventsOf("defect");
    expect(defect).toMatchObject({ where: "window/logMessage", message: "a bad listener" });
    expect(defect?.stack).toContain("messages.test.ts");
    expect((await askHover(kit)).value?.markdown).toBe("def x");
  });

  test("in a tracer is reported too, and nothing is lost [AGL-150]", async () => {
    await using kit = openSession({
      fixture,
      trace: () => {
        throw new Error("a bad tracer");
      },
    });
    expect((await askHover(kit)).value?.markdown).toBe("def x");
    expect(kit.eventsOf("defect")[0]).toMatchObject({ where: "trace", message: "a bad tracer" });
  });
});
