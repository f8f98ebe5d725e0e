// Files that may use each other: of one family of languages, or of languages that one server serves.
//
// Invariant: every file is of one group, also one that no server can be asked about.

import type { LanguageEntry, ServerEntry } from "../../catalog/entry.ts";
import type { Family } from "../../languages/family.ts";
import { familyOf, languageFor } from "../../languages/table.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { followedFamily } from "../../languages/facts.ts";
import { matchesTail } from "../../catalog/globs.ts";

export interface LanguageGroupContext {
  languageOf(file: FilePath): LanguageEntry | undefined;
  /** The servers and linters of a language. */
  entriesOf(language: LanguageEntry): readonly ServerEntry[];
}

export class LanguageGroups {
  readonly #context: LanguageGroupContext;
  readonly #files: readonly FilePath[];
  readonly #groups = new Map<string, { readonly family: Family; readonly entries: Set<ServerEntry> }>();

  /** `files` are those that a server can be asked about. */
  constructor(context: LanguageGroupContext, files: readonly FilePath[]) {
    this.#context = context;
    this.#files = files;
    for (const file of files) {
      const language = context.languageOf(file);
      if (language === undefined) continue;
      const name = this.of(file);
      const known = this.#groups.get(name) ?? { family: familyOf(file), entries: new Set<ServerEntry>() };
      for (const entry of context.entriesOf(language)) known.entries.add(entry);
      this.#groups.set(name, known);
    }
  }

  /** The name of a file's group. */
  of(file: FilePath): string {
    const family = followedFamily(file) ?? familyOf(file);
    if (family !== "other") return family;
    const language = this.#context.languageOf(file);
    return `${language?.servers[0] ?? language?.id ?? "no language"}`;
  }

  filesOf(names: ReadonlySet<string>): FilePath[] {
    return this.#files.filter((file) => names.has(this.of(file)));
  }

  /** The groups whose files are read otherwise after a change, because the changed file decides how. */
  decidedBy(change: TextChange): string[] {
    return [...this.#groups].flatMap(([name, { family, entries }]) =>
      decidesReading(family, [...entries], change) ? [name] : [],
    );
  }
}

// — below: private, in the order they are used —

/** Whether a change of a file may change the meaning of every file of a language. `entries` are the servers and linters of the language. */
function decidesReading(family: Family, entries: readonly ServerEntry[], change: TextChange): boolean {
  const { file, before = "", after = "" } = change;
  const { reach } = languageFor(family);
  if (reach?.decidedBy.some((pattern) => matchesTail(pattern, file)) === true) return true;
  if (reach?.decides?.(file, before + after) === true) return true;
  return entries.some(({ roots, exhaustiveOnlyWith = [], quirks }) =>
    [...roots.groups.flat(), ...exhaustiveOnlyWith, ...(quirks.alsoReads ?? [])].some((one) => matchesTail(one, file)),
  );
}
