// The id of a suggestion expires and is valid only in the engine that gave it; the number of suggestions is bounded.

import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import type { OfferedAction, ProposedStep } from "../../model/offered-action.ts";
import { StepClock } from "../../testing/step-clock.ts";
import type { Offered } from "./suggestions.ts";
import { restsOn, Suggestions } from "./suggestions.ts";

function suggestion(title: string, steps: readonly ProposedStep[] = [], more: Partial<OfferedAction> = {}): Offered {
  const plain = { kind: undefined, diagnostics: [], isPreferred: false, disabled: undefined, command: undefined };
  return { root: filePath("/project"), action: { ...plain, server: "toy", title, steps, fault: undefined, ...more } };
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
  const known = kept.get(ids[0] ?? "");
  const { before: _, ...step } = edited;
  // Of the text that it was made from the hash is enough.
  expect(known).toEqual({ ...first, action: { ...first.action, steps: [step] } });
  expect(known && restsOn(known)).toEqual([{ file: "/project/a.toy", hash: "h1" }]);
});

test("an id of another engine names nothing here", () => {
  const clock = new StepClock();
  const other = new Suggestions(clock, () => 0.25).keep(suggestion("theirs"));
  const own = new Suggestions(clock, () => 0.75);
  own.keep(suggestion("mine"));
  expect(own.get(other)).toBeUndefined();
});

test("what is not used expires, and what is used does not", () => {
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

const words = "x".repeat(20 * 1024 * 1024);
const start = { line: 1, column: 1 };

test.each<[string, Partial<OfferedAction>]>([
  ["a title", { title: words }],
  ["a kind", { kind: words }],
  ["why it cannot be used", { disabled: words }],
  ["why it is not known", { fault: words }],
  ["a command", { command: { title: "", command: "", arguments: [{ deep: [[words]] }] } }],
  ["a name in a command", { command: { title: "", command: "", arguments: [{ [words]: 1 }] } }],
  ["a problem", { diagnostics: [{ span: { start, end: start }, severity: "error", message: words }] }],
  ["many numbers", { command: { title: "", command: "", arguments: Array.from({ length: 2_500_000 }, () => 1) } }],
])("whatever a server words counts: %s", (_, more) => {
  const kept = new Suggestions(new StepClock(), () => 0.5);
  const [first, second] = [kept.keep(suggestion("first", [], more)), kept.keep(suggestion("second", [], more))];
  expect([first, second].map((id) => kept.get(id) !== undefined)).toEqual([false, true]);
});
