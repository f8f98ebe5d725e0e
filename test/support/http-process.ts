// The built executable as an HTTP server, and clients of the official SDK that reach it.

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Project } from "./project.ts";
import type { Agent, Era } from "./sightline.ts";
import { bin, environment } from "./sightline.ts";

export interface HttpProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly port: number;
  readonly url: string;
  readonly exited: Promise<number | null>;
  said(): string;
}

/** Resolves when it says that it serves; rejects with what it wrote where it ends instead. */
export async function serveHttp(
  project: Pick<Project, "root" | "stateDirectory">,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<HttpProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [bin, "mcp", "--http", "--port", String(port), ...args], {
    cwd: project.root,
    env: { ...environment(project), SIGHTLINE_DAEMON: "off", ...env },
    stdio: ["ignore", "ignore", "pipe"],
    shell: false,
  });
  let said = "";
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const found = /serving MCP at (\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exited.then((code) => reject(new Error(`it ended with ${code}: ${said}`)));
  });
  return {
    child,
    port,
    url,
    exited,
    said: () => said,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** The end of the client ends its session, where the era has one. */
export async function connectHttp(served: HttpProcess, era: Era, token?: string): Promise<HttpAgent> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(served.url), { requestInit: { headers } });
  const mode = era === "legacy" ? "legacy" : { pin: "2026-07-28" };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return {
    client,
    transport,
    pid: served.child.pid ?? 0,
    said: () => served.said(),
    async [Symbol.asyncDispose]() {
      if (era === "legacy") await transport.terminateSession();
      await client.close();
    },
  };
}

export interface HttpAgent extends Agent {
  readonly transport: StreamableHTTPClientTransport;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
