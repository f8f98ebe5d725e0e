// Where a store keeps its files: below the state directory, with every link on the way resolved.

import type { Host } from "../host/host.ts";
import { WriteFault } from "../host/writing.ts";
import type { FilePath } from "../model/file-path.ts";
import { ancestors, joinPath, relativeTo } from "../model/file-path.ts";

/** With every link resolved, as far as it is there. */
export async function realStateDirectory({
  files,
  stateDirectory,
}: Pick<Host, "files" | "stateDirectory">): Promise<FilePath> {
  for (const known of [stateDirectory, ...ancestors(stateDirectory)]) {
    const real = await files.real(known);
    if (real !== undefined) return joinPath(real, relativeTo(known, stateDirectory) ?? ".");
  }
  return stateDirectory;
}

/** Directories that only the user can use; another process may make them at the same time. */
export async function makeDirectories(writing: Host["writing"], directory: FilePath): Promise<void> {
  const missing: FilePath[] = [];
  for (const level of [directory, ...ancestors(directory)]) {
    if ((await writing.look(level)) !== undefined) break;
    missing.unshift(level);
  }
  for (const level of missing) {
    try {
      await writing.makeDirectory(level, 0o700);
    } catch (error) {
      if (!(error instanceof WriteFault && error.code === "EEXIST")) throw error;
    }
  }
}
