// What tools of version control leave in a tree: what marks the top of a checkout, and where git keeps its own files.
//
// Invariant: a name alone marks nothing. A repository can bring a file of any name, and what counts as a checkout of its
// own has servers and trust of its own.

import { FileFault } from "../host/files.ts";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { baseName, joinPath, parentOf, parseFilePath } from "../model/file-path.ts";

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
    const stat = await files.stat(file);
    if (stat?.kind !== "file" || stat.size > maxPointerBytes) return undefined;
    const [, where] =
      /^gitdir:[ \t]*(\S.*)$/m.exec(files.decode((await files.read(file)) ?? new Uint8Array()).text) ?? [];
    const home = parentOf(file);
    return where === undefined || home === undefined
      ? undefined
      : (parseFilePath(where.trimEnd()) ?? joinPath(home, where.trimEnd()));
  });
}

/** Whether git keeps its own files in this directory, whatever it is called. */
export async function isGitDirectory({ files }: Host, directory: FilePath): Promise<boolean> {
  const kindOf = async (name: string): Promise<string | undefined> =>
    (await files.stat(joinPath(directory, name)))?.kind;
  return orIfBarred(
    false,
    async () =>
      (await kindOf("HEAD")) === "file" &&
      (await kindOf("objects")) === "directory" &&
      (await kindOf("refs")) === "directory",
  );
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

// — below: private, in the order they are used —

/** A path, and a few words before it. */
const maxPointerBytes = 8_192;
