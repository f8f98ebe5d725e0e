// Installs a server by its recipe: in a stage directory, which is moved to its place when it is whole and runs.
//
// Invariant: nothing is written outside the directory of our servers, but what npm, pip and go cache for the user.

import type { Recipe, ServerEntry } from "../../catalog/entry.ts";
import type { Host } from "../../host/host.ts";
import { ownFileBytes } from "../../host/read-limits.ts";
import { WriteFault } from "../../host/writing.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import { Refusal, refuse } from "../../model/refusal.ts";
import type { OwnServer, Seal } from "../../session/process/own-servers.ts";
import { ownServerAt, ownServersName, sealName } from "../../session/process/own-servers.ts";
import type { Programs } from "../../session/process/programs.ts";
import { probeMs } from "../../session/limits.ts";
import { bug } from "../../std/bug.ts";
import { isRecord } from "../../std/json.ts";
import { makeDirectories, realStateDirectory } from "../../store/state-place.ts";
import { clearStages, newStage, removeTree } from "./stages.ts";
import type { InstallStep } from "./steps.ts";
import { stepText, stepsOf } from "./steps.ts";

export interface Installing {
  readonly host: Host;
  readonly programs: Programs;
  /** What is done now, as one line. */
  readonly say: (line: string) => void;
}

/** Where installed servers are, with every link resolved. */
export async function serversPlace(host: Host): Promise<FilePath> {
  return joinPath(await realStateDirectory(host), ownServersName);
}

/** Nothing is there afterwards, or all of it; another process may install the same at the same time. */
export async function installServer(context: Installing, entry: ServerEntry, recipe: Recipe): Promise<OwnServer> {
  const { host } = context;
  try {
    const place = await serversPlace(host);
    const directory = joinPath(place, `${entry.id}@${recipe.version}`);
    await makeDirectories(host.writing, place);
    await clearStages(host, place);
    const present = await ownServerAt(host, directory);
    if (present !== undefined) return present;
    const stage = await newStage(host, place);
    try {
      await fill(context, entry, recipe, stage.tree);
      return await moved(host, stage.tree, directory);
    } finally {
      await removeTree(host, stage.directory);
    }
  } catch (error) {
    if (!(error instanceof WriteFault)) throw error;
    throw new Refusal({
      code: "write_failed",
      what: `${entry.title} was not installed.`,
      why: `${error.message}.`,
      next: "Make room or set SIGHTLINE_STATE_DIR to another directory, then install it again.",
    });
  }
}

// — below: private, in the order they are used —

async function fill(context: Installing, entry: ServerEntry, recipe: Recipe, tree: FilePath): Promise<void> {
  const { host } = context;
  for (const step of stepsOf(entry, recipe, tree)) {
    for (const [name, text] of Object.entries(step.files ?? {}))
      await host.writing.create(joinPath(tree, name), new TextEncoder().encode(text), { mode: 0o600 });
    const output = await run(context, entry, step, tree);
    await step.check?.(output, (path) => textOf(host, joinPath(tree, path)));
  }
  const seal = await sealOf(host, entry, recipe, tree);
  await host.writing.create(joinPath(tree, sealName), new TextEncoder().encode(`${JSON.stringify(seal)}\n`), {
    mode: 0o600,
  });
  await mustRun(context, entry, recipe, tree);
}

async function run({ host, programs, say }: Installing, entry: ServerEntry, step: InstallStep, tree: FilePath) {
  say(`${entry.title}: ${stepText(step)}`);
  const command = await programOf(programs, entry, step, tree);
  const env = await programs.environmentFor(command, step.env);
  const result = await host.processes.run({ command, args: step.args, cwd: tree, env }, step.limitMs);
  if (!result.timedOut && result.exit.code === 0) return result.output;
  const how = result.timedOut
    ? `did not end within ${step.limitMs / 60_000} minutes`
    : `ended with ${result.exit.code ?? result.exit.signal ?? "no code"}`;
  const words = tellingLines(`${result.output}\n${result.errors}`);
  return refuse({
    code: result.timedOut ? "timed_out" : "request_failed",
    what: `${entry.title} was not installed.`,
    why: `${stepText(step)} ${how}${words === "" ? "." : `: ${words}`}`,
    next: "Mend that and install it again: what the package manager has cached is not fetched a second time.",
  });
}

async function programOf(programs: Programs, entry: ServerEntry, step: InstallStep, tree: FilePath): Promise<FilePath> {
  if (step.program === "venv/bin/python") return joinPath(tree, step.program);
  const found = await programs.find(step.program);
  if (found !== undefined) return found;
  const brings = { npm: "Node.js", python3: "Python", go: "Go" }[step.program];
  return refuse({
    code: "request_failed",
    what: `${entry.title} was not installed.`,
    why: `It is installed with ${step.program}, which is not on PATH.`,
    next: `Install ${brings}, which brings ${step.program}, then install the server again.`,
  });
}

/** Of all that an installer prints, the last lines that speak of a fault. */
function tellingLines(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const full = lines.filter((line) => line !== "");
  const faults = full.filter((line) => /\berr(?:or)?\b|not found|no matching|no space/i.test(line));
  return (faults.length > 0 ? faults.slice(0, 3) : full.slice(-1)).join(" ").slice(0, 500);
}

async function textOf(host: Host, path: FilePath): Promise<string | undefined> {
  const bytes = await host.files.read(path, lockBytes);
  return bytes && host.files.decode(bytes).text;
}

/** The largest lock file that is read. */
const lockBytes = 16 * ownFileBytes;

async function sealOf(host: Host, entry: ServerEntry, recipe: Recipe, tree: FilePath): Promise<Seal> {
  const about = { server: entry.id, version: recipe.version };
  switch (recipe.kind) {
    case "npm": {
      const home = `node_modules/${recipe.package}`;
      const manifest: unknown = JSON.parse((await textOf(host, joinPath(tree, home, "package.json"))) ?? "{}");
      const bin = isRecord(manifest) ? manifest["bin"] : undefined;
      const script = isRecord(bin) ? bin[recipe.bin] : bin;
      if (typeof script !== "string") return refuseProgram(entry, recipe);
      return { ...about, program: `${home}/${script.replace(/^(?:\.\/)+/, "")}`, runner: "node" };
    }
    case "pypi": {
      const program = `venv/bin/${recipe.bin}`;
      // Its first line names the stage, so the script is given to the interpreter beside it.
      const isScript = (await host.processes.interpreterOf(joinPath(tree, program))) !== undefined;
      return { ...about, program, ...(isScript ? { runner: "venv/bin/python" } : {}) };
    }
    case "go-module":
      return { ...about, program: `bin/${recipe.bin}${host.platform === "win32" ? ".exe" : ""}` };
  }
}

function refuseProgram(entry: ServerEntry, recipe: Recipe): never {
  refuse({
    code: "request_failed",
    what: `${entry.title} was not installed.`,
    why: `${recipe.package} ${recipe.version} does not bring the program ${recipe.bin}.`,
    next: "Install the server by hand, and report this.",
  });
}

/** A server that cannot be started is not offered to any question. */
async function mustRun(
  { host, programs }: Installing,
  entry: ServerEntry,
  recipe: Recipe,
  tree: FilePath,
): Promise<void> {
  const server = (await ownServerAt(host, tree)) ?? refuseProgram(entry, recipe);
  const { versionArgs } = entry.quirks;
  if (versionArgs === undefined) return;
  const args = [...server.before, ...versionArgs];
  const env = await programs.environmentFor(server.command);
  const { exit, timedOut, output, errors } = await host.processes.run(
    { command: server.command, args, cwd: tree, env },
    probeMs,
  );
  if (!timedOut && exit.code === 0) return;
  refuse({
    code: "server_start_failed",
    what: `${entry.title} was not installed: it does not run on this machine.`,
    why: tellingLines(`${output}\n${errors}`) || `It ended with ${exit.code ?? exit.signal ?? "no code"}.`,
    next: "Install what it asks for, then install it again.",
  });
}

async function moved(host: Host, tree: FilePath, directory: FilePath): Promise<OwnServer> {
  try {
    await host.writing.rename(tree, directory);
  } catch (error) {
    if (!(error instanceof WriteFault && taken.has(error.code))) throw error;
    // Another process was faster, or what is there was never whole.
    const theirs = await ownServerAt(host, directory);
    if (theirs !== undefined) return theirs;
    await removeTree(host, directory);
    await host.writing.rename(tree, directory);
  }
  return (await ownServerAt(host, directory)) ?? bug(`${directory} was whole before it was moved`);
}

const taken: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "EPERM"]);
