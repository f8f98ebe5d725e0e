// The one way from a given path to a file we may touch.
//
// Invariant: what is returned is the real path, links resolved, and it lies inside one of the roots. The string that
// was checked is the string that is used.

import type { Files } from "../../host/files.ts";
import type { Host } from "../../host/host.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isInside, joinPath, parentOf, parseFilePath, relativeTo } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";

/** Relative paths start at the first root. */
export type OpenRoots = readonly [FilePath, ...FilePath[]];

export async function confine(host: Host, roots: OpenRoots, raw: string): Promise<FilePath> {
  const { path, exists } = await confinedPath(host.files, roots, raw);
  return exists ? path : notThere(roots[0], raw);
}

/** `meant` is a path of the root where there is something, which may well be what the caller wanted. */
export function notThere(root: FilePath, raw: string, meant?: string): never {
  const path = parseFilePath(raw);
  const shown = (path && relativeTo(root, path)) ?? raw;
  return refuse({
    code: "file_not_found",
    what: "file not found",
    why: `There is no ${shown} below the root ${root}.`,
    next:
      meant === undefined
        ? "Check the path: paths are relative to the root."
        : `Paths are relative to the root: try ${meant}.`,
  });
}

/** Also for what is not there any more, or not yet. */
export async function confinedPath(
  files: Pick<Files, "real">,
  roots: OpenRoots,
  raw: string,
): Promise<{ readonly path: FilePath; readonly exists: boolean }> {
  const [base] = roots;
  const asked = absolute(base, raw);
  const real = await files.real(asked);
  // Nothing there: say so only for places inside, so that the outside cannot be explored by asking.
  const path = real ?? (await realPlace(files, asked));
  if (path === undefined || !roots.some((root) => isInside(root, path))) return outside(base, raw);
  return { path, exists: real !== undefined };
}

/** The path with the links resolved of what is there, of a path that the machine itself gave us. */
export async function confinedPlace(host: Host, path: FilePath): Promise<FilePath> {
  return (await host.files.real(path)) ?? (await realPlace(host.files, path)) ?? path;
}

/** The path that the caller means, before anything is known of it. */
export function absolute(base: FilePath, raw: string): FilePath {
  if (raw.trim() === "" || raw.includes("\0")) {
    refuse({
      code: "bad_input",
      what: "A path is empty or contains a NUL character.",
      next: "Give a path relative to the root.",
    });
  }
  // Longer than any system allows, and every part of it would be resolved.
  if (raw.length > maxPathCharacters) {
    refuse({
      code: "bad_input",
      what: `A path has ${raw.length} characters.`,
      why: `No path has more than ${maxPathCharacters}.`,
      next: "Give a path relative to the root.",
    });
  }
  return parseFilePath(raw) ?? joinPath(base, raw);
}

/** Spec: PATH_MAX of Linux; Windows takes 32,767 only of programs that ask for it. */
const maxPathCharacters = 4_096;

/** Where a file would be if it were there: the links of the directories that exist are resolved. */
async function realPlace(files: Pick<Files, "real">, path: FilePath): Promise<FilePath | undefined> {
  for (let here = parentOf(path); here !== undefined; here = parentOf(here)) {
    const real = await files.real(here);
    if (real !== undefined) return joinPath(real, relativeTo(here, path) ?? "");
  }
  return undefined;
}

function outside(root: FilePath, raw: string): never {
  return refuse({
    code: "outside_root",
    what: "path traversal not allowed",
    why: `${raw} is outside the root ${root}.`,
    next: "Name a file below the root. The operator can add or allow another directory (--allow-root).",
  });
}
