// What keeps git from seeing, or from telling, a change of the working tree: flags, submodules, filters.

import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath } from "../../model/file-path.ts";
import type { Reason } from "../../model/standing.ts";
import { pooled } from "../../std/pooled.ts";
import type { Git } from "./command.ts";
import type { PatchReading } from "./patches.ts";
import { isBytes } from "./patches.ts";
import { counted, firstNames } from "../../std/words.ts";

/** Where git does not check for changes of the working tree, though there may be some. */
export async function unseenBy(
  git: Git,
  host: Host,
  root: FilePath,
  place: (path: string) => FilePath,
): Promise<Reason[]> {
  const submodules: string[] = [];
  const taken: string[] = [];
  const away: string[] = [];
  await git.records(["ls-files", "-v", "--stage", "--full-name", "-z"], (record) => {
    const [, tag = "", mode = "", path = ""] = /^(\S) (\d+) \S+ \d\t(.+)$/s.exec(record) ?? [];
    if (path === "" || !isInside(root, place(path))) return;
    if (mode === "160000") submodules.push(path);
    else if (tag === "S" || tag === "s") away.push(path);
    else if (tag !== tag.toUpperCase()) taken.push(path);
  });
  const isThere = await pooled(submodules, 16, async (path) => {
    return (await host.files.stat(joinPath(place(path), ".git"))) !== undefined;
  });
  const there = submodules.filter((_, at) => isThere[at]);
  return [
    ...(there.length === 0 ? [] : [entered(there)]),
    ...(taken.length === 0 ? [] : [takenForUnchanged(taken)]),
    ...(away.length === 0 ? [] : [notCheckedOut(away)]),
  ];
}

/** The filters that would have been run on files of the working tree, by path. */
export async function filtersOf(git: Git, paths: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (git.filters.size === 0) return found;
  for (let at = 0; at < paths.length; at += pathsAtOnce) {
    const some = paths.slice(at, at + pathsAtOnce);
    const { text } = await git.output(["check-attr", "-z", "filter", "--", ...some]);
    const fields = text.split("\0");
    for (let field = 0; field + 2 < fields.length; field += 3) {
      const [path = "", , filter = ""] = fields.slice(field, field + 3);
      if (git.filters.has(filter)) found.set(path, filter);
    }
  }
  return found;
}

/** Why more of a file may be reported than changed in it. */
export function doubtsAbout(told: readonly (PatchReading | undefined)[], filter: string | undefined): Reason[] {
  return [
    ...(told.includes("too long") ? [tooLong] : []),
    ...(told.some(isBytes) ? [bytes] : []),
    ...(filter === undefined ? [] : [unfiltered(filter)]),
  ];
}

// — below: private, in the order they are used —

const pathsAtOnce = 200;

function entered(paths: readonly string[]): Reason {
  const are = paths.length === 1 ? "is a submodule" : "are submodules";
  return { code: "scoped", detail: `${firstNames(paths, 3)} ${are}, of which only the commit was compared` };
}

function takenForUnchanged(paths: readonly string[]): Reason {
  const detail = `git is configured to treat ${counted(paths.length, "file")} as unchanged, and does not check: ${firstNames(paths, 3)}`;
  return { code: "changes_unseen", detail };
}

/** As those of a sparse checkout are; yet one may be there, and changed. */
function notCheckedOut(paths: readonly string[]): Reason {
  const detail = `git is configured so that ${counted(paths.length, "file")} should not be in the working tree, and does not check: ${firstNames(paths, 3)}`;
  return { code: "scoped", detail };
}

const tooLong: Reason = {
  code: "capped",
  detail: "too many lines changed, so all of its symbols count as changed",
};

const bytes: Reason = {
  code: "unchecked",
  detail: "git treats it as binary, so all of its symbols count as changed",
};

function unfiltered(filter: string): Reason {
  return {
    code: "restricted",
    detail: `the filter ${filter} of git was not run, so more may be reported than changed`,
  };
}
