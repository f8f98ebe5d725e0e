// The tour: a real MCP client asks Sightline about this very repository, as a coding agent would, and shows what comes
// back, how long it took, what it costs a model, and how far it can be trusted.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { ContextAssembler } from "../src/context/context-assembler.ts";
import type { CorrectionReply } from "../src/context/correction.ts";
import { CorrectionLoop } from "../src/context/correction.ts";
import type { CorrectionPacket } from "../src/context/correction-packet.ts";
import { TurnWatch } from "../src/context/turn-watch.ts";
import { openEngine } from "../src/engine/open.ts";
import { openNodeHost } from "../src/host/node/node-host.ts";
import { estimateTokens } from "../src/render/tokens.ts";
import { showHook } from "./tour-hooks.ts";
import { showScript } from "./tour-script.ts";

/** The first question loads a whole repository, which takes minutes on a busy machine. */
const patience = { timeout: 300_000 };

const here = await realpath(process.cwd());
const bin = join(here, "dist", "bin.js");

/** Apart from what the user keeps, so that the daemons of the tour are its own. */
const state = await mkdtemp(join(tmpdir(), "sightline-tour-state-"));
const env = { ...process.env, SIGHTLINE_STATE_DIR: state };

// A reader such as `head` may close the output, and a person may press Ctrl-C: the daemons of the tour end all the same.
process.stdout.on("error", () => void cleanUp().finally(() => process.exit(0)));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));

try {
  await showRepository();
  await showSecondAgent();
  await showScript(here, { heading, connect, show });
  await showChange();
  await showBrokenFile();
  await showEdits();
  await showGoverned();
  heading("A hook of a coding agent, in a temporary directory");
  await showHook({ bin, env, say });
} finally {
  await cleanUp();
}
showInstallation();

async function cleanUp(): Promise<void> {
  await run(here, "daemon", "stop", "--all");
  await rm(state, { recursive: true, force: true });
}

async function showRepository(): Promise<void> {
  heading("A coding agent asks about this repository (MCP over stdio, embedded TypeScript server)");
  const agent = await connect(here);
  try {
    const began = performance.now();
    const { tools } = await agent.listTools();
    const list = estimateTokens(JSON.stringify(tools));
    say(`tools/list: ${tools.length} tools, about ${list} tokens, ${since(began)}; no language server runs yet`);
    await show(agent, "Where is it?", "find_symbol", { query: "confine", limit: 3 });
    await show(agent, "Who uses it?", "find_references", {
      file_path: "src/model/file-path.ts",
      symbol_path: "isInside",
    });
    await show(agent, "Which functions call it?", "find_callers", {
      file_path: "src/workspace/trust/confine.ts",
      symbol_path: "confine",
      direction: "incoming",
    });
    await show(agent, "What is it?", "inspect_symbol", {
      file_path: "src/workspace/trust/confine.ts",
      position_pattern: "export async function @@confine(",
    });
    await show(agent, "A place without a symbol is no empty answer:", "find_references", {
      file_path: "src/workspace/trust/confine.ts",
      line: 1,
      column: 1,
    });
  } finally {
    await agent.close();
  }
}

/** The daemon of the root has the servers warm: for another agent, and for a command. */
async function showSecondAgent(): Promise<void> {
  heading("A second agent, and a command, on the same root");
  say((await run(here, "daemon", "status")).trimEnd());
  say("mode: daemon; one process keeps the servers of a root warm for all (--no-daemon starts some of one's own)");
  const agent = await connect(here);
  try {
    await show(agent, "The first question of a second agent:", "find_references", {
      file_path: "src/std/braces.ts",
      symbol_path: "expandBraces",
    });
  } finally {
    await agent.close();
  }
  const began = performance.now();
  const answer = await run(here, "references", "src/std/braces.ts#expandBraces");
  say(`\nsightline references src/std/braces.ts#expandBraces: ${since(began)}, as a process of its own`);
  for (const line of answer.trimEnd().split("\n").slice(0, 4)) say(`  | ${line}`);
}

/** What a command of Sightline prints. */
async function run(cwd: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [bin, ...args], { cwd, env });
  return stdout;
}

async function showChange(): Promise<void> {
  heading("Before and after a change");
  const agent = await connect(here, ["--tools", "full"]);
  try {
    const change = { changed_files: ["src/workspace/trust/confine.ts"], max_tokens: 400 };
    await show(agent, "What would a change of this file reach?", "blast_radius", change);
    await compare(agent, "blast_radius", change);
    const edit = { file_path: "src/workspace/trust/confine.ts" };
    await show(agent, "What must I know to edit this file?", "get_editing_context", edit);
    await compare(agent, "get_editing_context", edit);
  } finally {
    await agent.close();
  }
}

/** What it would cost to read the files that an answer speaks of. */
async function compare(agent: Client, name: string, input: Record<string, unknown>): Promise<void> {
  const { content } = await agent.callTool(
    { name, arguments: { ...input, max_tokens: 100_000, format: "json" } },
    patience,
  );
  const [json] = content.flatMap((item) => (item.type === "text" ? [item.text] : []));
  const named = [...(json ?? "").matchAll(/"((?:[^"\\]|\\.)*\.\w+)"/g)].map(([, path = ""]) => resolve(here, path));
  const files = [...new Set(named)].filter((path) => path.startsWith(here) && existsSync(path));
  const texts = await Promise.all(files.map((path) => readFile(path, "utf8")));
  const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  if (files.length > 0) say(`  reading the ${files.length} files it speaks of: about ${tokens} tokens`);
}

async function showBrokenFile(): Promise<void> {
  heading("A file that does not compile, in a temporary directory");
  const directory = await realpath(await mkdtemp(join(tmpdir(), "sightline-tour-")));
  try {
    await writeFile(join(directory, "tsconfig.json"), '{ "compilerOptions": { "strict": true } }\n');
    await writeFile(
      join(directory, "cart.ts"),
      "export function total(items: number[]): number {\n  return items.length;\n}\n",
    );
    await writeFile(
      join(directory, "view.ts"),
      'import { total } from "./cart";\nexport const shown: string = total("three");\n',
    );
    const agent = await connect(directory);
    try {
      await show(agent, "What is wrong?", "get_diagnostics", { file_path: "view.ts" });
      await writeFile(
        join(directory, "view.ts"),
        'import { total } from "./cart";\nexport const shown: number = total([3]);\n',
      );
      await show(agent, "And after it was fixed on disk by another program?", "get_diagnostics", {
        file_path: "view.ts",
      });
    } finally {
      await agent.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A change that would break a file that it does not touch; then one that does not, and its undoing. */
async function showEdits(): Promise<void> {
  heading("Changing code without fear, in a temporary copy of examples/shop");
  const directory = await realpath(await mkdtemp(join(tmpdir(), "sightline-tour-")));
  try {
    await cp(join(here, "examples", "shop"), directory, { recursive: true });
    const agent = await connect(directory, ["--tools", "full"]);
    try {
      const session_id = await begun(agent);
      await show(agent, "In a draft, an amount gets one more member:", "simulate_edit", {
        session_id,
        file_path: "src/money.ts",
        old_text: "  readonly currency: string;\n",
        new_text: "  readonly currency: string;\n  readonly taxed: boolean;\n",
      });
      await show(agent, "What would that break, and where?", "evaluate_session", { session_id, exhaustive: true }, 20);
      await show(agent, "So it is dropped; no file has changed:", "discard_session", { session_id });
      const rename = { file_path: "src/money.ts", symbol_path: "format", new_name: "amountText" };
      await show(agent, "A rename across files, all of them or none:", "rename_symbol", rename, 40);
      await show(agent, "And taken back:", "undo_edit", {});
      const files = await readdir(join(directory, "src"));
      const same = await Promise.all(files.map((file) => isSame(join("src", file), directory)));
      say(`  ${same.filter(Boolean).length} of ${files.length} files are byte for byte what they were`);
    } finally {
      await agent.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A host whose model does not ask: context, a change that breaks another file, its correction, and the record of it all. */
async function showGoverned(): Promise<void> {
  heading("A host whose model does not ask, in a temporary copy of examples/shop (library)");
  const directory = await realpath(await mkdtemp(join(tmpdir(), "sightline-tour-")));
  try {
    await cp(join(here, "examples", "shop"), directory, { recursive: true });
    const engine = await openEngine({ directory, exact: true, evidence: "on", host: await openNodeHost(env) });
    try {
      const assembler = new ContextAssembler({ engine });
      const focus = { file: "src/checkout.ts", from: 10, to: 14 };
      const { text } = await assembler.inject(await assembler.assembleContext({ focus, budget: 250 }));
      said("Context for the model, assembled for src/checkout.ts:10-14:", text, 16);
      await showTurn(engine, join(directory, "src", "money.ts"));
    } finally {
      await engine.close();
    }
    said("The record of all that (sightline evidence verify):", await run(directory, "evidence", "verify"), 8);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The model is a script here: it adds a member that others lack, and makes it optional when it is told. */
async function showTurn(engine: Awaited<ReturnType<typeof openEngine>>, file: string): Promise<void> {
  const original = await readFile(file, "utf8");
  const watch = new TurnWatch();
  const write = async (member: string): Promise<void> => {
    await watch.beforeWrite([file]);
    await writeFile(
      file,
      original.replace("  readonly currency: string;\n", (line) => `${line}  ${member}\n`),
    );
  };
  engine.events((event) => {
    if (event.type === "diagnostic_regression")
      say(
        `  class new_errors, event diagnostic_regression: ${event.errors.introduced} new errors, ${event.errors.before} before`,
      );
  });
  const ask = async (packet: CorrectionPacket): Promise<CorrectionReply> => {
    said("What the model is told:", packet.text, 22);
    await write("readonly taxed?: boolean;");
    return { kind: "changed", intent: { kind: "type_fix", words: "taxed is optional" } };
  };
  const caller = { door: "library", allowed: ["read"], id: "tour" } as const;
  const loop = new CorrectionLoop({ engine, caller, watch, ask, tellOperator: ({ text }) => say(text) });
  say("\nThe model writes src/money.ts: an amount gets a member, readonly taxed: boolean. Its turn is validated:");
  await write("readonly taxed: boolean;");
  const { outcome, forModel = "" } = await loop.close({ kind: "other", words: "amounts know whether they are taxed" });
  said(`The turn closes, ${outcome}:`, forModel, 4);
}

async function begun(agent: Client): Promise<string> {
  const { content } = await agent.callTool(
    { name: "create_simulation_session", arguments: { format: "json" } },
    patience,
  );
  const [json] = content.flatMap((item) => (item.type === "text" ? [item.text] : []));
  return (JSON.parse(json ?? "{}") as { readonly session_id: string }).session_id;
}

async function isSame(file: string, directory: string): Promise<boolean> {
  const [original, copy] = await Promise.all([
    readFile(join(here, "examples", "shop", file)),
    readFile(join(directory, file)),
  ]);
  return original.equals(copy);
}

async function connect(root: string, options: readonly string[] = []): Promise<Client> {
  const client = new Client({ name: "tour", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, "mcp", "--root", root, ...options],
    cwd: root,
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    stderr: "ignore",
  });
  await client.connect(transport);
  return client;
}

async function show(
  agent: Client,
  title: string,
  name: string,
  input: Record<string, unknown>,
  linesShown = 14,
): Promise<void> {
  const began = performance.now();
  const result = await agent.callTool({ name, arguments: input }, patience);
  const took = since(began);
  const texts = result.content.flatMap((item) => (item.type === "text" ? [item.text] : []));
  const standing = result._meta?.["sightline/standing"] as { readonly state: string } | undefined;
  const state = result.isError === true ? "refused" : (standing?.state ?? "unknown");
  say(`\n${title}\n  ${name} ${JSON.stringify(input)}`);
  say(`  ${took} · ${state} · about ${estimateTokens(texts.join("\n"))} tokens`);
  listed(texts.join("\n"), linesShown);
}

function showInstallation(): void {
  heading("Add it to your coding agent");
  const server = JSON.stringify({ command: "node", args: [bin] });
  const lines: readonly (readonly [string, string])[] = [
    ["Claude Code", `claude mcp add sightline -- node ${bin}`],
    ["Codex", `codex mcp add sightline -- node ${bin}`],
    ["Gemini CLI", `gemini mcp add sightline node ${bin}`],
    ["VS Code", `code --add-mcp '${JSON.stringify({ name: "sightline", command: "node", args: [bin] })}'`],
    ["Cursor", `.cursor/mcp.json: {"mcpServers":{"sightline":${server}}}`],
    ["others", `mcpServers: {"sightline":${server}}`],
  ];
  for (const [agent, line] of lines) say(`  ${agent.padEnd(12)} ${line}`);
  say("\nNothing is left running. Next: npm test; node dist/bin.js --help for the command line.");
}

function said(title: string, text: string, linesShown: number): void {
  say(`\n${title}`);
  listed(text.trimEnd(), linesShown);
}

function listed(text: string, linesShown: number): void {
  const lines = text.split("\n");
  for (const line of lines.slice(0, linesShown)) say(`  | ${line}`);
  if (lines.length > linesShown) say(`  | … and ${lines.length - linesShown} lines more`);
}

function heading(text: string): void {
  say(`\n== ${text} ==`);
}

function since(began: number): string {
  return `${(performance.now() - began).toFixed(1)} ms`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
