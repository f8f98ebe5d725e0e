// The rules that a rename has to pass, in the order in which they run and in which their remarks are shown.

import type { NameRule, RenameRule } from "./finding.ts";
import { meaningChanges } from "./meaning.ts";
import { relativesMet } from "./relatives.ts";
import {
  declaredAt,
  excludedMoves,
  filesLeftAlone,
  knownByName,
  nameLeft,
  possibleUses,
  renamedAlong,
  stubsLeft,
  validName,
} from "./small-rules.ts";

/** Of the new name alone, before a server is asked. */
export const nameRules: readonly NameRule[] = [validName];

export const renameRules: readonly RenameRule[] = [
  relativesMet,
  excludedMoves,
  declaredAt,
  renamedAlong,
  filesLeftAlone,
  stubsLeft,
  meaningChanges,
  knownByName,
  possibleUses,
  nameLeft,
];
