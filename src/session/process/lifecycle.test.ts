import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ProfileName } from "../../config/profiles.ts";
import { profileNames, settingsFor } from "../../config/profiles.ts";
import type { ExitReport } from "../../model/event.ts";
import type { Life, LifeEffect, LifeEvent, SessionState } from "./lifecycle.ts";
import { newLife, transition } from "./lifecycle.ts";
import { isDead, pluginState, statusOf } from "../status.ts";

const crash: ExitReport = { code: 1, signal: null, cause: "crash", stderr: "last words" };
const start: LifeEvent = { type: "start" };
const spawned: LifeEvent = { type: "spawned" };
const initialized: LifeEvent = { type: "initialized" };
const exited: LifeEvent = { type: "exited", exit: crash };
const retryDue: LifeEvent = { type: "retry_due" };
const stop: LifeEvent = { type: "stop" };
const stopped: LifeEvent = { type: "stopped" };
const startFailed: LifeEvent = { type: "start_failed", why: "no handshake", counts: true };
const notFound: LifeEvent = { type: "not_found", why: "no binary" };
const exhausted: LifeEvent = { type: "exhausted", why: "spent" };
const renew: LifeEvent = { type: "renew", why: "replaced" };

/** A life that does at once what its effects ask for without a machine: giving up. */
class Run {
  life: Life = newLife;
  now = 0;
  readonly effects: LifeEffect[] = [];
  readonly plugin: string[] = ["Discovering"];
  readonly #policy;

  constructor(profile: ProfileName = "standard") {
    this.#policy = settingsFor(profile).restart;
  }

  apply(...events: LifeEvent[]): this {
    for (const event of events) {
      const { life, effects } = transition(this.life, event, this.now, this.#policy);
      this.life = life;
      this.effects.push(...effects);
      const plugin = pluginState(life.state);
      if (plugin !== this.plugin.at(-1)) this.plugin.push(plugin);
      for (const effect of effects) if (effect.type === "exhaust") this.apply({ type: "exhausted", why: effect.why });
    }
    return this;
  }

  /** Lets the next attempt fall due; undefined when there is none. */
  retry(): number | undefined {
    const { state } = this.life;
    if (state.name !== "failed" || state.retryAt === null) return undefined;
    const delay = state.retryAt - this.now;
    this.now = state.retryAt;
    this.apply(retryDue);
    return delay;
  }

  up(): this {
    return this.apply(start, spawned, initialized);
  }

  crash(): number | undefined {
    this.apply(exited);
    const delay = this.retry();
    this.apply(spawned, initialized);
    return delay;
  }
}

describe("what may follow what", () => {
  const failed: SessionState = { name: "failed", why: "x", retryAt: 0, trigger: "auto" };
  const dead: SessionState = { name: "failed", why: "x", retryAt: null, trigger: "on-call" };
  const states = {
    absent: { name: "absent" },
    starting: { name: "starting" },
    initializing: { name: "initializing" },
    ready: { name: "ready" },
    stopping: { name: "stopping" },
    stopped: { name: "stopped" },
    failed,
    dead,
  } as const;
  const follows: readonly (readonly [keyof typeof states, LifeEvent, SessionState["name"], ...LifeEffect["type"][]])[] =
    [
      ["absent", start, "starting", "spawn"],
      ["absent", notFound, "failed", "gave_up"],
      ["absent", stop, "stopped"],
      ["starting", spawned, "initializing"],
      ["starting", notFound, "failed", "exhaust"],
      ["starting", startFailed, "failed", "schedule"],
      ["starting", exited, "failed", "schedule"],
      ["starting", stop, "failed", "kill"],
      ["initializing", initialized, "ready"],
      ["initializing", notFound, "failed", "exhaust"],
      ["initializing", startFailed, "failed", "schedule"],
      ["initializing", exited, "failed", "schedule"],
      ["initializing", stop, "failed", "kill"],
      ["ready", exited, "failed", "crashed", "schedule"],
      ["ready", renew, "failed", "schedule"],
      ["ready", stop, "stopping", "shutdown"],
      ["stopping", exited, "stopped"],
      ["stopping", stopped, "stopped"],
      ["failed", retryDue, "starting", "spawn"],
      ["failed", exhausted, "failed", "gave_up"],
      ["failed", stop, "stopped"],
      ["dead", stop, "stopped"],
    ];
  const events = [
    start,
    spawned,
    initialized,
    exited,
    retryDue,
    stop,
    stopped,
    startFailed,
    notFound,
    exhausted,
    renew,
  ];

  test.each(follows.map((row) => ({ row })))("$row.0, then $row.1.type: $row.2", ({ row }) => {
    const [from, event, to, ...effects] = row;
    const next = transition({ ...newLife, state: states[from] }, event, 0, settingsFor("standard").restart);
    expect([next.life.state.name, ...next.effects.map(({ type }) => type)]).toEqual([to, ...effects]);
  });

  test("and nothing else follows anything", () => {
    for (const [name, state] of Object.entries(states)) {
      for (const event of events) {
        if (follows.some(([from, known]) => from === name && known === event)) continue;
        const life = { ...newLife, state };
        expect(transition(life, event, 0, settingsFor("standard").restart)).toEqual({ life, effects: [] });
      }
    }
  });

  test("a retry that is not due yet is no retry", () => {
    const life = { ...newLife, state: { ...failed, retryAt: 10 } };
    expect(transition(life, retryDue, 9, settingsFor("standard").restart).life).toBe(life);
    expect(transition(life, retryDue, 10, settingsFor("standard").restart).life.state.name).toBe("starting");
  });
});

describe("the plugin's five states", () => {
  const eight = [
    "Discovering Starting",
    "Discovering Dormant",
    "Starting Ready",
    "Starting Restarting",
    "Ready Restarting",
    "Ready Dormant",
    "Restarting Starting",
    "Restarting Dormant",
  ];
  const exit = fc.record({
    code: fc.constantFrom(0, 1, 137, null),
    signal: fc.constantFrom(null, "SIGKILL"),
    cause: fc.constantFrom("crash" as const, "memory" as const, "hung" as const, "protocol" as const),
    stderr: fc.constant(""),
  });
  // What nothing follows is rare, so that histories are long.
  const event: fc.Arbitrary<LifeEvent> = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(start, spawned, initialized, retryDue) },
    { weight: 4, arbitrary: fc.record({ type: fc.constant("exited" as const), exit }) },
    {
      weight: 4,
      arbitrary: fc.record({ type: fc.constant("start_failed" as const), why: fc.constant("w"), counts: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.constantFrom(stop, stopped, notFound, renew, exhausted) },
  );

  test("only the eight transitions occur, whatever happens, in every profile [SYN-35 SYN-36]", () => {
    const seen = new Set<string>();
    const history = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 200_000 })), { maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...profileNames), history, (profile, steps) => {
        const run = new Run(profile);
        for (const [what, ms] of steps) {
          run.now += ms;
          run.apply(what);
        }
        for (const [index, to] of run.plugin.slice(1).entries()) seen.add(`${run.plugin[index]} ${to}`);
        expect(run.plugin[0]).toBe("Discovering");
        expect([...seen].filter((pair) => !eight.includes(pair))).toEqual([]);
      }),
      { numRuns: 2_000, seed: 36 },
    );
    expect([...seen].sort()).toEqual([...eight].sort());
  });

  test("a stop while starting is a failed start, then the end", () => {
    expect(new Run().apply(start, spawned, stop, stop).plugin).toEqual([
      "Discovering",
      "Starting",
      "Restarting",
      "Dormant",
    ]);
  });

  test("a stop while ready ends without a crash or another attempt [SYN-43]", () => {
    const run = new Run("synwire").up().apply(stop, exited, retryDue);
    expect(run.plugin).toEqual(["Discovering", "Starting", "Ready", "Dormant"]);
    expect(run.effects.map(({ type }) => type)).toEqual(["spawn", "shutdown"]);
  });
});

describe("how often and how soon a server is started again", () => {
  test("synwire: 1, 2, 4, 8, 16 s, then dormant after the fifth failure in a row [SYN-38 SYN-39]", () => {
    const run = new Run("synwire").up().apply(exited);
    const delays: (number | undefined)[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      delays.push(run.retry());
      run.apply(spawned, startFailed);
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(run.retry()).toBeUndefined();
    expect(run.plugin.at(-1)).toBe("Dormant");
    expect(run.effects.filter(({ type }) => type === "gave_up")).toHaveLength(1);
  });

  test("synwire: a success sets count and delay back [SYN-41]", () => {
    const run = new Run("synwire").apply(start, startFailed);
    expect([run.retry(), run.apply(startFailed).retry()]).toEqual([1_000, 2_000]);
    run.apply(spawned, initialized);
    expect(run.life).toMatchObject({ failures: 0, retries: 0 });
    expect(Array.from({ length: 20 }, () => run.crash())).toEqual(Array.from({ length: 20 }, () => 1_000));
  });

  test("a delay is never above its cap [SYN-39]", () => {
    const policy = { ...settingsFor("synwire").restart, backoffMs: [1_000, 90_000] };
    const { life } = transition({ ...newLife, state: { name: "starting" }, retries: 7 }, startFailed, 0, policy);
    expect(life.state).toMatchObject({ retryAt: 30_000 });
  });

  test("standard: 1, 2 s, then given up after the third failed start in a row", () => {
    const run = new Run().apply(start, startFailed);
    expect([run.retry(), run.apply(startFailed).retry(), run.apply(startFailed).retry()]).toEqual([
      1_000,
      2_000,
      undefined,
    ]);
  });

  test("bridge restarts as the standard does", () => {
    expect(settingsFor("bridge").restart).toEqual(settingsFor("standard").restart);
  });

  test("standard: the fifth crash in three minutes rests for one, until a call; then it may try once", () => {
    const run = new Run().up();
    expect([run.crash(), run.crash(), run.crash(), run.crash()]).toEqual([1_000, 1_000, 1_000, 1_000]);
    run.apply(exited);
    expect(run.life.state).toMatchObject({ name: "failed", retryAt: run.now + 60_000, trigger: "on-call" });
    expect(run.effects.at(-1)?.type).toBe("crashed");
    expect(run.retry()).toBe(60_000);
    run.apply(spawned, initialized, exited);
    expect(run.life.state).toMatchObject({ retryAt: run.now + 60_000, trigger: "on-call" });
  });

  test("standard: crashes far apart never open the breaker", () => {
    const run = new Run().up();
    for (let crashes = 0; crashes < 20; crashes++) {
      run.now += 50_000;
      expect(run.crash()).toBe(1_000);
    }
  });

  test("nexo: three restarts in all, each by the next call, then dead for good [NEX-21 NEX-22]", () => {
    const run = new Run("nexo").up();
    for (const restarts of [1, 2, 3]) {
      run.apply(exited);
      expect(run.life).toMatchObject({ lifetime: restarts, state: { retryAt: run.now, trigger: "on-call" } });
      expect(run.effects.filter(({ type }) => type === "schedule")).toEqual([]);
      run.now += 600_000;
      run.retry();
      run.apply(spawned, initialized);
    }
    run.apply(exited);
    expect(isDead(run.life)).toBe(true);
    expect(run.apply(retryDue, start).life.state.name).toBe("failed");
  });

  test("nexo: an exit with code 0 is no crash [NEX-21]", () => {
    const run = new Run("nexo").up().apply({ type: "exited", exit: { ...crash, code: 0 } });
    expect([run.life.state.name, run.life.lifetime]).toEqual(["stopped", 0]);
  });

  test("governed: one restart in all", () => {
    const run = new Run("governed").up();
    expect([run.crash(), run.crash()]).toEqual([1_000, undefined]);
    expect(statusOf(run.life)).toMatchObject({ state: "failed", plugin: "Dormant", restarts: 2 });
  });

  test("elsewhere an unrequested exit with code 0 is a crash too", () => {
    for (const profile of ["standard", "synwire", "governed", "bridge"] as const) {
      const run = new Run(profile).up().apply({ type: "exited", exit: { ...crash, code: 0 } });
      expect(run.life).toMatchObject({ state: { name: "failed" }, lifetime: 1 });
    }
  });

  test("a missing binary is no crash and no attempt", () => {
    const run = new Run("nexo").apply(start, notFound);
    expect(run.life).toMatchObject({ state: { name: "failed", retryAt: null }, lifetime: 0, failures: 0 });
  });

  test("exits for lack of memory have a counter of their own", () => {
    const memory: LifeEvent = { type: "exited", exit: { ...crash, code: 137, cause: "memory" } };
    const run = new Run().up().apply(memory);
    expect(statusOf(run.life)).toMatchObject({ restarts: 1, memoryExits: 1 });
    expect(statusOf(run.life).detail).toContain("lack of memory");
  });
});
