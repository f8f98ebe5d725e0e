// What tools of version control leave in a tree: what marks the top of a checkout, and where git keeps its own files.
//
// Invariant: a name alone marks nothing. A repository can bring a file of any name, and what counts as a checkout of its
// own has servers and trust of its own.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import { pointerBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName, joinPath, parentOf, parseFilePath, relativeTo } from "../../model/file-path.ts";

/** What the directory of each tool holds, at least one of them. */
const contents: Readonly<Record<string, readonly string[]>> = {
  ".git": ["HEAD"],
  ".hg": ["store", "requires", "00changelog.i"],
  ".jj": ["repo"],
  ".svn": ["wc.db", "entries"],
};

/** Those of the names that may mark a checkout. */
export function maybeMarkers(names: Iterable<string>): string[] {
  return [...names].filter((name) => Object.hasOwn(contents, name));
}

/** Whether the entry was made by a version control tool, judged by its form. */
export async function isMarker(host: Host, path: FilePath): Promise<boolean> {
  return orIfUnreadable(false, async () => {
    const kind = (await host.files.stat(path))?.kind;
    if (kind === "directory") {
      const held = ((await host.files.list(path)) ?? []).map(({ name }) => name);
      return contents[baseName(path)]?.some((name) => held.includes(name)) === true;
    }
    return kind === "file" && baseName(path) === ".git" && (await pointedBy(host, path)) !== undefined;
  });
}

/** Where the `.git` file of a worktree or a submodule says that git keeps its files; undefined when it says nothing. */
export async function pointedBy({ files }: Host, file: FilePath): Promise<FilePath | undefined> {
  return orIfUnreadable(undefined, async () => {
    const bytes = (await files.read(file, pointerBytes)) ?? new Uint8Array();
    const [, where] = /^gitdir:[ \t]*(\S.*)$/m.exec(files.decode(bytes).text) ?? [];
    const home = parentOf(file);
    return where === undefined || home === undefined
      ? undefined
      : (parseFilePath(where.trimEnd()) ?? joinPath(home, where.trimEnd()));
  });
}

/**
 * Whether the directory in which git keeps its files is that of a checkout: it lies in it, or names it. A repository can
 * bring a pointer to any other one, but nothing that points back.
 */
export async function isGitDirectoryOf(host: Host, gitDirectory: FilePath, top: FilePath): Promise<boolean> {
  return orIfUnreadable(false, async () => {
    const [own, checkout] = await Promise.all([host.files.real(gitDirectory), host.files.real(top)]);
    if (own === undefined || checkout === undefined) return false;
    const common = (await namedIn(host, own, "commondir", /^(\S.*?)\s*$/m)) ?? own;
    // The directories of worktrees lie in the one that they share.
    if (common !== own && common !== parentOf(parentOf(own) ?? own)) return false;
    if (own === joinPath(checkout, ".git")) return true;
    const worktree = await namedIn(host, own, "gitdir", /^(\S.*?)\s*$/m);
    if (worktree === joinPath(checkout, ".git")) return true;
    return (await namedIn(host, own, "config", /^[ \t]*worktree[ \t]*=[ \t]*"?([^"\r\n]+?)"?[ \t]*$/im)) === checkout;
  });
}

/**
 * Whether git keeps its own files in this directory, whatever it is called, or would when the planned files are there
 * too: git takes any directory for one of its own that has a HEAD, and objects and refs or another place of them.
 */
export async function isGitDirectory(
  { files }: Host,
  directory: FilePath,
  planned: readonly FilePath[] = [],
): Promise<boolean> {
  const below = planned.flatMap((file) => relativeTo(directory, file)?.toLowerCase() ?? []);
  const has = async (name: string, kind: "file" | "directory"): Promise<boolean> => {
    const lower = name.toLowerCase();
    if (below.some((path) => (kind === "file" ? path === lower : path.startsWith(`${lower}/`)))) return true;
    return (await files.stat(joinPath(directory, name)))?.kind === kind;
  };
  return orIfUnreadable(false, async () => {
    if (!(await has("HEAD", "file"))) return false;
    if (await has("commondir", "file")) return true;
    return (await has("objects", "directory")) && (await has("refs", "directory"));
  });
}

// — below: private, in the order they are used —

/** The real path that a file of git names, from its directory. */
async function namedIn(
  { files }: Host,
  directory: FilePath,
  name: string,
  form: RegExp,
): Promise<FilePath | undefined> {
  const file = joinPath(directory, name);
  const bytes = await files.read(file, maxConfigBytes);
  const [, where] = form.exec(bytes === undefined ? "" : files.decode(bytes).text) ?? [];
  if (where === undefined) return undefined;
  const path = parseFilePath(where) ?? joinPath(directory, where);
  const parent = parentOf(path);
  const home = parent && (await files.real(parent));
  // The last part may be a pointer that is a file, and is compared by its name.
  return baseName(path) === ".git" && name === "gitdir" && home !== undefined
    ? joinPath(home, ".git")
    : files.real(path);
}

/** Settings of a repository with thousands of branches. */
const maxConfigBytes = 1_000_000;
