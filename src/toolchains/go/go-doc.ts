// `go doc`, of the package of a file by its path in the module.

import { goModuleName } from "../../languages/go/manifests.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display, joinPath, parentOf } from "../../model/file-path.ts";
import type { Workbench } from "../../workspace/runs/workbench.ts";
import type { DocumentationTool } from "../documentation.ts";
import {
  cutReasons,
  firstDocumented,
  mustHaveWorked,
  noSymbol,
  plain,
  programOf,
  toolFailed,
} from "../documentation.ts";
import { nearestFile } from "../program.ts";

export const goDocumentation: DocumentationTool = {
  // `encoding/json.Marshal`: a path of packages, of which no step leads up.
  names: /^[\p{L}_][\p{L}\p{N}_.~-]*(?:\/[\p{L}\p{N}_][\p{L}\p{N}_.~-]*)*$/u,
  async document(bench, symbol, file, patience) {
    const command = await programOf(bench, "go", "the Go toolchain");
    const place = file === undefined ? undefined : await packageAt(bench);
    // Without -c it answers for `total` with what it knows of `Total`.
    const args = ["doc", "-u", "-c", ...(place === undefined ? [] : [place]), symbol];
    const modules = file === undefined ? await modulesOf(bench) : [];
    const [only = bench.directory, ...others] = modules;
    const run = await bench.run({ command, args, cwd: others.length === 0 ? only : bench.directory }, patience);
    const isUnwell = /^go: (?!downloading |finding |warning)/m.test(run.errors);
    if (!run.timedOut && run.code !== 0 && isUnwell) toolFailed(run, "go doc");
    if (!run.timedOut && run.code !== 0) noSymbol(symbol, run.errors || run.output, nextOf(bench, modules));
    mustHaveWorked(run, "go doc");
    const doc = plain(run.output);
    const signature = firstDocumented(doc, /^(?:func|type|var|const)\b.*$/m);
    return { doc, signature, command: `go ${args.join(" ")}`, reasons: cutReasons(run, "go doc") };
  },
};

// — below: private, in the order they are used —

async function packageAt(bench: Workbench): Promise<string | undefined> {
  const manifest = await nearestFile({ bench, directory: bench.directory }, ["go.mod"]);
  const holder = manifest && parentOf(manifest);
  if (manifest === undefined || holder === undefined) return undefined;
  const module = goModuleName((await bench.read(manifest)) ?? "");
  if (module === "") return undefined;
  const below = display(holder, bench.directory);
  return below === "." || below === "" ? module : `${module}/${below}`;
}

/** The directory of the module that a place is in, else those of the modules below it. */
async function modulesOf(bench: Workbench): Promise<FilePath[]> {
  const names = ["go.mod", "go.work"];
  if ((await nearestFile({ bench, directory: bench.directory }, names)) !== undefined) return [bench.directory];
  const found: FilePath[] = [];
  let directories = [bench.directory];
  for (let depth = 0; depth < deepest && directories.length > 0; depth++) {
    const next: FilePath[] = [];
    for (const directory of directories.slice(0, mostDirectories)) {
      for (const { name, kind } of (await bench.host.files.list(directory)) ?? []) {
        if (kind === "file" && name === "go.mod") found.push(directory);
        if (kind === "directory" && !/^(?:[._]|testdata$|vendor$|node_modules$)/.test(name))
          next.push(joinPath(directory, name));
      }
    }
    directories = next;
  }
  return found;
}

const deepest = 5;
const mostDirectories = 200;

function nextOf({ snapshot }: Workbench, modules: readonly FilePath[]): string | undefined {
  if (modules.length < 2) return undefined;
  const shown = modules.slice(0, 12).map((directory) => display(snapshot.base, directory));
  return `There are several modules: name a file of the intended one with file_path (${shown.join(", ")}).`;
}
