// Progress of waiting calls, on a clock that the test moves.

import { expect, test } from "vitest";
import type { BridgeEvent } from "../../model/event.ts";
import { Progress } from "./progress.ts";

const starting: BridgeEvent = { type: "session.restarting", server: "toy", attempt: 1, delayMs: 0 };

function report(percentage: number, stage: "begin" | "report" | "end" = "report"): BridgeEvent {
  return { type: "progress", server: "toy", token: "t", stage, title: "Indexing", percentage };
}

function waiting(): { progress: Progress; told: string[]; time: { now: number }; end: () => void } {
  const time = { now: 0 };
  const told: string[] = [];
  const progress = new Progress({ now: () => time.now });
  const end = progress.begin({ notify: (count, message) => told.push(`${count} ${message}`) });
  return { progress, told, time, end };
}

test("reports in quick succession are thinned out, beginnings and ends are not, and the number always grows", () => {
  const { progress, told, time } = waiting();
  progress.take(report(0, "begin"));
  for (const percentage of [10, 20, 30]) progress.take(report(percentage));
  time.now = 200;
  for (const percentage of [40, 50]) progress.take(report(percentage));
  progress.take(report(100, "end"));
  progress.take(starting);
  expect(told).toEqual([
    "1 toy: Indexing 0 %",
    "2 toy: Indexing 40 %",
    "3 toy: Indexing, done",
    "4 starting toy again",
  ]);
});

test("nothing is said twice in a row, nothing about what no call waits for, and nothing after the end", () => {
  const { progress, told, end } = waiting();
  progress.take(starting);
  progress.take(starting);
  progress.take({ type: "files.changed", created: 1, changed: 0, deleted: 0, paths: [] });
  end();
  progress.take(report(0, "begin"));
  expect(told).toEqual(["1 starting toy again"]);
});

test("what a server calls its work stays on one line and within bounds", () => {
  const { progress, told } = waiting();
  progress.take({
    type: "progress",
    server: "toy",
    token: "t",
    stage: "begin",
    title: `a\nb\u001b[2J${"x".repeat(999)}`,
  });
  expect(told[0]).toMatch(/^1 toy: a\\nb\\u\{1b\}\[2Jx+…$/);
  expect(told[0]?.length).toBeLessThan(250);
});
