// Extensions through every door: who activates one, what it adds, and that nothing else does.

import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../src/doors/library/open-workspace.ts";
import { operations } from "../../src/operations/table.ts";
import { at } from "../../src/std/json.ts";
import { sightline, wireHere } from "../support/here.ts";
import type { Served } from "../support/made-up-server.ts";
import { served, toyProgram } from "../support/made-up-server.ts";
import { project } from "../support/project.ts";

const serves = ["rust-analyzer/expandMacro", "textDocument/switchSourceHeader"];
const fixture = "-- a.toy --\ndef «^»apple\n-- a_head.toy --\ndec apple\n";

/** The toy answers what the extensions ask; only the operator says which of them there are. */
function withToy(): Served {
  return served(toyProgram({ diagnostics: "pull" }), { entry: { quirks: { serves } } }, fixture);
}

async function added(
  root: Served | ReturnType<typeof project>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  await using wire = wireHere(root, { args: ["mcp", "--tools", "full", ...args], env });
  await wire.initialize();
  const tools = at(await wire.request("tools/list"), ["result", "tools"]) as readonly { readonly name: string }[];
  const core = new Set(operations.map(({ name }) => name));
  expect(tools.length).toBeGreaterThanOrEqual(core.size);
  return tools.map(({ name }) => name).filter((name) => !core.has(name));
}

describe("who activates an extension", () => {
  const rust = ["rust_expand_macro"];
  const cpp = ["cpp_switch_source_header"];

  test("a server named for its language, a flag or a variable; none without [AGL-356]", async () => {
    using made = project("-- a.txt --\n");
    expect(await added(made, [])).toEqual([]);
    expect(await added(made, ["rust:rust-analyzer"])).toEqual(rust);
    expect(await added(made, ["go:gopls", "c:clangd"])).toEqual(cpp);
    expect(await added(made, ["--extensions", "rust,cpp"])).toEqual([...cpp, ...rust]);
    expect(await added(made, [], { SIGHTLINE_EXTENSIONS: "cpp" })).toEqual(cpp);
  });

  test("a server or a setting in the operator's file, never one in the repository's [AGL-356]", async () => {
    using made = project('-- .sightline/lsp.json --\n{"servers": [{"language": "rust", "binary": "rust-analyzer"}]}\n');
    made.write("../named.json", JSON.stringify({ servers: [{ extensions: ["rs"], command: ["rust-analyzer"] }] }));
    made.write("../set.json", JSON.stringify({ settings: { languages: { extensions: ["cpp"] } } }));
    expect(await added(made, ["--root", ".", "--config", "../named.json"])).toEqual(rust);
    expect(await added(made, ["--root", ".", "--merge-config", "../set.json"])).toEqual(cpp);
    expect(await added(made, ["--root", ".", "--trust"])).toEqual([]);
  });

  test("one that there is not is refused by name before anything is served", async () => {
    using made = project("-- a.txt --\n");
    const ran = await sightline(made, ["mcp", "--extensions", "cobol"]);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('There is no extension for "cobol"');
    expect(ran.err).toContain("cpp, rust");
  });
});

test("over MCP: a tool, a resource that can be watched, and a prompt; the list stays as it is [AGL-355]", async () => {
  using made = withToy();
  await using wire = wireHere(made, { args: ["mcp", ...made.options, "--extensions", "rust,cpp"] });
  const { result } = await wire.initialize();
  expect(at(result, ["capabilities", "prompts"])).toEqual({});
  const before = await wire.request("tools/list");
  const expanded = await wire.call("rust_expand_macro", { ...made.at });
  expect(JSON.stringify(expanded["result"])).toContain("expands to");
  const uri = "lsp-cpp-counterpart:///a.toy";
  const read = await wire.request("resources/read", { uri });
  expect(JSON.stringify(at(read, ["result", "contents"]))).toContain('"text":"a_head.toy"');
  expect(at(await wire.request("resources/subscribe", { uri }), ["result"])).toEqual({});
  made.write("a.toy", "def apple\nuse nothing\n");
  const updated = await wire.seen(({ method }) => method === "notifications/resources/updated");
  expect(updated["params"]).toEqual({ uri });
  const none = await wire.request("resources/read", { uri: "lsp-cpp-counterpart:///b.toy" });
  expect(none["error"]).toBeDefined();
  const prompts = await wire.request("prompts/list");
  const listed = at(prompts, ["result", "prompts"]) as readonly { readonly name: string }[];
  expect(listed.filter(({ name }) => !name.startsWith("lsp-"))).toMatchObject([
    { name: "rust_explain_macro", arguments: [{ required: true }] },
  ]);
  const got = await wire.request("prompts/get", { name: "rust_explain_macro", arguments: { place: "a.toy:1:5" } });
  expect(JSON.stringify(at(got, ["result", "messages"]))).toContain("a.toy:1:5");
  expect(at(await wire.request("prompts/get", { name: "rust_explain_macro" }), ["error", "message"])).toContain(
    "place",
  );
  expect(at(await wire.request("prompts/get", { name: "nothing" }), ["error", "message"])).toContain(
    "rust_explain_macro",
  );
  expect(at(await wire.request("tools/list"), ["result"])).toEqual(before["result"]);
});

test("without an extension there is no prompt of a language and no address of one", async () => {
  using made = withToy();
  await using wire = wireHere(made, { args: ["mcp", ...made.options] });
  await wire.initialize();
  const prompts = at(await wire.request("prompts/list"), ["result", "prompts"]) as readonly { readonly name: string }[];
  expect(prompts.filter(({ name }) => !name.startsWith("lsp-"))).toEqual([]);
  expect((await wire.request("resources/read", { uri: "lsp-cpp-counterpart:///a.toy" }))["error"]).toBeDefined();
  const refused = await wire.call("rust_expand_macro", { ...made.at });
  expect(refused["result"]).toMatchObject({ isError: true });
});

test("on the command line the name of the command is enough, and the help knows it", async () => {
  using made = withToy();
  const ran = await sightline(made, ["cpp_switch_source_header", "a.toy", ...made.options]);
  expect([ran.code, ran.out.trim()]).toEqual([0, "a_head.toy"]);
  const help = await sightline(made, ["help", "rust_expand_macro"]);
  expect([help.code, help.out.includes("what a Rust macro call")]).toEqual([0, true]);
  // Apart from what every start has, until a question asks for the language.
  const apart = (await sightline(made, ["help"])).out.split("Commands of one language")[1];
  expect(apart).toMatch(/^ {2}rust_expand_macro +Show what/m);
  const among = await sightline(made, ["help", "--extensions", "rust"]);
  expect([among.code, among.out.split("Commands of one language")[0]?.includes("  rust_expand_macro ")]).toEqual([
    0,
    true,
  ]);
});

test("in the library it is asked by its name", async () => {
  using made = withToy();
  const configFile = `${made.root}/../servers.json`;
  await using workspace = await openWorkspace(made.root, { exact: true, configFile, extensions: ["cpp"] });
  const { value, standing } = await workspace.ask("cpp_switch_source_header", { file_path: "a.toy" });
  expect([value, standing.state]).toEqual([{ file: `${made.root}/a_head.toy` }, "complete"]);
  await expect(workspace.ask("rust_expand_macro", { file_path: "a.toy" })).rejects.toMatchObject({
    code: "unknown_operation",
  });
});
