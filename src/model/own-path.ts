// A file or directory of ours that a variable of the environment names.

import type { FilePath } from "./file-path.ts";
import { parseFilePath } from "./file-path.ts";
import { refuse } from "./refusal.ts";

/** Refuses a relative path: a variable holds wherever we are started, and there it would name a file of the repository. */
export function ownPath(variable: string, value: string): FilePath {
  const path = parseFilePath(value);
  if (path !== undefined) return path;
  return refuse({
    code: "bad_input",
    what: `${variable} is ${JSON.stringify(value)}, which is not an absolute path.`,
    why: "A relative path would mean a different place in each repository, and a repository could supply the file that is read there.",
    next: `Set ${variable} to an absolute path outside your projects, or unset it; nothing was started.`,
  });
}
