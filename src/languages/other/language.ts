// A language of which only the usual forms of comments, strings, imports and declarations are known.

import type { Language } from "../language.ts";
import { doubleQuoted, plainSyntax, sharp, slashes, sticky } from "../syntax/plain-prose.ts";
import { letters, words } from "../syntax/words.ts";

export const other: Language = {
  family: "other",
  endings: /(?!)/,
  indentation: "  ",
  syntax: {
    ...plainSyntax({ prose: sticky(slashes, sharp, doubleQuoted), codeRun: /[^"/#]*/y }),
    isGuessed: true,
  },
  imports: {
    names: [/^[ \t]*(?:(?:import|using|alias|require\w*)\b[^;\n\r\u2028\u2029]*|use\b[^;\n\r\u2028\u2029]*;)/gm],
  },
  names: {
    identifiers: {
      lua: {
        spelling: /^[A-Za-z_]\w*$/,
        form: letters,
        reserved: words(
          "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
        ),
      },
    },
  },
  declarations: { hasShortBodies: true },
};
