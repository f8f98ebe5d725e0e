// Reads the files of this repository, for the checks that look at all of them.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface TextFile {
  /** Relative to the top of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const textual = /(?:\.(?:ts|mjs|js|json|md|txt|yml|yaml|sh|html|css)|^\.[a-z]+|\.ci\/run)$/;

/** Every tracked or new text file, except what git ignores. */
export function readTree(root: string): TextFile[] {
  const listing = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  return listing
    .split("\0")
    .filter((path) => textual.test(path))
    .flatMap((path) => {
      const text = readIfThere(join(root, path));
      return text === undefined ? [] : [{ path, text }];
    });
}

export function isTest(path: string): boolean {
  return path.startsWith("test/") || path.endsWith(".test.ts");
}

/** A tracked file may have been deleted without having been staged. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR")) return;
    throw error;
  }
}
