// Which languages a directory holds, by the names of its files.

import { languageOf } from "../catalog/match.ts";
import type { Catalog } from "../catalog/table.ts";
import type { Host } from "../host/host.ts";
import type { FilePath } from "../model/file-path.ts";
import { joinPath } from "../model/file-path.ts";
import { directoriesLookedAt } from "./limits.ts";

/** Nearest to the top first. `isWhole` is false when there were too many directories to read all of them. */
export async function languagesBelow(
  host: Host,
  root: FilePath,
  catalog: Catalog,
): Promise<{ readonly languages: readonly string[]; readonly isWhole: boolean }> {
  const languages = new Set<string>();
  const waiting: FilePath[] = [root];
  for (let looked = 0; looked < directoriesLookedAt; looked++) {
    const directory = waiting.shift();
    if (directory === undefined) return { languages: [...languages], isWhole: true };
    for (const { name, kind } of (await host.files.list(directory)) ?? []) {
      const path = joinPath(directory, name);
      if (kind === "directory" && name !== "node_modules" && name !== ".git") waiting.push(path);
      const language = kind === "file" ? languageOf(catalog, path) : undefined;
      if (language !== undefined) languages.add(language.id);
    }
  }
  return { languages: [...languages], isWhole: waiting.length === 0 };
}
