// The one way from a path that somebody gave us to a file we may touch.
//
// Invariant: what is returned is the real path, links resolved, and it lies inside the root. The string that was
// checked is the string that is used.

import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { isInside, joinPath, parentOf, parseFilePath } from "../model/file-path.ts";
import { refuse } from "../model/refusal.ts";

export async function confine(host: Host, root: FilePath, raw: string): Promise<FilePath> {
  if (raw.trim() === "" || raw.includes("\0")) {
    refuse({
      code: "bad_input",
      what: "file_path is empty or holds a NUL character.",
      next: "Give a path relative to the root.",
    });
  }
  const path = parseFilePath(raw) ?? joinPath(root, raw);
  const real = await host.files.real(path);
  if (real === undefined) {
    // Nothing there: say so only for places inside, so that the outside cannot be explored by asking.
    const parent = await realParent(host, path);
    if (parent === undefined || !isInside(root, parent)) outside(raw);
    return refuse({
      code: "file_not_found",
      what: "file not found",
      why: `There is no ${raw} below the root.`,
      next: "Check the path.",
    });
  }
  if (!isInside(root, real)) outside(raw);
  return real;
}

async function realParent(host: Host, path: FilePath): Promise<FilePath | undefined> {
  for (let here = parentOf(path); here !== undefined; here = parentOf(here)) {
    const real = await host.files.real(here);
    if (real !== undefined) return real;
  }
  return undefined;
}

function outside(raw: string): never {
  return refuse({
    code: "outside_root",
    what: "path traversal not allowed",
    why: `${raw} leads outside the root.`,
    next: "Name a file below the root, or open the root that it belongs to.",
  });
}
