// Which symbols of a file others can use, by the rules of its language.
//
// Invariant: what the rules of a language do not decide counts as usable, so that nothing is left out by a guess.

import type { LineIndex } from "../../model/line-index.ts";
import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import { expressionEnd } from "../../languages/syntax/brackets.ts";
import type { DeclaredSymbol } from "./outline.ts";

/** Whether something is known of how a language tells what is exported. */
export function tellsExports(language: string | undefined): boolean {
  return ruleOf(language) !== undefined;
}

/** A test for the symbols of one file, whose text is looked at once. */
export function exportedIn(
  language: string | undefined,
  path: string,
  index: LineIndex,
): (symbol: DeclaredSymbol) => boolean {
  return ruleOf(language)?.(index, path) ?? (() => true);
}

// — below: private, in the order they are used —

type Rule = (index: LineIndex, path: string) => (symbol: DeclaredSymbol) => boolean;

function ruleOf(language: string | undefined): Rule | undefined {
  return language === undefined || !Object.hasOwn(rules, language) ? undefined : rules[language];
}

/** The text from the beginning of a declaration to its name: what stands there modifies it. */
function before({ node }: DeclaredSymbol, index: LineIndex): string {
  const start = { line: node.span.start.line, column: 1 };
  return index.text.slice(index.offsetOf(start), index.offsetOf(node.nameSpan.start));
}

const script: Rule = (index) => {
  const { text } = index;
  const names = listedNames(text);
  // Without imports and exports a file is a script, and whatever it declares is everybody's.
  const isScript = !/^[^\S\n\r\u2028\u2029]*(?:import|export)\b|\brequire\s*\(|\bexports\b/m.test(text);
  const isExported = (symbol: DeclaredSymbol): boolean => {
    const { parent, leaf } = symbol;
    if (parent === undefined)
      return isScript || names.has(leaf) || /(?:^|[;}])[^\S\n\r\u2028\u2029]*export\b/m.test(statement(symbol, index));
    if (!isExported(parent)) return false;
    if (parent.node.kind === "module" || parent.node.kind === "namespace")
      return /\bexport\b/.test(before(symbol, index));
    return !leaf.startsWith("#") && !/\bprivate\s/.test(before(symbol, index));
  };
  return isExported;
};

/** The lines from the one that begins the statement: of several variables only the first stands behind `export`. */
function statement(symbol: DeclaredSymbol, index: LineIndex): string {
  let { line } = symbol.node.span.start;
  while (/,\s*$/.test(index.lineText(line - 1) ?? "")) line--;
  const start = index.offsetOf({ line, column: 1 });
  return index.text.slice(start, index.offsetOf(symbol.node.nameSpan.start)).replace(/^(?:\s*@[^\n]*\n)+/, "");
}

/** Names in `export { … }`, in what stands behind `export default` and in what CommonJS hands out. */
function listedNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, list = ""] of text.matchAll(/(?:\bexport\s+(?:type\s+)?|\bexports\s*=\s*)\{([^{}]*)\}(?!\s*from\b)/g)) {
    for (const item of list.split(",")) {
      const name = /(?:^|:)\s*(?:type\s+)?([\p{L}\p{N}_$]+)/u.exec(item.replace(/^[^:]*:/, ":"))?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  const code = maskCommentsAndStrings(text, "script");
  let reached = 0;
  for (const match of code.matchAll(
    /\bexport\s+default\b|\bexport\s*=(?!=)|\bexports(?:\.[\p{L}\p{N}_$]+)?\s*=(?!=)/gu,
  )) {
    // What stands in an expression whose names are all listed is listed with it.
    if (match.index < reached) continue;
    const from = match.index + match[0].length;
    const head = code.slice(from, from + longestHead).trimStart();
    const declared = declaration.exec(head);
    if (declared !== null) names.add(declared[1] ?? "");
    if (declared !== null || arrow.test(head)) continue;
    reached = expressionEnd(code, from);
    for (const [name] of code.slice(from, reached).matchAll(word)) names.add(name);
  }
  return names;
}

/** Of a function or a class the name is handed out, of any other expression each name in it: a wrapper hands on what it is given. */
const declaration = /^(?:async\s+)?(?:abstract\s+)?(?:function\b\s*(?:\*\s*)?|class\b\s*)([\p{L}\p{N}_$]*)/u;
const arrow = /^(?:async\s*)?(?:\([^)]*\)[^=(]*|[\p{L}\p{N}_$]+\s*)=>/u;
const word = /(?<![\p{L}\p{N}_$.])[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** A longer list of parameters counts as an expression. */
const longestHead = 4_000;

const go: Rule = () => (symbol) => /^\p{Lu}/u.test(symbol.leaf);

const python: Rule = (index) => {
  const all = listedInAll(index.text);
  const isExported = ({ parent, leaf }: DeclaredSymbol): boolean => {
    if (parent === undefined && all !== undefined) return all === "undecided" || all.has(leaf);
    return !leaf.startsWith("_") && (parent === undefined || isExported(parent));
  };
  return isExported;
};

/** Only a single list of strings decides; what is computed or added to may name anything. */
function listedInAll(text: string): ReadonlySet<string> | "undecided" | undefined {
  const code = maskCommentsAndStrings(text, "python");
  const mentions = code.match(/\b__all__\b/g)?.length ?? 0;
  if (mentions === 0) return undefined;
  const literal = /^__all__[ \t]*(?::[^=\n\r\u2028\u2029]*)?=[ \t]*[[(]([\s,]*)[\])][ \t]*$/m.exec(code);
  if (mentions > 1 || literal === null) return "undecided";
  const written = withoutComments(text.slice(literal.index, literal.index + literal[0].length));
  return new Set([...written.matchAll(/["']([^"'\n]+)["']/g)].flatMap(([, name]) => name ?? []));
}

function withoutComments(text: string): string {
  return text.replaceAll(/#[^\n]*/g, "");
}

const rust: Rule = (index) => {
  const isExported = (symbol: DeclaredSymbol): boolean => {
    const { parent, node } = symbol;
    if (/\bpub\b/.test(before(symbol, index).replace(/\/\/[^\n]*/g, ""))) return true;
    if (/#\[macro_export\]/.test(before(symbol, index))) return true;
    if (parent === undefined) return false;
    // What an `impl Trait for Type` holds is as public as the trait, which may be declared anywhere.
    if (/^(?:unsafe\s+)?impl\b.*\sfor\s/.test(parent.node.name)) return true;
    const isOfTrait = parent.node.kind === "interface" || node.kind === "enum member";
    return isOfTrait && isExported(parent);
  };
  return isExported;
};

const java: Rule = (index) => {
  const isExported = (symbol: DeclaredSymbol): boolean =>
    !/\bprivate\s/.test(before(symbol, index)) && (symbol.parent === undefined || isExported(symbol.parent));
  return isExported;
};

const csharp: Rule = (index) => {
  const isExported = (symbol: DeclaredSymbol): boolean => {
    const { parent } = symbol;
    if (parent === undefined) return true;
    if (!isExported(parent)) return false;
    if (["interface", "enum", "namespace"].includes(parent.node.kind)) return true;
    return /\b(?:public|internal|protected)\s/.test(before(symbol, index));
  };
  return isExported;
};

const c: Rule = (index, path) => {
  const isHeader = /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp)$/i.test(path);
  const isExported = (symbol: DeclaredSymbol): boolean => {
    if (symbol.leaf === "(anonymous namespace)") return false;
    if (symbol.parent !== undefined) return isExported(symbol.parent) && !isPrivateMember(symbol, symbol.parent, index);
    return isHeader || !/^\s*static\b/.test(before(symbol, index));
  };
  return isExported;
};

/** By the last word for it above the member; a virtual one is called through a base, whatever it says of itself. */
function isPrivateMember(symbol: DeclaredSymbol, { node }: DeclaredSymbol, index: LineIndex): boolean {
  if (node.kind !== "class" && node.kind !== "struct") return false;
  const head = index.text.slice(index.offsetOf(node.span.start), index.offsetOf(node.nameSpan.start));
  const isClosed = /\bclass\b/.test(head) && !/\benum\b/.test(head);
  const from = index.offsetOf(node.nameSpan.end);
  let above = maskCommentsAndStrings(index.text.slice(from, index.offsetOf(symbol.node.nameSpan.start)), "c");
  for (let shorter = ""; shorter !== above; ) {
    shorter = above;
    above = above.replaceAll(/\{[^{}]*\}/g, "");
  }
  const said = [...above.matchAll(/\b(public|protected|private)\s*:(?!:)/g)].at(-1)?.[1];
  const line = index.lineText(symbol.node.nameSpan.start.line) ?? "";
  return (said ?? (isClosed ? "private" : "public")) === "private" && !/\b(?:virtual|override|final)\b/.test(line);
}

const rules: Readonly<Record<string, Rule>> = {
  typescript: script,
  typescriptreact: script,
  javascript: script,
  javascriptreact: script,
  go,
  python,
  rust,
  java,
  csharp,
  c,
  cpp: c,
  cuda: c,
};
