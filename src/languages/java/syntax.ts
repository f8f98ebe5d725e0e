// Comments and strings of Java and its like.

import { character, doubleQuoted, plainSyntax, slashes, sticky } from "../syntax/plain-prose.ts";

/** A text block of Java begins with a line end, and a quote in it may be escaped; in a string of Kotlin none is. */
const tripled = String.raw`"""[ \t\f]*\r?\n(?:\\[\s\S]|[^\\])*?(?:"""|$)|"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)`;

export const javaSyntax = plainSyntax({
  prose: sticky(slashes, tripled, doubleQuoted, character),
  codeRun: /[^"'/]*/y,
});
