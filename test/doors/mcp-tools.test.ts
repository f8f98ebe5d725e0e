// Tools as a real client lists and calls them: the same in every process and every era, and readable when something is wrong.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exposedOperations, toolOf } from "../../src/doors/mcp/tool-list.ts";
import { operations } from "../../src/operations/table.ts";
import { isRecord } from "../../src/std/json.ts";
import { faultCommand } from "../../src/testing/fault-servers.ts";
import { sightline, wireHere } from "../support/here.ts";
import type { Program } from "../support/made-up-server.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import { eras } from "../support/sightline.ts";

const exposures = ["core", "full", "readonly"] as const;

describe.each(exposures)("--tools %s", (exposure) => {
  test("two processes list the same tools, byte for byte, and start no server for it", async () => {
    using made = served(toyProgram());
    const list = async (): Promise<string> => {
      await using wire = wireHere(made, { args: ["mcp", ...made.options, "--tools", exposure] });
      await wire.initialize();
      const { result } = await wire.request("tools/list");
      expect(wire.stderr).not.toContain("starting ");
      return JSON.stringify(result);
    };
    const first = await list();
    expect(await list()).toBe(first);
    expect(first).toBe(JSON.stringify({ tools: exposedOperations(exposure).map((one) => toolOf(one, exposure)) }));
  });
});

describe("what is wrong with a call is told to the agent, never to its protocol", () => {
  test.each(eras)("%s era: arguments, tools and names [AGL-236 AGL-238]", async (era) => {
    using made = served(toyProgram());
    await using wire = wireHere(made, { era, args: ["mcp", ...made.options] });
    await wire.initialize();
    const hidden = operations.find((operation) => operation.exposure === "full")?.name ?? "";
    const cases: [name: string, input: unknown, words: RegExp][] = [
      ["find_references", [1], /it must be an object, not a list.*It takes: .*file_path/s],
      ["find_references", "x", /it must be an object, not a string/],
      ["find_references", null, /it must be an object, not null/],
      ["find_references", JSON.parse('{"__proto__":{"file_path":"x"}}'), /__proto__/],
      ["find_symbol", { query: "\ud800" }, /query: it contains half a character/],
      ["no_such_tool", 7, /There is no tool "no_such_tool"/],
      ["find_references", { file_path: 7 }, /file_path: it must be a string, not a number/],
      ["find_references", { ...made.at, colour: "red" }, /there is no argument "colour"/],
      ["find_references", { ...made.at, line: "few" }, /line: it must be a number, not a string/],
      ["find_references", {}, /No target is given/],
      ["no_such_tool", made.at, /There is no tool "no_such_tool"\..*There are: .*find_references/s],
      ["toString", {}, /There is no tool "toString"/],
      [hidden, {}, new RegExp(`${hidden} is not among the tools of this server\\..*--tools core`, "s")],
    ];
    for (const [name, input, words] of cases) {
      const { result, error } = await wire.request("tools/call", { name, arguments: input });
      expect([name, error]).toEqual([name, undefined]);
      expect(result).toMatchObject({
        isError: true,
        content: [{ type: "text", text: expect.stringMatching(words) }],
        _meta: { "sightline/refusal": { code: expect.any(String), kind: "Wire", retryable: false } },
      });
    }
  });

  const cases: [what: string, program: Program, input: (at: object) => object, lines: (string | RegExp)[]][] = [
    [
      "a path outside [AGL-233]",
      toyProgram(),
      (at) => ({ ...at, file_path: "../secret.toy" }),
      ["path traversal not allowed"],
    ],
    ["a missing file [AGL-234]", toyProgram(), (at) => ({ ...at, file_path: "none.toy" }), ["file not found"]],
    ["line 0 [AGL-199]", toyProgram(), (at) => ({ ...at, line: 0 }), ["line must be >= 1"]],
    [
      "a server that cannot [AGL-235]",
      toyProgram({ lacks: ["textDocument/references"] }),
      (at) => at,
      ["server does not support textDocument/references"],
    ],
    [
      "a server that does not know the method although it said so [AGL-229]",
      faultCommand("errors", "textDocument/references", "-32601"),
      (at) => at,
      ["server does not support textDocument/references", "Toy said: no textDocument/references today"],
    ],
    [
      "a server that calls itself not initialized [AGL-230]",
      faultCommand("errors", "textDocument/references", "-32002"),
      (at) => at,
      ["LSP client not initialized; call start_lsp first"],
    ],
  ];

  test.each(cases)(
    "in exactly these words, and with a warning in the log unless the caller erred: %s",
    async (_, program, input, lines) => {
      using made = served(program);
      await using wire = wireHere(made, { args: ["mcp", ...made.options, "--trace", "../trace.jsonl"] });
      await wire.initialize();
      const { result } = await wire.call("find_references", { ...input(made.at) });
      const [item] = (isRecord(result) && (result["content"] as { text: string }[])) || [];
      expect(result).toMatchObject({ isError: true });
      expect(item?.text.split("\n").slice(0, lines.length)).toEqual(lines);
      const { code } = (isRecord(result) &&
        (result["_meta"] as Record<string, { code: string }>)["sightline/refusal"]) || {
        code: "",
      };
      const isWarned = wire.notifications("notifications/message").some(({ level, data }) => {
        return level === "warning" && isRecord(data) && data["event"] === "operation";
      });
      expect([code, isWarned]).toEqual([code, !["bad_input", "file_not_found"].includes(code)]);
      const trace = readFileSync(join(made.root, "../trace.jsonl"), "utf8");
      expect(trace.includes('"method":"textDocument/references"')).toBe(
        program.args.some((arg) => arg.startsWith("-32")),
      );
    },
  );

  test("a time-out is a tool error that says whether to try again [AGL-231]", async () => {
    using made = served(faultCommand("hangs", "textDocument/references"), {
      settings: { request: { timeoutMs: 200 } },
    });
    await using wire = wireHere(made, { args: ["mcp", ...made.options] });
    await wire.initialize();
    expect(await wire.call("find_references", made.at)).toMatchObject({
      result: {
        isError: true,
        content: [{ text: expect.stringContaining("did not answer textDocument/references in time") }],
        _meta: { "sightline/refusal": { code: "timed_out", kind: "RequestTimeout", retryable: true } },
      },
    });
  });

  test("a restart that is waited for says when to come again", async () => {
    using made = served(faultCommand("dies", "textDocument/references", "7"), {
      settings: { restart: { max: 5, calls: "refuse", backoffMs: [60_000], capMs: 60_000 } },
    });
    await using wire = wireHere(made, { args: ["mcp", ...made.options] });
    await wire.initialize();
    await wire.call("find_references", made.at);
    expect(await wire.call("find_references", made.at)).toMatchObject({
      result: { isError: true, _meta: { "sightline/refusal": { retryable: true, retryAfterMs: expect.any(Number) } } },
    });
  });
});

describe("what an answer says beside itself", () => {
  test("an answer that is empty for want of a ready server never passes for clean [AGL-239]", async () => {
    const readiness = { kind: "progress", graceMs: 60_000, quietMs: 0, capMs: 60_000 } as const;
    using made = served(toyProgram({ slowIndex: true, whileIndexing: "null" }), { entry: { readiness } });
    await using wire = wireHere(made, { args: ["mcp", ...made.options, "--wait", "0"] });
    await wire.initialize();
    const { result } = await wire.call("find_references", made.at);
    expect(result).toMatchObject({
      content: [
        { text: expect.stringMatching(/^Standing: partial — Toy is not ready/) },
        { text: expect.stringMatching(/^Next: /) },
      ],
      _meta: { "sightline/standing": { state: "partial", reasons: [{ code: "indexing" }, { code: "possible_uses" }] } },
    });
  });

  test("the next step is the last item, the same as at the command line, and only ever a tool that is offered [AGL-143]", async () => {
    using made = served(toyProgram());
    const { file_path, line, column } = made.at;
    const ran = await sightline(made, ["references", `${file_path}:${line}:${column}`, ...made.options, "--json"]);
    for (const exposure of exposures) {
      await using wire = wireHere(made, { args: ["mcp", ...made.options, "--tools", exposure] });
      await wire.initialize();
      const { result } = await wire.call("find_references", made.at);
      const items = (isRecord(result) && (result["content"] as { text: string }[])) || [];
      const [, next = ""] = /^Next: (\w+), .+\.$/.exec(items.at(-1)?.text ?? "") ?? [];
      expect(exposedOperations(exposure).map(({ name }) => name)).toContain(next);
      // At the command line it is a command.
      const command = operations.find(({ name }) => name === next)?.cli.command ?? "";
      expect(items.at(-1)?.text.replace(next, `sightline ${command}`)).toBe(JSON.parse(ran.out).hint);
    }
  });

  test("json form is one item that parses; what comes next stands in `_meta` beside a list", async () => {
    using made = served(toyProgram());
    await using wire = wireHere(made, { args: ["mcp", ...made.options] });
    await wire.initialize();
    const { result } = await wire.call("find_references", { ...made.at, format: "json" });
    const items = (isRecord(result) && (result["content"] as { text: string }[])) || [];
    expect(items).toHaveLength(1);
    const list = JSON.parse(items[0]?.text ?? "") as unknown;
    expect(list).toHaveLength(2);
    const hint = expect.stringMatching(/^Next: /);
    expect(result).toMatchObject({ _meta: { "sightline/hint": hint } });
  });
});
