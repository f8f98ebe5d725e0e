// Texts that were given are shown once, in their last form, and none is lost.

import { expect, test } from "vitest";
import { filePath } from "../../model/file-path.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { changeCoalesceMs } from "../limits.ts";
import { GivenTexts } from "./documents.ts";
import { InTurn } from "./in-turn.ts";

const [a, b] = [filePath("/r/a"), filePath("/r/b")];

function texts(show: (shown: string) => void) {
  const clock = new StepClock();
  const shown: string[] = [];
  const given = new GivenTexts({
    clock,
    turns: new InTurn(),
    show: async (path, text) => {
      show(text);
      shown.push(`${path} ${text}`);
    },
  });
  return { clock, given, shown };
}

test("a burst is shown once, when its time has passed", async () => {
  const { clock, given, shown } = texts(() => {});
  for (const text of ["one", "two", "three"]) given.give(a, text);
  given.give(b, "other");
  await clock.pass(changeCoalesceMs - 1);
  expect(shown).toEqual([]);
  await clock.pass(1);
  expect(shown).toEqual(["/r/a three", "/r/b other"]);
});

test("what is dropped in time is not shown", async () => {
  const { given, shown } = texts(() => {});
  given.give(a, "one");
  given.drop(a);
  await given.flush();
  expect(shown).toEqual([]);
});

test("what could not be shown is shown next time", async () => {
  let isBroken = true;
  const { given, shown } = texts(() => {
    if (isBroken) throw new Error("no place");
  });
  given.give(a, "one");
  await expect(given.flush()).rejects.toThrow("no place");
  isBroken = false;
  await given.flush();
  await given.flush();
  expect(shown).toEqual(["/r/a one"]);
});

test("what could not be shown gives way to what was given meanwhile", async () => {
  const { given, shown } = texts((text) => {
    if (text !== "one") return;
    given.give(a, "two");
    throw new Error("no place");
  });
  given.give(a, "one");
  await expect(given.flush()).rejects.toThrow("no place");
  await given.flush();
  expect(shown).toEqual(["/r/a two"]);
});
