// What is changed in JavaScript whose types are comments: declarations, types in comments and in declaration files, whole
// files, and what should be harmless. What needs no types is changed as in TypeScript.

import { bracketedEnd, maskBraced } from "./masking.ts";
import type { Dialect, Rule, Source } from "./mutation.ts";
import { typescriptMutations } from "./mutations-typescript.ts";

const other = "{ other: true }";

/** Rules of TypeScript whose patterns hold no type and no indentation. */
const shared: ReadonlySet<string> = new Set([
  "delete an export",
  "take the export away",
  "rename a declaration alone",
  "remove an import",
  "remove a re-export",
  "empty a file",
  "break the syntax",
  "declare a name twice",
  "neutral: a comment",
  "neutral: blank lines",
]);

/** Comments that hold types are code here. */
function maskTyped(text: string): string {
  const masked = maskBraced(text);
  let code = "";
  let at = 0;
  for (const { index, 0: comment } of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    code += masked.slice(at, index) + comment;
    at = index + comment.length;
  }
  return code + masked.slice(at);
}

/** Only in files that declare. */
const declaring =
  (to: string) =>
  (_: string, { file }: Source): string | undefined =>
    file.endsWith(".d.ts") ? to : undefined;
/** Only in files that run. */
const running =
  (to: (at: string) => string) =>
  (at: string, { file }: Source): string | undefined =>
    file.endsWith(".d.ts") ? undefined : to(at);

const harmful: readonly Rule[] = [
  { kind: "change the type of a parameter", pattern: /@param \{(?<at>[^{}\n]+)\}/dg, to: () => other },
  { kind: "change the type that is returned", pattern: /@returns? \{(?<at>[^{}\n]+)\}/dg, to: () => other },
  { kind: "change the type of a value", pattern: /@type \{(?<at>[^{}\n]+)\}/dg, to: () => other },
  { kind: "forget the type of a parameter", pattern: /^(?<at>[ \t]*\* @param \{[^}\n]+\}[^\n]*\n)/dgm, to: () => "" },
  { kind: "one more parameter", pattern: /^export function \w+\((?<at>)/dgm, to: running(() => "added, ") },
  { kind: "one parameter less", pattern: /^export function \w+\((?<at>\w+, )/dgm, to: running(() => "") },
  { kind: "return something else", pattern: /^\s+return (?<at>[^;\n]+)(?=;$)/dgm, to: running(() => "Symbol()") },
  {
    kind: "change the value of a constant",
    pattern: /^(?:export )?const \w+ = (?<at>[^;\n]+)(?=;$)/dgm,
    to: running(() => "Symbol()"),
  },
  {
    kind: "use what is not there",
    pattern: /^export function [^{;]*\{\n(?<at>)/dgm,
    to: running(() => "\tthereIsNoSuchName();\n"),
  },
  { kind: "remove a member", pattern: /^(?<at>\t(?:readonly )?\w+\??: [^;\n]+;\n)/dgm, to: declaring("") },
  {
    kind: "change the type of a member",
    pattern: /^\t(?:readonly )?\w+\??: (?<at>[^;\n{(]+)(?=;$)/dgm,
    to: declaring(other),
  },
  {
    kind: "add a required member",
    pattern: /^export interface \w+[^{\n]* \{\n(?<at>)/dgm,
    to: declaring("\taddedMember: symbol;\n"),
  },
];

const neutral: readonly Rule[] = [
  {
    kind: "neutral: a local variable",
    pattern: /^export function [^{;]*\) \{\n(?<at>)/dgm,
    to: running(() => "\tconst addedLocal = 1;\n\tvoid addedLocal;\n"),
  },
  {
    kind: "neutral: a line in two",
    pattern: /^\s+return (?<at>[^;\n]+)(?=;$)/dgm,
    to: running((value) => `(\n${value}\n)`),
  },
  {
    kind: "neutral: a body that keeps its type",
    pattern: /^\s+return (?<at>[^;\n]+)(?=;$)/dgm,
    to: running((value) => `(${value})`),
  },
  {
    kind: "neutral: an unused export",
    pattern: /(?<at>)$/dg,
    to: running(() => "\nexport const addedAndUnused = 1;\n"),
  },
  {
    kind: "neutral: a word in a comment",
    pattern: /^[ \t]*\* (?<at>[A-Z]\w+) \w+/dgm,
    to: (word) => `Otherwise: ${word}`,
  },
  { kind: "neutral: a semicolon more", pattern: /^\t+[^\n]*;(?<at>)$/dgm, to: running(() => ";") },
];

export const javascriptMutations: Dialect = {
  mask: maskTyped,
  blockEnd: (masked, start) => bracketedEnd(masked, start, ";}"),
  rules: [...typescriptMutations.rules.filter(({ kind }) => shared.has(kind)), ...harmful, ...neutral],
  specials: [
    { kind: "make a file of globals", file: "src/added.d.ts", text: "interface Node { firstChild: symbol }\n" },
    { kind: "make a file that no other needs", file: "src/added.js", text: "export const added = 1;\n" },
    { kind: "make a file that breaks", file: "src/added.js", text: "/** @type {string} */\nexport const added = 1;\n" },
    { kind: "be strict", file: "tsconfig.json", at: '"strict":false', text: '"strict":true' },
    { kind: "be without the browser", file: "tsconfig.json", at: ',"dom"', text: "" },
  ],
};
