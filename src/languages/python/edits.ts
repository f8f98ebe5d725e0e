// How symbols of Python are edited.

import type { EditRules } from "../edit-rules.ts";
import { pythonListedNames } from "./exports.ts";

export const pythonEdits: EditRules = {
  isIndented: true,
  usualBlankLines: 2,
  // Enumerations number such members on from the one above them.
  numberedMember: /^[^\n=]*=\s*(?:\w+\.)?auto\(\s*\)/,
  hidesTwins: true,
  deletion: { started: /^__\w+__$/, isListed: (text, name) => pythonListedNames(text)?.names.has(name) === true },
};
