// `go doc`, of the package of a file by its path in the module.

import { display, parentOf } from "../model/file-path.ts";
import type { Workbench } from "../workspace/workbench.ts";
import type { DocumentationTool } from "./documentation.ts";
import { cutReasons, firstMatch, mustHaveWorked, plain, programOf } from "./documentation.ts";
import { nearest } from "./program.ts";

export const goDocumentation: DocumentationTool = {
  // `encoding/json.Marshal`: a path of packages, of which no step leads up.
  names: /^[\p{L}_][\p{L}\p{N}_.~-]*(?:\/[\p{L}\p{N}_][\p{L}\p{N}_.~-]*)*$/u,
  async document(bench, symbol, file, patience) {
    const command = await programOf(bench, "go", "the Go toolchain");
    const place = file === undefined ? undefined : await packageAt(bench);
    // Without -c it answers for `total` with what it knows of `Total`.
    const args = ["doc", "-u", "-c", ...(place === undefined ? [] : [place]), symbol];
    const run = await bench.run({ command, args, cwd: bench.directory }, patience);
    mustHaveWorked(run, symbol);
    const doc = plain(run.output);
    const signature = firstMatch(doc, /^(?:func|type|var|const)\b.*$/m);
    return { doc, signature, command: `go ${args.join(" ")}`, reasons: cutReasons(run, "go doc") };
  },
};

// — below: private, in the order they are used —

async function packageAt(bench: Workbench): Promise<string | undefined> {
  const manifest = await nearest({ bench, directory: bench.directory }, ["go.mod"]);
  const holder = manifest && parentOf(manifest);
  if (manifest === undefined || holder === undefined) return undefined;
  const module = /^\s*module\s+"?([^\s"]+)"?/m.exec((await bench.read(manifest)) ?? "")?.[1];
  if (module === undefined) return undefined;
  const below = display(holder, bench.directory);
  return below === "." || below === "" ? module : `${module}/${below}`;
}
