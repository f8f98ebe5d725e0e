// How names are spelt in languages of which little else is known.

import type { NameRules } from "../names/rules.ts";
import { letters, words } from "../syntax/words.ts";

export const otherIdentifiers: NonNullable<NameRules["identifiers"]> = {
  lua: {
    spelling: /^[A-Za-z_]\w*$/,
    form: letters,
    reserved: words(
      "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
    ),
  },
};
