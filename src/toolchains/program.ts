// Finding the program that a plan needs, and the words for what is not there.

import type { FilePath } from "../model/file-path.ts";
import { ancestors, baseName, joinPath, relativeTo } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import type { ProgramSpec } from "../workspace/runs/workbench-program.ts";
import { shownWord } from "../workspace/runs/workbench-program.ts";
import type { Workbench } from "../workspace/runs/workbench.ts";
import type { Site } from "./toolchain.ts";

/** Tells tools not to colour their output. */
export const quietEnvironment = { NO_COLOR: "1", TERM: "dumb" } as const;

/** Runners of tests that would go on watching end; for a build it would make errors of warnings. */
export const unwatchedEnvironment = { ...quietEnvironment, CI: "1" } as const;

/** The first of the names that is a program here; refused with what to install otherwise. */
export async function mustFind(bench: Workbench, names: readonly string[], install: string): Promise<FilePath> {
  for (const name of names) {
    const found = await bench.find(name);
    if (found !== undefined) return found;
  }
  return refuse({
    code: "server_not_found",
    what: `${names.join(" or ")} is not installed on this machine.`,
    why: "PATH and the directories of version managers were searched, but not the root.",
    next: install,
  });
}

/** The directories from the project's own up to the root. */
export function upwards({ bench, directory }: Pick<Site, "bench" | "directory">): FilePath[] {
  return directory === bench.snapshot.root ? [directory] : [directory, ...ancestors(directory, bench.snapshot.root)];
}

/** The first of the files that exists, searched from the project's own directory up to the root. */
export async function nearestFile(
  site: Pick<Site, "bench" | "directory">,
  names: readonly string[],
): Promise<FilePath | undefined> {
  for (const directory of upwards(site)) {
    for (const name of names) {
      const path = joinPath(directory, name);
      if ((await site.bench.host.files.stat(path)) !== undefined) return path;
    }
  }
  return undefined;
}

export async function isOnDisk({ host }: Workbench, path: FilePath): Promise<boolean> {
  return (await host.files.stat(path)) !== undefined;
}

/** What to narrow to as a path from the project's directory; undefined when it is all of it, or elsewhere. */
export function scopeBelow({ scope, directory }: Site): string | undefined {
  if (scope === undefined || scope.path === directory) return undefined;
  return relativeTo(directory, scope.path);
}

/** A path, from where a program is started, that no program takes for an option. */
export function asName(path: string): string {
  return path.startsWith("-") ? `./${path}` : path;
}

/** As a person would type it: paths of the project's directory are relative to it. */
export function commandText({ command, args, cwd }: Pick<ProgramSpec, "command" | "args" | "cwd">): string {
  const word = (text: string): string => {
    const shown = shownWord(text.startsWith(`${cwd}/`) ? text.slice(cwd.length + 1) : text);
    return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
  };
  return [baseName(command), ...args.map(word)].join(" ");
}
