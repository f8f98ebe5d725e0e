// The plugin with a real server: the example agent, the example of its page, and the adapters with the packages they are for.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aiFollowed, aiTools } from "../../src/doors/plugin/adapters/ai.ts";
import { claudeFileTools, claudeHooks, claudeServer } from "../../src/doors/plugin/adapters/claude.ts";
import { langchainTools } from "../../src/doors/plugin/adapters/langchain.ts";
import { opencodePlugin } from "../../src/doors/plugin/adapters/opencode.ts";
import { LspPlugin } from "../../src/plugin.ts";
import { cacheDirectory } from "../../tools/servers/cache.mjs";
import { project } from "../support/project.ts";
import { reportToRun } from "../support/run-report.ts";

const shop = project(`
-- tsconfig.json --
{ "compilerOptions": { "strict": true, "types": [] }, "include": ["src"] }
-- src/cart.ts --
export class Cart {
  «def|to«^»tal»(): number {
    return 1;
  }
  totals(): string {
    return "total";
  }
}
export class Bill {
  total(): number {
    return 2;
  }
}
-- src/view.ts --
import { Bill, Cart } from "./cart";
// total of a cart
export const shown = new Cart().«ref|total»() + new Bill().total();
export const label = \`total: \${new Cart().totals()}\`;
-- src/other.ts --
export const fine = 1;
`);
const directory = shop.root;
const options = { directory, exact: true, stateDirectory: shop.stateDirectory, languages: ["typescript"] };

/** Runs a program of an example as a project that depends on this package would. */
function runExample(text: string, sources: Readonly<Record<string, string>> = {}): string[] {
  using made = project("-- README.md --\nnothing\n");
  const at = join(made.root, "agent");
  cpSync("examples/shop", at, { recursive: true });
  mkdirSync(join(at, "node_modules"));
  symlinkSync(process.cwd(), join(at, "node_modules", "sightline"));
  for (const [file, source] of Object.entries(sources)) writeFileSync(join(at, file), source);
  writeFileSync(join(at, "example.mjs"), text);
  const env = { ...process.env, SIGHTLINE_STATE_DIR: made.stateDirectory };
  return execFileSync(process.execPath, ["example.mjs"], { cwd: at, env, encoding: "utf8" }).trimEnd().split("\n");
}

test("the example agent breaks a file, is told by a signal, looks, and mends it", () => {
  expect(runExample(readFileSync("examples/agent/agent.mjs", "utf8"))).toEqual([
    'edit    src/cart.ts: sum + one, "0"',
    expect.stringMatching(/^hook {4}src\/cart\.ts: 1 error; 2:3 Type 'string' is not assignable/),
    "signal  lsp_diagnostics_changed",
    expect.stringMatching(/^tool {4}1 error in src\/cart\.ts/),
    "edit    src/cart.ts: sum + one, 0",
    "hook    src/cart.ts: no problems",
    "whole",
  ]);
});

test("the example of the page runs as it stands", () => {
  const page = readFileSync("docs/plugin.md", "utf8");
  const [, code = ""] = /<!-- example:plugin -->\n```js\n([\s\S]*?)```/.exec(page) ?? [];
  const [, told = ""] = /<!-- output:plugin -->\n```text\n([\s\S]*?)```/.exec(page) ?? [];
  expect(runExample(code)).toEqual(told.trimEnd().split("\n"));
});

describe("with one server", () => {
  const plugin = new LspPlugin({
    ...options,
    autoStart: true,
    allowed: ["read", "control", "propose"],
    fileTools: claudeFileTools,
  });
  const at = { file_path: "src/cart.ts", ...shop.fixture.cursor.span.start };
  beforeAll(async () => {
    await plugin.start();
    await plugin.settled(60_000);
  });
  afterAll(async () => {
    await plugin.close();
    shop[Symbol.dispose]();
  });
  const call = async (name: string, args: object): Promise<string> => {
    const tool = plugin.tools().find((one) => one.name === name);
    const answer = await tool?.call(args);
    return `${answer?.ok}\n${answer?.text}`;
  };

  test("an agent gains types, diagnostics, navigation and refactoring, and uses are those of the symbol alone [SYN-02]", async () => {
    expect(await call("lsp_hover", at)).toContain("Cart.total(): number");
    expect(await call("lsp_diagnostics", { file_path: "src/cart.ts" })).toMatch(/^true\n/);
    const definition = await call("lsp_goto_definition", { file_path: "src/view.ts", symbol_path: "shown" });
    expect(definition).toContain("src/view.ts:3:14");
    const [ref] = shop.fixture.marks("ref");
    const uses = await call("lsp_references", at);
    const [ok, head, ...rows] = uses.split("\n");
    expect([ok, head]).toEqual(["true", expect.stringMatching(/^1 reference to src\/cart\.ts/)]);
    expect(rows.join("\n")).toMatch(
      new RegExp(`src/view\\.ts[^]*\\b${ref?.span.start.line}:${ref?.span.start.column}\\b`),
    );
    const renamed = await call("lsp_rename", { ...at, new_name: "sum", dry_run: true });
    const added = renamed.split("\n").filter((line) => line.startsWith("+") && !line.startsWith("+++"));
    expect(added).toEqual(["+  sum(): number {", "+export const shown = new Cart().sum() + new Bill().total();"]);
    expect(readFileSync(join(directory, "src/view.ts"), "utf8")).toContain("new Cart().total()");
  });

  describe.each(libraries().map((shelf) => ({ shelf })))("the adapter for", ({ shelf }) => {
    const load = (path: string): Promise<Loaded> => import(pathToFileURL(join(shelf, path)).href);

    test("the Vercel AI SDK gives its model tools, and follows the tools of the agent", async () => {
      const { generateText, tool, stepCountIs, isStepCount = stepCountIs } = await load("ai/dist/index.js");
      const { MockLanguageModelV4 } = await load("ai/dist/test/index.js");
      const { z } = await load("zod/index.js");
      const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
      const says = (content: object, finish: string): object => ({
        content: [content],
        finishReason: { unified: finish, raw: finish },
        usage,
        warnings: [],
      });
      const asks = (toolName: string, input: object): object =>
        says({ type: "tool-call", toolCallId: toolName, toolName, input: JSON.stringify(input) }, "tool-calls");
      const model = new MockLanguageModelV4({
        doGenerate: [
          asks("lsp_hover", at),
          asks("write", { file: "src/other.ts" }),
          says({ type: "text", text: "done" }, "stop"),
        ],
      });
      const seen: unknown[] = [];
      plugin.hooks.on("PostToolUse", (context) => void seen.push(context), { tool: "write" });
      const write = tool({
        description: "Write",
        inputSchema: z.object({ file: z.string() }),
        execute: async () => "written",
      });
      const tools = { ...aiTools(plugin), ...aiFollowed(plugin, { write }) };
      const { steps, text } = await generateText({ model, tools, prompt: "go", stopWhen: isStepCount(5) });
      expect(text).toBe("done");
      expect(JSON.stringify(steps)).toContain("Cart.total(): number");
      expect(seen).toEqual([{ tool_name: "write", arguments: { file: "src/other.ts" }, output: "written" }]);
    });

    test("LangChain.js makes tools that can be invoked", async () => {
      const { tool } = await load("@langchain/core/dist/tools/index.js");
      const tools = langchainTools<{ name: string; invoke(args: object): Promise<unknown> }>(plugin, tool);
      expect(tools.map(({ name }) => name)).toEqual(plugin.tools().map(({ name }) => name));
      const hover = tools.find(({ name }) => name === "lsp_hover");
      expect(await hover?.invoke(at)).toContain("Cart.total(): number");
      await expect(hover?.invoke({ file_path: 7 })).rejects.toThrow(/schema/);
    });

    test("the Claude Agent SDK serves them over MCP, and tells Claude what a write brought", async () => {
      const sdk = await load("@anthropic-ai/claude-agent-sdk/sdk.mjs");
      const { Client } = await load("@modelcontextprotocol/sdk/dist/esm/client/index.js");
      const { InMemoryTransport } = await load("@modelcontextprotocol/sdk/dist/esm/inMemory.js");
      const server = claudeServer<unknown, { type: string; instance: Loaded }>(plugin, sdk as never);
      expect(server.type).toBe("sdk");
      const [mine, theirs] = InMemoryTransport.createLinkedPair();
      await server.instance.connect(theirs);
      const client = new Client({ name: "test", version: "1" });
      await client.connect(mine);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }: { name: string }) => name)).toEqual(plugin.tools().map(({ name }) => name));
      const answer = await client.callTool({ name: "lsp_hover", arguments: at });
      expect(answer).toMatchObject({ isError: false, content: [{ text: expect.stringContaining("Cart.total()") }] });
      await client.close();
      const { PreToolUse, PostToolUse } = claudeHooks(plugin, 20_000);
      const file_path = join(directory, "src/other.ts");
      const input = { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path } };
      await PreToolUse[0]?.hooks[0]?.({ ...input, hook_event_name: "PreToolUse" });
      writeFileSync(file_path, 'export const fine: number = "one";\n');
      expect(await PostToolUse[0]?.hooks[0]?.(input)).toMatchObject({
        hookSpecificOutput: { additionalContext: expect.stringMatching(/other\.ts: 1 error; 1:14 Type 'string'/) },
      });
      writeFileSync(file_path, "export const fine = 1;\n");
      expect(JSON.stringify(await PostToolUse[0]?.hooks[0]?.(input))).toContain("other.ts: no problems");
    });

    test("opencode is a plugin module whose tools its own helper takes", async () => {
      const { tool } = await load("@opencode-ai/plugin/dist/tool.js");
      const hooks = await opencodePlugin({ ...options })({ directory });
      const made = Object.fromEntries(Object.entries(hooks.tool).map(([name, one]) => [name, tool(one)]));
      expect(await made["lsp_hover"]?.execute(at, { abort: new AbortController().signal })).toContain("Cart.total()");
      const args = { patchText: "*** Begin Patch\n*** Update File: src/other.ts\n*** End Patch\n" };
      await hooks["tool.execute.before"]({ tool: "apply_patch" }, { args });
      writeFileSync(join(directory, "src/other.ts"), 'export const fine: number = "one";\n');
      const answer = { output: "patched" };
      await hooks["tool.execute.after"]({ tool: "apply_patch", args }, answer);
      expect(answer.output).toMatch(/^patched\n\n.*other\.ts: 1 error; 1:14 Type 'string'/);
      await hooks.dispose();
    });
  });
});

/** What a package exports; the tests are its only readers here. */
type Loaded = Record<string, (...args: never[]) => never> & ReturnType<typeof JSON.parse>;

/** Where `tools/clients.mjs` has put the packages; what could not be had is named at the end of the run. */
function libraries(): readonly string[] {
  const file = join(dirname(cacheDirectory(process.env)), "clients", "manifest.json");
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { missing: [] };
  if (manifest.libraries !== undefined) return [manifest.libraries];
  reportToRun("missing.jsonl", {
    name: "agent-libraries",
    why: manifest.missing.at(-1)?.why ?? "run: node tools/clients.mjs",
  });
  return [];
}
