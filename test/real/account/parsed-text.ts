// Texts as real parsers read them: which of their signs are code, strings and comments, and what they import.
//
// The product reads texts without a parser, because it has to read broken ones, and all of them quickly; on texts that parse, both agree.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";

export type Grammar = "typescript" | "python" | "go" | "rust";

export interface Parsed {
  /** Of each sign: `c` in code, `s` in a string, `t` in a comment. */
  readonly kinds: string;
  readonly modules: readonly string[];
  /** Whether the parser understood all of it. */
  readonly isWhole: boolean;
}

/** A parser for a language; it keeps no text. */
export async function parserOf(grammar: Grammar): Promise<(text: string) => Parsed> {
  const directory = dirname(require.resolve("@vscode/tree-sitter-wasm"));
  const { Parser, Language } = require("@vscode/tree-sitter-wasm") as TreeSitter;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(directory, `tree-sitter-${grammar}.wasm`)));
  return (text) => {
    const tree = parser.parse(text);
    const modules = grammar === "typescript" ? scriptModules(text) : modulesIn(grammar, tree.rootNode);
    const parsed = { kinds: kindsIn(grammar, text, tree.walk()), modules, isWhole: !tree.rootNode.hasError };
    tree.delete();
    return parsed;
  };
}

// — below: private, in the order they are used —

const require = createRequire(import.meta.url);

/** What is used of the parser, whose own types declare no module. */
interface TreeSitter {
  readonly Parser: { new (): Parser; init(): Promise<void> };
  readonly Language: { load(file: string): Promise<object> };
}

interface Parser {
  setLanguage(language: object): void;
  parse(text: string): { readonly rootNode: Node; walk(): Cursor; delete(): void };
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

interface Node {
  readonly text: string;
  readonly hasError: boolean;
  childrenForFieldName(name: string): readonly Node[];
  descendantsOfType(types: readonly string[]): readonly Node[];
}

const comments: ReadonlySet<string> = new Set(["comment", "line_comment", "block_comment", "hash_bang_line"]);

/** Nodes that are strings, and nodes in them that are code again. */
const strings: Readonly<Record<Grammar, ReadonlySet<string>>> = {
  typescript: new Set(["string", "template_string", "template_literal_type", "regex"]),
  python: new Set(["string", "type_conversion", "format_specifier"]),
  go: new Set(["interpreted_string_literal", "raw_string_literal", "rune_literal"]),
  rust: new Set(["string_literal", "raw_string_literal", "char_literal"]),
};
const expressions: ReadonlySet<string> = new Set([
  "template_substitution",
  "template_type",
  "interpolation",
  "format_expression",
]);

function kindsIn(grammar: Grammar, text: string, cursor: Cursor): string {
  const kinds = new Uint8Array(text.length).fill(code);
  const visit = (): void => {
    const { nodeType, nodeIsNamed, startIndex, endIndex } = cursor;
    const isString = nodeIsNamed && strings[grammar].has(nodeType);
    if (comments.has(nodeType)) kinds.fill(comment, startIndex, endIndex);
    else if (isString || expressions.has(nodeType)) kinds.fill(isString ? string : code, startIndex, endIndex);
    if (comments.has(nodeType) || !cursor.gotoFirstChild()) return;
    do visit();
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  };
  visit();
  return Buffer.from(kinds).toString("latin1");
}

const [code, string, comment] = ["c", "s", "t"].map((sign) => sign.charCodeAt(0)) as [number, number, number];

function scriptModules(text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync("a.ts", text).module;
  const exported = staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? []));
  const asked = dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end));
  const called = asked.flatMap((request) => /^["'](.*)["']$/.exec(request)?.[1] ?? []);
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...called];
}

function modulesIn(grammar: "python" | "go" | "rust", root: Node): string[] {
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
  }
}
