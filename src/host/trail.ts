// Every place that the way to a file passes: its path, each link on the way, what each link names, and where it ends.

import { readlinkSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { FilePath } from "../model/file-path.ts";
import { filePath } from "../model/file-path.ts";

/** As many as the system follows. */
const maxLinks = 40;

/** A program that can write one of these places decides what is found at the path. A place that is not there is no link. */
export function trailOf(path: FilePath): FilePath[] {
  const passed = new Set<FilePath>([path]);
  let waiting = path.split("/");
  let reached = waiting.shift() === "" ? "/" : `${path.split("/", 1)[0]}/`;
  for (let links = 0; waiting.length > 0; ) {
    const next = join(reached, waiting.shift() ?? "");
    const target = linkAt(next);
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

/** Synchronous: a path has few parts, and each look is shorter than a turn of the loop. */
function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // The system says that it is no link, or does not let us look.
    return undefined;
  }
}
