// Finds every message that a source text can give to an agent or a person: refusals, reasons, notes, hints, remarks, events.
//
// A message is a string that reads as words, unless it stands where no reader meets it (a defect, a pattern, a list of
// names) or where another page shows it (descriptions of operations and settings). A template's hole is shown as `{name}`.

import { parseSync } from "oxc-parser";

export interface Message {
  /** The refusal's or the reason's code, where the source states it. */
  readonly code?: string;
  /** `what`, `why`, `next`, `detail`, or the property or the function that takes the text; each with its forms. */
  readonly parts: readonly (readonly [field: string, forms: readonly string[]])[];
}

export function messagesIn(path: string, text: string): Message[] {
  const program = parseSync(path, text).program as unknown as Node;
  return new MessageReader(program).messages();
}

// — below: private, in the order they are used —

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Their texts are for those who mend Sightline. */
const defects = new Set(["bug", "Error", "TypeError", "RangeError", "RegExp"]);
/** Properties and calls whose texts are on other pages, are data, or are compared with a text. */
const elsewhere = new Set([
  ...["summary", "description", "guidance", "brief", "describe", "examples", "title", "split", "words", "cWords"],
  ...["any", "linux", "macos", "windows", "install"],
  ...["startsWith", "endsWith", "includes", "indexOf", "replace", "replaceAll"],
]);
/** No message has more lines of its own: what does is a program. */
const mostLines = 6;
/** The properties of one message, in the order in which they are read. */
const refusalFields = ["what", "why", "next"];
const reasonFields = ["detail", "counted", "next"];

class MessageReader {
  private readonly constants = new Map<string, Node>();
  private readonly program: Node;
  private readonly found: Message[] = [];
  /** Literals that a found message has shown already. */
  private readonly shown = new Set<Node>();

  constructor(program: Node) {
    this.program = program;
  }

  messages(): Message[] {
    this.declare(this.program);
    this.visit(this.program, "text");
    return this.found;
  }

  private declare(node: Node): void {
    const { id, init } = node as { id?: Node; init?: Node };
    if (node.type === "VariableDeclarator" && id?.type === "Identifier" && isNode(init)) {
      if (isText(init)) this.constants.set(String(id["name"]), init);
    }
    for (const child of children(node)) this.declare(child);
  }

  private visit(node: Node, field: string): void {
    if (node.type === "ImportDeclaration" || node.type.startsWith("TS") || this.shown.has(node)) {
      if (
        node.type !== "TSAsExpression" &&
        node.type !== "TSSatisfiesExpression" &&
        node.type !== "TSNonNullExpression"
      )
        return;
    }
    if (node.type === "ObjectExpression" && this.takeObject(node)) return;
    if (isLiteral(node)) return this.takeLiteral(node, field);
    for (const child of children(node)) {
      const inner = fieldOf(node, child) ?? field;
      if (!elsewhere.has(inner) && !defects.has(inner)) this.visit(child, inner);
    }
  }

  /** A refusal or a reason is one message of several parts. */
  private takeObject(node: Node): boolean {
    const properties = new Map(propertiesOf(node));
    const fields = properties.has("what") ? refusalFields : properties.has("detail") ? reasonFields : [];
    const parts = fields.flatMap((field) => {
      const value = properties.get(field);
      return value === undefined ? [] : [[field, this.forms(value)] as const];
    });
    if (!parts.some(([, forms]) => forms.some(isProse))) return false;
    const code = properties.get("code");
    const codes = code === undefined ? [] : this.forms(code).filter((form) => !form.startsWith("{"));
    this.found.push({ ...(codes.length === 0 ? {} : { code: codes.join(" or ") }), parts });
    for (const [key, value] of properties) if (!fields.includes(key)) this.visit(value, key);
    return true;
  }

  private takeLiteral(node: Node, field: string): void {
    const forms = this.forms(node);
    if (forms.some(isProse)) this.found.push({ parts: [[field, forms]] });
  }

  /** The texts that an expression may be. */
  private forms(node: Node): readonly string[] {
    this.shown.add(node);
    switch (node.type) {
      case "Literal":
        return [String(node["value"])];
      case "TemplateLiteral":
        return [this.template(node)];
      case "BinaryExpression":
        return [this.oneOf(node["left"] as Node) + this.oneOf(node["right"] as Node)];
      case "ConditionalExpression":
        return [...this.forms(node["consequent"] as Node), ...this.forms(node["alternate"] as Node)];
      case "LogicalExpression":
        return [...this.forms(node["left"] as Node), ...this.forms(node["right"] as Node)];
      case "Identifier": {
        const constant = this.constants.get(String(node["name"]));
        return constant === undefined ? [`{${String(node["name"])}}`] : this.forms(constant);
      }
      case "CallExpression":
        return this.called(node);
      case "SpreadElement":
        return this.forms(node["argument"] as Node);
      case "ArrayExpression":
        return [this.inRow(node, " ")];
      case "ObjectExpression":
        return (node["properties"] as readonly Node[]).flatMap(({ value }) => (isNode(value) ? this.forms(value) : []));
      case "TSAsExpression":
      case "TSNonNullExpression":
      case "ChainExpression":
      case "ParenthesizedExpression":
        return this.forms(node["expression"] as Node);
      default:
        return [`{${nameOf(node) ?? "…"}}`];
    }
  }

  private template(node: Node): string {
    const quasis = node["quasis"] as { value: { cooked: string } }[];
    const expressions = node["expressions"] as Node[];
    return quasis
      .map(({ value }, place) => {
        const expression = expressions[place];
        return value.cooked + (expression === undefined ? "" : this.oneOf(expression));
      })
      .join("");
  }

  /** Several forms inside of a text: `{is|are}`. */
  private oneOf(node: Node): string {
    const forms = this.forms(node);
    if (forms.length === 1) return forms[0] ?? "";
    return `{${forms.map((form) => form.replace(/^\{([^{}|]*)\}$/, "$1")).join("|")}}`;
  }

  /** A list that is joined is its parts in a row; any other call is a hole with the name of what it is about. */
  private called(node: Node): readonly string[] {
    const callee = node["callee"] as Node;
    const given = node["arguments"] as readonly Node[];
    const [first] = given;
    const list = callee["object"];
    if (nameOf(callee) === "join" && isNode(list) && list.type === "ArrayExpression" && first?.type === "Literal") {
      return [this.inRow(list, String(first["value"]))];
    }
    for (const part of given) if (isLiteral(part) && this.forms(part).some(isProse)) this.takeArgument(part);
    const about = first === undefined || first.type === "ArrowFunctionExpression" ? undefined : nameOf(first);
    const name = nameOf(callee) ?? "…";
    return [`{${about === undefined || name === "join" ? name : about}}`];
  }

  private inRow(list: Node, between: string): string {
    return (list["elements"] as readonly (Node | null)[])
      .map((part) => (part === null ? "" : this.oneOf(part)))
      .join(between);
  }

  private takeArgument(node: Node): void {
    this.found.push({ parts: [["text", this.forms(node)]] });
  }
}

/** Also those that are there on a condition: `...(why === undefined ? {} : { why })`. */
function propertiesOf(node: Node): (readonly [string, Node])[] {
  return (node["properties"] as readonly Node[]).flatMap((property) => {
    if (property.type === "SpreadElement") {
      return branches(property["argument"] as Node)
        .filter(({ type }) => type === "ObjectExpression")
        .flatMap(propertiesOf);
    }
    const key = property.type === "Property" ? nameOf(property["key"] as Node) : undefined;
    return key === undefined ? [] : [[key, property["value"] as Node] as const];
  });
}

function branches(node: Node): Node[] {
  if (node.type === "ParenthesizedExpression") return branches(node["expression"] as Node);
  return node.type === "ConditionalExpression"
    ? [...branches(node["consequent"] as Node), ...branches(node["alternate"] as Node)]
    : [node];
}

function children(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isNode));
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function isLiteral(node: Node): boolean {
  return (node.type === "Literal" && typeof node["value"] === "string") || node.type === "TemplateLiteral";
}

/** What a constant may be for its text to stand where its name does. */
function isText(node: Node): boolean {
  if (node.type === "ConditionalExpression")
    return isText(node["consequent"] as Node) && isText(node["alternate"] as Node);
  return isLiteral(node);
}

/** The property or the function for which a child is meant. */
function fieldOf(node: Node, child: Node): string | undefined {
  if (node.type === "Property" && child === node["value"]) return nameOf(node["key"] as Node);
  if (node.type === "PropertyDefinition" || node.type === "VariableDeclarator")
    return nameOf((node["key"] ?? node["id"]) as Node);
  if (node.type === "CallExpression" || node.type === "NewExpression") {
    const name = nameOf(node["callee"] as Node);
    return name !== undefined && (elsewhere.has(name) || defects.has(name) || child !== node["callee"])
      ? name
      : undefined;
  }
  return node.type === "FunctionDeclaration" && isNode(node["id"]) ? nameOf(node["id"]) : undefined;
}

function nameOf(node: Node): string | undefined {
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type === "Literal") return String(node["value"]);
  if (node.type === "MemberExpression") return nameOf(node["property"] as Node);
  if (node.type === "ChainExpression") return nameOf(node["expression"] as Node);
  return node.type === "CallExpression" ? nameOf(node["callee"] as Node) : undefined;
}

/** Two words in a row, as no identifier, path or code has them. A text of many lines is a program that is run, not read. */
function isProse(text: string): boolean {
  if (text.split("\n").length > mostLines) return false;
  return /[A-Za-z]{2,}[,;:.]? (?:[A-Za-z]{2,}|a )/.test(text.replaceAll(/\{[^{}]*\}/g, "hole"));
}
