// Scripts as oxc parses them.

import { parseSync } from "oxc-parser";
import type { SymbolKind } from "../../src/model/code-facts.ts";
import type { Declared, Parsed, Range } from "./parsed.ts";
import { inside, Paint } from "./parsed.ts";

export function parseScript(file: string, text: string): Parsed | undefined {
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) return undefined;
  const root = program as unknown as Node;
  const paint = new Paint(text.length);
  const modules: string[] = [];
  walk(root, (node) => {
    if (isText(node)) paint.put("string", node);
    modules.push(...modulesAt(node));
  });
  const hashbang = root["hashbang"];
  const remarks: readonly Range[] = [...comments, ...(isNode(hashbang) ? [hashbang] : [])];
  for (const one of remarks) paint.put("comment", one);
  const found = new Declarations(text, remarks);
  found.statements(nodesOf(root["body"]), undefined);
  return { kinds: paint.toString(), comments: remarks, modules, declared: found.all, classes: [] };
}

// — below: private, in the order they are used —

interface Node extends Range {
  readonly type: string;
  readonly [key: string]: unknown;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) for (const child of nodesOf(value)) walk(child, visit);
}

function nodesOf(value: unknown): readonly Node[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function isText({ type, regex, value }: Node): boolean {
  if (type === "TemplateElement" || type === "JSXText") return true;
  return type === "Literal" && (regex !== undefined || typeof value === "string");
}

/** Statements, calls and types that name a module. */
function modulesAt(node: Node): string[] {
  const { type, source, expression, callee, arguments: given } = node;
  if (type === "TSExternalModuleReference") return textOf(expression);
  if (type === "CallExpression" && isNode(callee) && callee["name"] === "require") return textOf(nodesOf(given)[0]);
  return bringsIn.has(type) ? textOf(source) : [];
}

const bringsIn: ReadonlySet<string> = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
]);

function textOf(node: unknown): string[] {
  return isNode(node) && typeof node["value"] === "string" ? [node["value"]] : [];
}

class Declarations {
  readonly all: Declared[] = [];
  private readonly text: string;
  private readonly comments: readonly Range[];

  constructor(text: string, comments: readonly Range[]) {
    this.text = text;
    this.comments = comments;
  }

  statements(nodes: readonly Node[], parent: Declared | undefined): void {
    for (const outer of nodes) {
      const inner = isNode(outer["declaration"]) ? outer["declaration"] : outer;
      const kind = statementKinds[inner.type];
      if (inner.type === "VariableDeclaration") this.variables(outer, inner, parent);
      else if (kind !== undefined) this.declaration(kind, outer, inner, parent);
    }
  }

  private declaration(kind: SymbolKind, outer: Node, inner: Node, parent: Declared | undefined): void {
    const { id, body, typeAnnotation } = inner;
    if (!isNode(id)) return;
    const value = isNode(body) ? inside(body) : isNode(typeAnnotation) && kind === "class" ? typeAnnotation : undefined;
    const one = this.put(kind, outer, id, inner.type === "TSDeclareFunction" ? undefined : value, parent, inner);
    if (isNode(body)) this.members(body, one);
  }

  private members(body: Node, parent: Declared): void {
    const within = nodesOf(body["body"] ?? body["members"]);
    if (statementParents.has(parent.kind)) this.statements(within, parent);
    for (const node of within) {
      const { key, id, value, initializer, computed } = node;
      const name = isNode(key) ? key : id;
      const kind = memberKind(node);
      if (kind === undefined || !isNode(name) || computed === true) continue;
      const set = isNode(value) ? value : isNode(initializer) ? initializer : undefined;
      this.put(kind, node, name, set === undefined ? undefined : bodyOf(set), parent);
    }
  }

  private variables(outer: Node, inner: Node, parent: Declared | undefined): void {
    const list = nodesOf(inner["declarations"]);
    for (const [at, node] of list.entries()) {
      const { id, init } = node;
      if (!isNode(id) || id.type !== "Identifier") continue;
      const annotation = id["typeAnnotation"];
      const name = { start: id.start, end: isNode(annotation) ? annotation.start : id.end };
      const range = {
        start: at === 0 ? outer.start : node.start,
        end: at === list.length - 1 ? outer.end : node.end,
      };
      const body = isNode(init) ? bodyOf(init) : undefined;
      const one = { kind: "variable", name, span: node, outer: range.start, ...range, body, parent } as const;
      this.all.push(one);
      if (!isNode(init)) continue;
      if (init.type === "ObjectExpression") this.properties(init, one);
      const block = init["body"];
      if (isNode(block)) this.members(block, { ...one, kind: init.type === "ClassExpression" ? "class" : "function" });
    }
  }

  private properties(object: Node, parent: Declared): void {
    for (const node of nodesOf(object["properties"])) {
      const { key, value, computed, shorthand } = node;
      if (!isNode(key) || !isNode(value) || computed === true || shorthand === true) continue;
      const isMethod = node["method"] === true || node["kind"] !== "init";
      this.put(isMethod ? "method" : "property", node, key, bodyOf(value), parent);
      if (value.type === "ObjectExpression") this.properties(value, parent);
    }
  }

  private put(
    kind: SymbolKind,
    node: Node,
    id: Range,
    body: Range | undefined,
    parent: Declared | undefined,
    inner: Node = node,
  ): Declared {
    const decorators = [...nodesOf(node["decorators"]), ...nodesOf(inner["decorators"])];
    const outer = Math.min(node.start, ...decorators.map(({ start }) => start));
    const behind = Math.max(0, ...decorators.filter(({ start }) => start <= node.start).map(({ end }) => end));
    const start = this.codeFrom(Math.max(behind, outer === node.start ? outer : node.start));
    const isParted = this.text.charAt(node.end - 1) === ",";
    const end = isParted ? this.text.slice(0, node.end - 1).trimEnd().length : node.end;
    const one = { kind, name: id, span: { start: outer, end: node.end }, outer, start, end, body, parent };
    this.all.push(one);
    return one;
  }

  /** Behind blanks and comments. */
  private codeFrom(from: number): number {
    let at = from;
    for (;;) {
      at += /^\s*/.exec(this.text.slice(at))?.[0].length ?? 0;
      const comment = this.comments.find(({ start }) => start === at);
      if (comment === undefined) return at;
      at = comment.end;
    }
  }
}

const statementKinds: Readonly<Record<string, SymbolKind>> = {
  FunctionDeclaration: "function",
  TSDeclareFunction: "function",
  ClassDeclaration: "class",
  TSInterfaceDeclaration: "interface",
  TSTypeAliasDeclaration: "class",
  TSEnumDeclaration: "enum",
  TSModuleDeclaration: "namespace",
};

const statementParents: ReadonlySet<SymbolKind> = new Set(["function", "namespace"]);

function memberKind({ type, kind }: Node): SymbolKind | undefined {
  if (kind === "constructor") return "constructor";
  return memberKinds[type];
}

const memberKinds: Readonly<Record<string, SymbolKind>> = {
  MethodDefinition: "method",
  TSAbstractMethodDefinition: "method",
  TSMethodSignature: "method",
  PropertyDefinition: "property",
  TSAbstractPropertyDefinition: "property",
  AccessorProperty: "property",
  TSPropertySignature: "property",
  TSEnumMember: "enum member",
};

/** Of what a name is set to: the inside of a function or class, the value of an arrow function, or all of it. */
function bodyOf(value: Node): Range | undefined {
  const { type, body, start, end } = value;
  if (type === "TSEmptyBodyFunctionExpression") return undefined;
  if (!isNode(body) || !/Function|^ClassExpression$/.test(type)) return { start, end };
  return /^(?:BlockStatement|ClassBody|FunctionBody)$/.test(body.type) ? inside(body) : body;
}
