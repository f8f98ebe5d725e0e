// Changes of JSON with comments that keep every other byte: comments, order, indentation and line ends.
//
// Invariant: each change is one edit, and what it puts in is written as the text around it is.

import type { OffsetEdit } from "../../model/text-edit.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { bug } from "../../std/bug.ts";
import type { JsonItem, JsonMember, JsonNode } from "./jsonc-tree.ts";
import { afterComma, memberOf, nodeAt, parseJsonTree } from "./jsonc-tree.ts";

/** A change, and the paths of all that it brought: what was asked for, and the containers that were missing, outermost first. */
export interface JsonInsertion {
  readonly edit: OffsetEdit;
  readonly made: readonly (readonly string[])[];
}

/** Puts a member where there is none; undefined where a step of the path is no object, or is there twice. */
export function insertMember(text: string, path: readonly string[], value: unknown): JsonInsertion | undefined {
  const root = treeOf(text);
  let here = root;
  for (const [index, key] of path.entries()) {
    if (here.kind !== "object") return undefined;
    const next = memberOf(here, key);
    if (next === undefined) {
      if (here.children.some((member) => member.key === key)) return undefined;
      const wrapped = path.slice(index + 1).reduceRight<unknown>((inner, step) => ({ [step]: inner }), value);
      return {
        edit: insertion(text, root, here, (layout) => `${JSON.stringify(key)}${layout.colon}${layout.write(wrapped)}`),
        made: path.slice(index).map((_, more) => path.slice(0, index + more + 1)),
      };
    }
    here = next.node;
  }
  return undefined;
}

/** Adds an item at the end of a list, which is made where there is none. */
export function appendItem(text: string, path: readonly string[], value: unknown): JsonInsertion | undefined {
  const root = treeOf(text);
  const list = nodeAt(root, path);
  if (list === undefined) return insertMember(text, path, [value]);
  if (list.kind !== "array") return undefined;
  return { edit: insertion(text, root, list, (layout) => layout.write(value)), made: [] };
}

/** Another value in the place of one. */
export function replaceNode(text: string, node: JsonNode, value: unknown): OffsetEdit {
  const layout = layoutOf(text, treeOf(text), node.from);
  return { start: node.from, end: node.to, newText: layout.write(value) };
}

/** Takes a child out of its container, with its comma and its line. */
export function removeChild(text: string, container: JsonNode, child: JsonMember | JsonItem): OffsetEdit {
  if (container.kind === "scalar") return bug("a scalar has no children");
  const { children } = container;
  const index = children.findIndex(({ from }) => from === child.from);
  const previous = children[index - 1];
  const inner = { from: container.from + 1, to: container.to - 1 };
  const comma = afterComma(text, child.to);
  const isAlone = children.length === 1;
  const around = text.slice(inner.from, child.from) + text.slice(comma ?? child.to, inner.to);
  if (isAlone && around.trim() === "") return { start: inner.from, end: inner.to, newText: "" };
  const edits: OffsetEdit[] = [cut(gapAround(text, child.from, comma ?? child.to), text, child, comma)];
  const before = comma === undefined && previous !== undefined ? afterComma(text, previous.to) : undefined;
  if (before !== undefined) edits.push({ start: before - 1, end: before, newText: "" });
  return spanningEdit(text, edits);
}

/** The object at a path of keys goes where it is empty and holds no comment. */
export function removeIfHollow(text: string, path: readonly string[]): OffsetEdit | undefined {
  const parent = nodeAt(treeOf(text), path.slice(0, -1));
  const member = memberOf(parent, path.at(-1) ?? "");
  if (parent === undefined || member === undefined || member.node.kind === "scalar") return undefined;
  const inner = text.slice(member.node.from + 1, member.node.to - 1);
  return inner.trim() === "" ? removeChild(text, parent, member) : undefined;
}

/** Several edits as the one that spans them. */
export function spanningEdit(text: string, edits: readonly OffsetEdit[]): OffsetEdit {
  const start = Math.min(...edits.map((edit) => edit.start));
  const end = Math.max(...edits.map((edit) => edit.end));
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return { start, end, newText: applyEdits(text.slice(start, end), moved) };
}

// — below: private, in the order they are used —

/** How values are written at a place of a text. */
interface Layout {
  readonly colon: string;
  /** Before each child on a line of its own; undefined where all stands on one line. */
  readonly lead: string | undefined;
  readonly write: (value: unknown) => string;
}

type Container = Extract<JsonNode, { readonly kind: "object" | "array" }>;

function treeOf(text: string): JsonNode {
  const root = parseJsonTree(text);
  return root.kind === "broken" ? bug("only a text that was parsed is edited") : root;
}

function insertion(text: string, root: JsonNode, container: Container, child: (layout: Layout) => string): OffsetEdit {
  const last = container.children.at(-1);
  if (last === undefined) return firstChild(text, root, container, child);
  const first = container.children[0] ?? last;
  const isLined = text.slice(container.from, first.from).includes("\n");
  const comma = afterComma(text, last.to);
  if (!isLined) {
    const layout = inlineLayout(text);
    const gap = layout.colon.endsWith(" ") ? " " : "";
    const at = comma ?? last.to;
    const newText = comma === undefined ? `,${gap}${child(layout)}` : `${gap}${child(layout)},`;
    return { start: at, end: at, newText };
  }
  const layout = linedLayout(text, root, indentationAt(text, first.from) ?? indentBelow(text, root, container.from));
  const at = comma ?? last.to;
  const tail = lineTail(text, at);
  const line = `${layout.lead}${child(layout)}`;
  if (comma === undefined) return { start: at, end: at + tail.length, newText: `,${tail}${line}` };
  return { start: at + tail.length, end: at + tail.length, newText: `${line},` };
}

function firstChild(text: string, root: JsonNode, container: Container, child: (layout: Layout) => string): OffsetEdit {
  const inner = { from: container.from + 1, to: container.to - 1 };
  const within = text.slice(inner.from, inner.to);
  const isOneLine = !text.trim().includes("\n") && container !== root;
  if (isOneLine && within.trim() === "")
    return { start: inner.from, end: inner.to, newText: child(inlineLayout(text)) };
  const outer = lineIndentation(text, container.from);
  const layout = linedLayout(text, root, indentBelow(text, root, container.from));
  const kept = within.trimEnd();
  const start = inner.from + kept.length;
  return { start, end: inner.to, newText: `${layout.lead}${child(layout)}${lineEnd(text)}${outer}` };
}

function layoutOf(text: string, root: JsonNode, at: number): Layout {
  return text.trim().includes("\n") ? linedLayout(text, root, lineIndentation(text, at)) : inlineLayout(text);
}

function linedLayout(text: string, root: JsonNode, indentation: string): Layout {
  const end = lineEnd(text);
  const unit = unitOf(text, root);
  return {
    colon: ": ",
    lead: `${end}${indentation}`,
    write: (value) => JSON.stringify(value, undefined, unit).replaceAll("\n", `${end}${indentation}`),
  };
}

/** Compact where the text is: no blank after a colon. */
function inlineLayout(text: string): Layout {
  const isAiry = !/"[ \t]*:[^ \t\r\n]/.test(text);
  return {
    colon: isAiry ? ": " : ":",
    lead: undefined,
    // A line break inside of a text is written as an escape, so each one is of the layout.
    write: (value) => (isAiry ? JSON.stringify(value, undefined, 1).replaceAll(/\n */g, " ") : JSON.stringify(value)),
  };
}

function lineEnd(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** What one level is indented by: as the first child of the root that has a line of its own. */
function unitOf(text: string, root: JsonNode): string {
  const [first] = root.kind === "scalar" ? [] : root.children;
  const unit = first === undefined ? undefined : indentationAt(text, first.from);
  return unit === undefined || unit === "" ? "  " : unit;
}

function indentBelow(text: string, root: JsonNode, at: number): string {
  return lineIndentation(text, at) + unitOf(text, root);
}

/** The blanks before a place, if nothing else stands before it on its line. */
function indentationAt(text: string, at: number): string | undefined {
  const lead = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return lead.trim() === "" && text.lastIndexOf("\n", at - 1) >= 0 ? lead : undefined;
}

function lineIndentation(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

const comment = /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/(?=[ \t]*[\r\n]))/y;

/** A comment that ends the line, which is about what stands before it. */
function lineTail(text: string, at: number): string {
  comment.lastIndex = at;
  return comment.exec(text)?.[0] ?? "";
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The child with its whole line where it has one to itself, else with the blanks beside it. */
function gapAround(text: string, from: number, to: number): Gap {
  const lead = indentationAt(text, from);
  const rest = /[ \t]*/y;
  rest.lastIndex = to;
  const end = to + (rest.exec(text)?.[0].length ?? 0);
  const endsLine = end >= text.length || "\r\n".includes(text[end] ?? "") || "}]".includes(text[end] ?? "");
  if (lead !== undefined && endsLine) {
    const lineStart = from - lead.length - 1;
    return { from: text[lineStart - 1] === "\r" ? lineStart - 1 : lineStart, to };
  }
  if (!endsLine) return { from, to: end };
  const before = text.slice(0, from).trimEnd().length;
  return { from: "{[".includes(text[before - 1] ?? "") ? from : before, to };
}

/** Without the comments between the child and its comma. */
function cut(gap: Gap, text: string, child: { readonly to: number }, comma: number | undefined): OffsetEdit {
  const between = comma === undefined ? "" : text.slice(child.to, comma - 1).trim();
  return { start: gap.from, end: gap.to, newText: between === "" ? "" : ` ${between}` };
}
