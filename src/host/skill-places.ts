// Puts directories of skills where an agent looks for them, as links or as copies, and takes them away.
//
// Invariant: a link itself is inspected and removed, never its target.

import { constants } from "node:fs";
import { copyFile, cp, lstat, mkdir, readlink, realpath, rm, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { FilePath } from "../model/file-path.ts";
import { filePath, parseFilePath } from "../model/file-path.ts";
import { Refusal } from "../model/refusal.ts";
import { errorCode } from "./error-code.ts";

export type SkillPlace =
  | { readonly kind: "nothing" }
  /** `real` is where it leads, if that is anywhere. */
  | { readonly kind: "link"; readonly target: string; readonly real: FilePath | undefined }
  | { readonly kind: "directory" }
  | { readonly kind: "other" };

export interface SkillPlaces {
  look(path: FilePath): Promise<SkillPlace>;
  link(from: FilePath, to: FilePath): Promise<void>;
  /** Beside the copy lies, under `twin`, what `file` of it was when it was copied. */
  copy(from: FilePath, to: FilePath, file: string, twin: string): Promise<void>;
  remove(path: FilePath): Promise<void>;
  makeDirectory(path: FilePath): Promise<void>;
}

export const skillPlaces: SkillPlaces = {
  async look(path) {
    const found = await unlessAbsent(path, () => lstat(path));
    if (found === undefined) return { kind: "nothing" };
    if (found.isDirectory()) return { kind: "directory" };
    if (!found.isSymbolicLink()) return { kind: "other" };
    const target = resolve(path, "..", await readlink(path));
    const real = await unlessAbsent(path, () => realpath(path));
    return { kind: "link", target, real: real === undefined ? undefined : parseFilePath(real) };
  },
  // On Windows a junction is the only link to a directory that needs no privilege; other systems ignore the type.
  link: (from, to) => writing(to, () => symlink(from, to, "junction")),
  copy: (from, to, file, twin) =>
    writing(to, async () => {
      await cp(from, to, { recursive: true, errorOnExist: true, force: false, dereference: true });
      await copyFile(join(to, file), join(to, twin), constants.COPYFILE_EXCL);
    }),
  remove: (path) => writing(path, () => rm(path, { recursive: true, force: true })),
  makeDirectory: (path) =>
    writing(path, async () => {
      await mkdir(path, { recursive: true });
    }),
};

/** Where an agent looks for the skills of its user. */
export function skillDirectoryOf(
  env: Readonly<Record<string, string | undefined>>,
  home: FilePath | undefined,
): FilePath | undefined {
  const own = env["CLAUDE_CONFIG_DIR"] ?? "";
  if (own !== "") return filePath(resolve(own, "skills"));
  return home === undefined ? undefined : filePath(join(home, ".claude", "skills"));
}

// — below: private, in the order they are used —

async function unlessAbsent<T>(path: string, look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw cannot(path, "read", error);
  }
}

async function writing(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw cannot(path, "written", error);
  }
}

function cannot(path: string, what: string, error: unknown): Refusal {
  return new Refusal(
    {
      code: "file_unreadable",
      what: `${path} cannot be ${what}.`,
      why: `The system says ${errorCode(error)}.`,
      next: "Name another directory, or make this one writable.",
    },
    error,
  );
}
