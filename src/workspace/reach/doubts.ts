// Why a change cannot be called safe although every file that it reaches is checked.

import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import { named } from "../coverage/question.ts";
import { followedFamily } from "../../languages/facts.ts";
import type { Importer } from "./graph.ts";
import type { LanguageGroups } from "./language-groups.ts";
import { languageFor } from "../../languages/table.ts";
import type { Surroundings } from "./surroundings.ts";

/** Importers that see a changed package only as it was built last. */
export function builtPackageDoubts(
  root: FilePath,
  importers: readonly Importer[],
  reached: ReadonlySet<FilePath>,
  changes: readonly TextChange[],
): string[] {
  const seen = new Set(importers.filter(({ file }) => reached.has(file)).flatMap(({ placed: { built } }) => built));
  const touched = [...seen].filter((directory) =>
    changes.some(({ file }) => file.startsWith(`${directory}/`) && !/\.d\.(?:\w+\.)?[cm]?ts$/.test(file)),
  );
  if (touched.length === 0) return [];
  return [`${named(root, touched)}: other packages see only its last build`];
}

/** Files that are reached by paths that no import is followed through. */
export function otherPaths(root: FilePath, files: readonly FilePath[], around: Surroundings): string[] {
  return files
    .flatMap((file) => around.aliasesOf(file).map((alias) => ({ file, alias })))
    .slice(0, 3)
    .map(({ file, alias }) => `${display(root, file)} is also reached as ${display(root, alias)}`);
}

/** Files of other roots that bring something of this one in. */
export function noticedElsewhere(root: FilePath, files: readonly FilePath[], beside: ReadonlySet<FilePath>): string[] {
  const found = files.filter((file) => beside.has(file));
  return found.length === 0 ? [] : [`${named(root, found)}: may be affected in another root, which was not checked`];
}

/** Programs are not linked to find out. */
export function unlinked(root: FilePath, changes: readonly TextChange[], importers: readonly Importer[]): string[] {
  const changed = new Set(changes.map(({ file }) => file));
  const elsewhere = new Set(importers.filter(({ file }) => !changed.has(file)).flatMap(({ defines }) => defines));
  const found = changes.filter((change) => {
    const family = followedFamily(change.file);
    return family !== undefined && languageFor(family).reach?.breaksLinks?.(change, elsewhere) === true;
  });
  const files = found.map(({ file }) => file);
  return files.length === 0 ? [] : [`${named(root, files)}: it is not checked whether programs still link`];
}

/** Files that servers read from disk even if they are open documents. */
export function readFromDisk(
  root: FilePath,
  changes: readonly TextChange[],
  groups: LanguageGroups,
  reached: readonly FilePath[],
): string[] {
  const others = changes.filter((change) => {
    const own = groups.of(change.file);
    return groups.decidedBy(change).length > 0 || reached.some((file) => groups.of(file) !== own);
  });
  if (others.length === 0) return [];
  return [
    `${named(
      root,
      others.map(({ file }) => file),
    )}: read from disk by servers of other files`,
  ];
}
