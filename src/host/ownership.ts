// Determines whether another user could have written the file at a path, or could replace it.
//
// Invariant: a path is only as safe as every directory on the way to it, by its name and by where links lead it.

import { realpath, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import type { FilePath } from "../model/file-path.ts";
import { parseFilePath } from "../model/file-path.ts";
import { errorCode } from "./error-code.ts";

/** Undefined when no other user could write the path, nor make it where it is missing. */
export async function ownershipDoubt(path: string): Promise<string | undefined> {
  const ours = process.getuid?.();
  // On Windows the system's own lists close a directory of the user to others.
  if (ours === undefined) return undefined;
  try {
    const rule = { ours, system: (await stat("/")).uid };
    const real = await realOf(path);
    return (await doubtAlong(path, rule)) ?? (real === path ? undefined : await doubtAlong(real, rule));
  } catch (error) {
    return `the system says ${errorCode(error)}`;
  }
}

/** The home directory by the system's list of users; a variable such as HOME may say something else. */
export function accountHome(): FilePath | undefined {
  try {
    return parseFilePath(userInfo().homedir);
  } catch {
    // A user without an entry in the list, as in some containers, has none.
    return undefined;
  }
}

/** Whether it belongs to us or to the system, or to the user for whom `sudo` started us, as git judges a repository. */
export async function isOurs(path: FilePath): Promise<boolean> {
  const ours = process.getuid?.();
  if (ours === undefined) return true;
  const { uid } = (await statOf(path)) ?? { uid: ours };
  const caller = ours === 0 ? process.env["SUDO_UID"] : undefined;
  return uid === ours || uid === (await stat("/")).uid || String(uid) === caller;
}

// — below: private, in the order they are used —

interface Rule {
  readonly ours: number;
  /** The owner of the system's directories; in a user namespace that is not always 0. */
  readonly system: number;
}

async function doubtAlong(path: string, rule: Rule): Promise<string | undefined> {
  const found = await statOf(path);
  const doubt = found && doubtAbout(found, rule);
  if (doubt !== undefined) return doubt === "owner" ? "it belongs to another user" : "other users may write it";
  for (let at = dirname(path); ; at = dirname(at)) {
    const above = await statOf(at);
    if (above !== undefined) {
      const harm = doubtAbout(above, rule);
      if (harm === "owner") return `${at}, which contains it, belongs to another user`;
      // Others may add to a sticky directory, but not replace what is ours in it.
      if (harm === "mode" && (above.mode & sticky) === 0) return `other users may write ${at}, which contains it`;
    }
    if (dirname(at) === at) return undefined;
  }
}

interface Owned {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

const sticky = 0o1000;

function doubtAbout(found: Owned, rule: Rule): "owner" | "mode" | undefined {
  if (found.uid !== rule.ours && !isSystems(found, rule)) return "owner";
  // Where every user has a group of the same number, no other user is in it, and new files may be writable by it.
  const isPrivateGroup = found.gid === rule.ours && found.uid === rule.ours;
  return (found.mode & (isPrivateGroup ? 0o002 : 0o022)) === 0 ? undefined : "mode";
}

function isSystems({ uid }: Owned, { system }: Rule): boolean {
  return uid === 0 || uid === system;
}

async function statOf(path: string): Promise<Owned | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Of the part that is there; what follows is added as it is named. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isAbsent(error) || dirname(path) === path) throw error;
    return join(await realOf(dirname(path)), basename(path));
  }
}

function isAbsent(error: unknown): boolean {
  return errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR";
}
