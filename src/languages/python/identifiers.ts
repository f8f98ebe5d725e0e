// How names are spelt in Python, and which words it keeps for itself.

import type { NameRules } from "../names/rules.ts";
import { letters, words } from "../syntax/words.ts";

export const pythonIdentifiers: NonNullable<NameRules["identifiers"]> = {
  python: {
    spelling: /^[\p{XID_Start}_]\p{XID_Continue}*$/u,
    form: letters,
    reserved: words(
      "False None True and as assert async await break class continue def del elif else except finally for from",
      "global if import in is lambda nonlocal not or pass raise return try while with yield",
    ),
  },
};
