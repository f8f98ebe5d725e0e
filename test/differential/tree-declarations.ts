// The declarations that a tree of tree-sitter holds, with the ranges that the language's server states for them.

import type { SymbolKind } from "../../src/model/code-facts.ts";
import type { Declared, Range } from "./parsed.ts";
import { inside } from "./parsed.ts";
import type { Grammar, TreeNode } from "./tree-node.ts";
import { rangeOf } from "./tree-node.ts";

export function declaredIn(grammar: Grammar, root: TreeNode): Declared[] {
  const found: Declared[] = [];
  const read = readers[grammar];
  const visit = (node: TreeNode, parent: Declared | undefined): void => {
    const own = read?.(node, parent) ?? [];
    found.push(...own);
    // What several names share belongs to the first.
    for (const child of node.namedChildren) visit(child, own[0] ?? parent);
  };
  if (read !== undefined) visit(root, undefined);
  return found;
}

/** What stands before a declaration and belongs to it without being a part of its node. */
export function trivia(grammar: Grammar, root: TreeNode): Range[] {
  return grammar === "rust" ? root.descendantsOfType(["attribute_item"]).map(rangeOf) : [];
}

// — below: private, in the order they are used —

type Reader = (node: TreeNode, parent: Declared | undefined) => Declared[];

interface Shape {
  readonly kind: SymbolKind;
  readonly name: TreeNode | null;
  readonly whole: Range;
  /** Where it differs from the whole. */
  readonly span?: Range;
  readonly start?: number;
  readonly body?: Range | undefined;
}

function declared({ kind, name, whole, span, start, body }: Shape, parent: Declared | undefined): Declared[] {
  if (name === null) return [];
  const from = start ?? whole.start;
  const { end } = whole;
  return [{ kind, name: rangeOf(name), span: span ?? whole, outer: whole.start, start: from, end, body, parent }];
}

function insideOf(node: TreeNode | null | undefined): Range | undefined {
  return node === null || node === undefined ? undefined : inside(rangeOf(node));
}

const pythonKinds: Readonly<Record<string, SymbolKind>> = {
  function_definition: "function",
  class_definition: "class",
};

const python: Reader = (node, parent) => {
  const kind = pythonKinds[node.type];
  const decorated = node.parent?.type === "decorated_definition" ? node.parent : node;
  if (kind !== undefined) {
    const own = kind === "function" && parent?.kind === "class" ? "method" : kind;
    const [name, block] = [node.childForFieldName("name"), node.childForFieldName("body")];
    const body = block === null ? undefined : suiteOf(node, block);
    const end = body?.end ?? node.endIndex;
    return declared(
      { kind: own, name, whole: { start: decorated.startIndex, end }, start: node.startIndex, body },
      parent,
    );
  }
  const left = node.type === "assignment" ? node.childForFieldName("left") : null;
  const statement = node.parent;
  if (left?.type !== "identifier" || statement?.type !== "expression_statement") return [];
  if (statement.namedChildren.length > 1) return [];
  const right = node.childForFieldName("right");
  if (right?.type === "assignment") return [];
  const value = right?.type === "lambda" ? right.childForFieldName("body") : right;
  const body = value === null || value === undefined ? undefined : rangeOf(value);
  return declared({ kind: "variable", name: left, whole: rangeOf(statement), span: rangeOf(left), body }, parent);
};

/** A block with the comments around it that are indented as a part of it, which are outside of its node. */
function suiteOf(node: TreeNode, block: TreeNode): Range {
  const colon = node.children.findLast(({ type, startIndex }) => type === ":" && startIndex < block.startIndex);
  const before = node.children.find(({ type, startIndex, startPosition }) => {
    const isBelow = startPosition.row > (colon?.startPosition.row ?? 0) && startIndex > (colon?.startIndex ?? 0);
    return type === "comment" && isBelow && startIndex < block.startIndex;
  });
  return { start: before?.startIndex ?? block.startIndex, end: block.endIndex };
}

const goSpecs: Readonly<Record<string, SymbolKind>> = {
  type_spec: "class",
  type_alias: "class",
  var_spec: "variable",
  const_spec: "constant",
};

const go: Reader = (node, parent) => {
  const names = node.childrenForFieldName("name").filter(({ type }) => type !== ",");
  const [name = null] = names;
  if (node.type === "function_declaration" || node.type === "method_declaration") {
    const kind = node.type === "method_declaration" ? "method" : "function";
    return declared({ kind, name, whole: rangeOf(node), body: insideOf(node.childForFieldName("body")) }, parent);
  }
  const kind = goSpecs[node.type];
  if (kind !== undefined) {
    const around = node.parent?.type === "var_spec_list" ? node.parent.parent : node.parent;
    const isAlone = around?.children.every(({ type }) => type !== "(" && type !== "var_spec_list");
    const whole = { start: isAlone === true ? (around?.startIndex ?? 0) : node.startIndex, end: node.endIndex };
    const body = names.length > 1 ? undefined : goBody(node);
    return names.flatMap((one) =>
      declared({ kind: goKind(node, kind), name: one, whole, span: rangeOf(node), body }, parent),
    );
  }
  if (node.type === "method_elem") return declared({ kind: "method", name, whole: rangeOf(node) }, parent);
  if (node.type !== "field_declaration" || names.length !== 1) return [];
  const end = node.childForFieldName("type")?.endIndex ?? node.endIndex;
  return declared({ kind: "field", name, whole: { start: node.startIndex, end } }, parent);
};

function goKind(node: TreeNode, kind: SymbolKind): SymbolKind {
  const type = kind === "class" ? node.childForFieldName("type")?.type : undefined;
  return type === "struct_type" ? "struct" : type === "interface_type" ? "interface" : kind;
}

function goBody(node: TreeNode): Range | undefined {
  const [type, value] = [node.childForFieldName("type"), node.childForFieldName("value")];
  if (goSpecs[node.type] === "class") {
    if (type?.type !== "struct_type" && type?.type !== "interface_type") return undefined;
    const open = type.children.find((one) => one.type === "{") ?? type.namedChildren[0]?.children[0];
    return open === undefined ? undefined : { start: open.endIndex, end: type.endIndex - 1 };
  }
  const only = value?.namedChildren.length === 1 ? value.namedChildren[0] : value;
  if (only?.type === "func_literal") return insideOf(only.childForFieldName("body"));
  return only === null || only === undefined ? undefined : rangeOf(only);
}

const rustKinds: Readonly<Record<string, SymbolKind>> = {
  function_item: "function",
  function_signature_item: "function",
  struct_item: "struct",
  union_item: "struct",
  enum_item: "enum",
  enum_variant: "enum member",
  trait_item: "interface",
  impl_item: "object",
  mod_item: "module",
  const_item: "constant",
  static_item: "constant",
  type_item: "class",
  field_declaration: "field",
};

const rust: Reader = (node, parent) => {
  const kind = rustKinds[node.type];
  if (kind === undefined) return [];
  const name = node.childForFieldName(node.type === "impl_item" ? "type" : "name");
  const own = kind === "function" && parent !== undefined && parent.kind !== "module" ? "method" : kind;
  const block = node.childForFieldName("body");
  const value = node.childForFieldName("value") ?? (node.type === "type_item" ? node.childForFieldName("type") : null);
  const isBraced = block?.text.startsWith("{") === true;
  const body = isBraced ? insideOf(block) : value === null ? undefined : rangeOf(value);
  let first = node;
  while (first.previousSibling?.type === "attribute_item") first = first.previousSibling;
  const whole = { start: first.startIndex, end: node.endIndex };
  return declared({ kind: own, name, whole, start: node.startIndex, body }, parent);
};

const javaKinds: Readonly<Record<string, SymbolKind>> = {
  class_declaration: "class",
  record_declaration: "class",
  interface_declaration: "interface",
  annotation_type_declaration: "interface",
  enum_declaration: "enum",
  enum_constant: "enum member",
  method_declaration: "method",
  annotation_type_element_declaration: "method",
  constructor_declaration: "constructor",
  compact_constructor_declaration: "constructor",
};

const java: Reader = (node, parent) => {
  const kind = javaKinds[node.type];
  const whole = rangeOf(node);
  const start = behindAttributes(node, /annotation$/);
  if (kind !== undefined) {
    const block = node.childForFieldName("body");
    return declared({ kind, name: node.childForFieldName("name"), whole, start, body: insideOf(block) }, parent);
  }
  if (node.type !== "field_declaration" && node.type !== "constant_declaration") return [];
  const declarators = node.childrenForFieldName("declarator");
  return declarators.length === 1 ? variable(node, declarators[0], start, parent) : [];
};

function variable(node: TreeNode, one: TreeNode | undefined, start: number, parent: Declared | undefined): Declared[] {
  if (one === undefined) return [];
  const name = one.childForFieldName("name");
  const sign = one.children.findIndex(({ type }) => type === "=");
  const value = one.childForFieldName("value") ?? (sign < 0 ? undefined : one.children[sign + 1]);
  const block = value?.type === "lambda_expression" ? value.childForFieldName("body") : undefined;
  const body = block === undefined || block === null ? value : block;
  const range = body === undefined ? undefined : body.type === "block" ? insideOf(body) : rangeOf(body);
  return declared({ kind: "field", name, whole: rangeOf(node), start, body: range }, parent);
}

/** Behind the attributes that a declaration begins with. */
function behindAttributes(node: TreeNode, attribute: RegExp): number {
  const [first] = node.children;
  const within = first?.type === "modifiers" ? [...first.children, ...node.children.slice(1)] : node.children;
  return within.find(({ type }) => !attribute.test(type) && !type.endsWith("comment"))?.startIndex ?? node.startIndex;
}

const csharpKinds: Readonly<Record<string, SymbolKind>> = {
  namespace_declaration: "namespace",
  class_declaration: "class",
  struct_declaration: "struct",
  record_declaration: "class",
  interface_declaration: "interface",
  enum_declaration: "enum",
  enum_member_declaration: "enum member",
  method_declaration: "method",
  constructor_declaration: "constructor",
  property_declaration: "property",
};

const csharp: Reader = (node, parent) => {
  const kind = csharpKinds[node.type];
  const whole = rangeOf(node);
  const start = behindAttributes(node, /^attribute_list$/);
  if (kind !== undefined) {
    const block = ["body", "value", "accessors"].flatMap((field) => node.childForFieldName(field) ?? [])[0] ?? null;
    return declared({ kind, name: node.childForFieldName("name"), whole, start, body: csharpBody(block) }, parent);
  }
  if (node.type !== "field_declaration") return [];
  const declarators = node.descendantsOfType(["variable_declarator"]);
  return declarators.length === 1 ? variable(node, declarators[0], start, parent) : [];
};

function csharpBody(block: TreeNode | null): Range | undefined {
  if (block === null) return undefined;
  if (block.type !== "arrow_expression_clause") return block.text.startsWith("{") ? insideOf(block) : rangeOf(block);
  const [value] = block.namedChildren;
  return value === undefined ? undefined : rangeOf(value);
}

const readers: Partial<Readonly<Record<Grammar, Reader>>> = { python, go, rust, java, "c-sharp": csharp };
