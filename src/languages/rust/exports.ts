// Which symbols of Rust others can use.

import type { ExportRules, OutlinedSymbol } from "../declarations/export-rules.ts";
import { textBeforeName } from "../declarations/export-rules.ts";

const exportedIn: ExportRules["exportedIn"] = (index) => {
  const isExported = (symbol: OutlinedSymbol): boolean => {
    const { parent, node } = symbol;
    if (/\bpub\b/.test(textBeforeName(symbol, index).replace(/\/\/[^\n]*/g, ""))) return true;
    if (/#\[macro_export\]/.test(textBeforeName(symbol, index))) return true;
    if (parent === undefined) return false;
    // What an `impl Trait for Type` holds is as public as the trait, which may be declared anywhere.
    if (/^(?:unsafe\s+)?impl\b.*\sfor\s/.test(parent.node.name)) return true;
    const isOfTrait = parent.node.kind === "interface" || node.kind === "enum member";
    return isOfTrait && isExported(parent);
  };
  return isExported;
};

export const rustExports: ExportRules = { languages: ["rust"], exportedIn };
