// Symbols as an indented list: name, kind and line.

import type { SymbolKind, SymbolNode } from "../model/code-facts.ts";
import { inertLine } from "../render/inert.ts";
import { kindName } from "./symbol-kind.ts";

/** `name [Kind] :line`, two spaces for each level, in the order of the text; as deep as said. */
export function outlineLines(nodes: readonly SymbolNode[], depth = Number.POSITIVE_INFINITY, level = 0): string[] {
  if (depth <= 0) return [];
  return inOrder(nodes).flatMap((node) => [
    `${"  ".repeat(level)}${inertLine(node.name, 120)} [${kindName(node.kind)}] :${node.nameSpan.start.line}`,
    ...outlineLines(node.children, depth - 1, level + 1),
  ]);
}

/** Some servers sort by name. */
export function inOrder(nodes: readonly SymbolNode[]): SymbolNode[] {
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
