// Comments and strings of Go.

import { character, doubleQuoted, plainSyntax, slashes, sticky } from "../syntax/plain-prose.ts";

export const goSyntax = plainSyntax({
  prose: sticky(slashes, "`[^`]*`?", doubleQuoted, character),
  codeRun: /[^"'`/]*/y,
});
