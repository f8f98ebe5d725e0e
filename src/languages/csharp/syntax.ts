// Comments and strings of C#.

import { character, doubleQuoted, plainSyntax, slashes, sticky } from "../syntax/plain-prose.ts";

export const csharpSyntax = plainSyntax({
  prose: sticky(slashes, '@"(?:""|[^"])*"?', doubleQuoted, character),
  codeRun: /[^"'/@]*/y,
});
