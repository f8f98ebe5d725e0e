// What a language adds to the rules of a rename.

import type { FilePath } from "../model/file-path.ts";
import type { Place } from "../model/place.ts";
import type { FamilyReader } from "./members.ts";

export interface RenameRules {
  /** The members that are related to one. */
  readonly family?: FamilyReader;
  /** What the names mean by themselves, without any use of the symbol. */
  readonly byItself?: (declared: RenamedName, newName: string) => MeaningByItself;
  /** A text in which names of another file may be written without naming that file: a new name may be taken there. */
  readonly seesAllNames?: RegExp;
  /** The ids of its languages in which an import names the place of a file, so that moving the file breaks it. */
  readonly importedByPath?: readonly string[];
  /** Whether two files of a root, by their paths in it, are source and stub of one module. */
  readonly isOtherHalf?: (own: string, other: string) => boolean;
  /** Where a text says a name twice that has a short form: the stretches that the name alone can replace. */
  readonly shortForms?: (text: string, written: readonly number[], name: string) => readonly ShortForm[];
}

export interface RenamedName {
  readonly file: FilePath;
  readonly text: string;
  readonly place: Place;
  readonly name: string;
}

export interface MeaningByItself {
  /** The old name, or the new one, is called by the language or through interfaces. */
  readonly isCalledBefore: boolean;
  readonly isCalledAfter: boolean;
  /** Encoders write the name as a key. */
  readonly isKey: boolean;
}

export interface ShortForm {
  readonly start: number;
  readonly end: number;
}

/** The usual rule: some names are called by themselves, wherever they are declared. */
export function calledByName(pattern: RegExp): NonNullable<RenameRules["byItself"]> {
  return ({ name }, newName) => ({
    isCalledBefore: pattern.test(name),
    isCalledAfter: pattern.test(newName),
    isKey: false,
  });
}
