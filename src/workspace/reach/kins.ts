// Files that may use each other: of one family of languages, or of languages that one server serves.
//
// Invariant: every file is of one kin, also one that nobody can be asked about.

import type { LanguageEntry, ServerEntry } from "../../catalog/entry.ts";
import type { Family } from "../../languages/family.ts";
import { familyOf } from "../../languages/table.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { isConfiguration } from "./configuration.ts";
import { followedFamily } from "../../languages/facts.ts";

export interface KinContext {
  languageOf(file: FilePath): LanguageEntry | undefined;
  /** The servers and linters of a language. */
  entriesOf(language: LanguageEntry): readonly ServerEntry[];
}

export class Kins {
  readonly #context: KinContext;
  readonly #files: readonly FilePath[];
  readonly #kins = new Map<string, { readonly family: Family; readonly entries: Set<ServerEntry> }>();

  /** `files` are those that somebody can be asked about. */
  constructor(context: KinContext, files: readonly FilePath[]) {
    this.#context = context;
    this.#files = files;
    for (const file of files) {
      const language = context.languageOf(file);
      if (language === undefined) continue;
      const name = this.of(file);
      const known = this.#kins.get(name) ?? { family: familyOf(file), entries: new Set<ServerEntry>() };
      for (const entry of context.entriesOf(language)) known.entries.add(entry);
      this.#kins.set(name, known);
    }
  }

  /** The name of a file's kin. */
  of(file: FilePath): string {
    const family = followedFamily(file) ?? familyOf(file);
    if (family !== "other") return family;
    const language = this.#context.languageOf(file);
    return `${language?.servers[0] ?? language?.id ?? "no language"}`;
  }

  filesOf(names: ReadonlySet<string>): FilePath[] {
    return this.#files.filter((file) => names.has(this.of(file)));
  }

  /** The kins whose files are read otherwise after a change, because the changed file decides how. */
  decidedBy(change: TextChange): string[] {
    return [...this.#kins].flatMap(([name, { family, entries }]) =>
      isConfiguration(family, [...entries], change) ? [name] : [],
    );
  }
}
