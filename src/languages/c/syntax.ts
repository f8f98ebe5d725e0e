// Comments and strings of C and C++.

import { character, doubleQuoted, plainSyntax, slashes, sticky } from "../syntax/plain-prose.ts";

export const cSyntax = plainSyntax({
  prose: sticky(slashes, String.raw`R"([^\s()\\]{0,16})\([\s\S]*?(?:\)\1"|$)`, doubleQuoted, character),
  codeRun: /[^"'/R]*/y,
});
