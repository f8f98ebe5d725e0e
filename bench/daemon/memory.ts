// Memory beside the servers: of a door with an engine of its own, of the guard, and of each further agent of a daemon.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pairings } from "../ops/questions.ts";
import type { Process } from "../peers/processes.ts";
import { memoryOf, treeOf } from "../peers/processes.ts";
import type { Project } from "../session/project.ts";
import type { McpClient } from "../shared/mcp-client.ts";
import type { Recorder } from "../shared/record.ts";
import { fixed, verdict } from "../shared/record.ts";
import { House, withoutServers } from "./house.ts";

const guardGoalMb = 5;
const agentGoalMb = 5;
const furtherAgents = 8;
const repetitions = 20;

export async function measureDaemonMemory(
  project: Project,
  { scratch, env }: { readonly scratch: string; readonly env: NodeJS.ProcessEnv },
  record: Recorder,
): Promise<void> {
  const own = await directMemory(project, new House(join(scratch, "memory-direct"), project.root, env, "direct"));
  const shared = await sharedMemory(project, new House(join(scratch, "memory-daemon"), project.root, env, "daemon"));
  record.sample({ part: "daemon-memory", ...own, ...shared });
  record.table(
    `Memory beside the servers in MB (proportional: what processes share is divided), after ${repetitions} times every question; goals: the guard <= ${guardGoalMb}, a further agent <= ${agentGoalMb} in the daemon`,
    ["process", "MB", "goal"],
    [
      ["direct: the door with its engine", fixed(own.directDoor, 1), ""],
      ["direct: the guard", fixed(own.directGuard, 1), verdict(own.directGuard <= guardGoalMb)],
      ["daemon: the daemon with one agent", fixed(shared.daemon, 1), ""],
      ["daemon: the guard", fixed(shared.daemonGuard, 1), verdict(shared.daemonGuard <= guardGoalMb)],
      ["daemon: the door of an agent", fixed(shared.door, 1), ""],
      [
        `daemon: growth for each of ${furtherAgents} further agents`,
        fixed(shared.perAgent, 1),
        verdict(shared.perAgent <= agentGoalMb),
      ],
    ],
  );
}

// — below: private, in the order they are used —

async function directMemory(
  project: Project,
  house: House,
): Promise<{ readonly directDoor: number; readonly directGuard: number }> {
  const client = await house.agent();
  try {
    await askAll(client, project);
    const tree = treeOf(client.pid);
    const door = tree.filter(({ pid }) => pid === client.pid);
    return { directDoor: memoryOf(door), directGuard: guardMb(tree) };
  } finally {
    await client.stop();
  }
}

async function sharedMemory(
  project: Project,
  house: House,
): Promise<{
  readonly daemon: number;
  readonly daemonGuard: number;
  readonly door: number;
  readonly perAgent: number;
}> {
  const clients: McpClient[] = [];
  const arrive = async (): Promise<McpClient> => {
    const client = await house.agent();
    clients.push(client);
    return client;
  };
  try {
    const first = await arrive();
    // As often as all the others will ask together, so that only their number differs.
    for (let n = 0; n <= furtherAgents; n++) await askAll(first, project);
    const before = ownMb(house.daemonPid());
    const daemon = memoryOf(house.daemon().filter(({ pid }) => pid === house.daemonPid()));
    for (let n = 0; n < furtherAgents; n++) await askAll(await arrive(), project);
    const after = ownMb(house.daemonPid());
    const doors = clients.slice(1).map((client) => memoryOf(withoutServers(treeOf(client.pid))));
    return {
      daemon,
      daemonGuard: guardMb(house.daemon()),
      door: doors.reduce((sum, mb) => sum + mb, 0) / doors.length,
      perAgent: (after - before) / furtherAgents,
    };
  } finally {
    await Promise.all(clients.map((client) => client.stop()));
    await house.close();
  }
}

async function askAll(client: McpClient, project: Project): Promise<void> {
  for (let n = 0; n < repetitions; n++) {
    for (const question of project.questions) {
      const { operation, input } = pairings[question.kind];
      await client.call(operation, input(question));
    }
  }
}

function guardMb(tree: readonly Process[]): number {
  return memoryOf(tree.filter(({ line }) => /guard/.test(line)));
}

/** Memory that no other process has: what others share with it changes with their number. */
function ownMb(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].map(([, size]) => Number(size));
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}
