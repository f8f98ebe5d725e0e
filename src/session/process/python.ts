// Finds the Python interpreter a project means, so that imports resolve as they do when it runs, and asks it for its
// search path.
//
// Invariant: an interpreter is passed on, and run, only if it may run by the one rule for programs: one inside the root is
// part of the repository.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { SpawnFault } from "../../host/processes.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath, parseFilePath } from "../../model/file-path.ts";
import type { FoundServer, InterpreterChoice } from "./launch.ts";
import { probeMs } from "../limits.ts";
import type { Programs } from "./programs.ts";

export interface Interpreter {
  readonly path: FilePath;
  readonly from: "VIRTUAL_ENV" | "CONDA_PREFIX" | ".venv" | "venv" | "env" | "conda";
}

/** That of the environment in the first of the directories that has one, or else of the environment that is activated. */
export async function findInterpreter(
  host: Host,
  ...directories: readonly FilePath[]
): Promise<Interpreter | undefined> {
  // What lies in the project is meant for it; an activated environment may belong to something else.
  for (const directory of directories) {
    for (const name of [".venv", "venv", "env"] as const) {
      const base = joinPath(directory, name);
      const found = await interpreterIn(host, base);
      if (found !== undefined && (await isEnvironment(host, base))) return { path: found, from: name };
    }
    const local = await interpreterIn(host, joinPath(directory, ".conda"));
    if (local !== undefined) return { path: local, from: "conda" };
  }
  for (const name of ["VIRTUAL_ENV", "CONDA_PREFIX"] as const) {
    const base = parseFilePath(host.env[name] ?? "");
    const found = base && (await interpreterIn(host, base));
    if (found !== undefined) return { path: found, from: name };
  }
  return undefined;
}

/** The interpreter that may be passed on, and whether trust kept one back. */
export async function usableInterpreter(host: Host, programs: Programs, root: FilePath): Promise<InterpreterChoice> {
  const found = await findInterpreter(host, root);
  if (found === undefined) return { withheld: false };
  const mayRun = (await programs.whyNot(found.path)) === undefined;
  return mayRun ? { use: found.path, withheld: false } : { withheld: true };
}

/** Where an environment has its packages, on each platform. */
export async function sitePackages({ files }: Host, environment: FilePath): Promise<FilePath[]> {
  const found: FilePath[] = [];
  for (const name of ["lib", "lib64", "Lib"]) {
    const library = joinPath(environment, name);
    const entries = (await orIfUnreadable(undefined, () => files.list(library))) ?? [];
    for (const entry of entries) {
      if (entry.name === "site-packages") found.push(joinPath(library, entry.name));
      else if (entry.name.startsWith("python")) found.push(joinPath(library, entry.name, "site-packages"));
    }
  }
  return found;
}

/** The stubs that a server of Pyright's family brings: beside its program, or else in the one that ships with us. */
export async function bundledStubs(host: Host, found: FoundServer): Promise<FilePath | undefined> {
  for (const raw of found.address === undefined ? [...found.args, found.command] : []) {
    const path = parseFilePath(raw);
    const real = path && (await host.files.real(path));
    const stubs = real && joinPath(real, "../dist/typeshed-fallback");
    if (stubs !== undefined && (await host.files.stat(stubs))?.kind === "directory") return stubs;
  }
  return host.resolvePackageFile("pyright", "dist/typeshed-fallback");
}

/** Directories in which an interpreter looks for modules, kept until one of them changes. */
export class InstalledModules {
  readonly #host: Host;
  readonly #programs: Programs;
  readonly #root: FilePath;
  #known: { readonly stamp: string; readonly directories: readonly FilePath[] } | undefined;

  constructor(host: Host, programs: Programs, root: FilePath) {
    this.#host = host;
    this.#programs = programs;
    this.#root = root;
  }

  /** Those of the chosen interpreter, or else of the one that a server would find on the PATH. */
  async directories({ use }: InterpreterChoice): Promise<readonly FilePath[]> {
    const stamp = async (directories: readonly FilePath[]): Promise<string> =>
      `${use ?? ""}\n${await this.stamp(directories)}`;
    if (this.#known !== undefined && (await stamp(this.#known.directories)) === this.#known.stamp) {
      return this.#known.directories;
    }
    const directories = await this.#ask(use);
    this.#known = { stamp: await stamp(directories), directories };
    return directories;
  }

  /** Differs when a package has come or gone. What lies in the root is watched, and changes all the time. */
  async stamp(directories: readonly FilePath[]): Promise<string> {
    const outside = directories.filter((directory) => !isInside(this.#root, directory) || isLibrary(directory));
    const stamps = await Promise.all(outside.map(async (one) => (await this.#host.files.stat(one))?.stamp ?? "none"));
    return [...directories, ...stamps].join("\n");
  }

  /** Where there is none, or none that runs, a server knows no directories either. */
  async #ask(use: FilePath | undefined): Promise<FilePath[]> {
    const env = await this.#programs.environment();
    const command = use ?? (await this.#onPath(env["PATH"] ?? env["Path"] ?? ""));
    if (command === undefined) return [];
    // In the root, as Pyright does: a version manager's shim chooses by the directory. `sys` is not a file of the project.
    const args = ["-c", "import sys; print('\\n'.join(sys.path))"];
    try {
      const { exit, output } = await this.#host.processes.run({ command, args, cwd: this.#root, env }, probeMs);
      if (exit.code !== 0) return [];
      const found = output.split(/\r?\n/).flatMap((line) => parseFilePath(line) ?? []);
      const kinds = await Promise.all(found.map((path) => this.#host.files.stat(path)));
      return found.filter((path, index) => path !== this.#root && kinds[index]?.kind === "directory");
    } catch (error) {
      if (error instanceof SpawnFault) return [];
      throw error;
    }
  }

  async #onPath(path: string): Promise<FilePath | undefined> {
    const isWindows = this.#host.platform === "win32";
    for (const name of isWindows ? ["python.exe"] : ["python3", "python"]) {
      for (const raw of path.split(isWindows ? ";" : ":")) {
        const directory = parseFilePath(raw);
        const command = directory && joinPath(directory, name);
        if (command === undefined || (await this.#host.files.stat(command))?.kind !== "file") continue;
        if ((await this.#programs.whyNot(command)) === undefined) return command;
      }
    }
    return undefined;
  }
}

/** Installed packages lie in such a directory also where the environment lies in the root. */
function isLibrary(directory: FilePath): boolean {
  return /\/(?:site|dist)-packages$/.test(directory);
}

async function interpreterIn(host: Host, base: FilePath): Promise<FilePath | undefined> {
  const places = host.platform === "win32" ? ["Scripts/python.exe", "python.exe"] : ["bin/python3", "bin/python"];
  for (const place of places) {
    const path = joinPath(base, place);
    if ((await host.files.stat(path))?.kind === "file") return path;
  }
  return undefined;
}

/** A directory called `env` may be anything; only a real environment has this file. */
async function isEnvironment(host: Host, base: FilePath): Promise<boolean> {
  return (await host.files.stat(joinPath(base, "pyvenv.cfg"))) !== undefined;
}
