// A node of a tree of tree-sitter, as far as it is used here.

import type { Range } from "./parsed.ts";

export type Grammar = "tsx" | "python" | "go" | "rust" | "java" | "c-sharp" | "cpp";

export interface TreeNode {
  readonly type: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly hasError: boolean;
  readonly startPosition: { readonly row: number };
  readonly parent: TreeNode | null;
  readonly previousSibling: TreeNode | null;
  readonly nextSibling: TreeNode | null;
  readonly children: readonly TreeNode[];
  readonly namedChildren: readonly TreeNode[];
  childForFieldName(name: string): TreeNode | null;
  childrenForFieldName(name: string): readonly TreeNode[];
  descendantsOfType(types: readonly string[]): readonly TreeNode[];
}

export function rangeOf({ startIndex, endIndex }: TreeNode): Range {
  return { start: startIndex, end: endIndex };
}
