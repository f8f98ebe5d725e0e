// What is kept by stamp: found out once while nothing changes, and again when something has.

import { expect, test } from "vitest";
import { MemoryHost } from "../../host/memory/memory.ts";
import { filePath } from "../../model/file-path.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { comparedByStamp } from "./by-content.ts";

const path = filePath("/r/a.txt");

function counted() {
  const host = new MemoryHost({ clock: new StepClock() });
  let found = 0;
  const kept = comparedByStamp<number>(host);
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

test("who asks after a write is not given what was being read before it", async () => {
  const host = new MemoryHost({ clock: new StepClock() });
  host.files.write(path, "harmless");
  const kept = comparedByStamp<string>(host);
  const read = async (): Promise<string> =>
    host.files.decode((await host.files.read(path, 100)) ?? new Uint8Array()).text;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const first = kept.of(path, async () => {
    const text = await read();
    await held;
    return text;
  });
  await kept.of(filePath("/r/other.txt"), async () => "");
  host.files.write(path, "harmful!");
  const second = kept.of(path, read);
  release();
  expect([await first, await second]).toEqual(["harmless", "harmful!"]);
});
