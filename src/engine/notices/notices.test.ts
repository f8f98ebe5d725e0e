// The four channels of one engine, in fake time: what starts them, what they say and when, and that they end.

import { describe, expect, test } from "vitest";
import type { BridgeEvent, ExitReport } from "../../model/event.ts";
import { filePath } from "../../model/file-path.ts";
import { Emitter } from "../../std/emitter.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { StepClock } from "../../testing/step-clock.ts";
import type { Engine } from "../engine.ts";
import type { DiagnosticsReader } from "./diagnostics-reader.ts";
import type { Following } from "./stale-references.ts";
import { readyWatchMs, staleFilesKept } from "../limits.ts";
import { Notices } from "./notices.ts";

const root = filePath("/project");
const other = filePath("/other");
const starting: BridgeEvent = {
  type: "session.starting",
  server: "toy",
  command: [],
  root,
  restricted: false,
  confined: false,
};
const ready: BridgeEvent = { type: "session.ready", server: "toy", root, ms: 7, how: "the announced work ended" };
const exit: ExitReport = { code: 1, signal: null, cause: "crash", stderr: "" };
const crashed: BridgeEvent = { type: "session.crashed", server: "toy", root, exit, restarts: 0 };
const gaveUp: BridgeEvent = { type: "session.gave_up", server: "toy", root, why: "It died too often." };
const nothing: DiagnosticsReader = {
  open: async () => [],
  one: async () => ({ kind: "unknown" }),
  many: async () => new Map(),
};

function changed(...files: readonly string[]): Extract<BridgeEvent, { readonly type: "files.changed" }> {
  return { type: "files.changed", created: 0, changed: files.length, deleted: 0, paths: files.map(filePath) };
}

/** The same in the other root. */
function elsewhere(event: BridgeEvent): BridgeEvent {
  return { ...event, root: other } as BridgeEvent;
}

function open(own: Partial<Following> = {}) {
  const clock = new StepClock();
  const events = new Emitter<BridgeEvent>(() => {});
  const following: Following = {
    roots: async () => [root],
    begin: async () => events.emit(starting),
    settle: async () => true,
    ...own,
  };
  const engine: Engine = {
    invoke: async () => ({ ok: false, refusal: { code: "internal", what: "Not asked." }, ms: 0 }),
    events: (listener) => events.subscribe(listener),
    facts: { root, notices: { diagnosticsMs: 2_000, staleMs: 3_000 }, correction: { rounds: 2 } },
    status: async () => ({ sessions: [] }),
    leave: () => {},
    close: async () => {},
  };
  const said: string[] = [];
  const notices = new Notices(engine, { looking: nothing, following }, clock, {
    happened: (event, notice) => {
      const meaning = notice?.type === "process_health" ? notice.status : notice?.type;
      said.push(`${clock.now()} ${event.type}${meaning === undefined ? "" : ` ${meaning}`}`);
    },
    noticed: (notice) => said.push(`${clock.now()} ${notice.type} ${notice.message?.split(" ", 1)[0] ?? ""}`),
    diagnosticsChanged: (uri) => said.push(`${clock.now()} ${uri}`),
  });
  return { clock, events, said, notices };
}

describe("the workspace is ready", () => {
  test("once for each start, however often the server says so [AGL-370]", () => {
    const { events, said } = open();
    for (const event of [starting, ready, ready, starting, ready]) events.emit(event);
    expect(said.filter((line) => line.includes("ready"))).toEqual([
      "0 session.ready workspace_ready",
      "0 session.ready",
      "0 session.ready workspace_ready",
    ]);
  });

  test("once for each of two roots that have a server of the same name", () => {
    const { events, said } = open();
    for (const event of [starting, elsewhere(starting), ready, elsewhere(ready)]) events.emit(event);
    expect(said.slice(2)).toEqual(["0 session.ready workspace_ready", "0 session.ready workspace_ready"]);
  });

  test("unless it takes five minutes: then it is not waited for any more [AGL-370]", async () => {
    const { clock, events, said } = open();
    events.emit(starting);
    await clock.pass(readyWatchMs - 1);
    expect([readyWatchMs, clock.pendingTimers]).toEqual([300_000, 1]);
    await clock.pass(1);
    expect(clock.pendingTimers).toBe(0);
    events.emit(ready);
    expect(said.at(-1)).toBe("300000 session.ready");
  });
});

describe("the health of a process", () => {
  test("a crash is told at once, and so is the recovery, once each [AGL-371]", async () => {
    const { clock, events, said } = open();
    for (const event of [starting, ready, crashed]) events.emit(event);
    await clock.pass(1_500);
    for (const event of [starting, ready, ready]) events.emit(event);
    expect(said).toEqual([
      "0 session.starting",
      "0 session.ready workspace_ready",
      "0 session.crashed crashed",
      "1500 session.starting",
      "1500 session.ready recovered",
      "1500 session.ready",
    ]);
  });

  test("a server that is given up is reported, and not waited for", () => {
    const { clock, events, said } = open();
    for (const event of [starting, crashed, gaveUp]) events.emit(event);
    expect(said.at(-1)).toBe("0 session.gave_up gave_up");
    expect(clock.pendingTimers).toBe(0);
  });

  test("while another of the same name is down it is not said to run again", () => {
    const { events, said } = open();
    for (const event of [crashed, elsewhere(crashed), ready, elsewhere(ready)]) events.emit(event);
    expect(said.slice(2)).toEqual(["0 session.ready", "0 session.ready recovered"]);
  });

  test("one whose root was closed is no longer waited for", () => {
    const { events, said } = open();
    for (const event of [crashed, elsewhere(crashed)]) events.emit(event);
    events.emit({ type: "root.closed", root: other });
    events.emit(ready);
    expect(said.at(-1)).toBe("0 session.ready recovered");
  });
});

describe("references may be stale", () => {
  test("three seconds after the last change on disk, with how many there were [AGL-372]", async () => {
    const { clock, events, said } = open();
    events.emit(changed("/project/a.toy"));
    await clock.pass(2_999);
    events.emit(changed("/project/b.toy", "/project/c.toy"));
    await clock.pass(2_999);
    expect(said.filter((line) => line.includes("stale"))).toEqual([]);
    await clock.pass(1);
    expect(said.filter((line) => line.includes("stale"))).toEqual(["5999 stale_references 3"]);
  });

  test("and after ten times that while they never pause", async () => {
    const { clock, events, said } = open();
    for (let second = 0; second < 60; second++) {
      events.emit(changed("/project/a.toy"));
      await clock.pass(1_000);
    }
    expect(said.filter((line) => line.includes("stale"))).toEqual([
      "30000 stale_references 30",
      "60000 stale_references 30",
    ]);
  });

  test("the report names the files, the latest first, since when, and what it cannot name", async () => {
    const { clock, events, notices } = open();
    events.emit(starting);
    expect(await notices.stale()).toMatchObject({ files: [], standingLine: "Standing: complete" });
    await clock.pass(1_000);
    events.emit(changed("/project/a.toy", "/project/b.toy"));
    await clock.pass(1_000);
    events.emit({ ...changed("/project/a.toy"), created: 4 });
    events.emit({ type: "watcher.lost", why: "too many files" });
    expect(await notices.stale()).toMatchObject({
      since: "2026-01-01T00:00:00.000Z",
      files: [
        { file: "/project/a.toy", changed: "2026-01-01T00:00:02.000Z" },
        { file: "/project/b.toy", changed: "2026-01-01T00:00:01.000Z" },
      ],
      unnamed: 4,
      standing: { state: "stale", reasons: [{ code: "watcher_lost" }, { code: "capped" }], evidence: [] },
      standingLine: "Standing: stale — too many files; 4 further changes are not listed",
    });
    const many = Array.from({ length: staleFilesKept + 5 }, (_, index) => `/project/${index}.toy`);
    events.emit(changed(...many));
    expect(await notices.stale()).toMatchObject({ unnamed: 11, files: { length: staleFilesKept } });
  });

  test("a report is since the watch began, which it begins itself, and settles before it tells", async () => {
    const { clock, events, notices } = open({
      settle: async () => {
        events.emit(changed("/project/late.toy"));
        return true;
      },
    });
    await clock.pass(5_000);
    expect(await notices.stale()).toMatchObject({
      since: "2026-01-01T00:00:05.000Z",
      files: [{ file: "/project/late.toy" }],
      standing: { state: "complete" },
    });
  });

  test("an unwatched root is never called complete, and cannot be subscribed to", async () => {
    let begun = 0;
    const { events, notices } = open({
      roots: async () => [root, other],
      begin: async () => void begun++,
      settle: async () => false,
    });
    expect((await refusalOf(notices.followDisk())).code).toBe("no_server_for_file");
    expect(await notices.stale()).toMatchObject({
      since: undefined,
      standing: { state: "unavailable", reasons: [{ code: "nothing_received" }] },
    });
    events.emit(starting);
    await notices.followDisk();
    expect((await notices.stale()).standing).toMatchObject({
      state: "stale",
      reasons: [{ code: "scoped" }, { code: "changes_unseen" }],
    });
    expect(begun).toBe(1);
    events.emit({ type: "root.closed", root });
    expect((await notices.stale()).standing.state).toBe("unavailable");
  });

  test("a caller that asks while the watch begins waits for it, and not for a server that takes its time", async () => {
    const { clock, events, notices } = open({ begin: () => new Promise(() => {}) });
    const asked = [notices.followDisk(), notices.followDisk()];
    await clock.pass(0);
    events.emit(starting);
    await Promise.all(asked);
    expect(await notices.stale()).toMatchObject({ standing: { state: "complete" } });
  });
});

test("closing leaves no listener and no timer, and nothing is said after it [AGL-373 AGL-374]", async () => {
  const { clock, events, said, notices } = open();
  await notices.subscribe("lsp-diagnostics:///", "all");
  for (const event of [starting, changed("/project/a.toy")]) events.emit(event);
  expect(clock.pendingTimers).toBe(3);
  const before = said.length;
  notices.close();
  expect([clock.pendingTimers, events.size]).toEqual([0, 0]);
  for (const event of [ready, crashed, changed("/project/a.toy")]) events.emit(event);
  await clock.pass(600_000);
  expect(said.length).toBe(before);
});
