// What is written when a daemon ends or loses its client, and what the client is told of it.

import { expect, test } from "vitest";
import { makeCatalog } from "../../catalog/table.ts";
import { MemoryHost } from "../../host/memory/memory.ts";
import { MemorySockets } from "../../host/memory/memory-sockets.ts";
import { filePath } from "../../model/file-path.ts";
import { toyCommand, toyEntry } from "../../testing/kits/kit.ts";
import { toyLanguage } from "../../../test/support/kits/workspace-kit.ts";
import { oneTurn, StepClock } from "../../testing/step-clock.ts";
import { Toy } from "../../testing/toy/toy.ts";
import { openEngine } from "../open.ts";
import { Daemon } from "./daemon.ts";
import { lostChange, outcomeOfLost } from "./lost-change.ts";
import { placeIn } from "./place.ts";
import { greeted } from "./reaching.ts";
import type { RunCommand } from "./served-client.ts";
import type { LostChange } from "./wire.ts";

const catalog = makeCatalog({ languages: [toyLanguage], servers: [toyEntry], decided: [] });
const key = { root: "/one", version: "1", build: "b", environment: "e" };
const place = placeIn(filePath("/state/daemons/x"), { platform: "linux", runtime: "/run" });
const token = "0123456789abcdef";
const options = { directory: "/one", exact: true, trusted: true } as const;
const caller = { door: "mcp", allowed: ["read", "control", "propose", "write"] } as const;

interface Bench {
  readonly clock: StepClock;
  readonly host: MemoryHost<StepClock>;
  readonly sockets: MemorySockets;
  start(): Promise<Daemon>;
}

function machine(runCommand: RunCommand = async () => ({ exit: 0 })): Bench {
  const clock = new StepClock();
  const host = new MemoryHost({ clock });
  host.files.write(filePath("/one/a.toy"), "def apple\napple\n");
  host.files.write(toyCommand, "the toy");
  host.files.write(place.token, token);
  host.processes.program(toyCommand, new Toy(host, {}).program);
  clock.advance(1_000);
  const sockets = new MemorySockets();
  const start = async (): Promise<Daemon> => {
    const own = { host, sockets, key, place, token, runCommand, catalog };
    const daemon = new Daemon({ ...own, idleMs: 60_000, log: () => {}, onReady: () => {} });
    await daemon.listen();
    return daemon;
  };
  return { clock, host, sockets, start };
}

const applyApple = {
  operation: "apply_edit",
  input: { file_path: "a.toy", old_text: "def apple\napple\n", new_text: "def pear\npear\n" },
} as const;
const handed = { argv: [], cwd: "/one", env: {}, screen: { out: false, err: false }, piped: false };

/** A point that is reached by the code under test, and passed when the test says so. */
class Gate {
  #reach: () => void = () => {};
  #pass: () => void = () => {};
  readonly reached = new Promise<void>((resolve) => (this.#reach = resolve));
  readonly #passed = new Promise<void>((resolve) => (this.#pass = resolve));

  wait(): Promise<void> {
    this.#reach();
    return this.#passed;
  }

  open(): void {
    this.#pass();
  }
}

/** Changes are written, and wait before they are marked as made. */
function markingAt(host: MemoryHost<StepClock>, gate: Gate): void {
  const rename = host.writing.rename.bind(host.writing);
  host.writing.rename = async (from, to) => {
    if (to.endsWith(".committed")) await gate.wait();
    return rename(from, to);
  };
}

/** Changes a file under the name `lost`, after the gate. */
function changing(gate: Gate): { readonly runCommand: RunCommand; readonly over: () => Promise<unknown> } {
  let running: Promise<unknown> = Promise.resolve();
  const run: RunCommand = async (_, io) => {
    const engine = await io.open(options);
    try {
      io.changes("lost");
      await gate.wait();
      const outcome = await engine.invoke({ ...applyApple, caller: { ...caller, door: "cli" }, call: "lost" });
      io.out(JSON.stringify(outcome));
      return { exit: 0 };
    } finally {
      await engine.close();
    }
  };
  const runCommand: RunCommand = (command, io) => {
    const result = run(command, io);
    running = Promise.allSettled([result]);
    return result;
  };
  return { runCommand, over: () => running };
}

/** A client that hands a command over, and what it hears. */
async function handOver({ host, sockets }: Bench): Promise<{ readonly heard: string[]; destroy(): void }> {
  const told: string[] = [];
  const reached = await greeted({ host, sockets, client: "a client of some sort", emit: () => {} }, key, place);
  if (reached === undefined) throw new Error("no daemon");
  reached.listen({ event: () => {}, closed: () => told.push("closed") });
  const answer = reached.link.request("command", handed, 2 ** 31 - 1);
  answer.then(
    (result) => told.push(JSON.stringify(result)),
    () => {},
  );
  return { heard: told, destroy: () => reached.link.close("it has gone") };
}

async function lookUp({ host, clock }: Bench): Promise<LostChange> {
  const engine = await openEngine({ ...options, host, catalog });
  try {
    return await clock.until(lostChange(engine, "lost"));
  } finally {
    await clock.until(engine.close());
  }
}

const textOf = async ({ host }: Bench): Promise<string> =>
  new TextDecoder().decode(await host.files.read(filePath("/one/a.toy"), 1_000));

test.each(["the daemon ends", "its client has gone"])(
  "a command that has not begun to write when %s writes nothing after that [F66]",
  async (how) => {
    const gate = new Gate();
    const { runCommand, over } = changing(gate);
    const bench = machine(runCommand);
    const { clock } = bench;
    const daemon = await bench.start();
    const client = await handOver(bench);
    await clock.until(gate.reached);
    if (how === "its client has gone") client.destroy();
    await clock.until(oneTurn());
    if (how === "the daemon ends") await clock.until(daemon.close("it was stopped"));
    expect(await lookUp(bench)).toEqual({ made: false, changes: [] });
    gate.open();
    await clock.until(over());
    if (how === "its client has gone") await clock.until(daemon.close("the test is over"));
    expect([await textOf(bench), client.heard]).toEqual(["def apple\napple\n", ["closed"]]);
  },
);

test("a daemon that ends tells its client so when the change that a command has begun is made [F66]", async () => {
  const [begun, marking] = [new Gate(), new Gate()];
  begun.open();
  const bench = machine(changing(begun).runCommand);
  const { clock, host } = bench;
  const daemon = await bench.start();
  markingAt(host, marking);
  const client = await handOver(bench);
  await clock.until(marking.reached);
  const closing = daemon.close("it was stopped");
  await oneTurn();
  expect(client.heard).toEqual([]);
  marking.open();
  await clock.until(closing);
  expect(client.heard).toEqual(["closed"]);
  expect(await lookUp(bench)).toMatchObject({ made: true, changes: [{ files: ["/one/a.toy"] }] });
  expect(await textOf(bench)).toBe("def pear\npear\n");
});

test("a change that a living process has begun and not ended is neither made nor not made [F66]", async () => {
  const [begun, marking] = [new Gate(), new Gate()];
  begun.open();
  const bench = machine(changing(begun).runCommand);
  const daemon = await bench.start();
  markingAt(bench.host, marking);
  const client = await handOver(bench);
  await bench.clock.until(marking.reached);
  client.destroy();
  const change = await lookUp(bench);
  expect(change).toMatchObject({ made: "unknown", changes: [{ files: ["/one/a.toy"] }] });
  const outcome = outcomeOfLost({ ...applyApple, caller }, change, 0);
  expect(outcome).toMatchObject({ ok: false, refusal: { code: "daemon_lost" } });
  expect(JSON.stringify(outcome)).toContain("Whether files were changed is not known.");
  expect(JSON.stringify(outcome)).not.toContain("No file was changed");
  marking.open();
  await bench.clock.until(daemon.close("the test is over"));
  expect(await lookUp(bench)).toMatchObject({ made: true });
});

test.each([
  [{ made: false, changes: [] }, "Run it again."],
  [{ made: true, changes: [{ id: "t1", files: ["a.toy"] }] }, "Look at edit_history before you run it again"],
  [{ made: "unknown", changes: [{ id: "t1", files: ["a.toy"] }] }, "ask again only if nothing was changed"],
] as const)("of a lost run that may have written, %j is told as what to do next", (change, next) => {
  const outcome = outcomeOfLost({ operation: "execute_command", input: {}, caller }, change, 0);
  expect(outcome).toMatchObject({ ok: false, refusal: { code: "daemon_lost", next: expect.stringContaining(next) } });
});
