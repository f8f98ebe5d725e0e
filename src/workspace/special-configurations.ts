// Finds the configuration of a server that is no regular file, or so large that nobody wrote it.
//
// A language server opens the configurations above a file by itself, and waits for a pipe, or reads a device, without end.

import type { ServerEntry } from "../catalog/entry.ts";
import { matchesGlob } from "../catalog/globs.ts";
import type { Host } from "../host/host.ts";
import { projectFileBytes } from "../host/read-limits.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors, display, joinPath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";

export interface ConfigurationSearch {
  readonly host: Host;
  readonly root: FilePath;
  readonly list: (directory: FilePath) => Promise<readonly string[]>;
}

/** Those of the servers whose configurations from the file up to the root can be read; refused when there are none. */
export async function withReadableConfiguration(
  search: ConfigurationSearch,
  entries: readonly ServerEntry[],
  file: FilePath,
): Promise<ServerEntry[]> {
  const odd = await Promise.all(entries.map((entry) => specialAbove(search, entry, file)));
  const able = entries.filter((_, index) => odd[index] === undefined);
  const [first] = odd;
  if (able.length > 0 || first === undefined) return able;
  return refuse({
    code: "file_unreadable",
    what: `${entries[0]?.title} is not started for ${display(search.root, file)}.`,
    why: `It would read ${display(search.root, first.path)}, which ${first.why}.`,
    next: "Put a regular file of ordinary size there, or remove it.",
  });
}

// — below: private, in the order they are used —

async function specialAbove(
  { host, root, list }: ConfigurationSearch,
  { roots, exhaustiveOnlyWith = [] }: ServerEntry,
  file: FilePath,
): Promise<{ readonly path: FilePath; readonly why: string } | undefined> {
  const patterns = [...roots.groups.flat(), ...exhaustiveOnlyWith];
  for (const directory of ancestors(file, root)) {
    const names = (await list(directory)).filter((name) => patterns.some((pattern) => matchesGlob(pattern, name)));
    for (const name of names) {
      const path = joinPath(directory, name);
      const stat = await host.files.stat(path);
      if (stat?.kind === "other") return { path, why: "is a pipe, a socket or a device" };
      if (stat?.kind === "file" && stat.size > projectFileBytes(path)) return { path, why: `has ${stat.size} bytes` };
    }
  }
  return undefined;
}
