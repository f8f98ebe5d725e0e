// The single Lsp tool as a real client meets it: one tool, five kinds, and failures that are values.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { failureKinds } from "../../src/engine/text/refusal-table.ts";
import { operations } from "../../src/operations/table.ts";
import type { RequestMethod } from "../../src/protocol/methods.ts";
import { methods } from "../../src/protocol/methods.ts";
import { faultCommand } from "../../src/testing/fault-servers.ts";
import { parseTrace } from "../../src/testing/replay.ts";
import { connect, wireHere } from "../support/here.ts";
import type { Program, Served, ServedChoices } from "../support/made-up-server.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import type { McpWire } from "../support/mcp-wire.ts";
import type { Project } from "../support/project.ts";
import { project } from "../support/project.ts";
import type { Agent, ToolText } from "../support/sightline.ts";
import { callTool, eras } from "../support/sightline.ts";

const shop = `
-- tsconfig.json --
{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] } }
-- src/cart.ts --
/** What is to be paid. */
export class «class|Cart» {
  «method|total»(): number {
    return 1;
  }
}
-- src/view.ts --
import { «use|Cart» } from "./cart";
const «owner|owner» = "👩‍👩‍👧 é"; export const «shown|shown»: number = new «use|C«^»art»().total() + owner.length;
-- src/wrong.ts --
export const «wrong|wrong»: string = 1;
`;

const single = ["mcp", "--tools", "single"];

/** Where the cursor of the fixture is, as the tool is told. */
function cursor({ fixture }: Pick<Project, "fixture">): Record<string, unknown> {
  const { file, span } = fixture.cursor;
  return { file, line: span.start.line, character: span.start.column };
}

function rows({ fixture }: Project, ...names: readonly string[]): string[] {
  return names
    .flatMap((name) => fixture.marks(name))
    .map(({ file, span: { start } }) => `${file}:${start.line}:${start.column}`);
}

function ask(agent: Agent, input: Record<string, unknown>): Promise<ToolText> {
  return callTool(agent, "Lsp", input);
}

describe.each(eras)("%s era", (era) => {
  test("there is one tool, it only reads, and it says how it counts [NEX-06 NEX-07 NEX-24]", async () => {
    using made = project(shop);
    await using agent = await connect(made, era, single);
    const { tools } = await agent.client.listTools();
    expect(tools).toMatchObject([
      {
        name: "Lsp",
        description: expect.stringContaining("line and character are 1-based"),
        annotations: { readOnlyHint: true, openWorldHint: false },
        inputSchema: {
          properties: { kind: { enum: ["go_to_def", "hover", "references", "workspace_symbol", "diagnostics"] } },
          required: ["kind"],
        },
      },
    ]);
    expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).toEqual(["kind", "file", "line", "character", "query"]);
    expect(agent.client.getServerCapabilities()?.tools).toEqual({});
  });
});

describe("on TypeScript", () => {
  test("every kind answers a caller that may only read, in lines, with its standing [NEX-08 NEX-24 NEX-25 NEX-26]", async () => {
    using made = project(shop);
    await using agent = await connect(made, "legacy", [...single, "--read-only"]);
    const [cart] = rows(made, "class");
    const [method] = rows(made, "method");
    const [wrong] = rows(made, "wrong");
    const [owner, shown] = rows(made, "owner", "shown");
    const texts = new Map<string, string>();
    for (const input of [
      { kind: "go_to_def", ...cursor(made) },
      { kind: "references", ...cursor(made) },
      { kind: "workspace_symbol", query: "Cart" },
      { kind: "workspace_symbol", query: "" },
      { kind: "diagnostics", file: "src/wrong.ts" },
      { kind: "diagnostics", file: "src/cart.ts" },
      { kind: "hover", ...cursor(made) },
    ]) {
      const answer = await ask(agent, input);
      expect([input, answer.isError, answer.standing?.state]).toEqual([input, false, "complete"]);
      expect(answer.texts).toHaveLength(1);
      texts.set(`${input.kind} ${"query" in input ? input.query : input.file}`, answer.texts.join());
    }
    expect(Object.fromEntries(texts)).toEqual({
      "go_to_def src/view.ts": `Definition: ${cart} (class Cart)`,
      "references src/view.ts": rows(made, "use").join("\n"),
      "workspace_symbol Cart": `${cart} (class Cart)`,
      "workspace_symbol ": [
        `${cart} (class Cart)`,
        `${method} (method total in Cart)`,
        `${owner} (variable owner)`,
        `${shown} (variable shown)`,
        `${wrong} (variable wrong)`,
      ].join("\n"),
      "diagnostics src/wrong.ts": `${wrong} error 2322 Type 'number' is not assignable to type 'string'. (ts)`,
      "diagnostics src/cart.ts": "(no diagnostics)\nStanding: complete",
      "hover src/view.ts": expect.stringMatching(/^\| ```typescript\n\| .*Cart\n\| ```\n\| What is to be paid\.$/),
    });
  });
});

interface Failure {
  readonly kind: (typeof failureKinds)[number];
  readonly when: string;
  readonly program?: Program;
  readonly choices?: ServedChoices;
  readonly prepare?: (made: Served) => void;
  readonly input?: Record<string, unknown>;
  readonly says: RegExp;
}

const failures: readonly Failure[] = [
  {
    kind: "ServerUnavailable",
    when: "a program is not there",
    program: { command: "no-such-toy-server", args: [] },
    choices: { entry: { install: { any: "npm i -g toy" } } },
    says: /npm i -g toy$/,
  },
  {
    kind: "LanguageNotEnabled",
    when: "the language is not among those that are",
    choices: { settings: { languages: { enabled: ["go"] } } },
    says: /toy is not enabled here/,
  },
  {
    kind: "NoServerForExtension",
    when: "no server has the extension",
    input: { file: "notes.xyz" },
    says: /notes\.xyz/,
  },
  { kind: "FileNotFound", when: "there is no such file", input: { file: "none.toy" }, says: /^file not found/ },
  { kind: "FileNotFound", when: "a path leads outside", input: { file: "../servers.json" }, says: /not allowed/ },
  { kind: "NotAFile", when: "it is a directory", input: { file: "folder" }, says: /is not a file/ },
  {
    kind: "FileTooLarge",
    when: "it has more than 10 MB",
    prepare: (made) => writeFileSync(join(made.root, "large.toy"), Buffer.alloc(10 * 1024 * 1024 + 1, "x")),
    input: { file: "large.toy" },
    says: /large/,
  },
  {
    kind: "RequestTimeout",
    when: "the server does not answer",
    program: faultCommand("hangs", "textDocument/references"),
    choices: { settings: { request: { timeoutMs: 300 } } },
    says: /did not answer textDocument\/references in time/,
  },
  {
    kind: "SessionDead",
    when: "the server died once too often",
    program: faultCommand("dies", "textDocument/references", "7"),
    choices: { settings: { restart: { max: 0 } } },
    says: /crashed|will not be restarted/,
  },
  {
    kind: "CapabilityMissing",
    when: "the server does not offer it",
    program: toyProgram({ lacks: ["textDocument/references"] }),
    says: /^server does not support textDocument\/references/,
  },
  { kind: "Wire", when: "an argument is wrong", input: { line: 0 }, says: /line is 0, but must be at least 1/ },
  {
    kind: "Wire",
    when: "the server's answer is no answer",
    program: faultCommand("replies", "neither"),
    input: { kind: "hover" },
    says: /sent an invalid answer/,
  },
];

describe('a failure is {"ok": false, "error", "kind"}', () => {
  test.each(failures)(
    "$kind where $when [NEX-29]",
    async ({ program = toyProgram(), choices, prepare, input, says, kind }) => {
      using made = served(
        program,
        choices,
        "-- a.toy --\ndef «^»apple\nuse apple\n-- notes.xyz --\nplain text\n-- folder/b.toy --\n",
      );
      prepare?.(made);
      await using agent = await connect(made, "legacy", [...single, "--profile", "nexo", ...made.options]);
      const { texts, isError, refusal } = await ask(agent, { kind: "references", ...cursor(made), ...input });
      expect(texts).toHaveLength(1);
      expect(JSON.parse(texts[0] ?? "")).toEqual({ ok: false, error: expect.stringMatching(says), kind });
      expect([isError, refusal?.code]).toEqual([true, expect.any(String)]);
    },
  );

  test("and every kind has been met above", () => {
    expect(new Set(failures.map(({ kind }) => kind))).toEqual(new Set(failureKinds));
  });

  test.each(eras)(
    "%s era: also where the arguments are not an object, or the root cannot be opened [NEX-29 NEX-39]",
    async (era) => {
      using made = served(toyProgram());
      await using wire = wireHere(made, { era, args: [...single, ...made.options] });
      await wire.initialize();
      for (const input of [[1], "x", null, 7, JSON.parse('{"__proto__":{}}')]) {
        const { result, error } = await wire.request("tools/call", { name: "Lsp", arguments: input });
        expect([input, error]).toEqual([input, undefined]);
        expect(result).toMatchObject({
          isError: true,
          content: [
            { text: expect.stringMatching(/^\{"ok":false,"error":"The arguments are invalid\..*"kind":"Wire"\}$/) },
          ],
        });
      }
      expect(await wire.call("find_references", made.at)).toMatchObject({
        result: { isError: true, content: [{ text: expect.stringContaining("--tools single") }] },
      });
    },
  );

  test("a question that was called off in time is called off at the server, which answers the next one [NEX-36]", async () => {
    using made = served(faultCommand("hangs", "textDocument/references"), {
      settings: { request: { timeoutMs: 300 } },
    });
    const trace = "../trace.jsonl";
    await using agent = await connect(made, "legacy", [...single, ...made.options, "--trace", trace]);
    const late = await ask(agent, { kind: "references", ...cursor(made) });
    expect(JSON.parse(late.texts[0] ?? "")).toMatchObject({ kind: "RequestTimeout" });
    const next = await ask(agent, { kind: "hover", ...cursor(made) });
    expect(next.texts[0]).toContain("| hover");
    const sent = parseTrace(readFileSync(join(made.root, trace), "utf8")).flatMap(({ direction, message }) =>
      direction === "sent" ? [message["method"]] : [],
    );
    expect(sent.filter((method) => method === "$/cancelRequest")).toHaveLength(1);
    expect(sent.filter((method) => method === "initialize")).toHaveLength(1);
  });
});

describe("diagnostics that did not come", () => {
  test("are not called clean: the words, the reason, and the standing for programs [NEX-11]", async () => {
    using made = served(toyProgram({ publishesOn: "demand" }));
    await using wire = wireHere(made, { args: [...single, ...made.options, "--profile", "nexo"] });
    await wire.initialize();
    const { result } = await wire.call("Lsp", { kind: "diagnostics", file: "a.toy" });
    expect(result).toMatchObject({
      content: [
        {
          text: expect.stringMatching(
            /^\(no diagnostics\)\nThe server reported nothing in time, .*\nStanding: unavailable — /,
          ),
        },
      ],
      _meta: { "sightline/snapshot": "none", "sightline/standing": { state: "unavailable" } },
    });
  });
});

describe("the list of tools under the synwire profile", () => {
  const changed = "notifications/tools/list_changed";
  const namesOf = async (wire: McpWire): Promise<string[]> => {
    const { result } = await wire.request("tools/list");
    const tools = (result as { readonly tools: readonly { readonly name: string }[] }).tools;
    return tools.map(({ name }) => name);
  };
  const onlyHover = (Object.keys(methods) as RequestMethod[]).filter((method) => method !== "textDocument/hover");

  test("a server that knows hover alone leaves the tools that hover serves, and a client is told [SYN-19]", async () => {
    using made = served(toyProgram({ lacks: onlyHover, fixes: "none", tokens: [] }));
    const args = ["mcp", "--profile", "synwire", "--tools", "full", ...made.options];
    await using wire = wireHere(made, { args });
    const { result } = await wire.initialize();
    expect(result).toMatchObject({ capabilities: { tools: { listChanged: true } } });
    // No server has declared anything yet.
    expect(await namesOf(wire)).toEqual(operations.map(({ name }) => name));
    await wire.call("inspect_symbol", made.at);
    await wire.seen(({ method }) => method === changed);
    const now = await namesOf(wire);
    const asking = operations.filter(({ needs, asks = [] }) => needs.length > 0 || asks.length > 0);
    const left = asking.map(({ name }) => name).filter((name) => now.includes(name));
    // Diagnostics are pushed, and what tries a change out asks for no more than them.
    expect(left).toEqual(["inspect_symbol", "assemble_context", "get_diagnostics", "validate_change", "preview_edit"]);
    expect(await wire.call("inspect_symbol", made.at)).not.toMatchObject({ result: { isError: true } });
    // A tool that is no longer listed still says why it cannot be served.
    expect(await wire.call("find_references", made.at)).toMatchObject({
      result: { isError: true, _meta: { "sightline/refusal": { code: "capability_missing" } } },
    });
  });
});

describe("what is shown follows the servers", () => {
  const lacks = ["textDocument/hover", "workspace/symbol"];
  const listed = async (wire: McpWire): Promise<string> => {
    const { result } = await wire.request("tools/list");
    return JSON.stringify(result);
  };
  const changed = "notifications/tools/list_changed";

  test("under the nexo profile: kinds that no server has are hidden, and a client is told [NEX-40]", async () => {
    using made = served(toyProgram({ lacks }));
    await using wire = wireHere(made, { args: ["mcp", "--profile", "nexo", ...made.options] });
    const { result } = await wire.initialize();
    expect(result).toMatchObject({ capabilities: { tools: { listChanged: true } } });
    expect(await listed(wire)).toMatch(/hover.*workspace_symbol/);
    await wire.call("Lsp", { kind: "references", ...cursor(made) });
    await wire.seen(({ method }) => method === changed);
    const now = await listed(wire);
    expect(now).toContain("go_to_def");
    expect(now).not.toMatch(/hover|workspace_symbol/);
    await wire.call("Lsp", { kind: "references", ...cursor(made) });
    expect(await listed(wire)).toBe(now);
    expect(wire.messages.filter(({ method }) => method === changed)).toHaveLength(1);
    expect(await wire.call("Lsp", { kind: "hover", ...cursor(made) })).toMatchObject({
      result: { content: [{ text: expect.stringContaining('"kind":"CapabilityMissing"') }] },
    });
  });

  test("and under no other: the list never changes as a side effect of a call", async () => {
    using made = served(toyProgram({ lacks }));
    await using wire = wireHere(made, { args: [...single, ...made.options] });
    const { result } = await wire.initialize();
    expect(result).toMatchObject({ capabilities: { tools: {} } });
    const before = await listed(wire);
    await wire.call("Lsp", { kind: "references", ...cursor(made) });
    expect(await listed(wire)).toBe(before);
    expect(wire.messages.filter(({ method }) => method === changed)).toEqual([]);
  });
});
