// Moves files without overwriting any, and distinguishes interference by other processes from faults of the disk.

import type { Host } from "../../host/host.ts";
import { isUnlinkable, WriteFault } from "../../host/writing.ts";
import type { FilePath } from "../../model/file-path.ts";

/** Moves to a name that must be free; an existing file is never replaced. */
export async function move(writing: Host["writing"], from: FilePath, to: FilePath): Promise<void> {
  if (await linkTo(writing, from, to)) await writing.remove(from);
}

/** The same, but keeps the first name where the disk supports hard links. Returns whether it does. */
export async function linkTo(writing: Host["writing"], from: FilePath, to: FilePath): Promise<boolean> {
  if (await linkOrNothing(writing, from, to)) return true;
  if ((await writing.look(to)) !== undefined) throw new WriteFault("EEXIST", to, undefined);
  await writing.rename(from, to);
  return false;
}

/** False where the disk does not support hard links. */
export async function linkOrNothing(writing: Host["writing"], from: FilePath, to: FilePath): Promise<boolean> {
  try {
    await writing.link(from, to);
    return true;
  } catch (error) {
    if (isUnlinkable(error)) return false;
    throw error;
  }
}

/** Undefined where a directory has been deleted, or a path is now another kind of entry. */
export async function unlessObstructed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isObstacle(error)) return undefined;
    throw error;
  }
}

export function isObstacle(error: unknown): boolean {
  return error instanceof WriteFault && obstacles.has(error.code);
}

const obstacles: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EISDIR", "EEXIST"]);
