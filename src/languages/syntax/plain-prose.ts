// Comments and strings of languages in which their first signs alone tell what they are.
//
// Runs of signs that begin no prose are passed by one pattern, for this is the reading that every file of a project goes
// through.

import type { Syntax } from "./prose.ts";
import { isCommentAt } from "./prose.ts";
import type { Stretch } from "./stretch.ts";
import { endOf } from "./stretch.ts";

export const slashes = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
export const sharp = String.raw`#[^\n]*`;
export const doubleQuoted = String.raw`"(?:\\(?:\r\n|[\s\S])|[^"\\\n])*"?`;
export const singleQuoted = String.raw`'(?:\\(?:\r\n|[\s\S])|[^'\\\n])*'?`;
/** One character, which may take two units; the mark of a lifetime stays. */
export const character = String.raw`'(?:\\[^'\n]+|\\'|[\uD800-\uDBFF][\uDC00-\uDFFF]|[^'\\\n])'`;

export function sticky(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join("|"), "y");
}

export interface PlainReading {
  readonly text: string;
  /** What has been found, in order. */
  readonly prose: Stretch[];
  /** How much may still be read in vain, looking for the ends of strings. */
  left: number;
  depth: number;
}

export interface PlainProse {
  /** Sticky: a comment or a string. */
  readonly prose: RegExp;
  /** Sticky: signs that begin neither. */
  readonly codeRun: RegExp;
  /** Where a comment ends that no pattern finds the end of. */
  readonly commentEnd?: (text: string, at: number) => number | undefined;
  /** Behind a string that holds code, with what of it is prose; undefined where none begins. */
  readonly stringWithCode?: (reading: PlainReading, at: number) => number | undefined;
}

export function plainSyntax({ prose, codeRun, commentEnd, stringWithCode }: PlainProse): Syntax {
  const proseIn = (text: string, from: number): Stretch[] => {
    const reading: PlainReading = { text, prose: [], left: text.length * 4, depth: 0 };
    let at = from;
    for (;;) {
      at = endOf(codeRun, text, at);
      if (at >= text.length) return reading.prose;
      const behind = stringWithCode?.(reading, at);
      if (behind !== undefined) {
        at = behind;
        continue;
      }
      const end = commentEnd?.(text, at) ?? endOf(prose, text, at);
      if (end > at) reading.prose.push({ start: at, end, kind: isCommentAt(text, at) ? "comment" : "string" });
      at = Math.max(end, at + 1);
    }
  };
  return { proseIn };
}
