// The string right below a value of Python that documents it: it is a statement of its own, and belongs to the value.

import type { SymbolKind } from "../../model/code-facts.ts";
import type { Extent } from "./symbol-extent.ts";
import { isFirstOnLine, isLastOnLine, isValue } from "./symbol-extent.ts";
import { rulesOf } from "./signs.ts";
import type { Source } from "./source.ts";
import { indentAt, nextLine } from "../syntax/lines.ts";

/** Its extent with that string; the same where there is none. */
export function withDocumentation(source: Source, kind: SymbolKind, extent: Extent): Extent {
  const { text } = source;
  if (rulesOf(source).hasDocStrings !== true || !isValue(kind) || extent.role === "part") return extent;
  if (!isFirstOnLine(source, extent.lead) || !isLastOnLine(source, extent.end)) return extent;
  const at = nextLine(text, extent.end);
  const found = lone.exec(text.slice(at))?.[0];
  const isBelow = found !== undefined && at > extent.end && indentAt(text, at) === indentAt(text, extent.start);
  return isBelow ? { ...extent, end: at + found.length } : extent;
}

// — below: private, in the order they are used —

const lone =
  /^[ \t]*[rRuU]?(?:"""(?:\\.|(?!""")[^\\])*?"""|'{3}(?:\\.|(?!'{3})[^\\])*?'{3}|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*')(?=[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|$))/s;
