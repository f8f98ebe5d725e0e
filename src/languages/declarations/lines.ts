// The lines around a declaration: how many blank ones part it from its neighbours, and whether there are any.

import type { Extent } from "./symbol-extent.ts";
import { rulesOf } from "./signs.ts";
import type { Source } from "./source.ts";
import { assignment, closingOf, openingOf } from "../syntax/brackets.ts";
import { indentAt, lineEnd, lineStart, nextLine, trimmedStart } from "../syntax/lines.ts";

export interface Gap {
  /** Blank lines between. */
  readonly blank: number;
  /** Whether something stands there that has the same parent. */
  readonly hasNeighbour: boolean;
  /** Where the blank lines begin, above, or where the next line with text begins, below. */
  readonly edge: number;
}

export function gapAbove(source: Source, lead: number): Gap {
  const { text, code } = source;
  const { isIndented } = rulesOf(source);
  let blank = 0;
  let edge = lineStart(text, lead);
  while (edge > 0) {
    const above = lineStart(text, edge - (text.startsWith("\r\n", edge - 2) ? 2 : 1));
    const line = text.slice(above, lineEnd(text, above));
    if (line.trim() !== "") {
      const isDedented = isIndented === true && indentAt(text, above).length < indentAt(text, lead).length;
      const isOpener = /[{([]\s*$/.test(code.slice(above, lineEnd(code, above)));
      return { blank, hasNeighbour: !isDedented && !isOpener, edge };
    }
    blank++;
    edge = above;
  }
  return { blank, hasNeighbour: false, edge };
}

export function gapBelow(source: Source, { lead, end }: Pick<Extent, "lead" | "end">): Gap {
  const { text, code } = source;
  const { isIndented } = rulesOf(source);
  const indent = indentAt(text, lead);
  let blank = 0;
  for (let at = nextLine(text, end); at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    if (line.trim() !== "") {
      const isDedented = isIndented === true && indentAt(text, at).length < indent.length;
      const isCloser = /^\s*(?:[)\]}]|end\b)/.test(code.slice(at, at + line.length));
      return { blank, hasNeighbour: !isDedented && !isCloser, edge: at };
    }
    blank++;
  }
  return { blank, hasNeighbour: false, edge: text.length };
}

/** The `var (…)` around one of its members, as an extent of its own; undefined outside of one. */
export function groupAround(source: Source, { lead }: Extent): { start: number; open: number } | undefined {
  const { code } = source;
  if (rulesOf(source).hasGroups !== true) return undefined;
  let depth = 0;
  for (let at = lead - 1; at >= 0; at--) {
    const sign = code.charAt(at);
    if (")]}".includes(sign)) at = openingOf(code, at) ?? -1;
    else if ("([{".includes(sign)) {
      depth++;
      const word = /(?:^|\n)(var|const|type)\s*$/.exec(code.slice(Math.max(0, at - 40), at));
      return sign === "(" && depth === 1 && word !== null
        ? { start: at - (word[0].length - word[0].indexOf(word[1] ?? "")), open: at }
        : undefined;
    }
  }
  return undefined;
}

/** Of a group of constants of Go, what follows an offset in it. */
export interface Constants {
  /** All of the group. */
  readonly all: string;
  readonly rest: string;
  /** Whether the first of the rest has no value, and so repeats the one above it. */
  readonly isRepeating: boolean;
}

/** Undefined for what is in no such group. */
export function constantsBehind(source: Source, extent: Extent, from: number): Constants | undefined {
  const { code } = source;
  const open = groupAround(source, extent)?.open;
  if (open === undefined || !/const\s*$/.test(code.slice(Math.max(0, open - 20), open))) return undefined;
  const close = closingOf(code, open) ?? code.length;
  const next = trimmedStart(code, from, close);
  const end = next + (/^[^;\n]*/.exec(code.slice(next, close))?.[0].length ?? 0);
  const isRepeating = next < close && assignment(code, next, end) === undefined;
  return { all: code.slice(open, close), rest: code.slice(next, close), isRepeating };
}
