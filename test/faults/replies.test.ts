import { describe, expect, test } from "vitest";
import { hover } from "../../src/session/questions/queries.ts";
import { refusalOf } from "../../src/testing/refusal-of.ts";
import { StepClock } from "../../src/testing/step-clock.ts";
import { type FaultSession, openFault } from "../support/fault-session.ts";

/** On a clock that stands still an answer that never comes cannot pass for one that was late. */
function open(how: string): Promise<FaultSession> {
  return openFault("replies", { args: [how], clock: new StepClock() });
}

function hoverOn(kit: FaultSession, line: number) {
  return hover(kit.session, { file: kit.file, place: { line, column: 1 } }, kit.ask());
}

test("answers that overtake one another reach the right callers [BRG-08 AGL-146]", async () => {
  await using kit = await open("reversed");
  const answers = await Promise.all([1, 2, 2].map((line) => hoverOn(kit, line)));
  expect(answers.map(({ value }) => value?.markdown)).toEqual(["line 0", "line 1", "line 1"]);
});

describe("a reply that is not ours to use", () => {
  test.each([
    ["duplicate", "a second time"],
    ["string-id", "under a text as id"],
    ["unknown-id", "under an id of no request"],
  ])("%s: passed over and counted, and each question is settled once [F10 BRG-29]", async (how) => {
    await using kit = await open(how);
    for (const line of [1, 2]) expect((await hoverOn(kit, line)).value?.markdown).toBe(`line ${line - 1}`);
    await kit.seen("wire.fault", ({ what }) => what.includes("no pending request"));
    expect(kit.session.running?.channel.connection.pendingCount).toBe(0);
  });

  test.each(["both", "neither"])(
    "with %s of result and error: refused, and the server goes on [F11 BRG-17]",
    async (how) => {
      await using kit = await open(how);
      expect((await refusalOf(hoverOn(kit, 1))).details).toMatchObject({
        code: "malformed_reply",
        data: { method: "textDocument/hover" },
      });
      expect(await kit.references()).toBe(0);
      expect(kit.events.filter(({ type }) => type === "session.crashed")).toEqual([]);
    },
  );

  test("with an error of null beside its result is an answer", async () => {
    await using kit = await open("null-error");
    expect((await hoverOn(kit, 2)).value?.markdown).toBe("line 1");
  });
});
