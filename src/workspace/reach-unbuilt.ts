// Go's files of which the server knows nothing, though a change may break them: nothing that it says of them counts.

import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { baseName, parentOf } from "../model/file-path.ts";
import { isBuilt } from "./coverage-build.ts";
import { configurationOf } from "./coverage-go.ts";
import { goFacts, goPackageOf, isLeftOutFile } from "./coverage-go-left-out.ts";

/** Each with the reason. */
export async function unbuiltGo(
  host: Host,
  files: readonly FilePath[],
  textOf: (file: FilePath) => Promise<string | undefined>,
): Promise<Map<FilePath, string>> {
  const build = configurationOf(host.env, host);
  const found = new Map<FilePath, string>();
  const packages = new Map<FilePath, Map<FilePath, string>>();
  for (const file of files.filter((one) => one.endsWith(".go"))) {
    const text = await textOf(file);
    if (text === undefined) continue;
    const facts = goFacts(file, text, isBuilt(baseName(file), text, build));
    if (!facts.isBuilt)
      found.set(file, `left out by ${build.system}/${build.machine}, the build configuration that is looked at`);
    else if (isLeftOutFile(file)) found.set(file, "left out by the go command for its name");
    else if (facts.package !== "") {
      const directory = parentOf(file) ?? file;
      const known = packages.get(directory) ?? new Map<FilePath, string>();
      packages.set(directory, known.set(file, goPackageOf({ ...facts, path: file })));
    }
  }
  // Where the go command looks by itself two packages in one directory are an error that it tells.
  for (const mates of packages.values()) {
    if (new Set(mates.values()).size < 2) continue;
    for (const file of mates.keys()) found.set(file, "in a directory with more than one package");
  }
  return found;
}
