// Runs the built executable, as a person or an agent would.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Project } from "./project.ts";

export const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What tests use of a child process. */
export interface Started {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly pid?: number | undefined;
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  kill(signal?: NodeJS.Signals): boolean;
  once(event: "close" | "exit", listener: (code: number | null) => void): unknown;
}

export function environment(project: Pick<Project, "stateDirectory">): Record<string, string> {
  const own: Record<string, string> = { SIGHTLINE_STATE_DIR: project.stateDirectory };
  for (const name of ["PATH", "HOME", "SIGHTLINE_TEST_RUN", "SIGHTLINE_DAEMON"]) {
    const value = process.env[name];
    if (value !== undefined) own[name] = value;
  }
  return own;
}

/** Nothing is typed: standard input is what is given, and ends at once. `cwd` is where the person stands; the root without it. */
export function sightline(
  project: Project,
  args: readonly string[],
  cwd = project.root,
  env: Readonly<Record<string, string>> = {},
  input: string | Uint8Array = "",
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd,
      env: { ...environment(project), ...env },
      shell: false,
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

export type Era = "legacy" | "modern";
export const eras: readonly Era[] = ["legacy", "modern"];

export interface Agent extends AsyncDisposable {
  readonly client: Client;
  readonly pid: number;
  /** The end of what the server wrote to standard error. */
  said(): string;
}

const saidAtMost = 8_000;

/** A real MCP client of the official SDK, in either protocol era; the server may be started through another program. */
export async function connect(
  project: Pick<Project, "root" | "stateDirectory">,
  era: Era,
  args: readonly string[] = ["mcp"],
  env: Readonly<Record<string, string>> = {},
  through: readonly string[] = [],
): Promise<Agent> {
  const [command = "", ...words] = [...through, process.execPath, bin, ...args];
  const transport = new StdioClientTransport({
    command,
    args: words,
    cwd: project.root,
    env: { ...environment(project), ...env },
    stderr: "pipe",
  });
  return clientOf(era, transport);
}

/** The client that speaks by a transport. */
export async function clientOf(
  era: Era,
  transport: Pick<StdioClientTransport, "stderr" | "pid"> & Transport,
): Promise<Agent> {
  let said = "";
  transport.stderr?.on("data", (text: Buffer) => (said = `${said}${text.toString()}`.slice(-saidAtMost)));
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: "2026-07-28" } } },
  );
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0, said: () => said, [Symbol.asyncDispose]: () => client.close() };
}

/** With it the kernel does not help: what must not happen, a rule of ours has to prevent. */
export function unconfined({ stateDirectory }: Pick<Project, "stateDirectory">): { readonly SIGHTLINE_CONFIG: string } {
  const SIGHTLINE_CONFIG = join(dirname(stateDirectory), "operator.json");
  writeFileSync(SIGHTLINE_CONFIG, JSON.stringify({ settings: { untrusted: { confine: "never" } } }));
  return { SIGHTLINE_CONFIG };
}

export interface ToolText {
  readonly texts: readonly string[];
  readonly isError: boolean;
  readonly standing: { readonly state: string; readonly reasons: readonly { readonly code: string }[] } | undefined;
  readonly refusal: { readonly code: string; readonly retryable: boolean } | undefined;
}

export async function callTool(agent: Agent, name: string, input: Record<string, unknown>): Promise<ToolText> {
  const result = await agent.client.callTool({ name, arguments: input }).catch((cause: unknown) => {
    throw new Error(`${name}: ${String(cause)}; the server wrote: ${agent.said() || "nothing"}`, { cause });
  });
  const texts = result.content.flatMap((item) => (item.type === "text" ? [item.text] : []));
  return {
    texts,
    isError: result.isError === true,
    standing: result._meta?.["sightline/standing"] as ToolText["standing"],
    refusal: result._meta?.["sightline/refusal"] as ToolText["refusal"],
  };
}
