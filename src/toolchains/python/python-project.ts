// What a Python project says of itself: how it is configured, and what its interpreter can import.

import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import type { ProgramSpec } from "../../workspace/runs/workbench-program.ts";
import { isOnDisk, mustFind, quietEnvironment, upwards } from "../program.ts";
import type { Site } from "../toolchain.ts";

/** The project's own environment before any other, as for servers. */
export async function pythonInterpreter(site: Pick<Site, "bench" | "directory">): Promise<FilePath> {
  const own = await site.bench.python(...upwards(site));
  return own ?? mustFind(site.bench, ["python3", "python"], "Install Python: https://www.python.org/downloads/");
}

/** Compiled files go elsewhere than beside the sources. */
export function pythonRun({ bench, directory }: Site, command: FilePath, args: readonly string[]): ProgramSpec {
  const env = { ...quietEnvironment, PYTHONPYCACHEPREFIX: bench.buildDirectory(directory), PYTHONUNBUFFERED: "1" };
  return { command, args, cwd: directory, env };
}

/** A file of its own, or a table in a file that several tools share. */
export async function isConfigured(
  { bench, directory }: Site,
  files: readonly string[],
  table: string,
  section: string,
): Promise<boolean> {
  for (const name of files) if (await isOnDisk(bench, joinPath(directory, name))) return true;
  const has = async (name: string, header: string): Promise<boolean> =>
    ((await bench.read(joinPath(directory, name))) ?? "")
      .split("\n")
      .some((line) => line.startsWith(`[${header}]`) || line.startsWith(`[${header}.`));
  return (await has("pyproject.toml", table)) || (await has("setup.cfg", section)) || has("tox.ini", section);
}

export function hasModule(site: Site, python: FilePath, name: string): Promise<boolean> {
  return site.succeeds(pythonRun(site, python, ["-c", `import ${name}`]));
}

/** Test files below a directory: enough of them to see how they are written. */
export async function testFiles({ bench }: Site, below: FilePath): Promise<FilePath[]> {
  const found: FilePath[] = [];
  let directories = [below];
  for (let depth = 0; depth < deepest && directories.length > 0; depth++) {
    const next: FilePath[] = [];
    for (const directory of directories.slice(0, mostDirectories)) {
      for (const { name, kind } of (await bench.host.files.list(directory)) ?? []) {
        const path = joinPath(directory, name);
        if (kind === "directory" && !/^(?:\.|venv$|env$|node_modules$|build$|dist$|__pycache__$)/.test(name))
          next.push(path);
        if (kind === "file" && /^(?:test.*|.*_test)\.py$/.test(name)) found.push(path);
        if (found.length >= mostFiles) return found;
      }
    }
    directories = next;
  }
  return found;
}

const deepest = 6;
const mostDirectories = 200;
const mostFiles = 40;
