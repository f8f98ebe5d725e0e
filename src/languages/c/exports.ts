// Which symbols of C and C++ others can use.

import type { ExportRules, OutlinedSymbol } from "../declarations/export-rules.ts";
import { textBeforeName } from "../declarations/export-rules.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { maskBy } from "../syntax/prose.ts";
import { cSyntax } from "./syntax.ts";

const exportedIn: ExportRules["exportedIn"] = (index, path) => {
  const isHeader = /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp)$/i.test(path);
  const isExported = (symbol: OutlinedSymbol): boolean => {
    if (symbol.leaf === "(anonymous namespace)") return false;
    if (symbol.parent !== undefined) return isExported(symbol.parent) && !isPrivateMember(symbol, symbol.parent, index);
    return isHeader || !/^\s*static\b/.test(textBeforeName(symbol, index));
  };
  return isExported;
};

/** By the last word for it above the member; a virtual one is called through a base, whatever it says of itself. */
function isPrivateMember(symbol: OutlinedSymbol, { node }: OutlinedSymbol, index: LineIndex): boolean {
  if (node.kind !== "class" && node.kind !== "struct") return false;
  const head = index.text.slice(index.offsetOf(node.span.start), index.offsetOf(node.nameSpan.start));
  const isClosed = /\bclass\b/.test(head) && !/\benum\b/.test(head);
  const from = index.offsetOf(node.nameSpan.end);
  let above = maskBy(cSyntax, index.text.slice(from, index.offsetOf(symbol.node.nameSpan.start)));
  for (let shorter = ""; shorter !== above; ) {
    shorter = above;
    above = above.replaceAll(/\{[^{}]*\}/g, "");
  }
  const said = [...above.matchAll(/\b(public|protected|private)\s*:(?!:)/g)].at(-1)?.[1];
  const line = index.lineText(symbol.node.nameSpan.start.line) ?? "";
  return (said ?? (isClosed ? "private" : "public")) === "private" && !/\b(?:virtual|override|final)\b/.test(line);
}

export const cExports: ExportRules = { languages: ["c", "cpp", "cuda"], exportedIn };
