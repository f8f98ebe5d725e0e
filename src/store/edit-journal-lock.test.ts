// One writer at a time, also when the disk says odd things about who is there.

import { expect, test } from "vitest";
import { MemoryHost } from "../host/memory/memory.ts";
import { WriteFault } from "../host/writing.ts";
import { filePath } from "../model/file-path.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { StepClock } from "../testing/step-clock.ts";
import { EditLock } from "./edit-journal-lock.ts";

const directory = filePath("/state/edits/one");

function opened(clock: FakeClock | StepClock): MemoryHost {
  const host = new MemoryHost({ clock });
  host.files.write(filePath(`${directory}/here`), "");
  return host;
}

test("a directory that goes during a wait ends the waiting when the time is up", async () => {
  const clock = new StepClock();
  const host = opened(clock);
  const create = host.writing.create.bind(host.writing);
  let turns = 0;
  host.writing.create = (path, bytes, like) => {
    turns++;
    if (turns > 1_000) throw new Error("it spins");
    return path.includes("draft-")
      ? Promise.reject(new WriteFault("ENOENT", path, undefined))
      : create(path, bytes, like);
  };
  const began = clock.now();
  const waiting = new EditLock(host).holding(directory, { waitMs: 500 }, async () => "inside");
  await expect(clock.until(waiting)).rejects.toThrow(WriteFault);
  expect(clock.now() - began).toBeGreaterThanOrEqual(500);
  expect(turns).toBeLessThan(100);
});

test("a lock that cannot be read counts as held", async () => {
  const host = opened(new FakeClock());
  const inside: string[] = [];
  await new EditLock(host).holding(directory, { waitMs: 0 }, async () => {
    for (const path of host.files.below(directory)) host.files.fail(path, "EMFILE");
    const second = new EditLock(host).holding(directory, { waitMs: 0 }, async () => inside.push("both"));
    await expect(second).rejects.toThrow("EMFILE");
  });
  expect(inside).toEqual([]);
});

test("the holder is named with the file that says so", async () => {
  const host = opened(new FakeClock());
  await new EditLock(host).holding(directory, { waitMs: 0 }, async () => {
    const held = await new EditLock(host).holding(directory, { waitMs: 0 }, async () => ({}));
    expect(held).toMatchObject({ heldBy: { pid: 1_000 }, alive: true });
    expect("lock" in held && host.files.below(directory)).toContain("lock" in held && held.lock);
  });
});

test("a lock that has lost its content with the power has no holder, and goes", async () => {
  const host = opened(new FakeClock());
  const lost = filePath(`${directory}/lock-00`);
  for (const left of ["", "\0\0\0", '{"pid": 7']) {
    host.files.write(lost, left);
    const lock = new EditLock(host);
    expect(await lock.holder(directory)).toBeUndefined();
    expect(await lock.holding(directory, { waitMs: 0 }, async () => host.files.below(directory))).not.toContain(lost);
  }
  // One that says something else than we would is left alone.
  host.files.write(lost, JSON.stringify({ of: "another age" }));
  await new EditLock(host).holding(directory, { waitMs: 0 }, async () => "inside");
  expect(host.files.below(directory)).toContain(lost);
});
