// One contract for every engine: in this process, and in a daemon behind a stream.

import { describe, expect, test } from "vitest";
import { makeCatalog } from "../../catalog/table.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { MemorySockets } from "../../host/memory/memory-sockets.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { filePath } from "../../model/file-path.ts";
import { coreRegistry } from "../../operations/registry.ts";
import { toyCommand, toyEntry } from "../../testing/kits/kit.ts";
import { toyLanguage } from "../../testing/kits/workspace-kit.ts";
import { StepClock } from "../../testing/step-clock.ts";
import { Toy } from "../../testing/toy/toy.ts";
import type { Engine, Invocation, Outcome } from "../engine.ts";
import { openEngine } from "../open.ts";
import { Daemon } from "./daemon.ts";
import { placeIn } from "./place.ts";
import { greeted } from "./reaching.ts";
import { openRemoteEngine } from "./remote-engine.ts";

const catalog = makeCatalog({ languages: [toyLanguage], servers: [toyEntry], decided: [] });
const key = { root: "/one", version: "1", build: "b", environment: "e" };
const place = placeIn(filePath("/state/daemons/x"), { platform: "linux", runtime: "/run" });
const token = "0123456789abcdef";
const options = { directory: "/one", exact: true, trusted: true } as const;
const caller = { door: "mcp", allowed: ["read", "control", "propose", "write"] } as const;

interface Bench {
  readonly clock: StepClock;
  readonly host: MemoryHost<StepClock>;
  /** Another engine on the same root: in one daemon, or each in a process of its own. */
  readonly open: (name: string) => Promise<Engine>;
  readonly close: () => Promise<void>;
}

function machine(): { clock: StepClock; host: MemoryHost<StepClock> } {
  const clock = new StepClock();
  const host = new MemoryHost({ clock });
  host.files.write(filePath("/one/a.toy"), "def apple\napple\n");
  host.files.write(toyCommand, "the toy");
  host.processes.program(toyCommand, new Toy(host).program);
  clock.advance(1_000);
  return { clock, host };
}

function local(): Bench {
  const { clock, host } = machine();
  const open = (): Promise<Engine> => openEngine({ ...options, host, catalog });
  return { clock, host, open, close: async () => {} };
}

interface Served extends Bench {
  readonly sockets: MemorySockets;
  readonly daemon: () => Daemon;
  readonly lines: readonly string[];
  /** The daemon dies as by a signal that cannot be caught, and another is in its place. */
  readonly replace: () => Promise<void>;
}

async function served(): Promise<Served> {
  const { clock, host } = machine();
  const sockets = new MemorySockets();
  const lines: string[] = [];
  host.files.write(place.token, token);
  const start = async (): Promise<Daemon> => {
    const log = (line: string): void => void lines.push(line);
    const runCommand = async (): Promise<{ exit: number }> => ({ exit: 0 });
    const begun = new Daemon({
      ...{ host, sockets, key, place, token, log, runCommand, catalog },
      idleMs: 1_000,
      onReady: () => lines.push("ready"),
    });
    await begun.listen();
    return begun;
  };
  let daemon = await start();
  let isUp: Promise<unknown> = Promise.resolve();
  const open = (client: string): Promise<Engine> =>
    openRemoteEngine({
      reach: async () => {
        await isUp;
        const link = await greeted({ host, sockets, client: client.padEnd(16, "."), emit: () => {} }, key, place);
        if (link === undefined) throw new Error("no daemon");
        return link;
      },
      options,
      registry: coreRegistry,
      clock,
      newCall: () => `${client}-${Math.random()}`,
    });
  return {
    ...{ clock, host, sockets, lines, open },
    daemon: () => daemon,
    close: () => clock.until(daemon.close("the test is over")),
    replace: async () => {
      isUp = clock.until(daemon.close("it was killed")).then(async () => {
        daemon = await start();
      });
      await isUp;
    },
  };
}

const references: Pick<Invocation, "operation" | "input"> = {
  operation: "find_references",
  input: { file_path: "a.toy", line: 1, column: 5 },
};

function untimed(outcome: Outcome): unknown {
  return JSON.parse(JSON.stringify({ ...outcome, ms: 0 }));
}

describe.each([
  ["in this process", async (): Promise<Bench> => local()],
  ["in a daemon", async (): Promise<Bench> => served()],
])("an engine %s", (_, bench) => {
  test("answers, refuses, tells its facts, its status and what happens", async () => {
    const { clock, open, close } = await bench();
    const engine = await open("a");
    const events: BridgeEvent["type"][] = [];
    engine.events(({ type }) => events.push(type));
    expect(engine.facts).toEqual({ root: "/one", notices: { diagnosticsMs: 2_000, staleMs: 3_000 } });
    const answer = await clock.until(engine.invoke({ ...references, caller, exposed: new Set(["find_symbol"]) }));
    expect(untimed(answer)).toMatchObject({ ok: true, isEmpty: false, standing: { state: "complete" } });
    expect(answer.ok && answer.body.format === "text" && answer.body.text).toContain("2:1  apple");
    const wrong = await clock.until(engine.invoke({ operation: "find_references", input: { line: -1 }, caller }));
    expect(untimed(wrong)).toMatchObject({ ok: false, refusal: { code: "bad_input" } });
    const none = await clock.until(engine.invoke({ operation: "no_such", input: {}, caller }));
    expect(untimed(none)).toMatchObject({ ok: false, refusal: { code: "unknown_operation" } });
    const denied = await clock.until(
      engine.invoke({ operation: "start_lsp", input: {}, caller: { door: "mcp", allowed: ["read"] } }),
    );
    expect(untimed(denied)).toMatchObject({ ok: false, refusal: { code: "policy_denied" } });
    expect((await clock.until(engine.status())).sessions).toMatchObject([{ server: "toy", state: "ready" }]);
    expect(events).toEqual(expect.arrayContaining(["session.starting", "session.ready", "operation"]));
    await clock.until(engine.close());
    await close();
  });

  test("a call that its caller cancels rejects, and nothing else does", async () => {
    const { clock, open, close } = await bench();
    const engine = await open("a");
    const abort = new AbortController();
    const asked = engine.invoke({ ...references, caller, signal: abort.signal });
    abort.abort();
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
    expect(await clock.until(engine.invoke({ ...references, caller }))).toMatchObject({ ok: true });
    await clock.until(engine.close());
    await close();
  });

  test("data have no limit where none is wanted", async () => {
    const { clock, open, close } = await bench();
    const engine = await open("a");
    const whole = { format: "json", maxCharacters: Number.POSITIVE_INFINITY } as const;
    const answer = await clock.until(engine.invoke({ ...references, caller, ...whole }));
    expect(untimed(answer)).toMatchObject({ ok: true, body: { format: "json" } });
    expect(answer.ok && answer.body.format === "json" && answer.body.leftOut).toBeUndefined();
    await clock.until(engine.close());
    await close();
  });
});

const begin = { operation: "create_simulation_session", input: { workspace_root: "/one", language: "toy" } } as const;

async function draftOf(clock: StepClock, engine: Engine): Promise<string> {
  const made = await clock.until(engine.invoke({ ...begin, caller, format: "json" }));
  if (!made.ok || made.body.format !== "json") throw new Error(JSON.stringify(made));
  return String((made.body.json as { session_id: unknown }).session_id);
}

async function has(clock: StepClock, engine: Engine, session_id: string): Promise<boolean> {
  const input = { session_id, file_path: "a.toy", new_text: "def pear\n" };
  return (await clock.until(engine.invoke({ operation: "simulate_edit", input, caller }))).ok;
}

test("two clients share one server, and neither sees the drafts of the other [F58 F62]", async () => {
  const { clock, host, open, close } = await served();
  const [one, two] = [await open("one"), await open("two")];
  for (const engine of [one, two]) {
    expect(await clock.until(engine.invoke({ ...references, caller }))).toMatchObject({ ok: true });
  }
  expect(host.processes.spawned).toHaveLength(1);
  const draft = await draftOf(clock, one);
  expect([await has(clock, one, draft), await has(clock, two, draft)]).toEqual([true, false]);
  await clock.until(one.close());
  expect(await clock.until(two.invoke({ ...references, caller }))).toMatchObject({ ok: true });
  expect(host.processes.spawned).toHaveLength(1);
  await clock.until(two.close());
  await close();
});

test("a client whose stream broke gets its drafts back within a minute, and no other client does [F60]", async () => {
  const { clock, sockets, open, close } = await served();
  const streams: { destroy(): void }[] = [];
  const connect = sockets.connect.bind(sockets);
  sockets.connect = async (address) => {
    const stream = await connect(address);
    streams.push(stream);
    return stream;
  };
  const engine = await open("one");
  const draft = await draftOf(clock, engine);
  for (const [wait, isBack] of [
    [59_000, true],
    [61_000, false],
  ] as const) {
    for (const stream of streams.splice(0)) stream.destroy();
    await clock.until(Promise.resolve());
    clock.advance(wait);
    expect(await has(clock, engine, draft)).toBe(isBack);
  }
  await clock.until(engine.close());
  await close();
});

test("a question is asked once more of the next daemon, and the loss is told [F66]", async () => {
  const { clock, open, replace, close } = await served();
  const engine = await open("one");
  const events: BridgeEvent["type"][] = [];
  engine.events(({ type }) => events.push(type));
  const asked = engine.invoke({ ...references, caller });
  await replace();
  expect(await clock.until(asked)).toMatchObject({ ok: true, standing: { state: "complete" } });
  expect(events).toContain("daemon.lost");
  await clock.until(engine.close());
  await close();
});

test("nothing is done for a client that has not shown the token, or is of another build", async () => {
  const { clock, host, sockets, open, close } = await served();
  const client = { host, sockets, client: "a client of some sort", emit: () => {} };
  await expect(clock.until(greeted(client, { ...key, build: "another" }, place))).rejects.toThrow("another build");
  host.files.write(place.token, "forged");
  await expect(clock.until(greeted(client, key, place))).rejects.toThrow("does not know the daemon's token");
  await expect(clock.until(open("x"))).rejects.toThrow("does not know the daemon's token");
  await close();
});

test("without a client a daemon ends after its time, and a new client resets that", async () => {
  const { clock, daemon, open, close } = await served();
  const ends: string[] = [];
  void daemon().over.then((why) => ends.push(why));
  const engine = await clock.until(open("one"));
  clock.advance(5_000);
  await clock.until(engine.close());
  expect(ends).toEqual([]);
  // The root's own setting counts from the first engine on.
  clock.advance(1_799_000);
  await clock.until(Promise.resolve());
  expect(ends).toEqual([]);
  clock.advance(2_000);
  await clock.until(Promise.resolve());
  expect(ends).toEqual(["no client came any more"]);
  await close();
});

test("a daemon ends whose root has gone", async () => {
  const { clock, host, daemon, open, close } = await served();
  const engine = await clock.until(open("one"));
  host.files.remove(filePath("/one/a.toy"));
  expect(await clock.until(daemon().over)).toBe("its root has gone");
  await close();
  await clock.until(engine.close());
});

test("a daemon whose own files have gone serves who is there to the end, and ends", async () => {
  const { clock, host, daemon, open, close } = await served();
  const engine = await clock.until(open("one"));
  host.files.remove(place.token);
  await clock.pass(30_000);
  expect(await clock.until(engine.invoke({ ...references, caller }))).toMatchObject({ ok: true });
  await clock.until(engine.close());
  expect(await clock.until(daemon().over)).toBe("its files have gone");
  await close();
});

test("it says that it is ready when a server has loaded the workspace", async () => {
  const { clock, open, lines, close } = await served();
  const engine = await open("one");
  expect(lines).not.toContain("ready");
  await clock.until(engine.invoke({ ...references, caller }));
  expect(lines).toContain("ready");
  await clock.until(engine.close());
  await close();
});
