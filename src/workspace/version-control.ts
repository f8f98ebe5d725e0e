// What tools of version control leave in a tree: what marks the top of a checkout, and where git keeps its own files.
//
// Invariant: a name alone marks nothing. A repository can bring a file of any name, and what counts as a checkout of its
// own has servers and trust of its own.

import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import { pointerBytes } from "../host/read-limits.ts";
import type { FilePath } from "../model/file-path.ts";
import { baseName, joinPath, parentOf, parseFilePath, relativeTo } from "../model/file-path.ts";

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

/** Whether what stands there was made by a tool of version control, as far as its form tells. */
export async function isMarker(host: Host, path: FilePath): Promise<boolean> {
  return orIfBarred(false, async () => {
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
  return orIfBarred(undefined, async () => {
    const bytes = (await files.read(file, pointerBytes)) ?? new Uint8Array();
    const [, where] = /^gitdir:[ \t]*(\S.*?)\s*$/m.exec(files.decode(bytes).text) ?? [];
    const home = parentOf(file);
    return where === undefined || home === undefined ? undefined : (parseFilePath(where) ?? joinPath(home, where));
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
  return orIfBarred(false, async () => {
    if (!(await has("HEAD", "file"))) return false;
    if (await has("commondir", "file")) return true;
    return (await has("objects", "directory")) && (await has("refs", "directory"));
  });
}

/** What may not be looked at is as if it were something else. */
export async function orIfBarred<T>(otherwise: T, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof FileFault) return otherwise;
    throw error;
  }
}
