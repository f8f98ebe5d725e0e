// Finds the Python interpreter a project means, so that imports resolve as they do when it runs.
//
// Invariant: an interpreter inside the root is part of the repository; it is passed on only when the root is trusted.

import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside, joinPath, parseFilePath } from "../model/file-path.ts";
import type { InterpreterChoice } from "./launch.ts";

export interface Interpreter {
  readonly path: FilePath;
  readonly from: "VIRTUAL_ENV" | "CONDA_PREFIX" | ".venv" | "venv" | "env" | "conda";
  readonly insideRoot: boolean;
}

export async function findInterpreter(host: Host, root: FilePath): Promise<Interpreter | undefined> {
  // What lies in the project is meant for it; an activated environment may belong to something else.
  for (const name of [".venv", "venv", "env"] as const) {
    const found = await interpreterIn(host, joinPath(root, name));
    if (found !== undefined && (await isEnvironment(host, joinPath(root, name))))
      return { path: found, from: name, insideRoot: true };
  }
  const local = await interpreterIn(host, joinPath(root, ".conda"));
  if (local !== undefined) return { path: local, from: "conda", insideRoot: true };
  for (const name of ["VIRTUAL_ENV", "CONDA_PREFIX"] as const) {
    const base = parseFilePath(host.env[name] ?? "");
    const found = base && (await interpreterIn(host, base));
    if (base === undefined || found === undefined) continue;
    // By its real place: the root is canonical, and the variable may name it through a link.
    const places = [base, (await host.files.real(base)) ?? base];
    return { path: found, from: name, insideRoot: places.some((place) => isInside(root, place)) };
  }
  return undefined;
}

/** The interpreter that may be passed on, and whether trust kept one back. */
export async function usableInterpreter(host: Host, root: FilePath, trusted: boolean): Promise<InterpreterChoice> {
  const found = await findInterpreter(host, root);
  if (found === undefined) return { withheld: false };
  return found.insideRoot && !trusted ? { withheld: true } : { use: found.path, withheld: false };
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
