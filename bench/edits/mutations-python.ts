// What is changed in Python: declarations, annotations, members, whole files, and what should be harmless.

import { indentedEnd, maskPython } from "./masking.ts";
import type { Dialect, Rule } from "./mutation.ts";

const other = "frozenset[complex]";

const harmful: readonly Rule[] = [
  { kind: "delete a function", pattern: /^(?<at>def )[a-z]\w*\(/dgm, block: true, to: () => "" },
  { kind: "delete a class", pattern: /^(?<at>class )\w+/dgm, block: true, to: () => "" },
  { kind: "delete a method", pattern: /^ {4}(?<at>def )[a-z]\w*\(/dgm, block: true, to: () => "pass\n" },
  { kind: "rename a declaration alone", pattern: /^(?:def|class) (?<at>\w+)/dgm, to: (name) => `${name}_renamed` },
  { kind: "rename a method alone", pattern: /^ {4}def (?<at>[a-z]\w*)/dgm, to: (name) => `${name}_renamed` },
  {
    kind: "change the type of a parameter",
    pattern: /^ *def \w+\([^)]*?\b\w+: (?<at>[\w.[\]|"]+)(?=,| =|\))/dgm,
    to: () => other,
  },
  {
    kind: "change the type that is returned",
    pattern: /^ *def [^:\n]*\([^)]*\) -> (?<at>[^:\n]+)(?=:\n)/dgm,
    to: () => other,
  },
  {
    kind: "change the type of an attribute",
    pattern: /^ {4,8}(?:self\.)?\w+: (?<at>[\w.[\]|" ]+)(?= = |\n)/dgm,
    to: () => other,
  },
  { kind: "one more parameter", pattern: /^def \w+\((?<at>)/dgm, to: () => "added: complex, " },
  { kind: "one more parameter of a method", pattern: /^ {4}def \w+\(\s*self(?<at>)/dgm, to: () => ", added: complex" },
  {
    kind: "require what was optional",
    pattern: /^ *def \w+\([^)]*?\w+: [\w.[\]|"]+(?<at> = [\w."]+)/dgm,
    to: () => "",
  },
  {
    kind: "add a conflicting member",
    pattern: /^class \w+[^\n]*:\n(?<at>)/dgm,
    to: () => `    name: ${other} = frozenset()\n`,
  },
  { kind: "a method becomes a property", pattern: /^ {4}(?<at>)def \w+\(self\)/dgm, to: () => "@property\n    " },
  { kind: "a method becomes static", pattern: /^ {4}(?<at>)def \w+\(self, /dgm, to: () => "@staticmethod\n    " },
  { kind: "forget a base", pattern: /^class \w+(?<at>\([^)\n]*\)):/dgm, to: () => "" },
  {
    kind: "change the type of a constant",
    pattern: /^[A-Za-z_]\w*(?:: [^=\n]+)? = (?<at>[^\n([{]+)$/dgm,
    to: () => "frozenset({1j})",
  },
  { kind: "return something else", pattern: /^ +return (?<at>[^\n([{]+)$/dgm, to: () => "frozenset({1j})" },
  { kind: "return nothing", pattern: /^ +return(?<at> [^\n([{]+)$/dgm, to: () => "" },
  { kind: "remove an import", pattern: /^(?<at>(?:from|import) [^(\n]+\n)/dgm, to: () => "" },
  {
    kind: "import under another name",
    pattern: /^from \.\w* import \w+(?<at>)$/dgm,
    to: () => " as imported_otherwise",
  },
  { kind: "empty a file", pattern: /^(?<at>[\s\S]+)$/dg, to: () => "" },
  { kind: "break the syntax", pattern: /^ *(?:def|if|for|while|class) [^\n]*(?<at>:)$/dgm, to: () => "" },
  { kind: "break the indentation", pattern: /^(?<at> {4})return /dgm, to: () => "  " },
  {
    kind: "declare a name twice",
    pattern: /(?<at>)$/dg,
    to: (_, { text }) => again(/^(?:def|class) (\w+)/m.exec(text)?.[1]),
  },
  {
    kind: "take a name away at the end",
    pattern: /(?<at>)$/dg,
    to: (_, { text }) => gone(/^(?:def|class) (\w+)/m.exec(text)?.[1]),
  },
];

const neutral: readonly Rule[] = [
  { kind: "neutral: a comment", pattern: /^(?<at>)(?:def|class) /dgm, to: () => "# Said of what follows.\n" },
  { kind: "neutral: a local variable", pattern: /^(?<at>)(?: {4}return )/dgm, to: () => "    added_local = 1\n" },
  { kind: "neutral: blank lines", pattern: /^(?<at>)(?:def|class) /dgm, to: () => "\n\n" },
  { kind: "neutral: a line in two", pattern: /^ +return (?<at>[^\n([{]+)$/dgm, to: (value) => `(\n${value}\n)` },
  {
    kind: "neutral: an unused function",
    pattern: /(?<at>)$/dg,
    to: () => "\n\ndef added_and_unused() -> int:\n    return 1\n",
  },
  {
    kind: "neutral: a body that keeps its type",
    pattern: /^ +return (?<at>[^\n([{]+)$/dgm,
    to: (value) => `(${value})`,
  },
];

export const pythonMutations: Dialect = {
  mask: maskPython,
  blockEnd: indentedEnd,
  rules: [...harmful, ...neutral],
  specials: [
    { kind: "make a stub of a module", file: "click/exceptions.pyi", text: "class ClickException(Exception): ...\n" },
    { kind: "make a package in the place of a module", file: "click/utils/__init__.py", text: "" },
    { kind: "make a module of the standard library", file: "gettext.py", text: "" },
    { kind: "make a module that hides a library", file: "colorama.py", text: "" },
    { kind: "make a file that no other needs", file: "click/added.py", text: "added = 1\n" },
    { kind: "make a file that breaks", file: "click/added.py", text: "added: str = 1\n" },
  ],
};

function again(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `\n\ndef ${name}(*, added: complex) -> None: ...\n`;
}

function gone(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `\n\ndel ${name}\n`;
}
