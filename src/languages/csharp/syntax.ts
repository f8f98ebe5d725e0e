// Comments and strings of C#.

import { character, doubleQuoted, plainSyntax, slashes, sticky } from "../syntax/plain-prose.ts";
import { interpolatedStringAt } from "./interpolated-strings.ts";

/** Closed by as many quotes as it begins with. */
const raw = String.raw`("{3,})[\s\S]*?(?:\1(?!")|$)`;

export const csharpSyntax = plainSyntax({
  prose: sticky(slashes, '@"(?:""|[^"])*"?', raw, doubleQuoted, character),
  codeRun: /[^"'/@]*/y,
  stringWithCode: interpolatedStringAt,
});
