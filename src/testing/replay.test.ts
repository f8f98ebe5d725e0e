// A trace that was recorded from one server answers as that server did.

import { expect, test } from "vitest";
import { references } from "../session/questions/queries.ts";
import type { TraceLine } from "./replay.ts";
import { parseTrace, replayServer } from "./replay.ts";
import { openSession, toyCommand } from "./kits/kit.ts";

const fixture = `
-- a.toy --
def «^»apple
use apple
-- b.toy --
use apple
`;

test("a recorded conversation replays to the same answer", async () => {
  const lines: string[] = [];
  const record = (direction: TraceLine["direction"], message: object): number =>
    lines.push(JSON.stringify({ ms: 0, server: "toy", direction, message }));
  await using recorded = openSession({ fixture, trace: record });
  const at = recorded.at(recorded.fixture.cursor);
  const first = await recorded.clock.until(references(recorded.session, at, true, recorded.ask()));
  expect(first.value).toHaveLength(3);

  await using replayed = openSession({ fixture });
  replayed.host.processes.program(toyCommand, replayServer(parseTrace(lines.join("\n"))));
  const second = await replayed.clock.until(
    references(replayed.session, replayed.at(replayed.fixture.cursor), true, replayed.ask()),
  );
  expect(second).toEqual(first);
});

test("the root of a recording can be rewritten, and a line that is none is refused by its number", () => {
  const line = JSON.stringify({ direction: "sent", message: { method: "x", params: { uri: "file:///old/a" } } });
  expect(parseTrace(`${line}\n`, (text) => text.replaceAll("/old/", "/new/"))).toEqual([
    { direction: "sent", message: { method: "x", params: { uri: "file:///new/a" } } },
  ]);
  expect(() => parseTrace(`${line}\n{}\n`)).toThrow("line 2 is not a line of a trace");
});
