// What the go command reads of a Go file: its package, its imports, and the comments that it obeys.

import type { ImportedName, ImportRules, ReadStatement } from "../imports/rules.ts";

export const goImportRules: ImportRules = { read: (text) => importsIn(headerOf(text).tokens) };

/** Every package that Go code brings in, however that is laid out; behind the first other declaration nothing is. */
export function goImports(text: string): string[] {
  return [...new Set(importsIn(headerOf(text).tokens).flatMap(({ modules }) => modules))];
}

/**
 * The same for two texts only if the go command makes the same of both. Comments that it does not obey and blank lines
 * are no part of it, unless they stand among those that it does, where it matters what is beside them.
 */
export function goHeader(text: string): string {
  const { tokens, end } = headerOf(text);
  const obeyed = text.match(directive) ?? [];
  const header = text.slice(0, end);
  const words = tokens.map(({ word }) => word);
  // C code stands in a comment, and is built from all of the file.
  if (words.includes('"C"') || words.includes("`C`")) return text;
  return [constraint.test(header) ? header : words.join(" "), ...obeyed].join("\n");
}

// — below: private, in the order they are used —

interface Token {
  readonly word: string;
  readonly start: number;
}

const token =
  /(?<space>\s+)|(?<comment>\/\/.*|\/\*[\s\S]*?(?:\*\/|$))|"(?:[^"\\\n]|\\.)*"?|`[^`]*`?|[\p{L}_][\p{L}\p{N}_]*|[\s\S]/uy;
const declarations: ReadonlySet<string> = new Set(["func", "type", "var", "const"]);

/** The tokens up to the first declaration that is no import, and where it stands. */
function headerOf(text: string): { readonly tokens: readonly Token[]; readonly end: number } {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  for (let start = 0; start < text.length; start = token.lastIndex) {
    const match = token.exec(text);
    if (match === null) break;
    const [word] = match;
    if (declarations.has(word)) return { tokens, end: start };
    const isSpace = match.groups?.["space"] !== undefined || match.groups?.["comment"] !== undefined;
    if (!isSpace) tokens.push({ word, start });
    // The end of a line ends a statement.
    else if (word.includes("\n") && tokens.at(-1)?.word !== "\n") tokens.push({ word: "\n", start });
  }
  return { tokens, end: text.length };
}

/** A list in brackets is one statement, whether it is closed or not. */
function importsIn(tokens: readonly Token[]): ReadStatement[] {
  const found: ReadStatement[] = [];
  const words = tokens.filter(({ word }) => word !== "\n");
  for (let at = 0; at < words.length; at++) {
    if (words[at]?.word !== "import") continue;
    const begin = at;
    if (words[at + 1]?.word === "(") for (at += 1; at + 1 < words.length && words[at]?.word !== ")"; ) at++;
    else if (isQuoted(words[at + 1])) at += 1;
    // A name or a dot.
    else if (isQuoted(words[at + 2]) && /^[\p{L}\p{N}_.]+$/u.test(words[at + 1]?.word ?? "")) at += 2;
    if (at > begin) found.push(statementOf(words.slice(begin, at + 1)));
  }
  return found;
}

function isQuoted(token: Token | undefined): boolean {
  return /^(["`])[^\n]+\1$/.test(token?.word ?? "");
}

function statementOf(words: readonly Token[]): ReadStatement {
  const [first, last] = [words[0], words.at(-1)];
  const modules: string[] = [];
  const names: ImportedName[] = [];
  for (const [at, one] of words.entries()) {
    if (!isQuoted(one)) continue;
    modules.push(one.word.slice(1, -1));
    const alias = words[at - 1]?.word ?? "";
    if (alias === ".") names.push({ name: "*" });
    else if (/^(?!import$)[\p{L}_]/u.test(alias)) names.push({ name: "*", alias });
  }
  const named = words.slice(1).map(({ word }) => word);
  return {
    start: first?.start ?? 0,
    end: (last?.start ?? 0) + (last?.word.length ?? 0),
    named: named.join(" "),
    modules,
    names,
  };
}

const directive = /^[ \t]*\/\/(?:go:|[ \t]*\+build).*$/gm;
const constraint = /^[ \t]*\/\/(?:go:build|[ \t]*\+build)/m;
