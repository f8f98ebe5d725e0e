// Servers that someone else runs, through the doors: who may connect to what, and what an agent is told.

import { describe, expect, test } from "vitest";
import { readdirSync } from "node:fs";
import { toyEntry } from "../../src/testing/kits/kit.ts";
import { connect, sightline } from "../support/here.ts";
import type { Served } from "../support/made-up-server.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import { callTool } from "../support/sightline.ts";
import type { Listener } from "../support/tcp-server.ts";
import { listener, relay } from "../support/tcp-server.ts";

const absent = { command: "no-such-server-anywhere", args: [] };

function operatorFile(made: Served, server: object, settings: object = {}): void {
  const { launch: _launch, proven: _proven, ...entry } = toyEntry;
  const servers = [{ ...entry, language: "toy", extensions: ["toy"], ...server }];
  made.write("../servers.json", JSON.stringify({ servers, settings }));
}

function reached({ address }: Listener, more: object = {}): object {
  return { launch: { kind: "tcp", ...address, ...more } };
}

describe("start_lsp with connect", () => {
  test("asks the running server and starts none; an address that fails changes nothing [AGL-040 AGL-046 AGL-104]", async () => {
    await using server = await relay(toyProgram());
    await using nothing = await listener();
    nothing.unlisten();
    using made = served(toyProgram());
    await using agent = await connect(made, "modern", ["mcp", ...made.options, "--trust", "--tools", "full"]);
    const asked = (): ReturnType<typeof callTool> => callTool(agent, "find_references", made.at);
    const own = await asked();
    expect(own.standing?.state).toBe("complete");

    const failed = await callTool(agent, "start_lsp", { language_id: "toy", connect: nothing.at });
    expect([failed.isError, failed.refusal?.code]).toEqual([true, "server_unreachable"]);
    expect(failed.texts.join()).toContain(`Nothing listens at ${nothing.at}`);
    expect((await asked()).texts).toEqual(own.texts);
    expect(server.connections).toHaveLength(0);

    const connected = await callTool(agent, "start_lsp", { language_id: "toy", connect: server.at });
    expect(connected.texts.join()).toContain(`Connected to existing language server at ${server.at}`);
    const there = await asked();
    expect(there.standing).toMatchObject({ state: "partial", reasons: [{ code: "shared_server" }] });
    expect(server.pids).toHaveLength(1);
    const described = await callTool(agent, "get_server_capabilities", { format: "json" });
    expect(JSON.parse(described.texts[0] ?? "")).toMatchObject([{ server: "toy", connected_to: server.at }]);
    expect(readdirSync(`${made.stateDirectory}/processes`)).toEqual([]);
  });

  test("refuses another host, this machine in another spelling, and what is no address", async () => {
    using made = served(toyProgram());
    await using agent = await connect(made, "modern", ["mcp", ...made.options, "--trust", "--tools", "full"]);
    const refused = [
      ["devbox.example:9999", "policy_denied", "the operator does not name it"],
      ["2130706433:9999", "policy_denied", "the operator does not name it"],
      ["nonsense", "bad_input", "connect is not an address"],
    ] as const;
    for (const [address, code, text] of refused) {
      const answer = await callTool(agent, "start_lsp", { connect: address });
      expect([answer.isError, answer.refusal?.code]).toEqual([true, code]);
      expect(answer.texts.join()).toContain(text);
    }
  });

  test("is not for a caller that may only read, nor for a root that is not trusted: nothing is dialled", async () => {
    await using server = await listener();
    using made = served(toyProgram());
    const start = ["start", "--language-id", "toy", "--connect", server.at];
    const reader = await sightline(made, [...start, ...made.options, "--trust", "--read-only"]);
    expect([reader.code, reader.err]).toEqual([5, expect.stringContaining("not allowed with --read-only")]);
    const untrusted = await sightline(made, [...start, ...made.options]);
    expect([untrusted.code, untrusted.err]).toEqual([5, expect.stringContaining("omeone else runs it")]);
    expect(server.connections).toHaveLength(0);
  });
});

describe("a configuration that names an address", () => {
  test("of the operator is used, complete where it has no other client, and says what is connected to [SYC-15]", async () => {
    await using server = await relay(toyProgram());
    using made = served(absent);
    operatorFile(made, { ...reached(server, { alone: true }), restricted: undefined });
    const { file_path, line, column } = made.at;
    const place = `${file_path}:${line}:${column}`;
    const asked = await sightline(made, ["references", place, ...made.options, "--trust", "--json"]);
    expect(asked.err).toContain(`connecting to toy at ${server.at}, which someone else runs`);
    expect(JSON.parse(asked.out)).toMatchObject({ ok: true, standing: { state: "complete" } });
    const listed = await sightline(made, ["servers", ...made.options]);
    expect(listed.out).toContain(`runs at ${server.at}`);
  });

  test("of a repository stays on this machine, unless the operator names the host", async () => {
    using made = served(toyProgram());
    const launch = { kind: "tcp", host: "devbox.example", port: 9_999 };
    made.write(".sightline/lsp.json", JSON.stringify({ servers: [{ id: "gopls", launch }] }));
    const denied = await sightline(made, ["servers", ...made.options, "--trust"]);
    expect([denied.code, denied.err]).toEqual([
      2,
      expect.stringContaining("he host devbox.example is not this machine"),
    ]);
    operatorFile(made, toyProgram(), { passive: { hosts: ["devbox.example"] } });
    expect((await sightline(made, ["servers", ...made.options, "--trust"])).code).toBe(0);
    made.write(".sightline/lsp.json", JSON.stringify({ settings: { passive: { hosts: ["evil.example"] } } }));
    const widened = await sightline(made, ["servers", ...made.options, "--trust"]);
    expect([widened.code, widened.err]).toEqual([2, expect.stringContaining("can only be set by the operator")]);
  });
});
