// The differences between the readers of texts and parsers that are known, each with a verdict and a text that shows it.
//
// An entry speaks of a kind of difference and never of a line of a file. One whose example no longer shows it fails, and so
// does one that the whole corpus of the soak never shows.

import type { Family } from "../../src/languages/family.ts";
import type { Difference, Question } from "./differences.ts";

export interface Known {
  readonly family: Family;
  readonly questions: readonly Question[];
  /** What both say, as a difference words it. */
  readonly said: RegExp;
  /** The line it stands in. */
  readonly near?: RegExp;
  readonly right: "ours" | "theirs";
  /** Why ours is right, or why it does no harm that it is not. */
  readonly because: string;
  readonly example: string;
  /** No text of the corpus needs to show it: the library of some version of the language does. */
  readonly isRare?: true;
}

export function isKnown(known: Known, difference: Difference): boolean {
  return (
    known.family === difference.family &&
    known.questions.includes(difference.question) &&
    known.said.test(difference.said) &&
    known.near?.test(difference.near) !== false
  );
}

export const knownDifferences: readonly Known[] = [
  {
    family: "script",
    questions: ["lead"],
    said: /^-".*(?:\/\*!|\/\* ?(?:eslint|tslint|global)|\/\/\/ *<|\/\/ *(?:eslint-|@ts-))/,
    right: "ours",
    because: "a licence, a switch of a linter or a reference speaks of the whole file or of all that follows",
    example: "/* eslint-disable no-undef */\nfunction f() {}\n",
  },
  {
    family: "script",
    questions: ["body"],
    said: /^-"(?:\(|<|new\b|abstract\b)/,
    near: /\btype\s/,
    right: "theirs",
    because:
      "of a type that is a function the body is the result, and a replacement that is a whole type is recognised",
    example: "type F = (a: string) => number;\n",
  },
  {
    family: "script",
    questions: ["body"],
    said: /^\+"(?:\/\*|\/\/)/,
    right: "ours",
    because: "a comment right before a value speaks of the value, and goes when that is replaced",
    example: "const a = /* @__PURE__ */ f();\n",
  },
  {
    family: "script",
    questions: ["body"],
    said: /^…\+" *(?:\/\*|\/\/)/,
    right: "ours",
    because: "a comment between a value and its semicolon speaks of the value, and goes when that is replaced",
    example: "const a = 4 /* RelativePath */;\n",
    isRare: true,
  },
  {
    family: "java",
    questions: ["body"],
    said: /^\+"(?:\/\*|\/\/)/,
    right: "ours",
    because: "a comment right before a value speaks of the value, and goes when that is replaced",
    example: "class A {\n  int a =\n      // why\n      1;\n}\n",
  },
  {
    family: "python",
    questions: ["bases"],
    said: /not "(?:[^"]*, )?\d/,
    right: "ours",
    because: "a number names no class that could be a base",
    example: "class A(0, B): pass\n",
    isRare: true,
  },
  {
    family: "go",
    questions: ["end"],
    said: /^\+";"$/,
    right: "ours",
    because: "a semicolon between two statements of a line goes with the first, as in other languages",
    example: "package a\n\nfunc f() { var buf int; g(buf) }\n",
  },
  {
    family: "go",
    questions: ["body"],
    said: /^\+"/,
    near: /\]\s*struct\s*\{/,
    right: "ours",
    because: "of a list or a map of structs the fields between the braces are what a new body takes the place of",
    example: "package a\n\ntype pairs []struct{ a int }\n",
  },
  {
    family: "go",
    questions: ["body"],
    said: /^\+"\/\//,
    near: /=$/,
    right: "ours",
    because: "a comment right before a value speaks of the value, and goes when that is replaced",
    example: "package a\n\nvar table =\n\t// numbers\n\t[]int{1}\n",
  },
  {
    family: "go",
    questions: ["body"],
    said: /^-"/,
    near: /<-\s*chan\b.*=/,
    right: "theirs",
    because: "no body is found behind the arrow of a channel's type, and a replacement of it is refused",
    example: "package a\n\nvar c <-chan int = make(chan int)\n",
  },
  {
    family: "go",
    questions: ["imports", "coverage"],
    said: /^-""$/,
    right: "ours",
    because: "an import without a path brings nothing in, and does not compile",
    example: 'package a\n\nimport ""\n',
  },
  {
    family: "rust",
    questions: ["imports"],
    said: /^\+/,
    near: /\buse\s/,
    right: "ours",
    because: "in the call or the rules of a macro the parser sees tokens, and no statements",
    example: "quickcheck! {\n    use a::b;\n    fn f() {}\n}\n",
  },
  {
    family: "rust",
    questions: ["lead"],
    said: /^\+"#\[[^\n]*\] \/\//,
    right: "ours",
    because: "a comment behind an attribute parts that from the declaration for the parser alone",
    example: "#[allow(dead_code)] // why\nfn f() {}\n",
  },
  {
    family: "python",
    questions: ["body"],
    said: /^\+"\\\\(?:\\r)?\\n/,
    right: "theirs",
    because: "the backslash that carries a statement on goes together with the value behind it",
    example: "a = \\\n    1\n",
  },
  {
    family: "python",
    questions: ["body"],
    said: /^(?:-"|\+"lambda\b)/,
    near: /\blambda\b.*\blambda\b/,
    right: "theirs",
    because: "of a lambda in a lambda no body is told, so that the edit is refused, or all of the value is",
    example: "f = lambda x: lambda a, b: a\n",
  },
  {
    family: "python",
    questions: ["lead"],
    said: /^-".*coding[:=]/s,
    right: "ours",
    because: "in the first two lines of a file this names its encoding",
    example: "# -*- coding: utf-8 -*-\ndef f():\n    pass\n",
  },
  {
    family: "python",
    questions: ["end", "body"],
    said: /^…?\+"(?:\\r)?\\n\s+#/,
    right: "ours",
    because: "a comment behind the last statement that is indented deeper than the head belongs to the body",
    example: "class A:\n    def f(self):\n        pass\n      # why\n\nx = 1\n",
  },
  {
    family: "python",
    questions: ["mask"],
    said: / is s, not c$/,
    near: /\{[^{}]*:=/,
    right: "ours",
    because: "outside of brackets the sign behind the colon of a field is a format and no assignment",
    example: "a = f'{x:=10}'\n",
  },
  {
    family: "python",
    questions: ["mask"],
    said: / is c, not s$/,
    near: /`/,
    right: "ours",
    because: "backquotes are of Python 2, and hold an expression there",
    example: "a = `b`\n",
    isRare: true,
  },
];
