// Daemons of one test: with a state directory of their own, and ended with it.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../../src/host/process/process-table.ts";
import { gone } from "./soon.ts";
import type { Program, Served, ServedChoices } from "./made-up-server.ts";
import { served, toyProgram } from "./made-up-server.ts";
import type { Project } from "./project.ts";
import type { Agent, Ran } from "./sightline.ts";
import { connect, sightline } from "./sightline.ts";

/** Tests have servers of their own, unless they ask for a daemon. */
export const on = { SIGHTLINE_DAEMON: "on" } as const;

export interface DaemonFile {
  readonly directory: string;
  readonly address: string;
  readonly pid: number;
  readonly root: string;
  readonly ready: boolean;
}

/** Of the only daemon; empty where there is none. */
export function onlyOne([daemon]: readonly DaemonFile[]): DaemonFile {
  return daemon ?? { directory: "", address: "", pid: 0, root: "", ready: false };
}

/** A project of toy files whose commands and agents share a daemon. */
export interface Shared extends AsyncDisposable {
  readonly made: Served;
  /** `sightline references` on the fixture's cursor, or another command. */
  readonly run: (words?: readonly string[], env?: Readonly<Record<string, string>>, cwd?: string) => Promise<Ran>;
  readonly agent: (more?: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Agent>;
  /** What daemons have written about themselves. */
  readonly daemons: () => DaemonFile[];
  /** Processes of language servers. */
  readonly servers: () => number[];
}

export function shared(program: Program = toyProgram(), choices: ServedChoices = {}, fixture?: string): Shared {
  const made = served(program, choices, fixture);
  const { file_path, line, column } = made.at;
  const references = ["references", `${file_path}:${line}:${column}`];
  const run: Shared["run"] = (words = references, env = {}, cwd = made.root) =>
    sightline(made, words[0]?.startsWith("daemon") === true ? words : [...words, ...made.options], cwd, {
      ...on,
      ...env,
    });
  return {
    made,
    run,
    agent: (more = [], env = {}) => connect(made, "modern", ["mcp", ...made.options, ...more], { ...on, ...env }),
    daemons: () => daemonsIn(made),
    servers: () => serversIn(made),
    async [Symbol.asyncDispose]() {
      const servers = serversIn(made);
      const daemons = await daemonProcesses(made);
      for (const pid of daemons) process.kill(pid, "SIGTERM");
      await gone(...daemons, ...servers);
      made[Symbol.dispose]();
    },
  };
}

export function daemonsIn({ stateDirectory }: Pick<Project, "stateDirectory">): DaemonFile[] {
  const all = join(stateDirectory, "daemons");
  const isThere = statSync(all, { throwIfNoEntry: false })?.isDirectory() === true;
  const files = isThere ? readdirSync(all).map((name) => join(all, name, "daemon.json")) : [];
  return files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, "utf8")) as DaemonFile);
}

export function serversIn({ stateDirectory }: Pick<Project, "stateDirectory">): number[] {
  const directory = join(stateDirectory, "processes");
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".json")) : [];
  return names.map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")).pid as number);
}

/** Processes that are daemons of this state directory, whether or not they have written about themselves. */
export async function daemonProcesses({ stateDirectory }: Pick<Project, "stateDirectory">): Promise<number[]> {
  const isDaemon = (pid: number): boolean => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return words.includes("daemon-broker") && words.some((word) => word.startsWith(stateDirectory));
    } catch {
      // It went while it was looked at.
      return false;
    }
  };
  const found = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && isDaemon(pid));
  const alive = await Promise.all(found.map(isAlive));
  return found.filter((_, index) => alive[index]);
}
