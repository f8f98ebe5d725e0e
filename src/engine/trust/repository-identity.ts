// The identity of the repository at a path: that of its directory, and of the one in which git keeps its files.
//
// Commits, checkouts, `git gc`, worktrees and installed packages leave both as they are; another clone at the same path
// has others. Nothing of the repository is run or believed to find out.

import { orIfUnreadable } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath } from "../../model/file-path.ts";
import type { RepositoryIdentity } from "../../store/grants.ts";
import { pointedBy } from "../../workspace/git/version-control.ts";

/** `root` is a real path. */
export async function identityOf(host: Host, root: FilePath): Promise<RepositoryIdentity> {
  const top = await host.writing.look(root);
  const place = await gitDirectoryOf(host, root);
  const git = place && (await host.writing.look(place));
  return { directory: top?.id ?? "", ...(git === undefined ? {} : { git: git.id }) };
}

/** Git may come to a directory that was trusted without it; it may not become another, nor go. */
export function isSameRepository(trusted: RepositoryIdentity, now: RepositoryIdentity): boolean {
  return trusted.directory === now.directory && (trusted.git === undefined || trusted.git === now.git);
}

// — below: private, in the order they are used —

/** Where a worktree or a submodule points to, if it is one. */
async function gitDirectoryOf(host: Host, root: FilePath): Promise<FilePath | undefined> {
  const marker = joinPath(root, ".git");
  return orIfUnreadable(undefined, async () => {
    const place = (await pointedBy(host, marker)) ?? marker;
    const found = await host.files.stat(place);
    return found?.kind === "directory" ? host.files.real(place) : undefined;
  });
}
