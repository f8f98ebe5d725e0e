// Symbols as an indented list: name, kind and line.

import type { SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import type { LineIndex } from "../../model/line-index.ts";
import { inertLine } from "../../render/inert.ts";
import { nameAtStart } from "../foreign-text.ts";
import { kindName } from "./kind.ts";

/** `name [Kind] :line`, two spaces for each level, in the order of the text; as deep as said. */
export function outlineLines(nodes: readonly SymbolNode[], depth = Number.POSITIVE_INFINITY, level = 0): string[] {
  if (depth <= 0) return [];
  return symbolsInOrder(nodes).flatMap((node) => [
    `${"  ".repeat(level)}${nameAtStart(inertLine(node.name, 120))} [${kindName(node.kind)}] :${node.nameSpan.start.line}${node.leftOut === true ? " (not compiled here)" : ""}`,
    ...outlineLines(node.children, depth - 1, level + 1),
  ]);
}

/** Some servers sort by name. */
export function symbolsInOrder(nodes: readonly SymbolNode[]): SymbolNode[] {
  return [...nodes].sort((a, b) => a.span.start.line - b.span.start.line || a.span.start.column - b.span.start.column);
}

export function depthOf(nodes: readonly SymbolNode[]): number {
  return nodes.reduce((deepest, { children }) => Math.max(deepest, 1 + depthOf(children)), 0);
}

export function countOf(nodes: readonly SymbolNode[]): number {
  return nodes.reduce((sum, { children }) => sum + 1 + countOf(children), 0);
}

/** Not deeper than said. */
export function cutTo(nodes: readonly SymbolNode[], depth: number): SymbolNode[] {
  return nodes.map((node) => ({ ...node, children: depth <= 1 ? [] : cutTo(node.children, depth - 1) }));
}

/** Symbols of these kinds, with whatever they are in. */
export function ofKinds(nodes: readonly SymbolNode[], kinds: ReadonlySet<SymbolKind>): SymbolNode[] {
  return nodes.flatMap((node) => {
    const children = ofKinds(node.children, kinds);
    return kinds.has(node.kind) || children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** Without what matters only inside of a body, and without imports, which some servers list as symbols. */
export function declarationsOnly(nodes: readonly SymbolNode[], index: LineIndex): SymbolNode[] {
  return nodes.filter((node) => !isImport(node, index)).map(withoutLocals);
}

// — below: private, in the order they are used —

const importable: ReadonlySet<SymbolKind> = new Set(["variable", "constant", "module", "namespace", "class"]);
const importStart = /^\s*(?:import\b|from\s+\S+\s+import\b|(?:pub\s+)?use\s|using\s|#\s*include\b)/;

/** An import may take several lines: its first is found upward, not beyond the end of another statement. */
function isImport({ kind, nameSpan, children }: SymbolNode, index: LineIndex): boolean {
  if (!importable.has(kind) || children.length > 0) return false;
  for (let line = nameSpan.start.line; line > 0; line--) {
    const text = index.lineText(line) ?? "";
    if (importStart.test(text)) return true;
    const above = index.lineText(line - 1)?.trimEnd() ?? "";
    if (!/^[\w$*{},\s]+$/.test(text) || !/[{,(]$/.test(above)) return false;
  }
  return false;
}

const bodies: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor"]);
const values: ReadonlySet<SymbolKind> = new Set(["variable", "constant", "property", "field"]);
const local: ReadonlySet<SymbolKind> = new Set(["variable", "constant", "function"]);

function withoutLocals(node: SymbolNode): SymbolNode {
  const children = node.children.filter((child) => !isLocal(child, node)).map(withoutLocals);
  return { ...node, children };
}

/** What a test is called is a callback inside of a callback, and worth its line. */
function isLocal(child: SymbolNode, parent: SymbolNode): boolean {
  if (bodies.has(parent.kind)) return !(isCallback(parent) && isCallback(child));
  return values.has(parent.kind) && local.has(child.kind);
}

function isCallback({ name }: SymbolNode): boolean {
  return name.endsWith(" callback");
}
