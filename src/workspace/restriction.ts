// Whether a repository holds a file that would undo a server's restricted form.
//
// Invariant: the search leaves nothing out: a server may read such a file wherever it lies. A tree that is too large to
// be searched counts as holding one.

import type { ServerEntry } from "../catalog/entry.ts";
import type { Host } from "../host/host.ts";
import type { FileChange } from "../host/watch.ts";
import type { FilePath } from "../model/file-path.ts";
import { baseName, display, joinPath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";

const maxDirectories = 100_000;

export function undoingNames(entry: ServerEntry): readonly string[] {
  return entry.restricted.kind === "adjusted" ? (entry.restricted.undoneBy ?? []) : [];
}

export function bringsUndoing(entry: ServerEntry, changes: readonly FileChange[]): boolean {
  const names = undoingNames(entry);
  return changes.some((change) => change.kind !== "deleted" && names.includes(baseName(change.path)));
}

/** Refuses when the restricted form would be none. */
export async function mustStayRestricted(host: Host, root: FilePath, entry: ServerEntry): Promise<void> {
  const names = undoingNames(entry);
  if (names.length === 0) return;
  const found = await search(host, root, new Set(names));
  if (found === undefined) return;
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
  const names = undoingNames(entry);
  return names.length === 0 || (await search(host, root, new Set(names))) === undefined;
}

async function search(
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
