// Before the tests: `dist/` is built, because child processes run built files, and the run has a folder of its own, also for state.
//
// Tests of the layers that start no process of ours need no build, so that one of them alone answers at once.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { memoryDirectory, plainSearchPath } from "./test-environment.mjs";

const withoutProcesses =
  /^(?:\.\/)?src\/(?:std|model|protocol|rpc|languages|render|config|catalog|policy|workspace|operations)\b/;

export function setup() {
  const filters = process.argv.slice(process.argv.indexOf("run") + 1).filter((word) => word.includes("/"));
  const needsBuild = filters.length === 0 || !filters.every((word) => withoutProcesses.test(word));
  const complaints = needsBuild ? build() : "";
  if (complaints !== "") process.stderr.write("dist was built despite type errors; `npm run check` lists them\n");
  // `tools/test.mjs` has made the folder already; `npx vitest` has not.
  const made = process.env["SIGHTLINE_TEST_RUN"];
  const folder = made ?? mkdtempSync(join(tmpdir(), "sightline-run-"));
  process.env["SIGHTLINE_TEST_RUN"] = folder;
  // No test reads or writes what the user of this machine keeps, such as which roots are trusted.
  process.env["SIGHTLINE_STATE_DIR"] = join(folder, "state");
  // Not of our own prefix: Sightline reports each such variable that is no setting.
  process.env["TEST_MEMORY_DIRECTORY"] = memoryDirectory() ?? tmpdir();
  process.env["PATH"] = plainSearchPath(process.env["PATH"] ?? "");
  // A test has servers of its own, unless it is about daemons.
  process.env["SIGHTLINE_DAEMON"] = "off";
  if (made !== undefined) return undefined;
  return () => rmSync(folder, { recursive: true, force: true });
}
