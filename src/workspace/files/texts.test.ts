// Texts that are kept: served while the file is the same, and never after.

import { expect, test } from "vitest";
import { MemoryHost } from "../../host/memory/memory.ts";
import { filePath } from "../../model/file-path.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { Texts } from "./texts.ts";

const path = filePath("/r/a.txt");

function machine(): { host: MemoryHost<StepClock>; texts: Texts; reads: () => number } {
  const host = new MemoryHost({ clock: new StepClock() });
  let count = 0;
  const read = host.files.read.bind(host.files);
  host.files.read = (file, maxBytes) => {
    count++;
    return read(file, maxBytes);
  };
  return { host, texts: new Texts(host, filePath("/r"), 1_000_000_000), reads: () => count };
}

test("a settled file is read once, and again when it has changed", async () => {
  const { host, texts, reads } = machine();
  host.files.write(path, "one");
  host.clock.advance(60_000);
  expect((await texts.of(path)).text).toBe("one");
  expect((await texts.of(path)).text).toBe("one");
  expect(reads()).toBe(1);
  host.files.write(path, "two");
  expect((await texts.of(path)).text).toBe("two");
});

test("a file that was just written is read each time: an equal stamp would prove nothing", async () => {
  const { host, texts, reads } = machine();
  host.clock.advance(60_000);
  host.files.write(path, "one");
  await texts.of(path);
  await texts.of(path);
  expect(reads()).toBe(2);
});

test("no more is kept than fits, and the least recently used goes first", async () => {
  const { host, texts, reads } = machine();
  const files = [0, 1, 2].map((n) => filePath(`/r/${n}.txt`));
  for (const file of files) host.files.write(file, "x".repeat(6 * 1024 * 1024));
  host.clock.advance(60_000);
  for (const file of files) await texts.of(file);
  const [first, , last] = files;
  if (first === undefined || last === undefined) throw new Error("no files");
  await texts.of(last);
  expect(reads()).toBe(3);
  await texts.of(first);
  expect(reads()).toBe(4);
});

test("a link that leads outside the root is not shown, one that stays inside is [S12]", async () => {
  const { host, texts } = machine();
  host.files.write(filePath("/secret.txt"), "a secret");
  host.files.link(filePath("/r/out.txt"), filePath("/secret.txt"));
  host.files.write(path, "inside");
  host.files.link(filePath("/r/in.txt"), path);
  await expect(texts.of(filePath("/r/out.txt"))).rejects.toMatchObject({ code: "outside_root" });
  expect((await texts.of(filePath("/r/in.txt"))).text).toBe("inside");
});
