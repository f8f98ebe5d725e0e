// What is kept by stamp: found out once while nothing changes, and again when something has.

import { expect, test } from "vitest";
import { MemoryHost } from "../../host/memory/memory.ts";
import { filePath } from "../../model/file-path.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { ByStamp } from "./by-stamp.ts";

const path = filePath("/r/a.txt");

function counted() {
  const host = new MemoryHost({ clock: new StepClock() });
  let found = 0;
  const kept = new ByStamp<number>(host);
  return { host, ask: () => kept.of(path, async () => ++found) };
}

test("a value is found once while its file stays, and again after a change", async () => {
  const { host, ask } = counted();
  host.files.write(path, "one");
  host.clock.advance(60_000);
  expect([await ask(), await ask()]).toEqual([1, 1]);
  host.files.write(path, "three");
  host.clock.advance(60_000);
  expect([await ask(), await ask()]).toEqual([2, 2]);
});

test("nothing is kept about what was written a moment ago", async () => {
  const { host, ask } = counted();
  host.clock.advance(60_000);
  host.files.write(path, "one");
  expect([await ask(), await ask()]).toEqual([1, 2]);
});

test("nothing there is nothing known, before and after", async () => {
  const { host, ask } = counted();
  expect(await ask()).toBeUndefined();
  host.files.write(path, "one");
  host.clock.advance(60_000);
  expect(await ask()).toBe(1);
  host.files.remove(path);
  expect(await ask()).toBeUndefined();
});
