// Whether a file lies where a server would read it that nothing of its restricted form keeps it from.
//
// Invariant: the search leaves nothing out: a server may read such a file wherever it lies in the root, and in every
// directory above it. A tree that is too large to be searched counts as holding one.

import type { ServerEntry } from "../catalog/entry.ts";
import type { ObeyedFile } from "../catalog/obeyed.ts";
import { stoppingFiles } from "../catalog/obeyed.ts";
import type { Host } from "../host/host.ts";
import { compileDatabaseBytes } from "../host/read-limits.ts";
import type { FileChange } from "../host/watch.ts";
import type { FilePath } from "../model/file-path.ts";
import { isHarmless } from "../languages/harmless-configuration.ts";
import { ancestors, baseName, display, joinPath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";
import { orIfBarred } from "./version-control.ts";

const maxDirectories = 100_000;

/** Whether something that was written may undo the restricted form: then it is looked at again. */
export function bringsStopping(entry: ServerEntry, changes: readonly FileChange[]): boolean {
  const files = stoppingFiles(entry);
  return changes.some(({ kind, path }) => kind !== "deleted" && files.some(({ name }) => isNamed(path, name)));
}

/** Refuses when the restricted form would be none. */
export async function mustStayRestricted(host: Host, root: FilePath, entry: ServerEntry): Promise<void> {
  const found = await stoppingFile(host, root, entry);
  if (found === undefined) return;
  const names = stoppingFiles(entry).map(({ name }) => name);
  const why =
    found === "too large"
      ? `The tree is too large to be searched for ${names.join(" or ")}, which could undo its restrictions.`
      : `${display(root, found)} may name what it would run, load or write, and nothing keeps it from that.`;
  refuse({
    code: "not_trusted",
    what: `${entry.title} is not started in this root, which is not trusted.`,
    why,
    next: "Have the operator trust this root (--trust), if what it holds may run.",
  });
}

export async function staysRestricted(host: Host, root: FilePath, entry: ServerEntry): Promise<boolean> {
  return (await stoppingFile(host, root, entry)) === undefined;
}

/** The first such file in a directory above the root: nobody watches these. What lies at home is the user's own. */
export async function stoppingAbove(host: Host, root: FilePath, entry: ServerEntry): Promise<FilePath | undefined> {
  const { accountHome } = host;
  for (const directory of ancestors(root).filter((one) => one !== accountHome)) {
    for (const file of stoppingFiles(entry)) {
      const path = joinPath(directory, file.name);
      if ((await host.files.stat(path)) !== undefined && (await stops(host, file, path))) return path;
    }
  }
  return undefined;
}

// — below: private, in the order they are used —

function isNamed(path: string, name: string): boolean {
  return path.endsWith(`/${name}`);
}

async function stoppingFile(
  host: Host,
  root: FilePath,
  entry: ServerEntry,
): Promise<FilePath | "too large" | undefined> {
  const files = stoppingFiles(entry);
  if (files.length === 0) return undefined;
  return (await searched(host, root, files)) ?? stoppingAbove(host, root, entry);
}

async function searched(
  host: Host,
  root: FilePath,
  files: readonly ObeyedFile[],
): Promise<FilePath | "too large" | undefined> {
  const lastNames = new Set(files.map(({ name }) => baseName(name)));
  const waiting = [root];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen >= maxDirectories) return "too large";
    const directory = waiting.pop() ?? root;
    for (const entry of (await host.files.list(directory)) ?? []) {
      const path = joinPath(directory, entry.name);
      if (entry.kind === "directory") waiting.push(path);
      if (!lastNames.has(entry.name)) continue;
      const file = files.find(({ name }) => isNamed(path, name));
      if (file !== undefined && (await stops(host, file, path))) return path;
    }
  }
  return undefined;
}

/** What cannot be read is not known to be harmless. */
async function stops(host: Host, { unlessHarmless }: ObeyedFile, path: FilePath): Promise<boolean> {
  if (unlessHarmless === undefined) return true;
  return orIfBarred(true, async () => {
    const bytes = await host.files.read(path, compileDatabaseBytes);
    return bytes !== undefined && !isHarmless(unlessHarmless, host.files.decode(bytes).text);
  });
}
