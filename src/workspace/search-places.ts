// Where a search of the whole root starts: one source file for each server that its code needs.

import type { FilePath } from "../model/file-path.ts";
import type { Routing } from "./routing.ts";
import type { SearchPlace, SourceFile } from "./snapshot.ts";

/** Data, prose and configuration: nobody looks for a symbol there. */
const withoutSymbols = new Set(
  "css dockerfile go.mod go.sum go.work html ini json jsonc less markdown plaintext scss shellscript toml xml yaml".split(
    " ",
  ),
);

/** Of the code, or of one language of any kind. */
export function searchPlaces(routing: Routing, files: readonly FilePath[], only?: string): SearchPlace[] {
  const places = new Map<string, SearchPlace>();
  for (const file of files) {
    const language = routing.languageOf(file);
    const server = language?.servers[0];
    if (language === undefined || server === undefined || places.has(server)) continue;
    const isWanted = only === undefined ? !withoutSymbols.has(language.id) : language.id === only;
    if (isWanted) places.set(server, { near: file, language: language.id });
  }
  return [...places.values()];
}

/** Every file of code that somebody understands. */
export function sourceFiles(routing: Routing, files: readonly FilePath[]): SourceFile[] {
  return files.flatMap((file) => {
    const language = routing.languageOf(file);
    const isCode = language !== undefined && language.servers.length > 0 && !withoutSymbols.has(language.id);
    return isCode ? [{ file, language: language.id }] : [];
  });
}
