// What is changed in Go: declarations, types, members, build rules, whole files, and what should be harmless.

import { bracketedEnd, maskBraced } from "./masking.ts";
import type { Dialect, Rule } from "./mutation.ts";

const other = "chan struct{ other int }";
const uncalled = "(?!Test|Benchmark|Example|main\\b|init\\b)";

const harmful: readonly Rule[] = [
  {
    kind: "delete a function",
    pattern: new RegExp(`^(?<at>func )${uncalled}\\w+\\(`, "gmd"),
    block: true,
    to: () => "",
  },
  { kind: "delete a type", pattern: /^(?<at>type )\w+/dgm, block: true, to: () => "" },
  { kind: "delete a method", pattern: /^(?<at>func )\([^)]*\) \w+\(/dgm, block: true, to: () => "" },
  { kind: "delete a constant or variable", pattern: /^(?<at>(?:var|const) )\w+/dgm, block: true, to: () => "" },
  {
    kind: "rename a declaration alone",
    pattern: new RegExp(`^(?:func|type|var|const) (?<at>${uncalled}\\w+)`, "gmd"),
    to: (name) => `${name}Renamed`,
  },
  {
    kind: "rename a method alone",
    pattern: /^func \([^)]*\) (?<at>\w+)/dgm,
    to: (name) => `${name}Renamed`,
  },
  {
    kind: "take the export away",
    pattern: new RegExp(`^(?:func(?: \\([^)]*\\))?|type|var|const) (?<at>${uncalled}[A-Z])`, "gmd"),
    to: (first) => first.toLowerCase(),
  },
  {
    kind: "change the type of a parameter",
    pattern: /^func (?:\([^)]*\) )?\w+\(\w+ (?<at>[\w.*[\]]+)(?=[,)])/dgm,
    to: (type, { file }) =>
      file.endsWith("_test.go") ? undefined : other.replace("other", /\w+/.exec(type)?.[0] ?? "other"),
  },
  {
    kind: "change the type that is returned",
    pattern: /^func (?:\([^)]*\) )?\w+\([^()\n]*\) (?<at>[\w.*[\]]+)(?= \{$)/dgm,
    to: () => other,
  },
  { kind: "change the type of a field", pattern: /^\t\w+ +(?<at>[\w.*[\]]+)$/dgm, to: () => other },
  {
    kind: "add a method to an interface",
    pattern: /^type \w+ interface \{\n(?<at>)/dgm,
    to: () => "\tAddedMethod()\n",
  },
  { kind: "add a field", pattern: /^type \w+ struct \{\n(?<at>)/dgm, to: () => `\tAddedField ${other}\n` },
  { kind: "remove a field", pattern: /^(?<at>\t\w+ +[\w.*[\]]+\n)/dgm, to: () => "" },
  { kind: "remove a method of an interface", pattern: /^(?<at>\t[A-Z]\w*\([^\n]*\)[^\n{]*\n)/dgm, to: () => "" },
  {
    kind: "declare a name twice",
    pattern: /(?<at>)$/dg,
    to: (_, { text }) => again(/^(?:func|type|var) (\w+)/m.exec(text)?.[1]),
  },
  {
    kind: "take a name of another file",
    pattern: /^package chi\n[\s\S]*(?<at>)$/dg,
    to: (_, { file }) => (file.endsWith("mux.go") ? undefined : "\nvar NewMux = 1\n"),
  },
  { kind: "empty a file", pattern: /^(?<at>[\s\S]+)$/dg, to: () => "" },
  { kind: "keep the package clause alone", pattern: /^package \w+\n(?<at>[\s\S]+)$/dgm, to: () => "" },
  { kind: "leave a file out of the build", pattern: /^(?<at>)(?:[\s\S])/dg, to: () => "//go:build ignore\n\n" },
  { kind: "rename the package of a file", pattern: /^package (?<at>\w+)/dgm, to: (name) => `${name}renamed` },
  { kind: "change the type of a constant", pattern: /^(?:const |\t)\w+ += (?<at>[^\n]+)$/dgm, to: () => "struct{}{}" },
  {
    kind: "one more parameter",
    pattern: new RegExp(`^func (?:\\([^)]*\\) )?${uncalled}\\w+\\((?<at>)\\w`, "gmd"),
    to: () => `added ${other}, `,
  },
  {
    kind: "one more result",
    pattern: /^func (?:\([^)]*\) )?\w+\([^()\n]*\) (?<at>[\w.*[\]]+)(?= \{$)/dgm,
    to: (type) => `(${type}, error)`,
  },
  { kind: "a receiver of another kind", pattern: /^func \(\w+ (?<at>\*)\w+\)/dgm, to: () => "" },
  { kind: "remove an import", pattern: /^(?<at>\t"[^"\n]*"\n)/dgm, to: () => "" },
  { kind: "an unused import", pattern: /^import \(\n(?<at>)/dgm, to: () => '\t"archive/tar"\n' },
  { kind: "an unused variable", pattern: /^func [^\n]* \{\n(?<at>)/dgm, to: () => "\taddedLocal := 1\n" },
  { kind: "return something else", pattern: /^\t+return (?<at>[^\n,{(]+)$/dgm, to: () => "struct{ other int }{}" },
  { kind: "break the syntax", pattern: /^(?<at>\}\n)/dgm, to: () => "\n" },
];

const neutral: readonly Rule[] = [
  { kind: "neutral: a comment", pattern: /^(?<at>)(?:func|type) /dgm, to: () => "// Said of what follows.\n" },
  {
    kind: "neutral: a local variable",
    pattern: /^func [^\n]* \{\n(?<at>)/dgm,
    to: () => "\taddedLocal := 1\n\t_ = addedLocal\n",
  },
  { kind: "neutral: blank lines", pattern: /^\}\n(?<at>)/dgm, to: () => "\n\n" },
  { kind: "neutral: spaces", pattern: /^\t\w+(?<at> )(?::?= )/dgm, to: () => "    " },
  {
    kind: "neutral: an unused function",
    pattern: /(?<at>)$/dg,
    to: (_, { file }) => `\nfunc AddedAndUnused${file.replaceAll(/\W/g, "")}() int { return 1 }\n`,
  },
  {
    kind: "neutral: a body that keeps its type",
    pattern: /^\t+return (?<at>[^\n,{]+)$/dgm,
    to: (value) => `(${value})`,
  },
];

export const goMutations: Dialect = {
  mask: maskBraced,
  blockEnd: (masked, start) => bracketedEnd(masked, start, ""),
  rules: [...harmful, ...neutral],
  specials: [
    { kind: "make a file with a taken name", file: "added.go", text: "package chi\n\nvar NewRouter = 1\n" },
    { kind: "make a file of another package", file: "middleware/added.go", text: "package other\n" },
    { kind: "make a file with a taken method", file: "added.go", text: "package chi\n\nfunc (mx *Mux) Use() {}\n" },
    { kind: "make a file for another system", file: "added_windows.go", text: "package chi\n\nvar NewRouter = 1\n" },
    { kind: "make a test that breaks", file: "added_test.go", text: "package chi\n\nvar added string = 1\n" },
    {
      kind: "make a file that no other needs",
      file: "middleware/added.go",
      text: "package middleware\n\nvar Added = 1\n",
    },
    { kind: "rename the module", file: "go.mod", at: "github.com/go-chi/chi/v5", text: "github.com/go-chi/chi/v6" },
    { kind: "take an older language", file: "go.mod", at: "\ngo 1.", text: "\n// go 1." },
  ],
};

function again(name: string | undefined): string | undefined {
  return name === undefined || name === "init" ? undefined : `\nvar ${name} = 1\n`;
}
