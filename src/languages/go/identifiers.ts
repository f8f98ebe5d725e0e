// How names are spelt in Go, and which words it keeps for itself.

import type { NameRules } from "../names/rules.ts";
import { letters, words } from "../syntax/words.ts";

export const goIdentifiers: NonNullable<NameRules["identifiers"]> = {
  go: {
    // The blank name is none that could be used.
    spelling: /^(?!_$)[\p{L}_][\p{L}\p{Nd}_]*$/u,
    form: letters,
    reserved: words(
      "break case chan const continue default defer else fallthrough for func go goto if import interface map",
      "package range return select struct switch type var",
    ),
  },
};
