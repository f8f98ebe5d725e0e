// Which route a signal takes, and when an agent is told of it.

import { describe, expect, test } from "vitest";
import type { SignalRoute, SignalTier } from "./signals.ts";
import { customSignal, Signals } from "./signals.ts";

const kind = customSignal("lsp_diagnostics_changed");

type Row = readonly [tier: SignalTier, name: string, more?: Partial<SignalRoute>];

/** The action of a route is named after it. */
function routed(...routes: readonly Row[]): Signals {
  const signals = new Signals();
  for (const [tier, name, more] of routes) signals.route(tier, { kind, action: `Custom(${name})`, ...more });
  return signals;
}

const never = (): boolean => false;

describe("the route of a signal", () => {
  test.each<[string, readonly Row[], string | undefined]>([
    ["none without routes", [], undefined],
    [
      "strategy 0 beats agent 100",
      [
        ["agent", "a", { priority: 100 }],
        ["strategy", "s"],
      ],
      "Custom(s)",
    ],
    [
      "agent beats plugin",
      [
        ["plugin", "p", { priority: 9 }],
        ["agent", "a"],
      ],
      "Custom(a)",
    ],
    [
      "the higher priority of a tier",
      [
        ["agent", "low", { priority: 1 }],
        ["agent", "high", { priority: 2 }],
      ],
      "Custom(high)",
    ],
    [
      "the first of equals",
      [
        ["agent", "one"],
        ["agent", "two"],
      ],
      "Custom(one)",
    ],
    [
      "a lower tier where a predicate fails",
      [
        ["strategy", "s", { predicate: never }],
        ["plugin", "p"],
      ],
      "Custom(p)",
    ],
    [
      "a lower route where a predicate throws",
      [
        ["agent", "s", { predicate: () => JSON.parse("{") }],
        ["plugin", "p"],
      ],
      "Custom(p)",
    ],
    ["none of another kind", [["agent", "a", { kind: "Timer" }]], undefined],
  ])("%s", (_, routes, action) => {
    expect(routed(...routes).resolve({ kind, payload: {} })?.action).toBe(action);
  });

  test("ends when it is taken back", () => {
    const signals = new Signals();
    const stop = signals.route("agent", { kind, action: "ForceStop" });
    stop();
    expect(signals.resolve({ kind, payload: {} })).toBeUndefined();
  });
});

describe("signals that wait", () => {
  test("come in their order, once, and without those that no route wants", () => {
    const signals = routed(["plugin", "p"]);
    for (const payload of [1, 2]) signals.push({ kind, payload });
    signals.push({ kind: "Stop", payload: 3 });
    expect(signals.drain().signals.map(({ signal }) => signal.payload)).toEqual([1, 2]);
    expect(signals.drain()).toEqual({ signals: [], dropped: 0 });
  });

  test("wait for the end of every tool call, also of one that fails", async () => {
    const signals = routed(["plugin", "p"]);
    const seen: number[] = [];
    const look = (): void => void seen.push(signals.drain().signals.length);
    const outer = signals.duringTool(async () => {
      signals.push({ kind, payload: {} });
      look();
      await signals.duringTool(async () => Promise.reject(new Error("no"))).catch((error: unknown) => error);
      look();
    });
    await outer;
    look();
    expect(seen).toEqual([0, 0, 1]);
  });

  test("are bounded: the oldest go, and how many is told once", () => {
    const signals = routed(["plugin", "p"]);
    for (let payload = 0; payload < 1_003; payload++) signals.push({ kind, payload });
    const { signals: kept, dropped } = signals.drain();
    expect([kept.length, kept[0]?.signal.payload, dropped]).toEqual([1_000, 3, 3]);
    expect(signals.drain().dropped).toBe(0);
  });
});
