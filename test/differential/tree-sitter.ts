// Texts as the grammars of tree-sitter parse them: which signs are prose, what is imported, and what is declared.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Parse, Parsed, Range } from "./parsed.ts";
import { Paint } from "./parsed.ts";
import { declaredIn, trivia } from "./tree-declarations.ts";
import type { Grammar, TreeNode } from "./tree-node.ts";

/** A parser for a language; it keeps no text. */
export async function treeParser(grammar: Grammar): Promise<Parse> {
  const directory = dirname(require.resolve("@vscode/tree-sitter-wasm"));
  const { Parser, Language } = require("@vscode/tree-sitter-wasm") as TreeSitter;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(directory, `tree-sitter-${grammar}.wasm`)));
  return (_file, text) => {
    const tree = parser.parse(text);
    try {
      return tree.rootNode.hasError ? undefined : parsed(grammar, text, tree);
    } finally {
      tree.delete();
    }
  };
}

// — below: private, in the order they are used —

const require = createRequire(import.meta.url);

/** What is used of the parser, whose own types declare no module. */
interface TreeSitter {
  readonly Parser: { new (): TreeParser; init(): Promise<void> };
  readonly Language: { load(file: string): Promise<object> };
}

interface TreeParser {
  setLanguage(language: object): void;
  parse(text: string): Tree;
}

interface Tree {
  readonly rootNode: TreeNode;
  walk(): Cursor;
  delete(): void;
}

interface Cursor {
  readonly nodeType: string;
  /** A word of the language is a node too, without a name; `string` is one. */
  readonly nodeIsNamed: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
}

function parsed(grammar: Grammar, text: string, tree: Tree): Parsed {
  const { rootNode } = tree;
  const { kinds, comments } = paintedBy(grammar, text, tree.walk());
  const classes = grammar === "python" ? pythonClassesIn(rootNode) : grammar === "java" ? javaClassesIn(rootNode) : [];
  const around = [...comments, ...trivia(grammar, rootNode)].sort((one, other) => one.start - other.start);
  const declared = declaredIn(grammar, rootNode);
  return { kinds, comments: around, modules: modulesIn(grammar, rootNode), declared, classes };
}

const commentTypes: ReadonlySet<string> = new Set(["comment", "line_comment", "block_comment", "hash_bang_line"]);

/** Nodes that are strings. */
const strings: Readonly<Record<Grammar, ReadonlySet<string>>> = {
  tsx: new Set(["string", "template_string", "template_literal_type", "regex", "jsx_text"]),
  python: new Set(["string", "type_conversion", "format_specifier"]),
  go: new Set(["interpreted_string_literal", "raw_string_literal", "rune_literal"]),
  rust: new Set(["string_literal", "raw_string_literal", "char_literal"]),
  java: new Set(["string_literal", "character_literal"]),
  "c-sharp": new Set([
    "string_literal",
    "verbatim_string_literal",
    "raw_string_literal",
    "character_literal",
    "interpolated_string_expression",
    "interpolation_format_clause",
  ]),
  cpp: new Set(["string_literal", "raw_string_literal", "char_literal"]),
};

/** Nodes in strings that are code again. */
const expressions: ReadonlySet<string> = new Set([
  "template_substitution",
  "template_type",
  "interpolation",
  "format_expression",
]);

function paintedBy(
  grammar: Grammar,
  text: string,
  cursor: Cursor,
): { readonly kinds: string; readonly comments: Range[] } {
  const paint = new Paint(text.length);
  const comments: Range[] = [];
  const visit = (): void => {
    const { nodeType, nodeIsNamed, startIndex: start } = cursor;
    const isComment = commentTypes.has(nodeType);
    // Comments of Rust that document end behind the line.
    const end = isComment ? start + text.slice(start, cursor.endIndex).trimEnd().length : cursor.endIndex;
    if (isComment) comments.push({ start, end });
    if (isComment) paint.put("comment", { start, end });
    else if (nodeIsNamed && strings[grammar].has(nodeType)) paint.put("string", { start, end: cursor.endIndex });
    else if (nodeType === "preproc_arg") paint.put("untold", { start, end });
    else if (expressions.has(nodeType)) paint.put("code", { start, end: cursor.endIndex });
    if (isComment || !cursor.gotoFirstChild()) return;
    do visit();
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  };
  visit();
  return { kinds: paint.toString(), comments };
}

function modulesIn(grammar: Grammar, root: TreeNode): string[] {
  const named = (types: readonly string[], field: string): string[] =>
    root.descendantsOfType(types).flatMap((node) => node.childrenForFieldName(field).map(({ text }) => text));
  switch (grammar) {
    case "python": {
      const whole = named(["import_statement"], "name").map((name) => name.replace(/\s+as\s[\s\S]*/, ""));
      const parts = named(["import_from_statement"], "module_name").map((name) => name.replaceAll(/\s/g, ""));
      const isFuture = root.descendantsOfType(["future_import_statement"]).length > 0;
      return [...whole, ...parts, ...(isFuture ? ["__future__"] : [])];
    }
    case "go":
      return named(["import_spec"], "path").map((path) => path.slice(1, -1));
    case "rust":
      return named(["use_declaration"], "argument").map((path) => path.replaceAll(/\s+/g, " "));
    case "java":
      return root
        .descendantsOfType(["import_declaration"])
        .map(({ text }) => text.replace(/^import\s+(?:static\s+)?/, "").replaceAll(/[\s;]/g, ""));
    case "c-sharp":
      return root
        .descendantsOfType(["using_directive"])
        .filter(({ text }) => !text.includes("="))
        .map(({ text }) => text.replace(/^(?:global\s+)?using\s+(?:static\s+)?/, "").replaceAll(/[\s;]/g, ""));
    default:
      return [];
  }
}

function pythonClassesIn(root: TreeNode): Parsed["classes"] {
  return root.descendantsOfType(["class_definition"]).map((node) => ({
    name: node.childForFieldName("name")?.text ?? "",
    at: node.startIndex,
    bases: (node.childForFieldName("superclasses")?.namedChildren ?? [])
      .filter(({ type }) => type !== "keyword_argument" && type !== "comment")
      .map(({ text }) => text),
  }));
}

const javaTypes = [
  ...["class_declaration", "interface_declaration", "enum_declaration", "record_declaration"],
  "annotation_type_declaration",
];

function javaClassesIn(root: TreeNode): Parsed["classes"] {
  return root.descendantsOfType(javaTypes).map((node) => {
    const headers = node.children.filter(({ type }) =>
      /^(?:superclass|super_interfaces|extends_interfaces)$/.test(type),
    );
    const name = node.childForFieldName("name");
    const components = node.childForFieldName("parameters")?.namedChildren ?? [];
    const body = node.childForFieldName("body")?.namedChildren ?? [];
    const all = body.flatMap((one) => (one.type === "enum_body_declarations" ? one.namedChildren : [one]));
    return {
      name: name?.text ?? "",
      at: name?.startIndex ?? 0,
      bases: headers.flatMap(({ text }) => listed(text.replace(/^(?:extends|implements)\b/, ""))),
      members: [...components, ...all].flatMap(javaMembers).sort(),
    };
  });
}

/** The names in a list of types, without what stands in angle brackets, comments and annotations. */
function listed(types: string): string[] {
  let plain = types.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  while (/<[^<>]*>/.test(plain)) plain = plain.replaceAll(/<[^<>]*>/g, "");
  return plain.replaceAll(/@[\w.]+|\s+/g, "").split(",");
}

function javaMembers(node: TreeNode): string[] {
  if (/^(?:field|constant)_declaration$/.test(node.type))
    return node.childrenForFieldName("declarator").flatMap((one) => one.childForFieldName("name")?.text ?? []);
  const isMember = /^(?:method_declaration|annotation_type_element_declaration|enum_constant|formal_parameter)$/;
  return isMember.test(node.type) ? [node.childForFieldName("name")?.text ?? ""] : [];
}
