import { expect, test } from "vitest";

import { FakeClock } from "../testing/fake-clock.ts";
import { isCancellation } from "./cancel.ts";
import type { Verdict } from "./verdict.ts";
import { Condition, met } from "./verdict.ts";

const unmet: Verdict = { kind: "unmet", why: "still closed" };

function door(): { clock: FakeClock; condition: Condition; become: (verdict: Verdict) => void } {
  const clock = new FakeClock();
  let state = unmet;
  const condition = new Condition(clock, () => state);
  return {
    clock,
    condition,
    become: (verdict) => {
      state = verdict;
    },
  };
}

test("waiters wake together when the condition comes to hold", async () => {
  const { clock, condition, become } = door();
  const waiting = [condition.wait(1_000), condition.wait(5_000)];
  expect(condition.waiting).toBe(2);
  condition.reconsider();
  expect(condition.waiting).toBe(2);
  become(met);
  condition.reconsider();
  expect(await Promise.all(waiting)).toEqual([met, met]);
  expect(clock.pendingTimers).toBe(0);
});

test("one who comes late to a decided condition is answered at once", async () => {
  const { clock, condition, become } = door();
  become(met);
  expect(await condition.wait(1_000)).toEqual(met);
  expect(clock.pendingTimers).toBe(0);
});

test("a condition that can no longer hold ends the wait before its time", async () => {
  const { condition, become } = door();
  const waiting = condition.wait(60_000);
  become({ kind: "unmeetable", why: "the server died" });
  condition.reconsider();
  expect(await waiting).toEqual({ kind: "unmeetable", why: "the server died" });
});

test("when the time is up the verdict says why", async () => {
  const { clock, condition } = door();
  const waiting = condition.wait(1_000);
  clock.advance(999);
  expect(condition.waiting).toBe(1);
  clock.advance(1);
  expect(await waiting).toEqual(unmet);
  expect(condition.waiting).toBe(0);
});

test("what changed without a word is still seen when the time is up", async () => {
  const { clock, condition, become } = door();
  const waiting = condition.wait(1_000);
  become(met);
  clock.advance(1_000);
  expect(await waiting).toEqual(met);
});

test("without time to wait the answer is how things stand", async () => {
  const { clock, condition } = door();
  expect(await condition.wait(0)).toEqual(unmet);
  expect(clock.pendingTimers).toBe(0);
});

test("a wait that the caller cancels rejects with the caller's reason and leaves nothing behind", async () => {
  const { clock, condition, become } = door();
  const abort = new AbortController();
  const cancelled = condition.wait(1_000, abort.signal);
  const other = condition.wait(1_000);
  abort.abort(new Error("changed my mind"));
  const error: unknown = await cancelled.catch((reason: unknown) => reason);
  expect(isCancellation(error)).toBe(true);
  expect(error).toMatchObject({ message: "changed my mind" });
  expect([condition.waiting, clock.pendingTimers]).toEqual([1, 1]);
  become(met);
  condition.reconsider();
  expect(await other).toEqual(met);
});

test("a wait on a signal that has already fired rejects at once", async () => {
  const { clock, condition } = door();
  await expect(condition.wait(1_000, AbortSignal.abort())).rejects.toSatisfy(isCancellation);
  expect([condition.waiting, clock.pendingTimers]).toEqual([0, 0]);
});

test("a settled wait no longer listens to the caller's signal", async () => {
  const { condition, become } = door();
  let listeners = 0;
  const signal = {
    aborted: false,
    reason: undefined,
    addEventListener: () => void listeners++,
    removeEventListener: () => void listeners--,
  };
  const waiting = condition.wait(1_000, signal);
  expect(listeners).toBe(1);
  become(met);
  condition.reconsider();
  await waiting;
  expect(listeners).toBe(0);
});
