// Where log messages go: to standard error before a client can receive any, to the client once it can, never to standard output.

import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { logLevels } from "../../src/model/event.ts";
import { ownScript } from "../../src/host/own-script.ts";
import { operationNamed } from "../../src/operations/table.ts";
import type { JsonRecord } from "../../src/std/json.ts";
import { faultCommand } from "../../src/testing/fault-servers.ts";
import { wireHere } from "../support/here.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import type { Served } from "../support/made-up-server.ts";
import type { McpWire } from "../support/mcp-wire.ts";

function open(made: Served, ...more: readonly string[]): McpWire {
  return wireHere(made, { args: ["mcp", ...made.options, ...more] });
}

function logged(wire: McpWire): JsonRecord[] {
  return wire.notifications("notifications/message");
}

function events(wire: McpWire): unknown[] {
  return logged(wire).map(({ data }) => (data as JsonRecord)["event"]);
}

describe("before and after the session", () => {
  test("a client that is not initialized yet gets no message: it is on standard error [AGL-249 AGL-251]", async () => {
    using made = served(toyProgram());
    await using wire = open(made);
    await wire.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    await wire.call("find_references", made.at);
    expect(wire.stderr).toContain("sightline: starting ");
    expect(logged(wire)).toEqual([]);
  });

  test("after that it gets each as a level, the logger's name and JSON [AGL-250 AGL-252]", async () => {
    using made = served(toyProgram());
    await using wire = open(made);
    await wire.initialize();
    await wire.call("find_references", made.at);
    const starting = logged(wire).find(({ data }) => (data as JsonRecord)["event"] === "session.starting");
    expect(starting).toEqual({
      level: "info",
      logger: "sightline",
      data: expect.objectContaining({ message: expect.stringMatching(/^starting /), server: "toy", restricted: false }),
    });
  });

  test("in the modern era a request hears only what it asked to hear, and only while it runs", async () => {
    using made = served(toyProgram());
    await using wire = wireHere(made, { era: "modern", args: ["mcp", ...made.options] });
    await wire.initialize();
    await wire.call("find_references", made.at);
    expect(logged(wire)).toEqual([]);
    await wire.call("find_references", made.at, { "io.modelcontextprotocol/logLevel": "debug" });
    expect(events(wire)).toContain("operation");
  });
});

describe("levels", () => {
  test("a client may ask for any of the eight, and hears no less [AGL-253]", async () => {
    using made = served(toyProgram());
    await using wire = open(made);
    await wire.initialize();
    for (const level of logLevels) {
      expect(await wire.request("logging/setLevel", { level })).toMatchObject({ result: {} });
    }
    await wire.call("find_references", made.at);
    expect(logged(wire)).toEqual([]);
    await wire.request("logging/setLevel", { level: "debug" });
    await wire.call("find_references", made.at);
    expect(events(wire)).toContain("operation");
    expect(await wire.request("logging/setLevel", { level: "loud" })).toHaveProperty("error");
  });

  test.each([
    ["--log-level", ["--log-level", "debug"], {}],
    ["SIGHTLINE_LOG_LEVEL", [], { SIGHTLINE_LOG_LEVEL: "debug" }],
    ["LOG_LEVEL", [], { LOG_LEVEL: "debug" }],
  ])("%s says which is the least at the start [AGL-255]", async (_, args, env) => {
    using made = served(toyProgram());
    await using wire = wireHere(made, { args: ["mcp", ...made.options, ...args], env });
    await wire.initialize();
    await wire.call("find_references", made.at);
    expect(logged(wire).map(({ level }) => level)).toContain("debug");
  });

  test("set_log_level changes it as well [AGL-117 AGL-255]", async () => {
    using made = served(toyProgram());
    await using wire = open(made, "--tools", "full");
    await wire.initialize();
    expect(operationNamed("set_log_level")?.kind).toBe("control");
    await wire.call("set_log_level", { level: "error" });
    await wire.call("find_references", made.at);
    expect(events(wire)).not.toContain("session.starting");
    await wire.call("set_log_level", { level: "debug" });
    await wire.call("find_references", made.at);
    expect(logged(wire).map(({ level }) => level)).toContain("debug");
  });

  test("a crash is an error with the last 4 KB of what the server wrote; refusals are warnings; only five levels are used [AGL-164 AGL-254]", async () => {
    using made = served(faultCommand("dies", "textDocument/references", "7", "", "10000"), {
      settings: { restart: { max: 1, backoffMs: [0] } },
    });
    await using wire = open(made, "--log-level", "debug");
    await wire.initialize();
    const answer = await wire.call("find_references", made.at);
    expect(answer).toMatchObject({ result: { isError: true } });
    // On one line, so that nothing in it looks like a line of ours.
    const words = "these are my last words\\n";
    expect(logged(wire)).toContainEqual({
      level: "error",
      logger: "sightline",
      data: expect.objectContaining({
        event: "session.crashed",
        exit: expect.objectContaining({ code: 7, stderr: words.padStart(4_097, "-") }),
      }),
    });
    const operation = logged(wire).find(({ data }) => (data as JsonRecord)["event"] === "operation");
    expect(operation).toMatchObject({ level: "warning" });
    const allowed = ["debug", "info", "warning", "error", "critical"];
    expect(logged(wire).filter(({ level }) => !allowed.includes(String(level)))).toEqual([]);
  });
});

test.each(["banner", "endless"])(
  "whatever a server prints (%s), standard output holds nothing but the protocol",
  async (what) => {
    using made = served(faultCommand("prints", what));
    await using wire = open(made, "--log-level", "debug", "--verbose");
    await wire.initialize();
    await wire.call("find_references", made.at, { progressToken: 1 });
    await wire.call("nonsense", {});
    await wire.request("tools/list");
    wire.child.stdin.end();
    await wire.exited;
    expect(wire.foreign).toEqual([]);
    expect(wire.messages.length).toBeGreaterThan(5);
    expect(wire.stderr).toContain("sightline: ");
  },
);

test("loading the log does nothing: it writes nothing, reads no environment and holds no process [AGL-256]", () => {
  const url = pathToFileURL(ownScript("doors/mcp/log")).href;
  const script = `
    const read = [];
    process.env = new Proxy({}, { get: (_, name) => void read.push(String(name)) });
    const log = await import(${JSON.stringify(url)});
    if (typeof log.levelOf !== "function") throw new Error("nothing was loaded");
    const ours = read.filter((name) => /LOG|SIGHTLINE/.test(name));
    if (ours.length > 0) throw new Error("the environment was read: " + ours.join());
  `;
  const ran = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", timeout: 60_000 });
  expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, "", ""]);
});
