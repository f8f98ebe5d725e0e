// Which symbols of a script others can use.

import type { ExportRules, OutlinedSymbol } from "../declarations/export-rules.ts";
import { textBeforeName } from "../declarations/export-rules.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { expressionEnd } from "../syntax/brackets.ts";
import { maskBy } from "../syntax/prose.ts";
import { scriptSyntax } from "./syntax.ts";

const exportedIn: ExportRules["exportedIn"] = (index) => {
  const { text } = index;
  const names = listedNames(text);
  // Without imports and exports a file is a script, and its declarations are global.
  const isScript = !/^[^\S\n\r\u2028\u2029]*(?:import|export)\b|\brequire\s*\(|\bexports\b/m.test(text);
  const isExported = (symbol: OutlinedSymbol): boolean => {
    const { parent, leaf } = symbol;
    if (parent === undefined)
      return isScript || names.has(leaf) || /(?:^|[;}])[^\S\n\r\u2028\u2029]*export\b/m.test(statement(symbol, index));
    if (!isExported(parent)) return false;
    if (parent.node.kind === "module" || parent.node.kind === "namespace")
      return /\bexport\b/.test(textBeforeName(symbol, index));
    return !leaf.startsWith("#") && !/\bprivate\s/.test(textBeforeName(symbol, index));
  };
  return isExported;
};

/** The lines from the one that begins the statement: of several variables only the first stands behind `export`. */
function statement(symbol: OutlinedSymbol, index: LineIndex): string {
  let { line } = symbol.node.span.start;
  while (/,\s*$/.test(index.lineText(line - 1) ?? "")) line--;
  const start = index.offsetOf({ line, column: 1 });
  return index.text.slice(start, index.offsetOf(symbol.node.nameSpan.start)).replace(/^(?:\s*@[^\n]*\n)+/, "");
}

/** Names in `export { … }`, in what stands behind `export default` and in what CommonJS hands out. */
function listedNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, list = ""] of text.matchAll(/(?:\bexport\s+(?:type\s+)?|\bexports\s*=\s*)\{([^{}]*)\}(?!\s*from\b)/g)) {
    for (const item of list.split(",")) {
      const name = /(?:^|:)\s*(?:type\s+)?([\p{L}\p{N}_$]+)/u.exec(item.replace(/^[^:]*:/, ":"))?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  const code = maskBy(scriptSyntax, text);
  let reached = 0;
  for (const match of code.matchAll(
    /\bexport\s+default\b|\bexport\s*=(?!=)|\bexports(?:\.[\p{L}\p{N}_$]+)?\s*=(?!=)/gu,
  )) {
    // What stands in an expression whose names are all listed is listed with it.
    if (match.index < reached) continue;
    const from = match.index + match[0].length;
    const head = code.slice(from, from + longestHead).trimStart();
    const declared = declaration.exec(head);
    if (declared !== null) names.add(declared[1] ?? "");
    if (declared !== null || arrow.test(head)) continue;
    reached = expressionEnd(code, from);
    for (const [name] of code.slice(from, reached).matchAll(word)) names.add(name);
  }
  return names;
}

/** Of a function or a class the name is handed out, of any other expression each name in it: a wrapper hands on what it is given. */
const declaration = /^(?:async\s+)?(?:abstract\s+)?(?:function\b\s*(?:\*\s*)?|class\b\s*)([\p{L}\p{N}_$]*)/u;
const arrow = /^(?:async\s*)?(?:\([^)]*\)[^=(]*|[\p{L}\p{N}_$]+\s*)=>/u;
const word = /(?<![\p{L}\p{N}_$.])[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** A longer list of parameters counts as an expression. */
const longestHead = 4_000;

export const scriptExports: ExportRules = {
  languages: ["typescript", "typescriptreact", "javascript", "javascriptreact"],
  exportedIn,
};
