// How symbols of JavaScript and TypeScript are edited.

import type { EditRules } from "../edit-rules.ts";
import { withImportLayout } from "./import-layout.ts";
import { assignment, openingOf } from "../syntax/brackets.ts";
import { trimmedEnd } from "../syntax/lines.ts";

export const scriptEdits: EditRules = {
  joinsLines: true,
  isEndedByBrace,
  declaredBy: "keyword",
  expressionHead: /^(?:(?:async\s+)?function|class)\b/,
  hasObjects: true,
  partsVariables: true,
  importLayout: withImportLayout,
  deletion: { unnamedExport: /^export\s+default\b/, exportMark: /^export\b/ },
};

// — below: private, in the order they are used —

const declares =
  /^\s*(?:(?:export|default|declare|abstract|async)\s+)*(?:function|class|interface|enum|namespace|module)\b(?!\s*[=:(?!])/;

/** A declaration with a body, or a statement with a block; an object or a function that is a value goes on. */
function isEndedByBrace(code: string): boolean {
  if (declares.test(code)) return true;
  const end = trimmedEnd(code, code.length);
  const head = code.slice(0, trimmedEnd(code, openingOf(code, end - 1) ?? 0));
  return head.endsWith(")") && assignment(code, 0, end) === undefined;
}
