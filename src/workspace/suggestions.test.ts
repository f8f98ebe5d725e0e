// An id names a suggestion for a while: not for ever, not without bound, and to nobody else.

import { expect, test } from "vitest";
import { filePath } from "../model/file-path.ts";
import type { ProposedStep } from "../model/offered-action.ts";
import { StepClock } from "../testing/step-clock.ts";
import type { Suggestion } from "./suggestions.ts";
import { restsOn, Suggestions } from "./suggestions.ts";

function suggestion(title: string, steps: readonly ProposedStep[] = []): Suggestion {
  const plain = { kind: undefined, diagnostics: [], isPreferred: false, disabled: undefined, command: undefined };
  return { root: filePath("/project"), action: { ...plain, server: "toy", title, steps, fault: undefined } };
}

const edited: ProposedStep = {
  kind: "edit",
  file: filePath("/project/a.toy"),
  hash: "h1",
  before: "old",
  text: "new",
};

test("an id names what it was given for, and the texts it rests on", () => {
  const kept = new Suggestions(new StepClock(), () => 0.5);
  const first = suggestion("first", [edited]);
  const ids = [kept.keep(first), kept.keep(suggestion("second"))];
  expect(new Set(ids).size).toBe(2);
  expect(kept.get(ids[0] ?? "")).toBe(first);
  expect(restsOn(first)).toEqual([{ file: "/project/a.toy", hash: "h1" }]);
});

test("an id of another engine names nothing here", () => {
  const clock = new StepClock();
  const other = new Suggestions(clock, () => 0.25).keep(suggestion("theirs"));
  const own = new Suggestions(clock, () => 0.75);
  own.keep(suggestion("mine"));
  expect(own.get(other)).toBeUndefined();
});

test("what nobody uses expires, and what somebody uses does not", () => {
  const clock = new StepClock();
  const kept = new Suggestions(clock, () => 0.5);
  const [used, unused] = [kept.keep(suggestion("used")), kept.keep(suggestion("unused"))];
  clock.advance(20 * 60_000);
  expect(kept.get(used)?.action.title).toBe("used");
  clock.advance(20 * 60_000);
  expect([kept.get(used)?.action.title, kept.get(unused)]).toEqual(["used", undefined]);
});

test("there are never more than so many, and the least recently used goes first", () => {
  const kept = new Suggestions(new StepClock(), () => 0.5);
  const first = kept.keep(suggestion("first"));
  const second = kept.keep(suggestion("second"));
  for (let count = 0; count < 498; count++) kept.keep(suggestion(`${count}`));
  expect(kept.get(first)?.action.title).toBe("first");
  kept.keep(suggestion("one more"));
  expect([kept.size, kept.get(first)?.action.title, kept.get(second)]).toEqual([500, "first", undefined]);
});

test("texts are bounded as well, and one that is too large is not kept at all", () => {
  const kept = new Suggestions(new StepClock(), () => 0.5);
  const large = (megabytes: number): ProposedStep => ({ ...edited, text: "x".repeat(megabytes * 1024 * 1024) });
  const first = kept.keep(suggestion("first", [large(20)]));
  expect(kept.get(kept.keep(suggestion("too large", [large(40)])))).toBeUndefined();
  expect(kept.get(first)).toBeDefined();
  kept.keep(suggestion("second", [large(20)]));
  expect([kept.get(first), kept.size]).toEqual([undefined, 1]);
});
