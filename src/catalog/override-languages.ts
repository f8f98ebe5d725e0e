// Gives the file patterns of a configuration to its languages, while the catalogue is still being put together.

import { CatalogFault } from "./catalog-fault.ts";
import type { LanguageEntry, ServerEntry } from "./entry.ts";
import { languageOf } from "./match.ts";
import type { Wish } from "./override-forms.ts";
import type { Catalog } from "./table.ts";
import { languageById } from "./table.ts";

/** A catalogue in the making: the base, and what the records read so far have made of it. */
export interface LanguageDraft {
  readonly base: Catalog;
  readonly languages: Map<string, LanguageEntry>;
  readonly servers: Map<string, ServerEntry>;
  readonly decided: Set<string>;
  /** Extensions that a server record has listed, and the language it gave them to: the first record wins. */
  readonly listed: Map<string, string>;
  /** By language, the servers that this configuration put in front, in its order. */
  readonly preferred: Map<string, string[]>;
  /** Every server that this configuration speaks of. */
  readonly named: Set<string>;
}

/** The patterns mean this language from now on, in every project. */
export function takePatterns(draft: LanguageDraft, id: string, patterns: readonly string[]): void {
  const taken = new Set(patterns.map((pattern) => pattern.toLowerCase()));
  const kept = (list: readonly string[]): string[] => list.filter((pattern) => !taken.has(pattern.toLowerCase()));
  for (const other of draft.languages.values()) {
    if (other.id === id) continue;
    const fileNames = other.fileNames && kept(other.fileNames);
    draft.languages.set(other.id, { ...other, extensions: kept(other.extensions), ...(fileNames && { fileNames }) });
  }
  for (const pattern of patterns) draft.decided.add(pattern);
}

/** Every language a server record is about, after its extensions have been given to them. */
export function languagesFor(draft: LanguageDraft, wish: Wish): string[] {
  const [first] = wish.extensions;
  const main = wish.languages[0] ?? (first === undefined ? undefined : (ownLanguage(draft, first) ?? first.slice(1)));
  if (main === undefined) return [];
  const found = new Set<string>();
  for (const extension of wish.extensions) {
    const language = draft.listed.get(extension) ?? homeOf(draft, wish, extension, main);
    draft.listed.set(extension, language);
    found.add(language);
  }
  // A command record routes what it lists; its language id only says what that is.
  for (const language of wish.extensionsMayDiffer ? [] : wish.languages) {
    if (draft.languages.has(language)) found.add(language);
    // With all its extensions won by earlier records a new language is out of reach, which is not a mistake.
    else if (language !== main || wish.extensions.length === 0) {
      throw new CatalogFault(
        `${wish.field}.extensions`,
        `must be given, because the language ${language} is not known`,
      );
    }
  }
  return [...found];
}

// — below: private, in the order they are used —

function ownLanguage(draft: LanguageDraft, extension: string): string | undefined {
  return draft.listed.get(extension) ?? languageOf(draft.base, `x${extension}`)?.id;
}

/** The language that an extension stays with or is given to. */
function homeOf(draft: LanguageDraft, wish: Wish, extension: string, main: string): string {
  const own = wish.extensionsMayDiffer ? ownLanguage(draft, extension) : undefined;
  if (own !== undefined && areKin(draft.base, own, main)) return own;
  takePatterns(draft, main, [extension]);
  const known = draft.languages.get(main) ?? { id: main, extensions: [], servers: [] };
  draft.languages.set(main, { ...known, extensions: [...new Set([...known.extensions, extension])] });
  return main;
}

/** Dialects that one server knows apart by their id, as TypeScript and its React form. */
function areKin(base: Catalog, one: string, other: string): boolean {
  const servers = languageById(base, other)?.servers ?? [];
  return one === other || languageById(base, one)?.servers.some((id) => servers.includes(id)) === true;
}
