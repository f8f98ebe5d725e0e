import { expect, test } from "vitest";

import { FakeClock } from "../../testing/fake-clock.ts";
import { Checks } from "./checks.ts";

const rule = { run: "x/check", work: "x/flycheck" };

function open() {
  const clock = new FakeClock();
  const checks = new Checks(rule, clock);
  let started = 0;
  const run = (ms = 1_000) => checks.run(() => void started++, ms);
  return { clock, checks, run, started: () => started };
}

test("a check is started once, and is over when its announced work has ended", async () => {
  const { checks, run, started } = open();
  const both = Promise.all([run(), run()]);
  checks.begin("other/0");
  checks.begin("x/flycheck/0");
  checks.end("other/0");
  checks.end("x/flycheck/0");
  expect(await both).toEqual([{ kind: "met" }, { kind: "met" }]);
  expect(await run()).toEqual({ kind: "met" });
  expect(started()).toBe(1);
});

test("a change during a check is seen by the next one, which waits for the first", async () => {
  const { checks, run, started } = open();
  const first = run();
  checks.begin("x/flycheck/0");
  checks.told();
  expect(checks.isCurrent).toBe(false);
  checks.end("x/flycheck/0");
  await Promise.resolve();
  await Promise.resolve();
  expect(started()).toBe(2);
  checks.begin("x/flycheck/0");
  checks.end("x/flycheck/0");
  expect(await first).toEqual({ kind: "met" });
  expect(checks.isCurrent).toBe(true);
});

test("a check that does not begin, or does not end, is told apart from one that found nothing", async () => {
  const { clock, checks, run, started } = open();
  const silent = run();
  clock.advance(1_000);
  expect(await silent).toEqual({ kind: "unmet", why: "its check did not start" });
  const slow = run();
  expect(started()).toBe(2);
  checks.begin("x/flycheck/0");
  clock.advance(1_000);
  expect(await slow).toEqual({ kind: "unmet", why: "its check is still running" });
});

test("a server that has gone, or that has no check, is not waited for", async () => {
  const { clock, checks, run } = open();
  const waiting = run();
  checks.lose("gone");
  expect(await waiting).toEqual({ kind: "unmeetable", why: "gone" });
  const none = new Checks(undefined, clock);
  expect(none.exists).toBe(false);
  expect(await none.run(() => expect.fail("there is nothing to start"), 1_000)).toEqual({ kind: "met" });
});
