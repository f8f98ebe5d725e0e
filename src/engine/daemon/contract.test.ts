// One contract for every engine: in this process, and in a daemon behind a stream.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ServerEntry } from "../../catalog/entry.ts";
import type { Catalog } from "../../catalog/table.ts";
import { makeCatalog } from "../../catalog/table.ts";
import { settingsFor } from "../../config/profiles.ts";
import type { SettingsInput } from "../../config/settings.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import type { LocalStream } from "../../host/local-sockets.ts";
import { nodeCodec } from "../../host/node/node-codec.ts";
import { MemorySockets } from "../../host/memory/memory-sockets.ts";
import type { BridgeEvent } from "../../model/event.ts";
import { filePath } from "../../model/file-path.ts";
import { coreRegistry } from "../../operations/registry.ts";
import { toyCommand, toyEntry } from "../../testing/kits/kit.ts";
import { toyLanguage } from "../../../test/support/kits/workspace-kit.ts";
import { oneTurn, StepClock } from "../../testing/step-clock.ts";
import type { DialsOrChoice } from "../../testing/toy/toy.ts";
import { Toy } from "../../testing/toy/toy.ts";
import { repeats } from "../../../test/support/soak.ts";
import type { Engine, Invocation, Outcome } from "../engine.ts";
import { openEngine } from "../open.ts";
import { Daemon } from "./daemon.ts";
import { placeIn } from "./place.ts";
import { greeted } from "./reaching.ts";
import { openRemoteEngine } from "./remote-engine.ts";

const catalog = catalogOf(toyEntry);
/** It says itself when it has loaded the workspace. */
const indexing: ServerEntry = { ...toyEntry, readiness: { kind: "progress", graceMs: 100, quietMs: 0, capMs: 60_000 } };
const key = { root: "/one", version: "1", build: "b", environment: "e" };
const place = placeIn(filePath("/state/daemons/x"), { platform: "linux", runtime: "/run" });
const token = "0123456789abcdef";
const options = { directory: "/one", exact: true, trusted: true } as const;
const caller = { door: "mcp", allowed: ["read", "control", "propose", "write"] } as const;

function catalogOf(entry: ServerEntry): Catalog {
  return makeCatalog({ languages: [toyLanguage], servers: [entry], decided: [] });
}

interface Bench {
  readonly clock: StepClock;
  readonly host: MemoryHost<StepClock>;
  /** Another engine on the same root: in one daemon, or each in a process of its own. */
  readonly open: (name: string) => Promise<Engine>;
  readonly close: () => Promise<void>;
}

function machine(dials: DialsOrChoice = {}): { clock: StepClock; host: MemoryHost<StepClock>; toy: Toy } {
  const clock = new StepClock();
  const host = new MemoryHost({ clock });
  host.files.write(filePath("/one/a.toy"), "def apple\napple\n");
  host.files.write(toyCommand, "the toy");
  const toy = new Toy(host, dials);
  host.processes.program(toyCommand, toy.program);
  clock.advance(1_000);
  return { clock, host, toy };
}

function local(): Bench {
  const { clock, host } = machine();
  const open = (): Promise<Engine> => openEngine({ ...options, host, catalog });
  return { clock, host, open, close: async () => {} };
}

interface Served extends Bench {
  readonly toy: Toy;
  readonly sockets: MemorySockets;
  readonly daemon: () => Daemon;
  readonly lines: readonly string[];
  /** The daemon dies as by a signal that cannot be caught, and another is in its place. */
  readonly replace: () => Promise<void>;
}

interface ServedChoices {
  readonly dials?: DialsOrChoice;
  readonly entry?: ServerEntry;
  readonly settings?: SettingsInput;
}

async function served({ dials, entry = toyEntry, settings = {} }: ServedChoices = {}): Promise<Served> {
  const { clock, host, toy } = machine(dials);
  const sockets = new MemorySockets();
  const lines: string[] = [];
  host.files.write(place.token, token);
  const start = async (): Promise<Daemon> => {
    const log = (line: string): void => void lines.push(line);
    const runCommand = async (): Promise<{ exit: number }> => ({ exit: 0 });
    const begun = new Daemon({
      ...{ host, sockets, key, place, token, log, runCommand, catalog: catalogOf(entry) },
      idleMs: settingsFor("standard").daemon.idleMs,
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
      options: { ...options, settings },
      registry: coreRegistry,
      clock,
      newCall: () => `${client}-${Math.random()}`,
    });
  return {
    ...{ clock, host, toy, sockets, lines, open },
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
    expect(engine.facts).toEqual({
      root: "/one",
      notices: { diagnosticsMs: 2_000, staleMs: 3_000 },
      correction: { rounds: 2 },
    });
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

test.each([
  ["three", 3, "No file was changed."],
  ["all", 99, "It is not known whether rename_symbol changed files."],
])(
  "of a change that lost its daemon, and whose lookup lost %s more, nothing is said that is not known [F66]",
  async (_, losses, said) => {
    const { clock, sockets, open, close } = await served();
    const connect = sockets.connect.bind(sockets);
    const engine = await open("one");
    let left = losses;
    // The stream breaks as soon as the change, or a question what became of it, is sent.
    const spoil = (stream: LocalStream): LocalStream => {
      const write = stream.write.bind(stream);
      stream.write = (bytes) => {
        const isLost = /"method":"(?:invoke|outcome)"/.test(nodeCodec.decode(bytes) ?? "") && left-- > 0;
        if (isLost) stream.destroy();
        return isLost || write(bytes);
      };
      return stream;
    };
    sockets.connect = async (address) => spoil(await connect(address));
    for (const stream of sockets.accepted) stream.destroy();
    await oneTurn();
    const input = { file_path: "a.toy", line: 1, column: 5, new_name: "pear" };
    const outcome = await clock.until(engine.invoke({ operation: "rename_symbol", input, caller }));
    expect(outcome).toMatchObject({ ok: false, refusal: { code: "daemon_lost", what: expect.stringContaining(said) } });
    expect(outcome.ok || outcome.refusal.next).toContain(losses === 3 ? "Ask again." : "edit_history");
    sockets.connect = connect;
    await clock.until(engine.close());
    await close();
  },
);

test("nothing is done for a client that has not shown the token, or is of another build [F65]", async () => {
  const { clock, host, sockets, open, close } = await served();
  const client = { host, sockets, client: "a client of some sort", emit: () => {} };
  await expect(clock.until(greeted(client, { ...key, build: "another" }, place))).rejects.toThrow("another build");
  host.files.write(place.token, "forged");
  await expect(clock.until(greeted(client, key, place))).rejects.toThrow("does not know the daemon's token");
  await expect(clock.until(open("x"))).rejects.toThrow("does not know the daemon's token");
  await close();
});

test("thirty minutes after its last client a daemon ends, its server by shutdown and exit; a new client resets that [AGL-030 AGL-031]", async () => {
  // A server that is not asked stays as long as its daemon.
  const { clock, daemon, toy, open, close } = await served({ settings: { idle: { teardownMs: 0 } } });
  const ends: string[] = [];
  void daemon().over.then((why) => ends.push(why));
  // All at once: what looks every moment whether the process stands still would make it long.
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await oneTurn();
  };
  const first = await clock.until(open("one"));
  const second = await clock.until(open("two"));
  await clock.until(first.invoke({ ...references, caller }));
  await clock.until(first.close());
  // As long as one client is there, no time counts.
  await pass(31 * 60_000);
  await clock.until(second.close());
  await pass(30 * 60_000 - 1);
  await clock.until((await clock.until(open("three"))).close());
  await pass(30 * 60_000 - 1);
  expect(ends).toEqual([]);
  await pass(1);
  expect(ends).toEqual(["no client came any more"]);
  await close();
  expect([toy.incarnations.length, toy.server.methods.slice(-2)]).toEqual([1, ["shutdown", "exit"]]);
});

test("a daemon ends whose root has gone", async () => {
  const { clock, host, daemon, open, close } = await served();
  const engine = await clock.until(open("one"));
  host.files.remove(filePath("/one/a.toy"));
  expect(await clock.until(daemon().over)).toBe("its root has gone");
  await close();
  await clock.until(engine.close());
});

test("a daemon whose own files have gone serves who is there to the end, and ends [F52]", async () => {
  const { clock, host, daemon, open, close } = await served();
  const engine = await clock.until(open("one"));
  host.files.remove(place.token);
  await clock.pass(30_000);
  expect(await clock.until(engine.invoke({ ...references, caller }))).toMatchObject({ ok: true });
  await clock.until(engine.close());
  expect(await clock.until(daemon().over)).toBe("its files have gone");
  await close();
});

test("it is ready when a server has loaded the workspace, also after the client that started it has gone [AGL-018 AGL-027]", async () => {
  const { clock, open, toy, lines, close } = await served({ dials: { slowIndex: true }, entry: indexing });
  const engine = await open("one");
  const start = { operation: "start_lsp", input: { ready_timeout_seconds: 0 } };
  expect(await clock.until(engine.invoke({ ...start, caller }))).toMatchObject({ ok: true });
  const early = await clock.until(engine.invoke({ ...references, caller, timeoutMs: 1_000 }));
  expect(early).not.toMatchObject({ ok: true, standing: { state: "complete" } });
  await clock.until(engine.close());
  expect(lines).not.toContain("ready");
  toy.server.finishIndex();
  await clock.pass(100);
  expect(lines).toEqual(["ready"]);
  const next = await open("two");
  expect(await clock.until(next.invoke({ ...references, caller }))).toMatchObject({ standing: { state: "complete" } });
  expect(toy.incarnations).toHaveLength(1);
  await clock.until(next.close());
  await close();
});

function heard(engine: Engine): BridgeEvent[] {
  const events: BridgeEvent[] = [];
  engine.events((event) => events.push(event));
  return events;
}

test("what a server says unasked reaches every client: diagnostics, progress, its death and its return [AGL-026 AGL-038]", async () => {
  const { clock, open, toy, close } = await served({
    dials: (incarnation) => ({ slowIndex: incarnation === 1 }),
    entry: indexing,
  });
  const engines = [await open("one"), await open("two")];
  const all = engines.map(heard);
  const said = (type: BridgeEvent["type"]): number[] =>
    all.map((events) => events.filter((one) => one.type === type).length);
  const [one] = engines;
  const asked = one?.invoke({ ...references, caller });
  await clock.until(Promise.resolve());
  toy.server.finishIndex();
  expect(await clock.until(asked ?? Promise.reject(new Error("none")))).toMatchObject({ ok: true });
  for (const type of ["progress", "diagnostics", "session.ready"] as const) {
    expect([type, ...said(type).map((count) => count > 0)]).toEqual([type, true, true]);
  }
  expect(all[0]?.filter(({ type }) => type === "diagnostics")).toEqual(
    all[1]?.filter(({ type }) => type === "diagnostics"),
  );
  toy.process.exit(null, "SIGKILL");
  await clock.until(Promise.resolve());
  expect(said("session.crashed")).toEqual([1, 1]);
  for (const engine of engines) {
    expect(await clock.until(engine.invoke({ ...references, caller }))).toMatchObject({ ok: true });
  }
  expect(toy.incarnations).toHaveLength(2);
  for (const engine of engines) await clock.until(engine.close());
  await close();
});

test("a document that two clients have open is open once, its versions only rise, and it is closed when both let go [AGL-039 F60]", async () => {
  const { clock, host, toy, open, close } = await served();
  const [one, two] = [await open("one"), await open("two")];
  const input = { file_path: "a.toy" };
  const control = (engine: Engine, operation: string): Promise<Outcome> =>
    clock.until(engine.invoke({ operation, input, caller }));
  for (const engine of [one, two]) expect(await control(engine, "open_document")).toMatchObject({ ok: true });
  for (const [index, engine] of [one, two, one, two].entries()) {
    host.files.write(filePath("/one/a.toy"), `def apple\napple\n${"apple\n".repeat(index)}`);
    expect(await clock.until(engine.invoke({ ...references, caller }))).toMatchObject({ ok: true });
  }
  const opened = (): number => toy.server.paramsOf("textDocument/didOpen").length;
  const closed = (): number => toy.server.paramsOf("textDocument/didClose").length;
  const versions = toy.server
    .paramsOf("textDocument/didChange")
    .map((params) => Number((params as { textDocument: { version: number } }).textDocument.version));
  expect(versions.length).toBeGreaterThan(0);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  expect(await control(one, "close_document")).toMatchObject({ ok: true });
  expect([opened(), closed()]).toEqual([1, 0]);
  // A client that leaves without a word lets go of its documents as well.
  await clock.until(two.close());
  expect([opened(), closed(), toy.server.violations]).toEqual([1, 1, []]);
  await clock.until(one.close());
  await close();
});

test("every call is answered to the client that asked, whatever the others ask meanwhile [F59]", async () => {
  const { clock, host, open, close } = await served();
  const names = ["apple", "pear", "plum", "fig"];
  host.files.write(filePath("/one/a.toy"), names.map((name) => `def ${name}\n`).join(""));
  host.files.write(filePath("/one/b.toy"), names.map((name, index) => `${name}\n`.repeat(index + 1)).join(""));
  const engines = await Promise.all(names.map((name) => open(name)));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(names.length - 1), { minLength: 1, maxLength: 40 }), async (turns) => {
      const asked = turns.map(async (turn) => {
        const input = { file_path: "a.toy", line: turn + 1, column: 5 };
        const answer = await engines[turn]?.invoke({ operation: "find_references", input, caller });
        return answer?.ok === true && answer.body.format === "text" ? answer.body.text : JSON.stringify(answer);
      });
      const texts = await clock.until(Promise.all(asked));
      for (const [index, turn] of turns.entries()) {
        const others = names.filter((name) => name !== names[turn]);
        expect(texts[index]).toContain(names[turn]);
        expect(others.filter((name) => texts[index]?.includes(name))).toEqual([]);
      }
    }),
    { numRuns: repeats({ test: 10, soak: 200 }) },
  );
  for (const engine of engines) await clock.until(engine.close());
  await close();
});

test("a client that floods is refused beyond its share, and the others are answered meanwhile [F61]", async () => {
  const { clock, open, close } = await served({ dials: { neverAnswers: ["textDocument/documentHighlight"] } });
  const [flooder, other] = [await open("flooder"), await open("other")];
  const highlights = { operation: "get_document_highlights", input: references.input };
  const flood = Array.from({ length: 100 }, () => flooder.invoke({ ...highlights, caller, timeoutMs: 60_000 }));
  const isOver = { flood: false };
  void Promise.all(flood).then(() => (isOver.flood = true));
  const refused = await clock.until(Promise.any(flood.slice(64)));
  expect(refused).toMatchObject({ ok: false, refusal: { code: "resource_exhausted" } });
  expect(await clock.until(other.invoke({ ...references, caller }))).toMatchObject({ ok: true });
  expect(isOver.flood).toBe(false);
  const codes = (await clock.until(Promise.all(flood))).map((one) => (one.ok ? "ok" : one.refusal.code));
  expect(codes.filter((code) => code === "resource_exhausted")).toHaveLength(36);
  expect(await clock.until(flooder.invoke({ ...references, caller }))).toMatchObject({ ok: true });
  for (const engine of [flooder, other]) await clock.until(engine.close());
  await close();
});

test("who connects and stays silent is cut off after five seconds, and keeps no client out before", async () => {
  const { clock, sockets, daemon, open, close } = await served();
  const ended = { first: false, count: 0 };
  for (let at = 0; at < 1_100; at++) {
    const stream = await sockets.connect(place.address);
    stream.onEnd(() => {
      ended.count++;
      if (at === 0) ended.first = true;
    });
  }
  await oneTurn();
  expect([ended.first, ended.count, daemon().status().clients]).toEqual([true, 100, 1_000]);
  const engine = await open("one");
  expect([ended.count, daemon().status().clients]).toEqual([101, 1_000]);
  clock.advance(4_999);
  await oneTurn();
  expect(ended.count).toBe(101);
  clock.advance(1);
  await oneTurn();
  expect([ended.count, daemon().status().clients]).toEqual([1_100, 1]);
  expect(await clock.until(engine.invoke({ ...references, caller }))).toMatchObject({ ok: true });
  await clock.until(engine.close());
  await close();
});

test("a client that stops reading is cut off with a reason, and the others are answered as before", async () => {
  const { clock, sockets, open, lines, close } = await served();
  const [deaf, other] = [await open("deaf"), await open("other")];
  // The first of them reads no more of what the daemon writes.
  const [stream] = sockets.accepted;
  if (stream !== undefined) stream.queuedBytes = 33 * 1024 * 1024;
  expect(await clock.until(other.invoke({ ...references, caller }))).toMatchObject({ ok: true });
  expect(lines).toContain("a client was lost: it did not read 35 MB that were sent to it");
  for (const engine of [deaf, other]) await clock.until(engine.close());
  await close();
});
