// Whether directories that hold what only their owner may know are the owner's own, and are not reached through a link.

import { lstat } from "node:fs/promises";
import { errorCode } from "./error-code.ts";
import { ownershipDoubt } from "./ownership.ts";

/** Why a directory must not be used; one that is missing is no reason, as long as no other user could make it. */
export async function privatePlaceDoubt(directories: readonly string[]): Promise<string | undefined> {
  for (const directory of directories) {
    const doubt = (await linkDoubt(directory)) ?? (await ownershipDoubt(directory));
    if (doubt !== undefined) return `${directory} cannot be used: ${doubt}`;
  }
  return undefined;
}

async function linkDoubt(directory: string): Promise<string | undefined> {
  try {
    return (await lstat(directory)).isDirectory() ? undefined : "it is not a directory of its own";
  } catch (error) {
    return errorCode(error) === "ENOENT" ? undefined : `the system says ${errorCode(error)}`;
  }
}
