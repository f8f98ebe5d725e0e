// Hostile programs in the sandbox of the real machine: each ends in a verdict, within its limits, and leaves nothing behind.

import { describe, expect, test } from "vitest";
import type { SandboxEnd, SandboxLimits } from "../../model/sandbox/sandbox.ts";
import { preludeText } from "../../operations/script/prelude.ts";
import { Canceller } from "../../std/cancel.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { nodeClock } from "../node/node-clock.ts";
import { WorkerSandbox } from "./worker-sandbox.ts";

const sandbox = new WorkerSandbox(nodeClock);

const limits: SandboxLimits = {
  memoryPages: 512,
  computingMs: 60_000,
  calls: 100,
  callsAtOnce: 8,
  resultCharacters: 10_000,
  callCharacters: 10_000,
  printedCharacters: 1_000,
};

interface Ran {
  readonly end: SandboxEnd;
  readonly asked: number;
  readonly printed: readonly string[];
}

async function run(code: string, over: Partial<SandboxLimits> = {}, deadlineMs = 60_000): Promise<Ran> {
  let asked = 0;
  const printed: string[] = [];
  const end = await sandbox.run({
    code,
    prelude: preludeText(["echo"], limits.callsAtOnce),
    limits: { ...limits, ...over },
    deadline: deadlineIn(nodeClock, deadlineMs),
    ask: async (question) => {
      asked++;
      return JSON.stringify({ value: JSON.parse(question), standing: { state: "complete" } });
    },
    print: (line) => printed.push(line),
  });
  return { end, asked, printed };
}

/** The interpreter says so by an error of its own where it has room for one. */
function isOutOfMemory(end: SandboxEnd): boolean {
  return end.kind === "threw" ? /out of memory/.test(end.text) : end.kind === "stopped" && end.by === "memory";
}

describe("what takes too much is stopped", () => {
  test.each([
    ["an endless loop", "for (;;) {}", "computing"],
    [
      "an endless loop that catches everything",
      "for (;;) { try { for (;;) {} } catch (e) { continue; } }",
      "computing",
    ],
    ["promises without end", "for (;;) await null;", "computing"],
    ["a pattern that tries everything", "/(a+)+$/.test('a'.repeat(40) + 'b')", "computing"],
    [
      "an interpreter's own loop that asks for no permission",
      "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
      "computing",
    ],
    ["an endless loop when it is read", "return { toJSON() { for (;;) {} } }", "computing"],
    ["an endless loop in what it throws", "throw { get message() { for (;;) {} } }", "computing"],
    ["more questions than allowed", "for (let i = 0; i < 1e7; i++) await sl.echo(i);", "calls"],
    ["all of them at once", "await Promise.all(Array.from({ length: 200 }, (_, i) => sl.echo(i)));", "calls"],
    ["a question that is too long", "await sl.echo('a'.repeat(20000))", "calls"],
    ["a result that is too long", "return 'a'.repeat(20000)", "result"],
    ["waiting for nothing", "await new Promise(() => {})", "waiting"],
    ["waiting for something that waits for it", "const a = (async () => { await 0; await a; })(); await a;", "waiting"],
  ])("%s", async (_, code, by) => {
    const { end, asked } = await run(code, by === "computing" ? { computingMs: 300 } : {});
    expect(end).toMatchObject({ kind: "stopped", by });
    expect(asked).toBeLessThanOrEqual(limits.calls);
  });

  test("what is nested too deeply is no result", async () => {
    const { end } = await run("return JSON.parse('['.repeat(1e5) + ']'.repeat(1e5))");
    expect(end.kind).not.toBe("returned");
  });

  test.each([
    ["lists without end", "const kept = []; for (;;) kept.push(new Array(1000).fill(1));"],
    ["texts without end", "const kept = []; for (let i = 0; ; i++) kept.push('x'.repeat(1e6) + i);"],
    ["one buffer", "new Uint8Array(1e9)"],
    ["promises that wait for promises", "const again = () => Promise.resolve().then(again); await again();"],
    ["ten million questions that are not waited for", "for (let i = 0; i < 1e7; i++) sl.echo(i);"],
  ])("memory: %s", async (_, code) => {
    const { end } = await run(code);
    expect(isOutOfMemory(end) ? "out of memory" : end).toBe("out of memory");
  });

  test.each([272, 280, 288, 296])(
    "a want of memory of %i pages reaches the script that asks on, and is kept by no promise",
    async (memoryPages) => {
      const { end } = await run("for (let i = 0; i < 1e7; i++) sl.echo(i);", { memoryPages, computingMs: 10_000 });
      expect(isOutOfMemory(end) ? "out of memory" : end).toBe("out of memory");
    },
  );

  test("the deadline of the call ends it, whatever it does", async () => {
    const { end } = await run("for (;;) {}", {}, 200);
    expect(end).toMatchObject({ kind: "stopped", by: "time" });
  });

  test("and so does its cancellation", async () => {
    const signal = new Canceller();
    const running = sandbox.run({
      code: "await sl.echo(1); for (;;) {}",
      prelude: preludeText(["echo"], 1),
      limits,
      deadline: deadlineIn(nodeClock, 60_000),
      signal,
      ask: async () => {
        signal.cancel();
        return JSON.stringify({ value: 1 });
      },
      print: () => {},
    });
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("what cannot be reached", () => {
  test.each([
    [
      "nothing of Node or of a browser",
      "return [typeof process, typeof require, typeof fetch, typeof WebAssembly, typeof std, typeof os].join()",
    ],
    ["by the constructor of a function of ours", "return typeof sl.echo.constructor('return this')().process"],
    [
      "by the constructor of an answer",
      "const a = await sl.echo(1); return typeof a.constructor.constructor('return this')().require",
    ],
    ["by a module", "try { return await import('node:fs') } catch (e) { return 'undefined' }"],
  ])("%s", async (_, code) => {
    const { end } = await run(code);
    expect(end.kind === "returned" ? end.text : end).toMatch(/^"undefined(?:,undefined)*"$/);
  });
});

describe("tricks change only the program's own world", () => {
  test.each([
    [
      "prototypes that were taken away",
      "Promise.prototype.then = undefined; JSON.stringify = () => '0'; Array.prototype.push = undefined; return (await sl.echo(1)).subject",
      "1",
    ],
    [
      "a prototype with a setter",
      "Object.defineProperty(Object.prototype, 'next', { set() { throw 1 }, get() { return 1 } }); return (await sl.echo(2)).subject",
      "2",
    ],
    ["a key that is a prototype", 'return JSON.parse(\'{"__proto__": {"a": 1}}\')', '{"__proto__":{"a":1}}'],
    ["the end of our function in the code", "return 3 }); (async () => { return 4", "4"],
  ])("%s", async (_, code, text) => {
    const { end } = await run(code);
    expect(end).toEqual({ kind: "returned", text });
  });

  test.each([
    ["nothing", "throw undefined", /Thrown/],
    ["a proxy", "throw new Proxy({}, { get() { throw 1 } })", /cannot be read/],
    ["a cycle", "const a = {}; a.a = a; return a", /circular/],
    ["a symbol", "throw Symbol('x')", /Thrown/],
    ["recursion without end", "const f = () => f() + 1; f()", /stack overflow/],
    [
      "an error without a stack",
      "const e = new Error('x'); e.stack = { toString() { throw 2 } }; throw e",
      /cannot be read/,
    ],
  ])("it throws %s", async (_, code, shape) => {
    const { end } = await run(code);
    expect(end.kind === "threw" ? end.text : end).toMatch(shape);
  });

  test("what it prints is bounded", async () => {
    const { printed } = await run("for (let i = 0; i < 10000; i++) console.log('line', i); return 1", {
      computingMs: 20_000,
    });
    expect(printed.join("\n").length).toBeLessThan(1_100);
  });
});

test("more programs at once than there is memory for are refused", async () => {
  const ends = await Promise.allSettled(Array.from({ length: 6 }, () => run("return 1")));
  expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(2);
});
