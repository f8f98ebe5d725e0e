// Whether lines may belong to a string of several lines, whose blanks are part of what it says.
//
// It looks at signs only and knows no grammar. Invariant: in doubt a line does belong to one; then nothing is moved.

import type { Family } from "../family.ts";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import { languageFor } from "../table.ts";

/** Whether a string begins or ends in one of the lines and goes on in another. */
export function openText(lines: readonly string[], family: Family): boolean {
  return lines.length > 1 && lines.some((line) => isOpen(line, family));
}

/** Whether one of so many lines, from `first` on and counted from 1, lies within a string that begins before them. */
export function withinText(text: string, first: number, count: number, family: Family): boolean {
  const lines = text.split(/\r\n|\r|\n/);
  if (languageFor(family).syntax.isGuessed === true) return isOpenAbove(lines.slice(0, first - 1));
  const code = maskCommentsAndStrings(text, family, mark).split(/\r\n|\r|\n/);
  return lines
    .slice(first - 1, first - 1 + count)
    .some((line, at) => code[first - 1 + at]?.startsWith(mark) === true && !/^(?:["'`/@]|[rR][#"])/.test(line));
}

// — below: private, in the order they are used —

const mark = "\u0001";

function isOpen(line: string, family: Family): boolean {
  const isOdd = (sign: RegExp): boolean => [...line.matchAll(sign)].length % 2 === 1;
  if (isOdd(/"""/g) || isOdd(/'''/g) || isOdd(/`/g) || hereDocument.test(line) || /\\\r?$/.test(line)) return true;
  if (isRawOpen(line)) return true;
  // What is only remarked on opens nothing.
  if (/^[ \t]*(?:\/\/|\/\*|\*|#|--|;)/.test(line)) return false;
  const rest = line.replaceAll(whole, " ");
  return rest.includes('"') || (languageFor(family).syntax.isGuessed === true && /'(?!\w)|(?<!\w)'/.test(rest));
}

/** Of a shell, Ruby, Perl or PHP. */
const hereDocument = /<<<[ \t]*["']?\w|<<[-~]?["']?[A-Z_]{2,}|<<[-~]["'`]?[A-Za-z_]|<<["']?[A-Za-z_]\w*["']?\s*$/;

/** Raw strings of Rust and C++, whose own quotes end nothing, and long brackets of Lua. */
function isRawOpen(line: string): boolean {
  // One that is never closed takes the rest of the line and stays, so that the search does not begin again inside it.
  const closed = (string: string, _: string, end: string): string => (end === "" ? string : " ");
  const rust = line.replaceAll(/r(#+)"[\s\S]*?("\1|$)/g, closed);
  const cpp = line.replaceAll(/R"([^\s()\\]{0,16})\([\s\S]*?(\)\1"|$)/g, closed);
  return /\br#+"|"#+(?:[^\w[!]|$)/.test(rust) || /R"[^\s()\\]{0,16}\(/.test(cpp) || /\[=*\[[^[\]]*$/.test(line);
}

/** A string or a character that ends where it begins. */
const whole = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'|'(?:\\.|[^'\\"])*'/g;

/** By the signs of all lines before it. */
function isOpenAbove(lines: readonly string[]): boolean {
  let isQuoted = false;
  let until: string | undefined;
  for (const line of lines) {
    if (until !== undefined) {
      if (line.trim().replace(/(?<![;,)])[;,)]+$/, "") === until) until = undefined;
      continue;
    }
    const rest = /^[ \t]*(?:\/\/|#|--)/.test(line) && !isQuoted ? "" : line;
    if ([...rest.replaceAll(/\\./g, " ").matchAll(/"/g)].length % 2 === 1) isQuoted = !isQuoted;
    if (!isQuoted) until = /<<[<~-]?[ \t]*["']?([A-Za-z_]\w*)["']?/.exec(rest)?.[1];
  }
  return isQuoted || until !== undefined;
}
