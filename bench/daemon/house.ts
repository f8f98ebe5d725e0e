// The doors that are measured, each on a state directory of its own: with an engine of its own, or through a daemon.
//
// Invariant: every daemon that was started for a house is stopped with it, and what it leaves running is killed.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Process } from "../peers/processes.ts";
import { kill, treeOf } from "../peers/processes.ts";
import { McpClient } from "../shared/mcp-client.ts";

/** The built executable; this file runs from `.cache/js/bench/daemon`. */
export const binary = fileURLToPath(new URL("../../../../dist/bin.js", import.meta.url));

const execute = promisify(execFile);

/** Those that are not closed yet: what runs in them lives on when this process ends. */
const open = new Set<House>();

/** For a run that is broken off. */
export function killDaemons(): void {
  for (const house of open) kill(house.daemon());
}

export type Mode = "direct" | "daemon";

export class House {
  readonly root: string;
  readonly state: string;
  readonly env: NodeJS.ProcessEnv;
  readonly #options: readonly string[];

  constructor(home: string, root: string, env: NodeJS.ProcessEnv, mode: Mode, options: readonly string[] = []) {
    mkdirSync(home, { recursive: true });
    this.root = root;
    this.state = join(home, "state");
    this.env = { ...env, SIGHTLINE_STATE_DIR: this.state, SIGHTLINE_DAEMON: mode === "daemon" ? "on" : "off" };
    this.#options = options;
    open.add(this);
  }

  /** An MCP client of a door of its own, as an agent has it. */
  async agent(): Promise<McpClient> {
    const client = new McpClient(["--root", this.root, ...this.#options], this.root, this.env);
    await client.initialize();
    return client;
  }

  /** The daemon and everything below it; nothing where none runs. */
  daemon(): Process[] {
    return this.#daemonPids().flatMap((pid) => treeOf(pid));
  }

  /** The process of the daemon alone. */
  daemonPid(): number {
    return this.#daemonPids()[0] ?? 0;
  }

  async close(): Promise<void> {
    const left = this.daemon();
    open.delete(this);
    if (left.length === 0) return;
    try {
      await execute(process.execPath, [binary, "daemon", "stop", "--all"], { cwd: this.root, env: this.env });
    } finally {
      kill(left);
    }
  }

  #daemonPids(): number[] {
    const all = join(this.state, "daemons");
    if (!existsSync(all)) return [];
    return readdirSync(all).flatMap((name) => {
      const file = join(all, name, "daemon.json");
      return existsSync(file) ? [(JSON.parse(readFileSync(file, "utf8")) as { readonly pid: number }).pid] : [];
    });
  }
}

/** Processes that are no language server: the product's own. */
export function withoutServers(processes: readonly Process[]): Process[] {
  return processes.filter(({ line }) => !/(?:^|\/)gopls\b(?! mcp)|tsc --lsp|\/relay\.js /.test(line));
}
