// Before the tests: `dist/` is built, because child processes run built files, and the run has a folder of its own.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";

export function setup() {
  const complaints = build();
  if (complaints !== "") process.stderr.write("dist was built despite type errors; `npm run check` lists them\n");
  // `tools/test.mjs` has made the folder already; `npx vitest` has not.
  if (process.env["SIGHTLINE_TEST_RUN"] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "sightline-run-"));
  process.env["SIGHTLINE_TEST_RUN"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
