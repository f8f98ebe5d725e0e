// Which symbols of Python others can use.

import type { ExportRules, OutlinedSymbol } from "../declarations/export-rules.ts";
import { maskBy } from "../syntax/prose.ts";
import { pythonSyntax } from "./syntax.ts";

const exportedIn: ExportRules["exportedIn"] = (index) => {
  const all = listedInAll(index.text);
  const isExported = ({ parent, leaf }: OutlinedSymbol): boolean => {
    if (parent === undefined && all !== undefined) return all === "undecided" || all.has(leaf);
    return !leaf.startsWith("_") && (parent === undefined || isExported(parent));
  };
  return isExported;
};

/** Only a single list of strings decides; what is computed or added to may name anything. */
function listedInAll(text: string): ReadonlySet<string> | "undecided" | undefined {
  const code = maskBy(pythonSyntax, text);
  const mentions = code.match(/\b__all__\b/g)?.length ?? 0;
  if (mentions === 0) return undefined;
  const literal = /^__all__[ \t]*(?::[^=\n\r\u2028\u2029]*)?=[ \t]*[[(]([\s,]*)[\])][ \t]*$/m.exec(code);
  if (mentions > 1 || literal === null) return "undecided";
  const written = withoutComments(text.slice(literal.index, literal.index + literal[0].length));
  return new Set([...written.matchAll(/["']([^"'\n]+)["']/g)].flatMap(([, name]) => name ?? []));
}

function withoutComments(text: string): string {
  return text.replaceAll(/#[^\n]*/g, "");
}

export const pythonExports: ExportRules = { languages: ["python"], exportedIn };
