// Which symbols of Java others can use.

import type { ExportRules, OutlinedSymbol } from "../declarations/export-rules.ts";
import { textBeforeName } from "../declarations/export-rules.ts";
import { maskBy } from "../syntax/prose.ts";
import { javaSyntax } from "./syntax.ts";

const exportedIn: ExportRules["exportedIn"] = (index) => {
  const isExported = (symbol: OutlinedSymbol): boolean =>
    !/\bprivate\s/.test(maskBy(javaSyntax, textBeforeName(symbol, index))) &&
    (symbol.parent === undefined || isExported(symbol.parent));
  return isExported;
};

export const javaExports: ExportRules = { languages: ["java"], exportedIn };
