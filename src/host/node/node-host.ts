// The real machine as a Host.

import { createHash, randomBytes } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { mkdir, rename, rm, stat, symlink } from "node:fs/promises";
import type { FilePath } from "../../model/file-path.ts";
import { filePath, parseFilePath } from "../../model/file-path.ts";
import type { Host } from "../host.ts";
import { LoopWatch } from "../process/loop-watch.ts";
import { WorkerSandbox } from "../sandbox/worker-sandbox.ts";
import { stateDirectory } from "../own-state.ts";
import { accountHome, isOurs } from "../ownership.ts";
import { nodeClock } from "./node-clock.ts";
import { nodeDatabases } from "../database/node-databases.ts";
import { nodeFiles } from "./node-files.ts";
import { nodeLogFiles } from "./node-log-files.ts";
import { NodeProcesses } from "./node-processes.ts";
import { NodeTcp } from "./node-tcp.ts";
import { nodeWatching } from "./node-watch.ts";
import { nodeWriting } from "./node-writing.ts";

/** Also reaps what an earlier Sightline on this machine could not end itself. */
export async function openNodeHost(env: Readonly<Record<string, string | undefined>> = process.env): Promise<Host> {
  const state = stateDirectory(env);
  const processes = new NodeProcesses(nodeClock, state);
  // Beside the start, not before it: leftovers do not concern a process that starts now.
  processes.registry.reap().catch((error: unknown) => processes.registry.faults.push(error));
  return {
    clock: nodeClock,
    files: nodeFiles,
    processes,
    tcp: new NodeTcp(nodeClock),
    watching: nodeWatching,
    writing: nodeWriting,
    logFiles: nodeLogFiles,
    databases: nodeDatabases,
    loop: new LoopWatch(nodeClock),
    env,
    platform: platform(),
    arch: process.arch,
    pid: process.pid,
    home: parseFilePath(homedir()),
    accountHome: accountHome(),
    isOurs,
    stateDirectory: state,
    hold,
    nodePath: process.execPath,
    linkPrograms: (programs) => linkPrograms(state, programs),
    resolvePackageFile,
    sandbox: new WorkerSandbox(nodeClock),
    // Unguessable ids are made from it.
    random: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
  };
}

function platform(): Host["platform"] {
  const name = process.platform;
  return name === "linux" || name === "darwin" || name === "win32" ? name : "other";
}

/** Searches where Node itself would, except the directories that `NODE_PATH` and the home directory add. */
function resolvePackageFile(packageName: string, file: string): FilePath | undefined {
  for (let above = dirname(fileURLToPath(import.meta.url)); ; above = dirname(above)) {
    const directory = join(above, "node_modules", packageName);
    if (existsSync(join(directory, "package.json"))) {
      const found = join(realpathSync(directory), file);
      return existsSync(found) ? parseFilePath(found) : undefined;
    }
    // An optional dependency that is not installed is not a fault.
    if (above === dirname(above)) return undefined;
  }
}

function hold(): () => void {
  const handle = setInterval(() => {}, 2 ** 30);
  return () => clearInterval(handle);
}

// A directory of links to programs, which stands in a search path for one that holds more than may be run.
//
// Invariant: a directory is named by the hash of its links, so an existing one is right, whichever process made it.

async function linkPrograms(stateDirectory: FilePath, programs: ReadonlyMap<string, FilePath>): Promise<FilePath> {
  const listed = [...programs].sort(([a], [b]) => (a < b ? -1 : 1));
  const name = createHash("sha256").update(JSON.stringify(listed)).digest("hex").slice(0, 32);
  const made = join(stateDirectory, "programs", name);
  if (await isThere(made)) return filePath(made);
  const draft = `${made}.${randomBytes(8).toString("hex")}`;
  await mkdir(dirname(made), { recursive: true, mode: 0o700 });
  await mkdir(draft, { mode: 0o700 });
  try {
    for (const [program, target] of listed) await symlink(target, join(draft, program));
    await rename(draft, made);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster with the same links.
    if (!(await isThere(made))) throw error;
  }
  return filePath(made);
}

async function isThere(directory: string): Promise<boolean> {
  return stat(directory).then(
    () => true,
    () => false,
  );
}
