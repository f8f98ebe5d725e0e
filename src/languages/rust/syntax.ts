// Comments and strings of Rust.

import { character, plainSyntax, slashes, sticky } from "../syntax/plain-prose.ts";

export const rustSyntax = plainSyntax({
  prose: sticky(slashes, String.raw`r(#*)"[\s\S]*?(?:"\1|$)`, String.raw`"(?:\\[\s\S]|[^"\\])*"?`, character),
  codeRun: /[^"'/r]*(?:r(?!#*")[^"'/r]*)*/y,
  commentEnd: (text, at) => (text.startsWith("/*", at) ? nestedCommentEnd(text, at) : undefined),
});

// — below: private, in the order they are used —

/** Block comments of Rust nest. */
function nestedCommentEnd(text: string, at: number): number {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(at).matchAll(/\/\*|\*\//g)) {
    depth += sign === "/*" ? 1 : -1;
    if (depth === 0) return at + index + 2;
  }
  return text.length;
}
