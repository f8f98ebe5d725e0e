import { expect, test } from "vitest";

import { OpQueue } from "./op-queue.ts";

/** An operation whose runs are ended by hand. */
function manual(): { queue: OpQueue; runs: { end(): void; fail(error: Error): void }[]; underWay: () => number } {
  const runs: { end(): void; fail(error: Error): void }[] = [];
  let underWay = 0;
  const queue = new OpQueue(async () => {
    underWay++;
    await new Promise<void>((resolve, reject) => runs.push({ end: resolve, fail: reject })).finally(() => underWay--);
  });
  return { queue, runs, underWay: () => underWay };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test("the first request runs at once, and all that come meanwhile share one further run", async () => {
  const { queue, runs, underWay } = manual();
  const first = queue.request();
  expect(runs).toHaveLength(1);
  const later = [queue.request(), queue.request(), queue.request()];
  await settle();
  expect(runs).toHaveLength(1);
  runs[0]?.end();
  await first;
  await settle();
  expect([runs.length, underWay()]).toEqual([2, 1]);
  runs[1]?.end();
  await Promise.all(later);
  expect(runs).toHaveLength(2);
});

test("a request is not answered by a run that began before it", async () => {
  const { queue, runs } = manual();
  void queue.request();
  let answered = false;
  void queue.request().then(() => {
    answered = true;
  });
  runs[0]?.end();
  await settle();
  expect(answered).toBe(false);
  runs[1]?.end();
  await settle();
  expect(answered).toBe(true);
});

test("after a pause the next request starts a fresh run", async () => {
  const { queue, runs } = manual();
  const first = queue.request();
  runs[0]?.end();
  await first;
  const second = queue.request();
  expect(runs).toHaveLength(2);
  runs[1]?.end();
  await second;
});

test("a failed run rejects its own callers only", async () => {
  const { queue, runs } = manual();
  const first = queue.request();
  const second = queue.request();
  runs[0]?.fail(new Error("disk gone"));
  await expect(first).rejects.toThrow("disk gone");
  await settle();
  runs[1]?.end();
  await expect(second).resolves.toBeUndefined();
});

test("an operation that throws at once leaves the queue usable", async () => {
  let runs = 0;
  const queue = new OpQueue(() => {
    if (++runs === 1) throw new Error("not even begun");
    return Promise.resolve();
  });
  await expect(queue.request()).rejects.toThrow("not even begun");
  const next = queue.request();
  expect(runs).toBe(2);
  await expect(next).resolves.toBeUndefined();
});

test("a request in the moment between two runs joins the one that is about to start", async () => {
  const ends: (() => void)[] = [];
  let underWay = 0;
  let most = 0;
  const queue = new OpQueue(() => {
    most = Math.max(most, ++underWay);
    const run = new Promise<void>((resolve) => ends.push(resolve));
    // These reactions run right after the queue's own, in the turn in which the run ends.
    void run.then(() => underWay--);
    if (ends.length === 1) void Promise.resolve().then(() => run.then(() => asked.push(queue.request())));
    return run;
  });
  const asked = [queue.request(), queue.request()];
  await settle();
  ends[0]?.();
  await settle();
  expect([asked.length, ends.length, most]).toEqual([3, 2, 1]);
  ends[1]?.();
  await Promise.all(asked);
  expect(ends).toHaveLength(2);
});

test("what the operation itself asks for is the next run, not one beside it", async () => {
  let underWay = 0;
  let most = 0;
  let asked: Promise<void> | undefined;
  const queue = new OpQueue(async () => {
    most = Math.max(most, ++underWay);
    asked ??= queue.request();
    await settle();
    underWay--;
  });
  await queue.request();
  await asked;
  expect([most, underWay]).toEqual([1, 0]);
});
