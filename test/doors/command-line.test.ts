// What a person may rely on at a terminal: paths from where they stand, options that are heeded or refused, traces that overwrite nothing.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommandLine } from "../../src/doors/cli/run.ts";
import type { Doors, Terminal } from "../../src/doors/cli/terminal.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { BridgeEvent } from "../../src/model/event.ts";
import { parseTrace } from "../../src/testing/replay.ts";
import { project } from "../support/project.ts";
import type { Project } from "../support/project.ts";
import { callTool, connect, sightline } from "../support/sightline.ts";

const small = `
-- tsconfig.json --
{}
-- src/deep/a.ts --
export const «^»x = 1;
export const y = x;
`;

function place({ fixture }: Project): { file: string; at: string } {
  const { file, span } = fixture.cursor;
  return { file, at: `${span.start.line}:${span.start.column}` };
}

describe("paths are meant from where a person stands", () => {
  test.each([
    ["from a directory below the root", "src/deep", "a.ts", []],
    ["upwards", "src/deep", "../deep/a.ts", []],
    ["with a relative root", ".", "src/deep/a.ts", ["--root", "."]],
    ["with a relative root above", "src/deep", "a.ts", ["--root", "../.."]],
    ["with a relative root below", ".", "src/deep/a.ts", ["--root", "src"]],
  ])("%s", async (_, cwd, file, more) => {
    using made = project(small);
    const ran = await sightline(made, ["references", `${file}:${place(made).at}`, ...more], join(made.root, cwd));
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining(`a.ts:${place(made).at}`)]);
  });

  test("and shown from there, above and below", async () => {
    using made = project(
      `${small}-- src/b.ts --\nimport { x } from "./deep/a";\nx;\n-- lib/c.ts --\nimport { x } from "../src/deep/a";\nx;\n`,
    );
    const ran = await sightline(made, ["references", `a.ts:${place(made).at}`], join(made.root, "src/deep"));
    const shown = ran.out.split("\n").filter((line) => /^\S+\.ts$/.test(line));
    expect([ran.code, shown.sort()]).toEqual([0, ["../../lib/c.ts", "../b.ts", "a.ts"]]);
    const several = await sightline(made, ["definition", "../b.ts:2:1", "a.ts#none"], join(made.root, "src/deep"));
    expect(several.out.split("\n").filter((line) => line.startsWith("== "))).toEqual([
      "== ../b.ts:2:1",
      "== a.ts#none",
    ]);
    const none = await sightline(made, ["symbols", "../none.ts"], join(made.root, "src/deep"));
    expect(none.err).toContain(
      `There is no src/none.ts below the root ${made.root}.\nCheck the path: paths are relative to the current directory.\n`,
    );
  });

  test("a root that is none is refused, with --json in JSON", async () => {
    using made = project(small);
    const plain = await sightline(made, ["references", "a.ts:1:1", "--root", "nowhere"]);
    expect([plain.code, plain.out]).toEqual([2, ""]);
    expect(plain.err).toContain("nowhere is not a directory.");
    const json = await sightline(made, ["references", "a.ts:1:1", "--root", "nowhere", "--json"]);
    expect([json.code, JSON.parse(json.out)]).toMatchObject([2, { ok: false, error: { code: "file_not_found" } }]);
  });
});

describe("a patch is what git applies, wherever in the checkout", () => {
  const files = `${small}-- src/crlf.ts --\nimport { x } from "./deep/a";\r\nx;\r\n`;
  const rename = ["rename", "deep/a.ts#x", "z", "--dry-run"];

  function git(cwd: string, args: readonly string[], input = ""): string {
    return execFileSync("git", args, { cwd, input, encoding: "utf8" });
  }

  async function checkout(): Promise<Project> {
    const made = project(files);
    git(made.root, ["init", "-q"]);
    git(made.root, ["-c", "core.autocrlf=false", "add", "."]);
    return made;
  }

  test.each([
    ["at the top", ".", []],
    ["below it", "src", []],
    ["with a root inside of the checkout", "src", ["--root", "."]],
  ])("%s", async (_, where, more) => {
    using made = await checkout();
    const ran = await sightline(made, [...rename, "--patch", ...more], join(made.root, "src"));
    expect([ran.code, ran.out.split("\n", 1)]).toEqual([0, ["diff --git a/src/crlf.ts b/src/crlf.ts"]]);
    expect(ran.err).toContain("Rename x to z: would change 2 files. Nothing was changed. Safe: ");
    git(join(made.root, where), ["apply", "-"], ran.out);
    expect(readFileSync(join(made.root, "src/crlf.ts"), "utf8")).toBe('import { z } from "./deep/a";\r\nz;\r\n');
    expect(readFileSync(join(made.root, "src/deep/a.ts"), "utf8")).toBe("export const z = 1;\nexport const y = z;\n");
  });

  test("also within the answer, and of a file that moves", async () => {
    using made = await checkout();
    const shown = await sightline(
      made,
      ["rename-file", "deep/a.ts", "deep/moved.ts", "--dry-run"],
      join(made.root, "src"),
    );
    expect(shown.out).toContain("rename from src/deep/a.ts\nrename to src/deep/moved.ts\n");
    git(join(made.root, "src/deep"), ["apply", "--include=*moved.ts", "-"], shown.out);
    expect(existsSync(join(made.root, "src/deep/moved.ts"))).toBe(true);
    const both = await sightline(made, [...rename, "--patch", "--json"], join(made.root, "src"));
    expect([both.code, JSON.parse(both.out)]).toMatchObject([
      2,
      { error: { what: "--patch and --json cannot both be given." } },
    ]);
  });

  test("of a change that is held back nothing is printed but why", async () => {
    using made = await checkout();
    const args = ["safe-edit", "src/deep/a.ts", "--old-text", "const x", "--new-text", "const w", "--patch"];
    const ran = await sightline(made, args);
    expect([ran.code, ran.out.startsWith("diff --git")]).toEqual([1, true]);
    expect(ran.err).toMatch(/^Nothing was changed\. The change would cause .* new error/m);
  });
});

describe("options", () => {
  test("that are wrong are reported in JSON where JSON was asked for", async () => {
    using made = project(small);
    const ran = await sightline(made, ["references", "a.ts:1:1", "--frobnicate", "--json"]);
    expect([ran.code, JSON.parse(ran.out)]).toMatchObject([
      2,
      { ok: false, error: { code: "bad_input", what: "references takes no --frobnicate." } },
    ]);
  });

  test("in variables that are mistyped are told of, and a place that cannot be one is passed over", async () => {
    using made = project(small);
    const env = { SIGHTLINE_ROOTS: "x", LOG_LEVEL: "chatty", SIGHTLINE_STATE_DIR: "", XDG_STATE_HOME: "relative" };
    const ran = await sightline(made, ["trust", "--list"], made.root, { ...env, HOME: made.stateDirectory });
    expect(ran).toMatchObject({ code: 0, err: "sightline: SIGHTLINE_ROOTS is ignored: there is no such setting\n" });
    expect(existsSync(join(made.root, "relative"))).toBe(false);
  });

  test.each([
    [["references", "a.ts:1:1", "--format", "json"], "references takes no --format."],
    [["mcp", "--json"], "mcp takes no --json."],
    [["mcp", "--no-include-source"], "mcp takes no --no-include-source."],
    [["--include-declaration"], "mcp takes no --include-declaration."],
    [["mcp", "extra"], 'mcp takes LANGUAGE PROGRAM, or LANGUAGE:PROGRAM once or more; "extra" is neither.'],
    [["mcp", "--root", "--trust"], "--root needs a value."],
    [["mcp", "--trust=yes"], "--trust takes no value."],
    [["trust", "--root", "."], "trust takes no --root."],
    [["mcp", "--wait", "soon"], "--wait takes a number of milliseconds"],
  ])("%j would not be heeded, so it is refused", async (args, words) => {
    using made = project(small);
    const ran = await sightline(made, args);
    expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringContaining(words)]);
  });
});

describe("--trace", () => {
  test("writes a new file, which replays, from the command line and from mcp", async () => {
    using made = project(small);
    const { file, at } = place(made);
    await sightline(made, ["references", `${file}:${at}`, "--trace", "cli.jsonl"]);
    const lines = parseTrace(readFileSync(join(made.root, "cli.jsonl"), "utf8"));
    expect(lines.map(({ message }) => message["method"])).toContain("textDocument/references");

    const agent = await connect(made, "legacy", ["mcp", "--trace", "mcp.jsonl", "--wait", "20000"]);
    await callTool(agent, "find_references", { file_path: file, ...made.fixture.cursor.span.start });
    await agent.client.close();
    expect(readFileSync(join(made.root, "mcp.jsonl"), "utf8")).toContain("textDocument/references");
  });

  test.each([
    ["a directory that is not there", "nowhere/x.jsonl", "There is no such directory."],
    ["a file that is there", "tsconfig.json", "a trace never overwrites a file"],
  ])("%s is refused", async (_, path, words) => {
    using made = project(small);
    const { file, at } = place(made);
    const ran = await sightline(made, ["references", `${file}:${at}`, "--trace", path]);
    expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringContaining(words)]);
    expect(ran.err).not.toContain("    at ");
    expect(readFileSync(join(made.root, "tsconfig.json"), "utf8")).toBe("{}\n");
    expect(existsSync(join(made.root, "nowhere"))).toBe(false);
  });
});

/** A terminal that remembers, and an engine that answers as the test says. */
function inProcess(engine: () => Promise<Engine>): { terminal: Terminal; doors: Doors; err: string[] } {
  const err: string[] = [];
  return {
    err,
    terminal: {
      out: () => {},
      err: (text) => err.push(text),
      cwd: "/project",
      env: {},
      piped: false,
      read: async () => new Uint8Array(),
      screen: { out: false, err: false },
      ask: undefined,
    },
    doors: {
      open: engine,
      openShared: engine,
      hook: () => Promise.reject(new Error("no daemon is needed")),
      daemons: () => Promise.reject(new Error("no daemon is needed")),
      serveDaemon: () => Promise.reject(new Error("no daemon is needed")),
      openTrace: () => ({ record: () => {}, close: () => undefined }),
      serveMcp: async () => {},
      serveHttp: async () => {},
      desk: () => Promise.reject(new Error("no desk is needed")),
      version: "0",
    },
  };
}

test("a TypeError that is not about the command line is a defect, not wrong usage", async () => {
  const { terminal, doors, err } = inProcess(() => Promise.reject(new TypeError("boom")));
  expect(await runCommandLine(["references", "a.ts:1:1"], terminal, doors)).toBe(70);
  expect(err.join("")).toMatch(/bug in Sightline.*\n.*boom/);
});

test("what a dying server wrote can move no cursor and forge no line", async () => {
  const crash: BridgeEvent = {
    type: "session.crashed",
    server: "toy",
    restarts: 0,
    exit: { code: 1, signal: null, cause: "crash", stderr: "\u001b[2J\u001b[H\nStanding: complete\n" },
  };
  const engine: Engine = {
    invoke: async () => ({ ok: false, refusal: { code: "server_crashed", what: "It died." }, ms: 0 }),
    events: (listener) => {
      listener(crash);
      return () => {};
    },
    facts: { root: "/project", notices: { diagnosticsMs: 0, staleMs: 0 }, correction: { rounds: 2 } },
    status: async () => ({ sessions: [] }),
    leave: () => {},
    close: async () => {},
  };
  const { terminal, doors, err } = inProcess(async () => engine);
  expect(await runCommandLine(["references", "a.ts:1:1"], terminal, doors)).toBe(4);
  expect(err).toEqual(["sightline: toy died (exit code 1); \\u{1b}[2J\\u{1b}[H\\nStanding: complete\n", "It died.\n"]);
});

test("mcp --wait holds for every call that does not say otherwise", async () => {
  const waits: unknown[] = [];
  const { terminal, doors } = inProcess(async () => ({
    invoke: async ({ waitMs }) => {
      waits.push(waitMs);
      return { ok: false, refusal: { code: "internal", what: "No." }, ms: 0 };
    },
    events: () => () => {},
    facts: { root: "/project", notices: { diagnosticsMs: 0, staleMs: 0 }, correction: { rounds: 2 } },
    status: async () => ({ sessions: [] }),
    leave: () => {},
    close: async () => {},
  }));
  const call = { operation: "find_references", input: {}, caller: { door: "mcp", allowed: [] } } as const;
  const serveMcp: Doors["serveMcp"] = async (open) => {
    const engine = await open();
    await engine.invoke(call);
    await engine.invoke({ ...call, waitMs: 7 });
  };
  expect(await runCommandLine(["mcp", "--wait", "1234"], terminal, { ...doors, serveMcp })).toBe(0);
  expect(waits).toEqual([1234, 7]);
});

test("--config lays the operator's servers over the catalogue, and a wrong file is refused by name", async () => {
  using made = project(`-- a.other --\nx\n`);
  made.write("../servers.json", JSON.stringify({ servers: [{ extensions: ["other"], command: ["no-such-server"] }] }));
  const missing = await sightline(made, ["references", "a.other:1:1", "--config", "../servers.json", "--trust"]);
  expect(missing).toMatchObject({ code: 3, err: expect.stringContaining("no-such-server") });
  made.write("../wrong.json", JSON.stringify({ server: [] }));
  const wrong = await sightline(made, ["references", "a.other:1:1", "--config", "../wrong.json"]);
  expect(wrong).toMatchObject({
    code: 2,
    err: expect.stringContaining("server is not one of servers, languages, settings"),
  });
});

test("a workspace's own .sightline/lsp.json is told of and not read until the root is trusted", async () => {
  const own = JSON.stringify({ servers: [{ extensions: ["other"], command: ["no-such-server"] }] });
  using made = project(`-- a.other --\nx\n-- .sightline/lsp.json --\n${own}\n`);
  const wary = await sightline(made, ["references", "a.other:1:1", "--root", "."]);
  expect(wary).toMatchObject({
    code: 3,
    err: expect.stringContaining("lsp.json is not read: the root is not trusted"),
  });
  expect(wary.err).not.toContain("no-such-server");
  const trusting = await sightline(made, ["references", "a.other:1:1", "--root", ".", "--trust"]);
  expect(trusting).toMatchObject({ code: 3, err: expect.stringContaining("no-such-server") });
});
