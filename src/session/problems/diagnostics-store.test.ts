import { describe, expect, test } from "vitest";

import { filePath } from "../../model/file-path.ts";
import type { WireDiagnostic } from "../../protocol/diagnostics.ts";
import type { Verdict } from "../../std/verdict.ts";
import { StepClock, oneTurn } from "../../testing/step-clock.ts";
import type { Wanted } from "./diagnostics-store.ts";
import { DiagnosticsStore } from "./diagnostics-store.ts";
import { diagnosticDocuments, diagnosticsPerDocument, quietWindowCapMs } from "../limits.ts";

const a = filePath("/project/a.toy");
const b = filePath("/project/b.toy");
const start = { line: 0, character: 0 };
const problem = (message: string): WireDiagnostic => ({ range: { start, end: start }, severity: "error", message });

function open(quietMs = 500) {
  const clock = new StepClock();
  const store = new DiagnosticsStore(clock, quietMs);
  const want = (path = a, version = 1): Wanted => ({ path, version, since: clock.now() });
  return { clock, store, want };
}

/** How long a wait took, and its verdict. */
async function timed(clock: StepClock, wait: Promise<Verdict>): Promise<[number, Verdict["kind"]]> {
  const began = clock.now();
  const { kind } = await clock.until(wait);
  return [clock.now() - began, kind];
}

describe("with versions", () => {
  test("a push of the wanted version settles at once, an older one does not [AGL-346]", async () => {
    const { clock, store, want } = open();
    const wait = store.settled([want(a, 3)], 10_000);
    clock.after(100, () => store.publish(a, 2, []));
    clock.after(200, () => store.publish(a, 3, []));
    expect(await timed(clock, wait)).toEqual([200, "met"]);
    expect(await timed(clock, store.settled([want(a, 3)], 10_000))).toEqual([0, "met"]);
  });

  test("an older version never replaces a newer one", () => {
    const { store } = open();
    expect(store.publish(a, 4, [problem("new")])).toBe(true);
    expect(store.publish(a, 3, [problem("old")])).toBe(false);
    expect(store.of(a)).toMatchObject({ version: 4, items: [{ message: "new" }] });
    expect(store.publish(a, 4, [])).toBe(true);
    expect(store.of(a)?.items).toEqual([]);
  });

  test("every target must have settled [AGL-345]", async () => {
    const { clock, store, want } = open();
    const wait = store.settled([want(a), want(b)], 10_000);
    clock.after(100, () => store.publish(a, 1, []));
    clock.after(700, () => store.publish(b, 1, []));
    expect(await timed(clock, wait)).toEqual([700, "met"]);
  });
});

describe("without versions", () => {
  test("silence of 500 ms after the last push settles [AGL-345]", async () => {
    const { clock, store, want } = open();
    const wait = store.settled([want()], 10_000);
    for (const ms of [300, 600, 900]) clock.after(ms, () => store.publish(a, undefined, []));
    expect(await timed(clock, wait)).toEqual([900 + 600, "met"]);
    const quick = open();
    const once = quick.store.settled([quick.want()], 10_000);
    quick.clock.after(300, () => quick.store.publish(a, undefined, []));
    expect(await timed(quick.clock, once)).toEqual([800, "met"]);
  });

  test("what was published before the change does not count [AGL-346]", async () => {
    const { clock, store, want } = open();
    store.publish(a, undefined, [problem("old")]);
    await clock.pass(1_000);
    store.told();
    const wait = store.settled([want()], 10_000);
    clock.after(2_000, () => store.publish(a, undefined, []));
    expect(await timed(clock, wait)).toEqual([2_500, "met"]);
  });

  test("the window grows with the pauses a server was seen to make, up to a cap", async () => {
    const { clock, store } = open();
    expect(store.quietWindowMs).toBe(500);
    store.publish(a, undefined, []);
    await clock.pass(900);
    store.publish(a, undefined, []);
    expect(store.quietWindowMs).toBe(1_800);
    await clock.pass(quietWindowCapMs);
    store.publish(a, undefined, []);
    expect(store.quietWindowMs).toBe(quietWindowCapMs);
  });

  test("a push long after, or after another change, teaches nothing", async () => {
    const { clock, store } = open();
    store.publish(a, undefined, []);
    await clock.pass(60_000);
    store.publish(a, undefined, []);
    expect(store.quietWindowMs).toBe(500);
    await clock.pass(900);
    store.told();
    await clock.pass(1);
    store.publish(a, undefined, []);
    expect(store.quietWindowMs).toBe(500);
  });
});

describe("a wait always ends", () => {
  test("at its limit, and says that nothing came [AGL-347]", async () => {
    const { clock, store, want } = open();
    const verdict = await clock.until(store.settled([want()], 3_000));
    expect([clock.now(), verdict]).toEqual([3_000, { kind: "unmet", why: "the server published nothing" }]);
  });

  test("at its limit, and says that more was still coming [AGL-347]", async () => {
    const { clock, store, want } = open();
    const wait = store.settled([want()], 1_000);
    for (let ms = 100; ms < 2_000; ms += 100) clock.after(ms, () => store.publish(a, undefined, []));
    expect(await clock.until(wait)).toEqual({ kind: "unmet", why: "the server was still publishing" });
    expect(clock.now()).toBe(1_000);
  });

  test("at once with nothing to wait for [AGL-348]", async () => {
    const { clock, store } = open();
    expect(await timed(clock, store.settled([], 10_000))).toEqual([0, "met"]);
  });

  test("when the server has gone, and what it said has gone with it", async () => {
    const { clock, store, want } = open();
    store.publish(b, 1, [problem("x")]);
    const wait = store.settled([want()], 10_000);
    clock.after(100, () => store.lose("it died"));
    expect(await clock.until(wait)).toEqual({ kind: "unmeetable", why: "it died" });
    expect([clock.now(), store.of(b)]).toEqual([100, undefined]);
    expect(await timed(clock, store.settled([want()], 10_000))).toEqual([0, "unmeetable"]);
    store.revive();
    store.publish(a, 1, []);
    expect(await timed(clock, store.settled([want()], 10_000))).toEqual([0, "met"]);
    expect(clock.pendingTimers).toBe(0);
  });

  test("when the caller gives up, without a trace", async () => {
    const { clock, store, want } = open();
    const caller = new AbortController();
    const wait = store.settled([want()], 10_000, caller.signal);
    caller.abort();
    await expect(wait).rejects.toMatchObject({ name: "AbortError" });
    await clock.pass(1_000);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("a flood", () => {
  test("of diagnostics is cut per document, and counted", () => {
    const { store } = open();
    const items = Array.from({ length: diagnosticsPerDocument + 5 }, (_, index) => problem(String(index)));
    store.publish(a, 1, items);
    expect([store.of(a)?.items.length, store.of(a)?.sent]).toEqual([
      diagnosticsPerDocument,
      diagnosticsPerDocument + 5,
    ]);
  });

  test("of documents drops the oldest", async () => {
    const { store } = open();
    for (let index = 0; index < diagnosticDocuments + 3; index++) store.publish(filePath(`/p/${index}`), undefined, []);
    expect(store.files()).toHaveLength(diagnosticDocuments);
    expect([store.of(filePath("/p/2")), store.of(filePath("/p/3"))?.sent]).toEqual([undefined, 0]);
    await oneTurn();
  });
});
