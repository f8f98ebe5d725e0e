// Adds to the outline of a file what its server leaves out because it does not compile it here: code for another
// platform or version.
//
// Invariant: what the server lists is never changed, and what is added bears a mark.

import { conditionAt, conditionalDeclarations } from "../../languages/conditional/conditional.ts";
import type { ConditionalDeclaration } from "../../languages/conditional/declaration.ts";
import type { SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { familyOf } from "../../languages/table.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { LineIndex } from "../../model/line-index.ts";
import type { Place } from "../../model/place.ts";
import { contains } from "../../model/place.ts";

/** The outline with the declarations that the server did not list. */
export function withLeftOut(file: FilePath, index: LineIndex, outline: readonly SymbolNode[]): SymbolNode[] {
  const listed = new Set(linesOf(outline));
  const missing = conditionalDeclarations(familyOf(file), index.text).filter((one) => !isListed(index, listed, one));
  return missing.reduce<SymbolNode[]>((nodes, one) => placed(nodes, nodeOf(index, one)), [...outline]);
}

export function isConditional(file: FilePath, index: LineIndex, place: Place): boolean {
  return conditionAt(familyOf(file), index.text, index.offsetOf(place)) !== undefined;
}

/** The condition of the block that a place stands in, where the block holds no symbol that the server lists. */
export function leftOutBlock(
  file: FilePath,
  index: LineIndex,
  place: Place,
  outline: readonly SymbolNode[],
): string | undefined {
  const condition = conditionAt(familyOf(file), index.text, index.offsetOf(place));
  if (condition === undefined) return undefined;
  const around = outline.flatMap(allOf).filter(({ span }) => contains(span, place));
  const isCompiled = around.some(({ leftOut, span }) => {
    // A function around the condition says nothing of the code inside of it.
    const start = conditionAt(familyOf(file), index.text, index.offsetOf(span.start));
    return leftOut === undefined && start === condition;
  });
  return isCompiled ? undefined : condition;
}

// — below: private, in the order they are used —

/** Servers differ in where a name begins, but not in its line. */
function linesOf(nodes: readonly SymbolNode[]): string[] {
  return nodes.flatMap(({ name, nameSpan, children }) => [keyOf(nameSpan.start.line, name), ...linesOf(children)]);
}

function keyOf(line: number, name: string): string {
  return `${line} ${/[\p{L}\p{N}_$]+(?=[^\p{L}\p{N}_$]*$)/u.exec(name)?.[0] ?? name}`;
}

function isListed(index: LineIndex, listed: ReadonlySet<string>, { at, name }: ConditionalDeclaration): boolean {
  return listed.has(keyOf(index.placeOf(at).line, name));
}

function nodeOf(index: LineIndex, { name, kind, at, start, end, children }: ConditionalDeclaration): SymbolNode {
  const leaf = name.split("::").at(-1) ?? name;
  return {
    name,
    kind,
    detail: "not compiled here",
    span: { start: index.placeOf(start), end: index.placeOf(end) },
    nameSpan: { start: index.placeOf(at), end: index.placeOf(at + leaf.length) },
    children: children.map((child) => nodeOf(index, child)),
    leftOut: true,
  };
}

const scopes: ReadonlySet<SymbolKind> = new Set(["class", "struct", "interface", "namespace", "module", "enum"]);

/** Inside of the innermost scope around it. */
function placed(nodes: readonly SymbolNode[], added: SymbolNode): SymbolNode[] {
  const holder = nodes.find(({ kind, span }) => scopes.has(kind) && contains(span, added.nameSpan.start));
  if (holder === undefined) return [...nodes, added];
  return nodes.map((node) => (node === holder ? { ...node, children: placed(node.children, added) } : node));
}

function allOf(node: SymbolNode): SymbolNode[] {
  return [node, ...node.children.flatMap(allOf)];
}
