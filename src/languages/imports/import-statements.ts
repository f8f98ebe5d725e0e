// Statements by which a text brings in what other files declare, found by their form and without a parser.

import type { Family } from "../family.ts";
import { codeOnly } from "../syntax/code-text.ts";

/** Those that name a module; see `modulesOf`. */
export function importStatements(family: Family, text: string): RegExpExecArray[] {
  return statementsIn(family, text, modules[family] ?? []);
}

/** Those that bring names in, or list what is handed on, and name no module by themselves. */
export function nameStatements(family: Family, text: string): RegExpExecArray[] {
  return statementsIn(family, text, names[family] ?? []);
}

/** The modules that a statement names, as they are written. */
export function modulesOf(family: Family, match: RegExpMatchArray): string[] {
  const text = match[1] ?? "";
  if (family === "go") return quoted(goHeader(text));
  if (family === "python") return text.split(",").flatMap((one) => /^[\s\\]*([\w.]+)/.exec(one)?.[1] ?? []);
  return [text.replaceAll(/\s+/g, " ").trim()];
}

/** The module that a statement of a script names, also where it brings names in by `require`. */
export function scriptModule(match: RegExpMatchArray): string | undefined {
  return match[1] ?? /["']([^"'\n]+)["']/.exec(match[0])?.[1];
}

/** Every module that a text may bring in, comments and strings included: for whom one too many does no harm. */
export function mentionedModules(family: Family, text: string): string[] {
  const found = (modules[family] ?? []).flatMap((statement) => [...text.matchAll(statement)]);
  return [...new Set(found.flatMap((match) => modulesOf(family, match)))];
}

/** Every package that Go code brings in, however that is laid out; behind the first other declaration nothing is. */
export function goImports(text: string): string[] {
  const found = goHeader(text).matchAll(
    /(?<![\p{L}\p{N}_])import(?![\p{L}\p{N}_])\s*(\([^)]*|(?:(?:[\p{L}\p{N}_]+|\.)\s*)?(?:"[^"\n]*"|`[^`]*`))/gu,
  );
  return [...new Set([...found].flatMap(([, list = ""]) => quoted(list)))];
}

// — below: private, in the order they are used —

const goTokens =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|`[^`]*`?|(?<![\p{L}\p{N}_])(?:func|type|var|const)(?![\p{L}\p{N}_])/gu;

/** What stands before the first declaration that is no import, without comments. */
function goHeader(text: string): string {
  let header = "";
  let at = 0;
  for (const { 0: token, index } of text.matchAll(goTokens)) {
    header += text.slice(at, index);
    at = index + token.length;
    if (/^[a-z]/.test(token)) return header;
    header += token.startsWith("/") ? " " : token;
  }
  return header + text.slice(at);
}

/** The texts in either kind of quotes. */
function quoted(text: string): string[] {
  return [...text.matchAll(/"([^"\n]+)"|`([^`\n]+)`/g)].flatMap((one) => one[1] ?? one[2] ?? []);
}

/** Comments are blanks here, whatever they say; what begins in a string is no statement, but one may begin behind it. */
function statementsIn(family: Family, text: string, statements: readonly RegExp[]): RegExpExecArray[] {
  if (statements.length === 0) return [];
  const code = codeOnly(text, family, inString);
  const strings = new RegExp(`${inString}+`, "g");
  const said = code.replaceAll(strings, (string, at: number) => text.slice(at, at + string.length));
  return statements.flatMap((statement) => {
    const found: RegExpExecArray[] = [];
    statement.lastIndex = 0;
    for (let match = statement.exec(said); match !== null; match = statement.exec(said)) {
      const isCode = code.charAt(match.index + match[0].search(/\S/)) !== inString;
      if (isCode) found.push(match);
      else statement.lastIndex = match.index + 1;
    }
    return found;
  });
}

/** Stands for what is in quotes. */
const inString = "\u0001";

/** Without braces inside: what is never closed ends where the next list begins. */
const braces = String.raw`\{(?:[^{}"']|"[^"\n]*"|'[^'\n]*')*\}`;
const word = String.raw`[\p{L}\p{N}_$]+`;
/** Where a statement of Python may begin, and blanks in one. */
const begin = String.raw`(?:(?<!\\\r?\n)^|[;:])[ \t]*`;
const gap = String.raw`(?:[ \t]|\\\r?\n)`;

/** Statements that name a module, which the first group holds. */
const modules: Readonly<Partial<Record<Family, readonly RegExp[]>>> = {
  script: [
    new RegExp(
      String.raw`(?:^|;)[ \t]*import\s*(?:(?:type|defer|source)\s+)?(?:${word}\s*(?:,\s*)?)?(?:(?:${braces}|\*\s*as\s+${word})\s*)?from\s*["']([^"'\n]+)["']`,
      "gmu",
    ),
    new RegExp(
      String.raw`(?:^|;)[ \t]*export\s*(?:type\s*)?(?:${braces}|\*(?:\s*as\s*(?:${word}|"[^"\n]*"|'[^'\n]*'))?)\s*from\s*["']([^"'\n]+)["']`,
      "gmu",
    ),
    /(?:^|;)[ \t]*import\s*["']([^"'\n]+)["']/gm,
    /\b(?:require|import(?:\s*\.\s*(?:defer|source))?)\s*\(\s*["']([^"'\n]+)["']\s*[,)]/g,
  ],
  python: [
    new RegExp(
      String.raw`${begin}from(?:${gap}+|(?=\.))([\w.]*\w|\.+)${gap}*\bimport\b${gap}*(?:\([^()]*\)|(?:\\\r?\n|[^\\\n;(])*)`,
      "gm",
    ),
    new RegExp(String.raw`${begin}import${gap}+((?:[\w.,]|${gap})+)`, "gm"),
  ],
  go: [/^[ \t]*import[ \t]*(?:[\p{L}\p{N}_.]+[ \t]*)?("[^"\n]+"|`[^`\n]+`)/gmu, /^[ \t]*import[ \t]*\(([^()]*)\)/gm],
  // One that is never closed ends where a line begins the next.
  rust: [
    /^[ \t]*(?:pub(?:\([^()]*\))?[ \t]+)?use\s+([^\s;](?:[^;\n\r\u2028\u2029]|[\n\r\u2028\u2029](?![ \t]*(?:pub\b[^\n;]{0,80})?use\s))*);/gm,
  ],
  java: [/^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.*]+)(?:[ \t]+as[ \t]+\w+|\{[^{}]*\})?/gm],
  csharp: [/^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;/gm],
  c: [/^[ \t]*#[ \t]*(?:include(?:_next)?|import)[ \t]*([<"][^>"\n]+[>"])/gm],
};

/** Statements that bring names in, or list what is declared elsewhere, and name no module by themselves. */
const names: Readonly<Partial<Record<Family, readonly RegExp[]>>> = {
  script: [
    new RegExp(String.raw`(?:^|;)[ \t]*export\s*(?:type\s*)?${braces}(?!\s*from\b)`, "gm"),
    new RegExp(
      String.raw`(?:^|;)[ \t]*(?:const|let|var)\s+(?:${word}|${braces})\s*=\s*require\s*\(\s*["'][^"'\n]+["']\s*\)(?!\s*[(.[])`,
      "gmu",
    ),
    /(?:^|;)[ \t]*(?:export\s+)?import\s+(?:type\s+)?[\p{L}\p{N}_$]+\s*=[^;\n]*/gmu,
  ],
  csharp: [/^[ \t]*(?:global[ \t]+)?using[ \t]+\w+[ \t]*=[^;(\n\r\u2028\u2029]+;/gm],
  c: [/^[ \t]*using[ \t]+(?:namespace[ \t]+)?[\w:]+[ \t]*;/gm],
  other: [/^[ \t]*(?:(?:import|using|alias|require\w*)\b[^;\n\r\u2028\u2029]*|use\b[^;\n\r\u2028\u2029]*;)/gm],
};
