// `npm install -g .` in a fresh checkout gives the command: `prepare` builds what is not there yet.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

import { npmIn } from "../support/packed.ts";

test("npm install -g . in a checkout that was never built gives a command that runs", () => {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "sightline-global-")));
  const checkout = join(made, "checkout");
  try {
    for (const path of trackedFiles()) {
      mkdirSync(dirname(join(checkout, path)), { recursive: true });
      cpSync(path, join(checkout, path));
    }
    symlinkSync(join(process.cwd(), "node_modules"), join(checkout, "node_modules"));
    const prefix = join(made, "prefix");
    mkdirSync(join(prefix, "lib"), { recursive: true });
    npmIn(checkout, "install", "--global", "--offline", "--prefix", prefix, "--loglevel=error", ".");
    const version = execFileSync(join(prefix, "bin", "sightline"), ["--version"], { encoding: "utf8" });
    expect(version).toBe("dev\n");
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
});

/** What a clone has, as it is in the working tree: built files and caches are not part of it. */
function trackedFiles(): string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"],
    {
      encoding: "utf8",
    },
  );
  const deleted = new Set(execFileSync("git", ["ls-files", "-z", "--deleted"], { encoding: "utf8" }).split("\0"));
  return listed.split("\0").filter((path) => path !== "" && !deleted.has(path) && !path.startsWith("bench/published/"));
}
