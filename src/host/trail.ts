// Every place that the way to a file passes: its path, each link on the way, what each link names, and where it ends.

import { lstatSync, readlinkSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { FilePath } from "../model/file-path.ts";
import { filePath } from "../model/file-path.ts";
import type { LinksRead } from "./files.ts";

/** As many as the system follows. */
const maxLinks = 40;

/**
 * A program that can write one of these places decides what is found at the path. A place that is not there is no link.
 * `read` memoizes links for many paths that are resolved together: most of them share most of their directories.
 */
export function trailOf(path: FilePath, read: LinksRead = new Map()): FilePath[] {
  const passed = new Set<FilePath>([path]);
  let waiting = path.split("/");
  let reached = waiting.shift() === "" ? "/" : `${path.split("/", 1)[0]}/`;
  for (let links = 0; waiting.length > 0; ) {
    const next = `${reached}${reached.endsWith("/") ? "" : "/"}${waiting.shift() ?? ""}`;
    const target = memoizedLinkAt(next, read);
    if (target === undefined || ++links > maxLinks) {
      reached = next;
      continue;
    }
    const led = isAbsolute(target) ? resolve(target) : join(reached, target);
    passed.add(filePath(next)).add(filePath(join(led, ...waiting)));
    waiting = [...led.split("/").slice(1), ...waiting];
    reached = "/";
  }
  return [...passed.add(filePath(reached))];
}

function memoizedLinkAt(path: string, read: LinksRead): string | undefined {
  if (!read.has(path)) read.set(path, linkAt(path));
  return read.get(path);
}

/**
 * Synchronous: a path has few parts, and each `lstat` takes less than a turn of the event loop. The kind is asked
 * first: the search path holds thousands of programs, and `readlink` on what is no link costs an exception.
 */
function linkAt(path: string): string | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isSymbolicLink() === true ? readlinkSync(path) : undefined;
  } catch {
    // Permission was denied, or the link has been removed since.
    return undefined;
  }
}
