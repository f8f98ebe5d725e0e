// Finds every regular expression that a source text makes: literals, and those built of strings, as far as the text says of which.
//
// A part that only a run knows, as a name that is searched for, stands as a word.

import { parseSync } from "oxc-parser";

export interface FoundPattern {
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

export function patternsIn(path: string, text: string): FoundPattern[] {
  const { program } = parseSync(path, text);
  const file = new SourceFile(text);
  walk(program as unknown as Node, (node) => file.declare(node));
  const found: FoundPattern[] = [];
  walk(program as unknown as Node, (node) => {
    for (const made of file.patternsAt(node))
      found.push({ line: text.slice(0, node.start).split("\n").length, ...made });
  });
  return found;
}

// — below: private, in the order they are used —

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Built {
  readonly source: string;
  readonly flags: string;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) walk(child, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** What stands for a part that only a run knows. */
const unknownPart = "name";
/** A pattern that is built of alternatives in several places has this many forms at most. */
const mostForms = 6;

class SourceFile {
  private readonly text: string;
  private readonly constants = new Map<string, Node[]>();
  /** Functions that build a pattern of all their arguments: the flags they give it. */
  private readonly builders = new Map<string, string>();

  constructor(text: string) {
    this.text = text;
  }

  declare(node: Node): void {
    const { id, init } = node as { id?: Node; init?: Node };
    if (node.type === "VariableDeclarator" && id?.type === "Identifier" && isNode(init)) {
      const name = String(id["name"]);
      this.constants.set(name, [...(this.constants.get(name) ?? []), init]);
    }
    const written = this.text.slice(node.start, node.end);
    const builder =
      /^function (\w+)\(\.\.\.(\w+): [^{]*\{\s*return new RegExp\(\2\.join\("\|"\), "(\w+)"\);\s*\}$/.exec(written);
    if (node.type === "FunctionDeclaration" && builder !== null) this.builders.set(builder[1] ?? "", builder[3] ?? "");
  }

  patternsAt(node: Node): Built[] {
    const regex = node["regex"] as { pattern: string; flags: string } | undefined;
    if (node.type === "Literal" && regex !== undefined) return [{ source: regex.pattern, flags: regex.flags }];
    const { callee, arguments: given } = node as { callee?: Node; arguments?: readonly Node[] };
    if (callee?.type !== "Identifier" || given === undefined) return [];
    const name = String(callee["name"]);
    const flags = this.builders.get(name);
    if (flags !== undefined) return this.joined(given, "|").map((source) => ({ source, flags }));
    const [first, second] = given;
    if (name !== "RegExp" || first === undefined || this.isBuilt(first)) return [];
    const ownFlags = second === undefined ? "" : (this.forms(second)[0] ?? "");
    return this.forms(first).map((source) => ({ source, flags: ownFlags }));
  }

  /** Of the argument of a builder, which is read where the builder is called. */
  private isBuilt(node: Node): boolean {
    const list = /^(\w+)\.join\("\|"\)$/.exec(this.written(node))?.[1];
    return list !== undefined && !this.constants.has(list);
  }

  private written(node: Node): string {
    return this.text.slice(node.start, node.end);
  }

  /** The texts that an expression may be. */
  private forms(node: Node): readonly string[] {
    switch (node.type) {
      case "Literal": {
        const regex = node["regex"] as { pattern: string } | undefined;
        return [regex?.pattern ?? String(node["value"])];
      }
      case "TemplateLiteral":
        return this.template(node, "cooked");
      case "TaggedTemplateExpression":
        return this.template(node["quasi"] as Node, "raw");
      case "BinaryExpression":
        return this.combined([this.forms(node["left"] as Node), this.forms(node["right"] as Node)]);
      case "ConditionalExpression":
        return [...this.forms(node["consequent"] as Node), ...this.forms(node["alternate"] as Node)];
      case "Identifier":
        return this.constant(node);
      case "MemberExpression":
        return this.written(node["property"] as Node) === "source" ? this.forms(node["object"] as Node) : [unknownPart];
      case "CallExpression":
        return this.called(node);
      case "TSAsExpression":
        return this.forms(node["expression"] as Node);
      default:
        return [unknownPart];
    }
  }

  private template(node: Node, form: "cooked" | "raw"): readonly string[] {
    const quasis = node["quasis"] as { value: { cooked: string; raw: string } }[];
    const expressions = node["expressions"] as Node[];
    return this.combined(
      quasis.flatMap(({ value }, place) => {
        const expression = expressions[place];
        return expression === undefined ? [[value[form]]] : [[value[form]], this.forms(expression)];
      }),
    );
  }

  private combined(parts: readonly (readonly string[])[]): readonly string[] {
    return parts.reduce<readonly string[]>(
      (texts, part) => texts.flatMap((text) => part.map((more) => text + more)).slice(0, mostForms),
      [""],
    );
  }

  /** The constant of this name that was declared last before the place. */
  private constant(node: Node): readonly string[] {
    const declared = this.constants.get(String(node["name"])) ?? [];
    const init = declared.findLast(({ end }) => end <= node.start) ?? declared[0];
    return init === undefined ? [unknownPart] : this.forms(init);
  }

  private called(node: Node): readonly string[] {
    const { callee, arguments: given } = node as unknown as { callee: Node; arguments: readonly Node[] };
    if (callee.type !== "MemberExpression" || this.written(callee["property"] as Node) !== "join") return [unknownPart];
    const [separator = ","] = given[0] === undefined ? [] : this.forms(given[0]);
    const list = this.listed(callee["object"] as Node);
    return list === undefined ? [unknownPart] : this.joined(list, separator);
  }

  private joined(parts: readonly Node[], separator: string): readonly string[] {
    const flat = parts.flatMap((part) =>
      part.type === "SpreadElement" ? (this.listed(part["argument"] as Node) ?? [part]) : [part],
    );
    return this.combined(flat.flatMap((part, place) => [place === 0 ? [""] : [separator], this.forms(part)]));
  }

  private listed(node: Node): readonly Node[] | undefined {
    if (node.type === "ArrayExpression") return node["elements"] as Node[];
    if (node.type === "TSAsExpression") return this.listed(node["expression"] as Node);
    const init = node.type === "Identifier" ? this.constants.get(String(node["name"]))?.[0] : undefined;
    return init === undefined ? undefined : this.listed(init);
  }
}
