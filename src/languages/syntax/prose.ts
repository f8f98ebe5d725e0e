// The comments, strings and other prose of a text, and the text without them.
//
// Invariant: offsets and line ends stay as they are.

import type { Stretch } from "./stretch.ts";

/** How a language writes comments and strings. */
export interface Syntax {
  /** The stretches of a text from an offset on that are not code, in order. */
  readonly proseIn: (text: string, from: number) => Stretch[];
  /** These are the usual forms, and nothing is known for certain. */
  readonly isGuessed?: true;
}

/** The stretches of a text that are not code, in order; the line for the shell is one of them. */
export function proseBy({ proseIn }: Syntax, text: string): Stretch[] {
  const shebang = /^\uFEFF?#!(?!\s*\[)[^\n]*/.exec(text)?.[0] ?? "";
  const found = proseIn(text, shebang.length);
  if (shebang !== "") found.unshift({ start: shebang.indexOf("#"), end: shebang.length, kind: "comment" });
  return found;
}

/** The text with blanks for its prose; strings and patterns become as many of another sign, where they are to be told from comments. */
export function maskBy(syntax: Syntax, text: string, stringSign = " "): string {
  let code = "";
  let at = 0;
  for (const { start, end, kind } of proseBy(syntax, text)) {
    code += text.slice(at, start) + blank(text.slice(start, end), kind === "string" ? stringSign : " ");
    at = end;
  }
  return code + text.slice(at);
}

export function isCommentAt(text: string, at: number): boolean {
  const sign = text.charAt(at);
  return sign === "#" || (sign === "/" && "/*".includes(text.charAt(at + 1)));
}

// — below: private, in the order they are used —

function blank(prose: string, sign: string): string {
  return /[\r\n]/.test(prose)
    ? prose.replaceAll(/[^\r\n]+/g, (line) => sign.repeat(line.length))
    : sign.repeat(prose.length);
}
