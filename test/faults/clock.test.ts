import { describe, expect, test } from "vitest";
import { hover, references } from "../../src/session/questions/queries.ts";
import type { ToySession } from "../../src/testing/kits/kit.ts";
import { openSession } from "../../src/testing/kits/kit.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import { oneTurn } from "../../src/testing/step-clock.ts";

const fixture = "-- a.toy --\ndef «^»x\n";
const day = 24 * 3_600_000;

function askHover(kit: ToySession, over: Parameters<ToySession["ask"]>[0] = {}) {
  return hover(kit.session, kit.at(kit.fixture.cursor), kit.ask(over));
}

const probes = (kit: ToySession): number =>
  kit.toy.received.filter(({ method }) => method.startsWith("$/sightline/")).length;

describe.each([
  ["forward", day],
  ["back", -day],
])("F72 the wall clock is set a day %s", (_direction, jump) => {
  test("no request times out earlier or later for it [F72]", async () => {
    await using kit = openSession({ fixture, dials: { neverAnswers: ["textDocument/hover"] } });
    const began = kit.clock.now();
    const question = refusalOf(askHover(kit));
    await kit.clock.pass(10_000);
    kit.clock.jumpWall(jump);
    await kit.clock.pass(19_999);
    expect(kit.session.running?.channel.connection.pendingCount).toBe(1);
    expect((await kit.clock.until(question)).code).toBe("timed_out");
    expect(kit.clock.now() - began).toBe(30_000);
  });

  test("crashes count in the window that really passed [F72]", async () => {
    await using kit = openSession({ fixture });
    for (let crashes = 0; crashes < 5; crashes++) {
      await kit.clock.until(askHover(kit));
      kit.clock.jumpWall(jump);
      kit.toy.process.exit(1);
      await oneTurn();
    }
    const refusal = await refusalOf(askHover(kit));
    expect(refusal.details).toMatchObject({ code: "server_restarting", retryAfterMs: 60_000 });
    kit.clock.jumpWall(jump);
    expect((await refusalOf(askHover(kit))).details.retryAfterMs).toBe(60_000);
    await kit.clock.pass(60_000);
    expect((await kit.clock.until(askHover(kit))).value?.markdown).toBe("def x");
  });

  test("a healthy server stays the same process [F72]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(askHover(kit));
    kit.clock.jumpWall(jump);
    expect((await kit.clock.until(askHover(kit))).standing.state).toBe("complete");
    expect(kit.toy.incarnations).toHaveLength(1);
  });
});

describe("F73 the machine slept for eight hours", () => {
  test("a server that lives is asked for a sign of life first, once, and then answers [F73]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(askHover(kit));
    expect(probes(kit)).toBe(0);
    kit.clock.jumpWall(8 * 3_600_000);
    await kit.clock.until(askHover(kit));
    const after = kit.toy.server.methods.slice(-2);
    expect([probes(kit), ...after]).toEqual([1, "$/sightline/alive", "textDocument/hover"]);
    await kit.clock.until(askHover(kit));
    expect([probes(kit), kit.toy.incarnations.length]).toEqual([1, 1]);
  });

  test("a server that does not is ended and replaced before the question is asked [F73]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(askHover(kit));
    const asked = kit.toy.server.paramsOf("textDocument/hover").length;
    kit.toy.process.pauseInput();
    kit.clock.jumpWall(8 * 3_600_000);
    expect((await kit.clock.until(askHover(kit))).value?.markdown).toBe("def x");
    expect(kit.toy.incarnations).toHaveLength(2);
    expect(kit.toy.incarnations[0]?.server.paramsOf("textDocument/hover")).toHaveLength(asked);
    expect(kit.eventsOf("session.crashed")[0]?.exit.cause).toBe("hung");
  });

  test("a few seconds more on the wall are no sleep [F73]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(askHover(kit));
    kit.clock.jumpWall(30_000);
    await kit.clock.until(askHover(kit));
    expect(probes(kit)).toBe(0);
  });
});

describe("a server that does not answer", () => {
  test("three times in a row is asked for a sign of life, and left alone when it gives one [SYN-51 BRG-15]", async () => {
    await using kit = openSession({ fixture, dials: { neverAnswers: ["textDocument/hover"] } });
    for (let timeouts = 0; timeouts < 3; timeouts++) await kit.clock.until(refusalOf(askHover(kit, { ms: 1_000 })));
    expect([probes(kit), kit.toy.incarnations.length, kit.session.status.state]).toEqual([1, 1, "ready"]);
  });

  test("nor gives one is ended and named so; an answer in between sets the count back [SYN-30]", async () => {
    await using kit = openSession({ fixture, dials: { neverAnswers: ["textDocument/hover", "$/sightline/alive"] } });
    const codes: string[] = [];
    for (const method of ["hover", "hover", "references", "hover", "hover", "hover"]) {
      if (method === "hover") codes.push((await kit.clock.until(refusalOf(askHover(kit, { ms: 1_000 })))).code);
      else await kit.clock.until(references(kit.session, kit.at(kit.fixture.cursor), true, kit.ask()));
    }
    expect(codes).toEqual(["timed_out", "timed_out", "timed_out", "timed_out", "server_hung"]);
    await kit.clock.pass(2_000);
    expect(kit.toy.incarnations).toHaveLength(2);
  });

  test("because it is held by a signal is ended at once [SYN-30]", async () => {
    await using kit = openSession({ fixture });
    await kit.clock.until(askHover(kit));
    kit.toy.process.hold();
    expect((await kit.clock.until(refusalOf(askHover(kit, { ms: 1_000 })))).code).toBe("server_hung");
    expect((await kit.clock.until(askHover(kit))).value?.markdown).toBe("def x");
  });
});
