// Whether a file lies where a server would read it that nothing of its restricted form keeps it from.
//
// Invariant: the search leaves nothing out: a server may read such a file wherever it lies in the root, and in every
// directory above it. A tree that is too large to be searched counts as holding one.

import type { ServerEntry } from "../catalog/entry.ts";
import { stoppingFiles } from "../catalog/obeyed.ts";
import type { Host } from "../host/host.ts";
import type { FileChange } from "../host/watch.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors, baseName, display, joinPath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";

const maxDirectories = 100_000;

export function bringsStopping(entry: ServerEntry, changes: readonly FileChange[]): boolean {
  const names = stoppingFiles(entry);
  return changes.some((change) => change.kind !== "deleted" && names.includes(baseName(change.path)));
}

/** Refuses when the restricted form would be none. */
export async function mustStayRestricted(host: Host, root: FilePath, entry: ServerEntry): Promise<void> {
  const found = await stoppingFile(host, root, entry);
  if (found === undefined) return;
  const names = stoppingFiles(entry);
  const why =
    found === "too large"
      ? `The tree is too large to be searched for ${names.join(" or ")}, which would undo its restrictions.`
      : `${display(root, found)} would undo its restrictions.`;
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

/** The first such file in a directory above the root: nobody watches these. */
export async function stoppingAbove(host: Host, root: FilePath, entry: ServerEntry): Promise<FilePath | undefined> {
  const places = ancestors(root).flatMap((directory) => stoppingFiles(entry).map((name) => joinPath(directory, name)));
  const stats = await Promise.all(places.map((place) => host.files.stat(place)));
  return places[stats.findIndex((stat) => stat !== undefined)];
}

// — below: private, in the order they are used —

async function stoppingFile(
  host: Host,
  root: FilePath,
  entry: ServerEntry,
): Promise<FilePath | "too large" | undefined> {
  const names = new Set(stoppingFiles(entry));
  if (names.size === 0) return undefined;
  return (await searched(host, root, names)) ?? stoppingAbove(host, root, entry);
}

async function searched(
  host: Host,
  root: FilePath,
  names: ReadonlySet<string>,
): Promise<FilePath | "too large" | undefined> {
  const waiting = [root];
  for (let seen = 0; waiting.length > 0; seen++) {
    if (seen >= maxDirectories) return "too large";
    const directory = waiting.pop() ?? root;
    for (const entry of (await host.files.list(directory)) ?? []) {
      const path = joinPath(directory, entry.name);
      if (names.has(entry.name)) return path;
      if (entry.kind === "directory") waiting.push(path);
    }
  }
  return undefined;
}
