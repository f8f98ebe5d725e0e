// What a file hands to others without a declaration of its own: a default export that has no name, and names of other files.

import type { SymbolNode } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { baseName } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Reason } from "../../model/standing.ts";
import { maskCommentsAndStrings } from "../syntax/code-text.ts";
import { expressionEnd } from "../syntax/brackets.ts";
import { languageRecord } from "../table.ts";

/** With the default export of a script, named by its keyword: there its uses can be asked for. */
export function withDefaultExport(file: FilePath, nodes: readonly SymbolNode[], index: LineIndex): SymbolNode[] {
  const { text } = index;
  if (languageRecord(file).names?.isDefaultExport === undefined || !/\bexport\s+default\b/.test(text))
    return [...nodes];
  const code = maskCommentsAndStrings(text, "script");
  const match = /\bexport\s+default\b/.exec(code);
  if (match === null) return [...nodes];
  const from = match.index + match[0].length;
  const start = index.placeOf(match.index);
  const nameSpan = { start: index.placeOf(from - "default".length), end: index.placeOf(from) };
  if (nodes.some(({ name }) => name === "default")) {
    const named = (node: SymbolNode): SymbolNode => ({ ...node, nameSpan, span: { start, end: node.span.end } });
    return nodes.map((node) => (node.name === "default" ? named(node) : node));
  }
  const end = expressionEnd(code, from);
  if (hasName.test(code.slice(from, end).trim())) return [...nodes];
  const span = { start, end: index.placeOf(end) };
  return [...nodes, { name: "default", kind: "variable", span, nameSpan, children: [] }];
}

/** Of what a server lists in `export { … }` the names that are declared in other files. */
export function handedOnOf(
  mentions: readonly SymbolNode[],
  own: readonly SymbolNode[],
  index: LineIndex,
): SymbolNode[] {
  const { text } = index;
  const declared = new Set(own.map(({ name }) => name));
  return mentions.filter(({ span }) => {
    const offset = index.offsetOf(span.start);
    const before = text.slice(Math.max(0, offset - 10_000), offset);
    const name = /^(?:type\s+)?([\p{L}\p{N}_$]+)/u.exec(text.slice(offset, offset + 300))?.[1] ?? "";
    return /\bexport\s*(?:type\s*)?\{[^}]*$/.test(before) && !declared.has(name);
  });
}

/** Why uses through a file may be missing: it hands on what no server lists as its own. */
export function unlistedIn(file: FilePath, { text }: LineIndex): Reason[] {
  const { family, declarations } = languageRecord(file);
  const { handsOn, handsOnIn } = declarations ?? {};
  if (handsOn === undefined || handsOnIn?.test(baseName(file)) === false) return [];
  if (!handsOn.test(maskCommentsAndStrings(text, family))) return [];
  return [{ code: "scoped", detail: "uses of what it re-exports from other files are not known" }];
}

// — below: private, in the order they are used —

const hasName =
  /^(?:async\s+)?(?:abstract\s+)?(?:function\b\s*(?:\*\s*)?|(?:class|interface|enum)\b\s*)[\p{L}_$]|^[\p{L}_$][\p{L}\p{N}_$]*$/u;
