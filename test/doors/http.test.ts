// The HTTP door as a process: how it starts and refuses to, what its sessions share and what not, and how it ends.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { request as requestTls } from "node:https";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommandLine } from "../../src/doors/cli/run.ts";
import type { Doors, HttpStart, Terminal } from "../../src/doors/cli/terminal.ts";
import { at } from "../../src/std/json.ts";
import { ask, json, message } from "../support/http.ts";
import { connectHttp, serveHttp } from "../support/http-process.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import { project } from "../support/project.ts";
import type { Agent } from "../support/sightline.ts";
import { callTool, eras, sightline } from "../support/sightline.ts";
import { gone } from "../support/soon.ts";
import { cert, key } from "../support/tls.ts";

const token = "a-token-of-the-process-0123456789";

/** What would be served, without serving it. */
async function startOf(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  let err = "";
  let http: HttpStart | "stdio" | undefined;
  const unused = (): never => {
    throw new Error("it is not needed");
  };
  const terminal: Terminal = {
    out: () => {},
    err: (text) => {
      err += text;
    },
    cwd: "/",
    env,
    piped: true,
    read: unused,
    screen: { out: false, err: false },
    ask: undefined,
  };
  const doors: Doors = {
    open: unused,
    openShared: unused,
    hook: unused,
    daemons: unused,
    serveDaemon: unused,
    openTrace: unused,
    desk: unused,
    version: "0",
    serveMcp: async () => {
      http = "stdio";
    },
    serveHttp: async (_open, _start, given) => {
      http = given;
    },
  };
  const code = await runCommandLine(["mcp", ...args], terminal, doors);
  return { code, err, http };
}

describe("starting", () => {
  test("without --http standard input and output are served, whatever token there is [AGL-047]", async () => {
    expect((await startOf([], { SIGHTLINE_TOKEN: token })).http).toBe("stdio");
  });

  test("the address is 127.0.0.1 and the port 8080 unless others are named [AGL-048 AGL-049]", async () => {
    const plain = await startOf(["--http", "--token", token]);
    expect(plain.http).toMatchObject({ address: "127.0.0.1", port: 8080, token, tls: undefined });
    const other = await startOf(["--http", "--token", token, "--port", "65535", "--listen-addr", "::"]);
    expect(other.http).toMatchObject({ address: "::", port: 65_535 });
  });

  test.each([
    ["SIGHTLINE_TOKEN", { SIGHTLINE_TOKEN: token }],
    ["AGENT_LSP_TOKEN", { AGENT_LSP_TOKEN: token }],
    ["ours before the other", { SIGHTLINE_TOKEN: token, AGENT_LSP_TOKEN: "another" }],
  ])("the token comes from the environment: %s [AGL-050]", async (_, env) => {
    expect((await startOf(["--http"], env)).http).toMatchObject({ token, isTokenTyped: false });
  });

  test("--no-auth asks for no token, on both loopback addresses, and is off by itself [AGL-051]", async () => {
    for (const address of ["127.0.0.1", "::1"]) {
      const { http } = await startOf(["--http", "--no-auth", "--listen-addr", address], { SIGHTLINE_TOKEN: token });
      expect(http).toMatchObject({ token: undefined });
    }
    expect((await startOf(["--http"], { SIGHTLINE_TOKEN: token })).http).toMatchObject({ token });
  });

  test.each<[string, readonly string[], RegExp]>([
    ["no token [AGL-052]", ["--http"], /needs a token/],
    ["an empty token [AGL-052]", ["--http", "--token="], /cannot be sent in a header/],
    ["a token with a space", ["--http", "--token", "a b"], /cannot be sent in a header/],
    [
      "no token beyond this machine [AGL-051]",
      ["--http", "--no-auth", "--listen-addr", "0.0.0.0"],
      /--no-auth is refused/,
    ],
    ["none on all networks of six [AGL-051]", ["--http", "--no-auth", "--listen-addr", "::"], /--no-auth is refused/],
    ["a token and none", ["--http", "--no-auth", "--token", token], /only one of/],
    ["port 0 [AGL-048]", ["--http", "--token", token, "--port", "0"], /a port from 1 to 65535/],
    ["port 65536 [AGL-048]", ["--http", "--token", token, "--port", "65536"], /a port from 1 to 65535/],
    ["a port in words [AGL-048]", ["--http", "--token", token, "--port", "http"], /a port from 1 to 65535/],
    ["a name for an address [AGL-049]", ["--http", "--token", token, "--listen-addr", "localhost"], /is an IP address/],
    ["a certificate without its key", ["--http", "--token", token, "--tls-cert", "x"], /needs both/],
    ["a port without --http", ["--port", "8080"], /--port has no effect without --http/],
    ["a token without --http", ["--token", token], /--token has no effect without --http/],
  ])("refused: %s", async (_, args, words) => {
    const { code, err, http } = await startOf(args);
    expect(http).toBeUndefined();
    expect(err).toMatch(words);
    expect(err).not.toContain(token);
    expect(code).not.toBe(0);
  });

  test("a port that is taken is named", async () => {
    using made = project("-- a.txt --\n");
    await using first = await serveHttp(made, ["--no-auth"]);
    const second = await sightline(made, ["mcp", "--http", "--no-auth", "--port", String(first.port)]);
    expect(second).toMatchObject({ code: 3, err: expect.stringContaining("Another program listens there") as string });
  });
});

async function draftOf(agent: Agent, root: string): Promise<string> {
  const { texts } = await callTool(agent, "create_simulation_session", { workspace_root: root, format: "json" });
  return String(at(JSON.parse(texts[0] ?? ""), ["session_id"]));
}

const edit = { file_path: "a.toy", new_text: "def pear\n" };

describe("serving", () => {
  test.each(eras)(
    "the SDK's client lists tools, calls one and is refused without the token, in the %s era [AGL-010 AGL-047]",
    async (era) => {
      using made = served(toyProgram());
      await using process = await serveHttp(made, made.options, { AGENT_LSP_TOKEN: token });
      await expect(connectHttp(process, era)).rejects.toThrow(/401|unauthorized/i);
      await using agent = await connectHttp(process, era, token);
      const { tools } = await agent.client.listTools();
      expect(tools.map(({ name }) => name)).toContain("find_references");
      const answer = await callTool(agent, "find_references", made.at);
      expect(answer.texts[0]).toContain("2 references to a.toy:1:5");
      expect(answer.standing).toMatchObject({ state: "complete", reasons: [] });
      expect(readFileSync(`/proc/${process.child.pid}/cmdline`, "utf8")).not.toContain(token);
      expect(process.said()).not.toContain(token);
    },
  );

  test("a typed token is hidden from the list of processes, and the operator is told of the other way [AGL-050]", async () => {
    using made = project("-- a.txt --\n");
    await using process = await serveHttp(made, ["--token", token]);
    expect(execFileSync("ps", ["-o", "args=", "-p", String(process.child.pid)], { encoding: "utf8" })).not.toContain(
      token,
    );
    expect(process.said()).toContain("set SIGHTLINE_TOKEN instead");
    expect(process.said()).not.toContain(token);
  });

  test("two sessions share the servers and nothing else: no draft, phase, last change or level of the other [AGL-062]", async () => {
    using made = served(toyProgram({ diagnostics: "pull" }));
    await using process = await serveHttp(made, [...made.options, "--tools", "full", "--no-auth"]);
    await using two = await connectHttp(process, "legacy");
    {
      await using one = await connectHttp(process, "legacy");
      const draft = await draftOf(one, made.root);
      expect((await callTool(one, "simulate_edit", { session_id: draft, ...edit })).isError).toBe(false);
      expect((await callTool(two, "simulate_edit", { session_id: draft, ...edit })).refusal?.code).toBe("bad_input");
      expect((await callTool(two, "commit_session", { session_id: draft, apply: true })).isError).toBe(true);
      await callTool(one, "activate_skill", { skill_name: "lsp-rename", mode: "block" });
      expect((await callTool(two, "get_skill_phase", { format: "json" })).texts[0]).toContain('"active":false');
      await callTool(one, "deactivate_skill", {});
      expect((await callTool(one, "commit_session", { session_id: draft, apply: true })).isError).toBe(false);
      expect((await callTool(two, "undo_edit", {})).texts[0]).toContain("There is nothing to undo.");
      expect(one.transport.sessionId).not.toBe(two.transport.sessionId);
      const status = await callTool(two, "get_server_capabilities", {});
      expect(status.texts[0]).toContain("toy");
    }
    expect(readFileSync(join(made.root, "a.toy"), "utf8")).toBe("def pear\n");
    expect(process.said().match(/sightline: starting/g)).toHaveLength(1);
  });

  test("a session that its client ended leads nowhere, and its drafts are gone with it [AGL-062]", async () => {
    using made = served(toyProgram({ diagnostics: "pull" }));
    await using process = await serveHttp(made, [...made.options, "--tools", "full", "--no-auth"]);
    await using one = await connectHttp(process, "legacy");
    const draft = await draftOf(one, made.root);
    const ended = String(one.transport.sessionId);
    await one.transport.terminateSession();
    const headers = { ...json, "mcp-session-id": ended };
    const late = await ask(
      { host: "127.0.0.1", port: process.port, path: "/mcp", method: "POST", headers },
      message("tools/list"),
    );
    expect(late.status).toBe(404);
    await using modern = await connectHttp(process, "modern");
    expect((await callTool(modern, "simulate_edit", { session_id: draft, ...edit })).refusal?.code).toBe("bad_input");
  });

  test("without sessions a draft is reached by its name, and what has no name is refused [AGL-062]", async () => {
    using made = served(toyProgram({ diagnostics: "pull" }));
    await using process = await serveHttp(made, [...made.options, "--tools", "full", "--no-auth"]);
    await using agent = await connectHttp(process, "modern");
    const draft = await draftOf(agent, made.root);
    expect((await callTool(agent, "simulate_edit", { session_id: draft, ...edit })).isError).toBe(false);
    expect((await callTool(agent, "undo_edit", {})).texts[0]).toContain("The change to undo is not named.");
    const skill = { skill_name: "lsp-rename", mode: "block" };
    expect((await callTool(agent, "activate_skill", skill)).refusal?.code).toBe("capability_missing");
  });

  test.each(eras)("a subscriber of the %s era hears of its own resource, and of no other", async (era) => {
    using made = served(toyProgram({ diagnostics: "pull" }), {
      settings: { notices: { diagnosticsMs: 20, staleMs: 20 } },
    });
    await using process = await serveHttp(made, [...made.options, "--no-auth"]);
    await using mine = await connectHttp(process, era);
    await using theirs = await connectHttp(process, era);
    const heard: string[] = [];
    const hear = (agent: Agent, who: string): Promise<string> =>
      new Promise((resolve) => {
        agent.client.setNotificationHandler("notifications/resources/updated", ({ params: { uri } }) => {
          heard.push(who);
          resolve(uri);
        });
      });
    const [updated] = [hear(mine, "mine"), hear(theirs, "theirs")];
    const uri = "lsp-diagnostics:///a.toy";
    const other = "lsp-diagnostics:///b.toy";
    await subscribe(mine, era, uri);
    await subscribe(theirs, era, other);
    writeFileSync(join(made.root, "a.toy"), "def apple\nuse nothing\n");
    expect(await updated).toBe(uri);
    expect(heard).toEqual(["mine"]);
  });

  test("a client that lost its stream in the middle of a call asks for the rest and gets the answer", async () => {
    using made = served(toyProgram());
    await using process = await serveHttp(made, [...made.options, "--no-auth"]);
    await using agent = await connectHttp(process, "legacy");
    const base = { host: "127.0.0.1", port: process.port, path: "/mcp" };
    const headers = {
      ...json,
      "mcp-session-id": String(agent.transport.sessionId),
      "mcp-protocol-version": "2025-11-25",
    };
    const call = message("tools/call", { name: "find_references", arguments: made.at }, 77);
    const first = await fetch(process.url, { method: "POST", headers, body: call });
    const reader = first.body?.getReader();
    const opening = new TextDecoder().decode((await reader?.read())?.value);
    const event = /^id: (\S+)$/m.exec(opening)?.[1] ?? "none";
    await reader?.cancel();
    const resumed = { ...headers, accept: "text/event-stream", "last-event-id": event };
    const rest = await ask({ ...base, method: "GET", headers: resumed });
    expect(rest.body).toContain("2 references to a.toy:1:5");
    expect(rest.body).toContain('"id":77');
    const unknown = await ask({ ...base, method: "GET", headers: { ...resumed, "last-event-id": "99999" } });
    expect(unknown.status).toBe(400);
  });

  test("with a certificate the port speaks TLS, and nothing else", async () => {
    using made = project("-- a.txt --\n");
    made.write("../cert.pem", cert);
    made.write("../key.pem", key);
    const tls = ["--tls-cert", "../cert.pem", "--tls-key", "../key.pem"];
    const half = ["--tls-cert", "../cert.pem", "--tls-key", "../cert.pem"];
    const refused = await sightline(made, ["mcp", "--http", "--no-auth", ...half]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("cannot be used") as string });
    await using process = await serveHttp(made, ["--no-auth", ...tls]);
    expect(process.url).toMatch(/^https:/);
    const status = await new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port: process.port, path: "/health", ca: cert, rejectUnauthorized: false };
      requestTls(options, (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end();
    });
    expect(status).toBe(200);
    await expect(ask({ host: "127.0.0.1", port: process.port, path: "/health" })).rejects.toThrow(
      /socket hang up|ECONNRESET/,
    );
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s ends it and its servers [AGL-061]", async (signal) => {
    using made = served(toyProgram());
    await using process = await serveHttp(made, [...made.options, "--no-auth"]);
    const agent = await connectHttp(process, "modern");
    await callTool(agent, "find_references", made.at);
    const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(process.child.pid)], { encoding: "utf8" });
    expect(children.trim()).not.toBe("");
    process.child.kill(signal);
    expect(await process.exited).toBe(0);
    const pids = children.trim().split(/\s+/).map(Number);
    // The guard goes after us.
    expect(await gone(...pids)).toBe(true);
    await agent.client.close();
  });
});

async function subscribe({ client }: Agent, era: (typeof eras)[number], uri: string): Promise<void> {
  if (era === "legacy") await client.subscribeResource({ uri });
  else await client.listen({ resourceSubscriptions: [uri] });
}
