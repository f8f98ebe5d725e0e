// Rough handling: many calls at once, and a client that goes away in the middle of one. Nothing is left running.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRecord } from "../../src/std/json.ts";
import { faultCommand } from "../../src/testing/fault-servers.ts";
import { gone } from "../support/soon.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import type { Served } from "../support/made-up-server.ts";
import { McpWire } from "../support/mcp-wire.ts";
import { eras } from "../support/sightline.ts";

/** The servers that run for this project, from the registry of processes. */
function servers({ stateDirectory }: Served): number[] {
  const directory = join(stateDirectory, "processes");
  return readdirSync(directory).map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")).pid as number);
}

describe.each(eras)("%s era", (era) => {
  test("fifty calls at once: each gets its own answer, and one server is started [AGL-145]", async () => {
    using made = served(toyProgram());
    await using wire = new McpWire(made, { era, args: ["mcp", ...made.options] });
    await wire.initialize();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => wire.call(at % 2 === 0 ? "find_references" : `nonsense_${at}`, made.at)),
    );
    answers.forEach((answer, at) => {
      const words = at % 2 === 0 ? "2 references to a.toy:1:5" : `There is no tool \\"nonsense_${at}\\"`;
      expect(JSON.stringify(answer["result"])).toContain(words);
    });
    expect(servers(made)).toHaveLength(1);
  });

  test("a list of tools and a call about another file are answered while one call hangs [AGL-145]", async () => {
    using made = served(faultCommand("hangs", "textDocument/references"));
    await using wire = new McpWire(made, { era, args: ["mcp", ...made.options] });
    await wire.initialize();
    const hanging = wire.ask("tools/call", { name: "find_references", arguments: made.at });
    expect(await wire.call("go_to_definition", made.at)).toMatchObject({ result: { isError: true } });
    expect(await wire.request("tools/list")).toMatchObject({ result: { tools: expect.any(Array) } });
    expect(wire.messages.filter(({ id }) => id === hanging)).toEqual([]);
  });
});

/** A fault at a moment that a test can choose: a defect that is not caught, or an error of standard input. */
const fatal = [
  "data:text/javascript,process.on(%27SIGUSR2%27,()=>{throw%20new%20Error(%27fatal%27)});",
  "process.on(%27SIGPWR%27,()=>process.stdin.emit(%27error%27,new%20Error(%27EIO%27)))",
].join("");

describe("in the middle of a call", () => {
  async function hanging(made: Served): Promise<{ wire: McpWire; running: number[] }> {
    const wire = new McpWire(made, {
      args: ["mcp", ...made.options, "--log-level", "debug"],
      env: { NODE_OPTIONS: `--import ${fatal}` },
    });
    await wire.initialize();
    wire.ask("tools/call", { name: "find_references", arguments: made.at });
    // The server tells that the question has arrived, which it will never answer.
    await wire.seen(({ params }) => isRecord(params) && JSON.stringify(params).includes("got textDocument/references"));
    return { wire, running: servers(made) };
  }

  test.each([
    ["standard input ends", (wire: McpWire) => wire.child.stdin.end(), 0],
    ["SIGTERM comes", (wire: McpWire) => wire.child.kill("SIGTERM"), 0],
    ["SIGINT comes", (wire: McpWire) => wire.child.kill("SIGINT"), 0],
    ["SIGHUP comes", (wire: McpWire) => wire.child.kill("SIGHUP"), 0],
    ["a fatal error is thrown", (wire: McpWire) => wire.child.kill("SIGUSR2"), 70],
    ["standard input fails", (wire: McpWire) => wire.child.kill("SIGPWR"), 4],
  ])("%s: the process ends by itself and takes its server along [AGL-063 AGL-064]", async (_, end, code) => {
    using made = served(faultCommand("hangs", "textDocument/references"));
    const { wire, running } = await hanging(made);
    expect(running).toHaveLength(1);
    end(wire);
    expect(await wire.exited).toBe(code);
    expect(await gone(...running)).toBe(true);
    expect(servers(made)).toEqual([]);
    expect(wire.foreign).toEqual([]);
  });

  test("standard output is closed: the process ends all the same", async () => {
    using made = served(faultCommand("hangs", "textDocument/references"));
    const { wire, running } = await hanging(made);
    wire.child.stdout.destroy();
    wire.ask("tools/list");
    await wire.exited;
    expect(await gone(...running)).toBe(true);
  });
});

test("standard input that ends before anything was asked ends the process at once", async () => {
  using made = served(toyProgram());
  const wire = new McpWire(made, { args: ["mcp", ...made.options] });
  wire.child.stdin.end();
  expect(await wire.exited).toBe(0);
  expect(wire.foreign).toEqual([]);
});

test("lines that are no messages are passed over, and the connection goes on", async () => {
  using made = served(toyProgram());
  await using wire = new McpWire(made, { args: ["mcp", ...made.options] });
  wire.child.stdin.write('this is not JSON\n[]\n{}\n\n{"jsonrpc":"1.0","id":1}\n');
  await wire.initialize();
  expect(await wire.request("tools/list")).toMatchObject({ result: { tools: expect.any(Array) } });
});

test("a message that nests too deep is answered with an error, and the connection goes on [S42]", async () => {
  using made = served(toyProgram());
  await using wire = new McpWire(made, { args: ["mcp", ...made.options] });
  await wire.initialize();
  for (const deep of [201, 5_000, 100_000]) {
    const line = `{"name":"find_references","arguments":{"file_path":${"[".repeat(deep)}${"]".repeat(deep)}}}`;
    const id = `deep ${deep}`;
    wire.child.stdin.write(`{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":${line}}\n`);
    expect(await wire.seen((message) => message["id"] === id)).toMatchObject({
      error: { code: -32_600, message: expect.stringMatching(/more than 200 nested objects and lists/) },
    });
  }
  expect(JSON.stringify(await wire.call("find_references", made.at))).toContain("2 references to a.toy:1:5");
});

describe("a message that is too long", () => {
  const mb = 1024 * 1024;
  const edit = (megabytes: number) => ({
    name: "apply_edit",
    arguments: { file_path: "a.toy", old_text: "nowhere", new_text: "x".repeat(megabytes * mb) },
  });

  test("is answered with an error, and the connection goes on; one that is only large is served", async () => {
    using made = served(toyProgram());
    await using wire = new McpWire(made, { args: ["mcp", ...made.options] });
    await wire.initialize();
    expect(await wire.request("tools/call", edit(12))).toMatchObject({
      error: { code: -32_600, message: expect.stringMatching(/longer than 10 MB/) },
    });
    expect(JSON.stringify(await wire.call("find_references", made.at))).toContain("2 references to a.toy:1:5");
    expect(await wire.request("tools/call", edit(8))).toMatchObject({ result: { isError: true } });
    // No sender can be named for this one.
    wire.child.stdin.write(`${"x".repeat(11 * mb)}\n`);
    expect(await wire.seen(({ id }) => id === null)).toMatchObject({ error: { code: -32_600 } });
    expect(await wire.request("tools/list")).toMatchObject({ result: { tools: expect.any(Array) } });
    const running = servers(made);
    wire.child.stdin.end();
    expect(await wire.exited).toBe(0);
    expect(await gone(...running)).toBe(true);
  });
});
