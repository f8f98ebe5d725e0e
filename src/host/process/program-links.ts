// A directory of links to programs, which stands in a search path for one that holds more than may be run.
//
// Invariant: what a directory holds is told by its name, so one that is there is right, and two processes make the same.

import { createHash, randomBytes } from "node:crypto";
import { mkdir, rename, rm, stat, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FilePath } from "../../model/file-path.ts";
import { filePath } from "../../model/file-path.ts";

export async function linkPrograms(
  stateDirectory: FilePath,
  programs: ReadonlyMap<string, FilePath>,
): Promise<FilePath> {
  const listed = [...programs].sort(([a], [b]) => (a < b ? -1 : 1));
  const name = createHash("sha256").update(JSON.stringify(listed)).digest("hex").slice(0, 32);
  const made = join(stateDirectory, "programs", name);
  if (await isThere(made)) return filePath(made);
  const draft = `${made}.${randomBytes(8).toString("hex")}`;
  await mkdir(dirname(made), { recursive: true, mode: 0o700 });
  await mkdir(draft, { mode: 0o700 });
  try {
    for (const [program, target] of listed) await symlink(target, join(draft, program));
    await rename(draft, made);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster with the same links.
    if (!(await isThere(made))) throw error;
  }
  return filePath(made);
}

async function isThere(directory: string): Promise<boolean> {
  return stat(directory).then(
    () => true,
    () => false,
  );
}
