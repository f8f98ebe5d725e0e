// Statements of Python, which the end of a line ends unless something carries it on.

import { outsideBrackets } from "../syntax/brackets.ts";
import { isLineEnd } from "../syntax/lines.ts";
import { stringsOfPython } from "./syntax.ts";

/** Where a statement of Python ends: at a semicolon, or at a line end that no bracket, string or backslash carries on. */
export function logicalEnd(
  { code, text }: { readonly code: string; readonly text: string },
  from: number,
  to = code.length,
): number | undefined {
  const isInString = stringsOfPython(text.slice(from, to));
  return outsideBrackets(code, from, to, (at, sign) => {
    if (sign === ";") return true;
    return isLineEnd(sign) && !/\\\r?$/.test(code.slice(at - 2, at)) && !isInString(at - from);
  });
}
