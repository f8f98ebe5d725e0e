// What is changed in TypeScript: declarations, types, members, whole files, and what should be harmless.

import { bracketedEnd, maskBraced } from "./masking.ts";
import type { Dialect, Rule, Source } from "./mutation.ts";

const other = "{ readonly other: true }";
const declared = "^export (?:declare )?(?:abstract )?(?:function|class|interface|type|const|enum)";

/** Files that name nothing of the changed one can break by these. */
const globals = [
  "interface SymbolConstructor { readonly observable: number }",
  "interface Error { addedMember: symbol }",
  "interface PromiseLike<T> { addedMember: symbol }",
  "interface Iterator<T, TReturn, TNext> { addedMember: symbol }",
  "interface AbortSignal { aborted: string }",
  "interface ErrorConstructor { (message: number): never }",
];

const harmful: readonly Rule[] = [
  { kind: "delete an export", pattern: new RegExp(`(?<at>${declared}) \\w+`, "gmd"), block: true, to: () => "" },
  {
    kind: "take the export away",
    pattern: /^(?<at>export )(?:declare )?(?:abstract )?(?:function|class|interface|type|const) \w+/dgm,
    to: () => "",
  },
  {
    kind: "rename a declaration alone",
    pattern: new RegExp(`${declared} (?<at>\\w+)`, "gmd"),
    to: (name) => `${name}Renamed`,
  },
  {
    kind: "change the type of a parameter",
    pattern: /^export function \w+(?:<[^(]*>)?\(\w+\??: (?<at>[\w<>[\]|. ]+)(?=[,)])/dgm,
    to: () => other,
  },
  {
    kind: "change a parameter of a method",
    pattern: /^ {2}(?:protected |static )?\w+(?:<[^(\n]*>)?\(\w+\??: (?<at>[\w<>[\]|. ]+)(?=[,)])/dgm,
    to: () => other,
  },
  {
    kind: "change the type that is returned",
    pattern: /^export function [^{;]*\): (?<at>[\w<>[\]|., ]+)(?= \{$|;$)/dgm,
    to: () => other,
  },
  {
    kind: "change what a method returns",
    pattern: /^ {2}\w+(?:<[^(\n]*>)?\([^()\n]*\): (?<at>[\w<>[\]|., ]+)(?= \{$|;$)/dgm,
    to: () => other,
  },
  {
    kind: "change the type of a member",
    pattern: /^ {2}(?:readonly |protected |private |public )*\w+\??: (?<at>[^;=\n{(]+)(?=;$| = )/dgm,
    to: () => other,
  },
  {
    kind: "add a required member",
    pattern: /^export interface \w+[^{\n]* \{\n(?<at>)/dgm,
    to: () => "  addedMember: symbol;\n",
  },
  { kind: "remove a member", pattern: /^(?<at> {2}(?:readonly )?\w+\??: [^;\n]+;\n)/dgm, to: () => "" },
  { kind: "remove a method", pattern: /^ {2}(?<at>\w+(?:<[^(\n]*>)?\()/dgm, block: true, to: methodGone },
  {
    kind: "require what was optional",
    pattern: /\b\w+(?<at>\?): /dgm,
    to: () => "",
  },
  {
    kind: "make a member private",
    pattern: /^ {2}(?<at>)\w+(?:<[^(\n]*>)?\([^()\n]*\): [^{;\n]+ \{$/dgm,
    to: () => "private ",
  },
  {
    kind: "one more parameter",
    pattern: /^export function \w+(?:<[^(]*>)?\((?<at>)/dgm,
    to: () => "added: symbol, ",
  },
  {
    kind: "one more type parameter",
    pattern: /^export (?:interface|class|type) \w+<(?<at>)/dgm,
    to: () => "Added, ",
  },
  { kind: "make a class abstract", pattern: /^export (?<at>)class /dgm, to: () => "abstract " },
  {
    kind: "forget a base",
    pattern: /^export (?:class|interface) \w+[^{\n]*?(?<at> extends [^{\n]+?)(?= \{)/dgm,
    to: () => "",
  },
  { kind: "shorten a union", pattern: /^export type \w+[^=;]*= [^;]*(?<at> \| [^|;]+)(?=;)/dgm, to: () => "" },
  {
    kind: "change the type of a constant",
    pattern: /^export const \w+(?<at>(?:: [^=;\n]+)? = [^;\n]+)(?=;$)/dgm,
    to: () => `: ${other} = { other: true }`,
  },
  {
    kind: "return something else",
    pattern: /^ +return (?<at>[^;\n]+)(?=;$)/dgm,
    to: () => `undefined as unknown as ${other}`,
  },
  { kind: "remove an import", pattern: /^(?<at>import [^;]+;\n)/dgm, to: () => "" },
  { kind: "remove a re-export", pattern: /^(?<at>export (?:\*|\{[^}]*\}) from [^;]+;\n)/dgm, to: () => "" },
  { kind: "empty a file", pattern: /^(?<at>[\s\S]+)$/dg, to: () => "" },
  { kind: "break the syntax", pattern: /^(?<at>\}\n)/dgm, to: () => "\n" },
  {
    kind: "declare a name twice",
    pattern: /(?<at>)$/dg,
    to: (_, { text }) => again(/^export (?:function|class|const) (\w+)/m.exec(text)?.[1]),
  },
  {
    kind: "export a name that is re-exported elsewhere",
    pattern: /^export \* from [^;]+;\n(?<at>)/dgm,
    to: () => "export const map: symbol = Symbol();\n",
  },
  ...globals.map((added) => ({
    kind: "change what is global",
    pattern: /(?<at>)$/dg,
    to: (_: string, { text }: Source) =>
      /^(?:im|ex)port /m.test(text) ? `\ndeclare global {\n  ${added}\n}\n` : undefined,
  })),
];

const neutral: readonly Rule[] = [
  { kind: "neutral: a comment", pattern: /^(?<at>)export /dgm, to: () => "// Said of what follows.\n" },
  {
    kind: "neutral: a local variable",
    pattern: /^export function [^{;]*\): [\w<>[\]|., ]+ \{\n(?<at>)/dgm,
    to: () => "  const addedLocal = 1;\n  void addedLocal;\n",
  },
  { kind: "neutral: blank lines", pattern: /;\n(?<at>)/dg, to: () => "\n\n" },
  { kind: "neutral: a line in two", pattern: /^ +return (?<at>[^;\n]+)(?=;$)/dgm, to: (value) => `(\n${value}\n)` },
  {
    kind: "neutral: an unused export",
    pattern: /(?<at>)$/dg,
    to: () => "\nexport const addedAndUnused = 1;\n",
  },
  {
    kind: "neutral: a body that keeps its type",
    pattern: /^ +return (?<at>[^;\n]+)(?=;$)/dgm,
    to: (value) => `(${value})`,
  },
  { kind: "neutral: a semicolon more", pattern: /^ {4}[^\n]*;(?<at>)$/dgm, to: () => ";" },
];

export const typescriptMutations: Dialect = {
  mask: maskBraced,
  blockEnd: (masked, start) => bracketedEnd(masked, start, ";}"),
  rules: [...harmful, ...neutral],
  specials: [
    { kind: "make a file of globals", file: "added.d.ts", text: "interface PromiseLike<T> { addedMember: symbol }\n" },
    { kind: "make a declaration of a module", file: "internal/types.d.ts", text: "export {};\n" },
    { kind: "make a file that no other needs", file: "internal/added.ts", text: "export const added = 1;\n" },
    { kind: "make a file that breaks", file: "internal/added.ts", text: "export const added: string = 1;\n" },
    {
      kind: "be stricter about locals",
      file: "tsconfig.json",
      at: '"strict":true',
      text: '"strict":true,"noUnusedParameters":true',
    },
    {
      kind: "be stricter about indices",
      file: "tsconfig.json",
      at: '"strict":true',
      text: '"strict":true,"noUncheckedIndexedAccess":true',
    },
    { kind: "be without the browser", file: "tsconfig.json", at: ',"dom"', text: "" },
  ],
};

function again(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `\nexport const ${name} = 1;\n`;
}

/** Calls look like methods; a method is followed by a body or ends as a signature does. */
function methodGone(method: string): string | undefined {
  return /^(?!if|for|while|switch|return|super)[\s\S]*\)(?:: [^\n]+)?(?: \{\n[\s\S]*\}\n|;\n)$/.test(method)
    ? ""
    : undefined;
}
