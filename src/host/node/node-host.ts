// The real machine as a Host.

import { randomBytes } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parseFilePath } from "../../model/file-path.ts";
import { ownPath } from "../../model/own-path.ts";
import type { Host } from "../host.ts";
import { LoopWatch } from "../process/loop-watch.ts";
import { nodeClock } from "./node-clock.ts";
import { nodeFiles } from "./node-files.ts";
import { NodeProcesses } from "./node-processes.ts";
import { nodeWatching } from "./node-watch.ts";
import { nodeWriting } from "./node-writing.ts";
import { accountHome, isOurs } from "../ownership.ts";
import { linkPrograms } from "../process/program-links.ts";

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
    watching: nodeWatching,
    writing: nodeWriting,
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
    // Unguessable ids are made from it.
    random: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
  };
}

/** One directory per user for all that outlives a process. */
function stateDirectory(env: Readonly<Record<string, string | undefined>>): FilePath {
  const explicit = env["SIGHTLINE_STATE_DIR"];
  if (explicit !== undefined && explicit !== "") return ownPath("SIGHTLINE_STATE_DIR", explicit);
  if (process.platform === "win32") {
    const local = env["LOCALAPPDATA"];
    return joinPath(local === undefined ? home() : ownPath("LOCALAPPDATA", local), "sightline");
  }
  const own = process.platform === "darwin" ? ["Library", "Application Support"] : [".local", "state"];
  const xdg = env["XDG_STATE_HOME"];
  // Its specification asks to ignore a relative one: it would mean another place in every directory.
  const base = xdg === undefined ? undefined : parseFilePath(xdg);
  return joinPath(base ?? joinPath(home(), ...own), "sightline");
}

/** Node takes it from a variable, which can hold anything. */
function home(): FilePath {
  return ownPath(process.platform === "win32" ? "USERPROFILE" : "HOME", homedir());
}

function platform(): Host["platform"] {
  const name = process.platform;
  return name === "linux" || name === "darwin" || name === "win32" ? name : "other";
}

/** Where Node itself would look, but for the directories that `NODE_PATH` and the home directory add. */
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
