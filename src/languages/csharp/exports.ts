// Which symbols of C# others can use.

import type { ExportRules, OutlinedSymbol } from "../declarations/export-rules.ts";
import { textBeforeName } from "../declarations/export-rules.ts";

const exportedIn: ExportRules["exportedIn"] = (index) => {
  const isExported = (symbol: OutlinedSymbol): boolean => {
    const { parent } = symbol;
    if (parent === undefined) return true;
    if (!isExported(parent)) return false;
    if (["interface", "enum", "namespace"].includes(parent.node.kind)) return true;
    return /\b(?:public|internal|protected)\s/.test(textBeforeName(symbol, index));
  };
  return isExported;
};

export const csharpExports: ExportRules = { languages: ["csharp"], exportedIn };
