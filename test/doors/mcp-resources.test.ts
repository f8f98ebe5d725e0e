// Resources as a client of either era lists and reads them.

import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesPerLook } from "../../src/engine/limits.ts";
import { at } from "../../src/std/json.ts";
import { connect, wireHere } from "../support/here.ts";
import { read } from "../support/hearing.ts";
import type { Served } from "../support/made-up-server.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import type { McpWire } from "../support/mcp-wire.ts";
import type { Agent } from "../support/sightline.ts";
import { callTool, eras } from "../support/sightline.ts";

const fixture = `-- a.toy --
def «^»apple
use «problem|pear»
-- with space #1/größe.toy --
use plum
-- b.toy --
use apple
`;

function open(dials = {}): Served {
  return served(toyProgram(dials), {}, fixture);
}

function uriOf(made: Served, file: string): string {
  return pathToFileURL(`${made.root}/${file}`).href;
}

/** The problem of the fixture as data, counted from 1. */
function problem(made: Served): object {
  const { span } = made.fixture.mark("problem");
  return { range: span, severity: 1, code: "unknown", source: "toy", message: "unknown name pear" };
}

describe.each(eras)("%s era", (era) => {
  test("three templates and two resources are listed, and nothing that cannot be read [AGL-327]", async () => {
    using made = open();
    await using agent = await connect(made, era, ["mcp", ...made.options]);
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    const position = "?line={line}&column={column}&language_id={language_id}";
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "lsp-diagnostics:///{filePath}",
      `lsp-hover:///{filePath}${position}`,
      `lsp-completions:///{filePath}${position}`,
    ]);
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["lsp-diagnostics:///", "lsp-references:///"]);
    for (const { uri, mimeType } of resources) expect((await read(agent, uri)).mimeType).toBe(mimeType);
  });

  test("the diagnostics of a file, however its path is written, are those of get_diagnostics [AGL-328]", async () => {
    using made = open();
    await using agent = await connect(made, era, ["mcp", ...made.options]);
    const asked = await callTool(agent, "get_diagnostics", { file_path: "a.toy", severity: "hint", format: "json" });
    // A resource leads nowhere: what may come next is said to callers of tools.
    const { token: _own, hint: _next, ...told } = JSON.parse(asked.texts[0] ?? "");
    for (const path of [
      made.root.slice(1),
      made.root,
      encodeURIComponent(made.root),
      encodeURIComponent(made.root.slice(1)),
    ]) {
      const { text, mimeType, standing } = await read(agent, `lsp-diagnostics:///${path}/a.toy`);
      expect([JSON.parse(text), mimeType]).toEqual([told, "application/json"]);
      expect(standing).toMatchObject({ state: "complete", reasons: [] });
    }
    const relative = JSON.parse((await read(agent, "lsp-diagnostics:///a.toy")).text);
    expect(relative).toMatchObject({ [uriOf(made, "a.toy")]: [problem(made)] });
    const odd = "with space #1/größe.toy";
    const found = JSON.parse((await read(agent, `lsp-diagnostics:///${encodeURIComponent(odd)}`)).text);
    expect(Object.values(found)).toContainEqual([expect.objectContaining({ message: "unknown name plum" })]);
  });

  test("without a path they are those of every open file, and none is open before one is asked about [AGL-329]", async () => {
    using made = open();
    await using agent = await connect(made, era, ["mcp", ...made.options]);
    const before = await read(agent, "lsp-diagnostics:///");
    expect(JSON.parse(before.text)).toEqual({
      standing: expect.stringMatching(/^Standing: unavailable — no file is open/),
    });
    expect(before.standing).toMatchObject({ state: "unavailable", reasons: [{ code: "nothing_received" }] });
    for (const file of ["a.toy", "b.toy"]) await read(agent, `lsp-diagnostics:///${file}`);
    const { text, standing } = await read(agent, "lsp-diagnostics:///");
    expect(JSON.parse(text)).toEqual({ [uriOf(made, "a.toy")]: [problem(made)], [uriOf(made, "b.toy")]: [] });
    expect(standing).toMatchObject({ state: "complete" });
  });

  test("hover and completions are those of the position [AGL-330]", async () => {
    using made = open();
    await using agent = await connect(made, era, ["mcp", ...made.options]);
    const { line, column } = made.at;
    const at = `${made.root}/a.toy?line=${line}&column=${column}&language_id=toy`;
    const hover = await read(agent, `lsp-hover:///${at}`);
    expect([hover.mimeType, hover.standing]).toEqual(["text/plain", expect.objectContaining({ state: "complete" })]);
    expect(hover.text).toContain("apple");
    expect(hover.text).toBe((await callTool(agent, "inspect_symbol", made.at)).texts[0]);
    const completions = await read(agent, `lsp-completions:///${at}`);
    expect(JSON.parse(completions.text)).toMatchObject({ items: [expect.objectContaining({ label: "apple" })] });
  });
});

// What is refused changes nothing, so that one process is asked all of it.
describe.each(eras)("refused, %s era", (era) => {
  let made: Served;
  let agent: Agent;
  beforeAll(async () => {
    made = open();
    agent = await connect(made, era, ["mcp", ...made.options]);
  });
  afterAll(async () => {
    await agent[Symbol.asyncDispose]();
    made[Symbol.dispose]();
  });

  test.each([
    ["lsp-diagnostics:////etc/passwd", /path traversal not allowed/],
    ["lsp-diagnostics:///../../etc/passwd", /There is no such file in the root/],
    ["lsp-diagnostics:///none.toy", /Below the root there is neither \/none\.toy nor none\.toy\./],
    ["lsp-hover:///a.toy?line=99&column=1", /line 99/i],
    ["lsp-hover:///a.toy", /has no line/],
    ["lsp-nothing:///a.toy", /There is no resource/],
  ])("%s is refused by an error that says why", async (uri, why) => {
    await expect(agent.client.readResource({ uri })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringMatching(why),
    });
  });
});

test("what is not known is said in the payload too, and waited for as get_diagnostics waits", async () => {
  using made = served(toyProgram({ publishesOn: "demand" }), { settings: { diagnostics: { waitMs: 50 } } }, fixture);
  await using agent = await connect(made, "legacy", ["mcp", ...made.options]);
  const { text, standing } = await read(agent, "lsp-diagnostics:///a.toy");
  const asked = await callTool(agent, "get_diagnostics", { file_path: "a.toy", format: "json" });
  expect(standing).toMatchObject({ state: "unavailable", reasons: [{ code: "nothing_received" }] });
  expect(standing).toEqual(asked.standing);
  expect(JSON.parse(text)["standing"]).toMatch(/^Standing: unavailable/);
});

test("more open files than one question may name are all told of", async () => {
  const files = Array.from({ length: filesPerLook + 20 }, (_, index) => `-- f${index}.toy --\nuse nowhere${index}\n`);
  const settings = { documents: { maxOpen: 1_000 } };
  using made = served(toyProgram(), { settings }, `-- a.toy --\ndef «^»apple\n${files.join("")}`);
  await using agent = await connect(made, "legacy", ["mcp", ...made.options]);
  await callTool(agent, "get_diagnostics", {});
  const { text, standing } = await read(agent, "lsp-diagnostics:///");
  expect(text.match(/unknown name nowhere/g)).toHaveLength(files.length);
  expect(Object.keys(JSON.parse(text))).toHaveLength(files.length + 1);
  expect(standing).toMatchObject({ state: "complete" });
});

describe("what a client gets wrong is an error in words", () => {
  let made: Served;
  let wire: McpWire;
  beforeAll(async () => {
    made = open();
    wire = wireHere(made, { args: ["mcp", ...made.options, "--extensions", "rust,cpp"] });
    await wire.initialize();
  });
  afterAll(async () => {
    await wire[Symbol.asyncDispose]();
    made[Symbol.dispose]();
  });

  test.each([
    ["resources/read", { uri: 5 }, /^uri must be the address/],
    ["resources/subscribe", {}, /^uri must be the address/],
    ["resources/unsubscribe", { uri: null }, /^uri must be the address/],
    ["prompts/get", { name: "rust_explain_macro", arguments: { place: 5 } }, /must be strings; place is not/],
    ["prompts/get", { name: "rust_explain_macro", arguments: [] }, /^arguments must be an object/],
    ["prompts/get", { name: 5 }, /^name must be/],
    ["resources/read", { uri: "lsp-nothing:///a" }, /lsp-references or lsp-cpp-counterpart, then/],
    ["resources/subscribe", { uri: "lsp-nothing:///a" }, /lsp-references or lsp-cpp-counterpart, then/],
  ])("%s with %j", async (method, params, why) => {
    const { error } = await wire.request(method, params);
    expect(error).toMatchObject({ code: -32_602, message: expect.stringMatching(why) });
  });
});

test.each([
  ["single", undefined],
  ["core", {}],
])("with %s tools a prompt is offered where the operation that it names can be called", async (tools, offered) => {
  using made = open();
  const args = ["mcp", ...made.options, "--tools", tools, "--extensions", "rust"];
  await using wire = wireHere(made, { args });
  const { result } = await wire.initialize();
  expect(at(result, ["capabilities", "prompts"])).toEqual(offered);
});

test("a call that looks at many files at once is not taken for a leak", async () => {
  const files = Array.from({ length: 40 }, (_, index) => `-- f${index}.toy --\ndef n${index}\n`);
  using made = served(toyProgram(), {}, `-- a.toy --\ndef «^»apple\n${files.join("")}`);
  const wire = wireHere(made, { args: ["mcp", ...made.options] });
  await wire.initialize();
  await wire.call("get_diagnostics", {});
  await wire[Symbol.asyncDispose]();
  expect(wire.stderr).not.toContain("Warning");
});
