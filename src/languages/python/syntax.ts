// Comments and strings of Python.

import { doubleQuoted, plainSyntax, sharp, singleQuoted, sticky } from "../syntax/plain-prose.ts";
import { proseBy } from "../syntax/prose.ts";
import { formattedStringAt } from "./formatted-strings.ts";

/** A backslash keeps quotes from closing a string. */
const tripled = [`"`, `'`].map(
  (sign) => String.raw`${sign}{3}[^${sign}\\]*(?:(?:\\[\s\S]|${sign}(?!${sign}{2}))[^${sign}\\]*)*(?:${sign}{3}|\\?$)`,
);

export const pythonSyntax = plainSyntax({
  prose: sticky(sharp, ...tripled, doubleQuoted, singleQuoted),
  codeRun: /[^"'#]*/y,
  stringWithCode: formattedStringAt,
});

/** Tells of an offset whether it lies within a string of a text of Python, the expressions in formatted strings included. */
export function stringsOfPython(text: string): (at: number) => boolean {
  const strings: { readonly start: number; readonly end: number }[] = [];
  const open: number[] = [];
  for (const { start: begun, end, kind } of proseBy(pythonSyntax, text)) {
    if (kind !== "string") continue;
    const isBehindField = "}!:".includes(text.charAt(begun));
    const start = isBehindField ? (open.pop() ?? begun) : begun;
    // What stood in its fields is within it.
    while ((strings.at(-1)?.start ?? -1) >= start) strings.pop();
    strings.push({ start, end });
    if (text.charAt(end - 1) === "{") open.push(start);
  }
  return (at) => {
    let [low, high] = [0, strings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((strings[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return (strings[low]?.start ?? at) < at;
  };
}
