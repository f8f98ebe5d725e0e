// Hierarchies as indented trees: each symbol with its place and the lines of its calls.

import type { ListedPlace } from "./place-list.ts";

/** `file` and `name` are inert and on one line. */
export interface ListedNode extends ListedPlace {
  readonly name: string;
  /** Lines of the calls, in the file of the caller. */
  readonly calls: readonly number[];
  readonly next: readonly ListedNode[];
  readonly isRepeated: boolean;
}

/** `render src/view.ts:10  on 12, 14`, and indented below it what lies beyond. */
export function treeWithCalls(nodes: readonly ListedNode[], indent = "  "): string {
  return nodes.map((node) => `${indent}${head(node)}${calls(node)}${beyond(node, indent, treeWithCalls)}`).join("\n");
}

export function treeWithoutCalls(nodes: readonly ListedNode[], indent = "  "): string {
  return nodes.map((node) => `${indent}${head(node)}${beyond(node, indent, treeWithoutCalls)}`).join("\n");
}

/** The nearest step only, with the number of what lies beyond. */
export function treeTop(nodes: readonly ListedNode[]): string {
  return nodes
    .map((node) => {
      const further = treeSize(node.next);
      return `  ${head(node)}${further === 0 ? "" : `  (${further} beyond)`}`;
    })
    .join("\n");
}

/** Every node except those shown elsewhere in the tree. */
export function treeNodes(nodes: readonly ListedNode[]): ListedNode[] {
  return nodes.flatMap((node) => [...(node.isRepeated ? [] : [node]), ...treeNodes(node.next)]);
}

function treeSize(nodes: readonly ListedNode[]): number {
  return treeNodes(nodes).length;
}

function head({ name, file, line }: ListedNode): string {
  return `${name} ${file}:${line}`;
}

function calls({ calls: lines }: ListedNode): string {
  return lines.length === 0 ? "" : `  on ${[...new Set(lines)].join(", ")}`;
}

function beyond(
  { next, isRepeated }: ListedNode,
  indent: string,
  render: (nodes: readonly ListedNode[], indent: string) => string,
): string {
  if (isRepeated) return "  (again)";
  return next.length === 0 ? "" : `\n${render(next, `${indent}  `)}`;
}
