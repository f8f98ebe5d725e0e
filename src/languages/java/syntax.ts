// Comments and strings of Java and its like.

import { character, doubleQuoted, plainSyntax, slashes, sticky } from "../syntax/plain-prose.ts";

const tripled = String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)`;

export const javaSyntax = plainSyntax({
  prose: sticky(slashes, tripled, doubleQuoted, character),
  codeRun: /[^"'/]*/y,
});
