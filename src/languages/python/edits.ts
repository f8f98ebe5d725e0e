// How symbols of Python are edited.

import type { EditRules } from "../edit-rules.ts";

export const pythonEdits: EditRules = {
  isIndented: true,
  usualBlankLines: 2,
  // Enumerations number such members on from the one above them.
  numberedMember: /^[^\n=]*=\s*(?:\w+\.)?auto\(\s*\)/,
  hidesTwins: true,
  deletion: { started: /^__\w+__$/, isListed },
};

// — below: private, in the order they are used —

/** Whether `__all__` names it. */
function isListed(text: string, name: string): boolean {
  const list = /^__all__[^=\n\r\u2028\u2029]*=\s*[[(]([^\])]*)/m.exec(text)?.[1] ?? "";
  return list.split(",").some((one) => /["']([^"'\n]+)["']/.exec(one)?.[1] === name);
}
