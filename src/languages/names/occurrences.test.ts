// Where names stand in a text: as code, in a string, or in a comment.

import { describe, expect, test } from "vitest";
import type { Family } from "../family.ts";
import { occurrencesOf, wordAt } from "./occurrences.ts";

const files: Readonly<Record<Family, string>> = {
  script: "a.ts",
  python: "a.py",
  go: "a.go",
  rust: "a.rs",
  java: "A.kt",
  csharp: "A.cs",
  c: "a.c",
  other: "a.toy",
};

/** Each place of `x` with the text before it on its line: `code`, `string`, `comment`, or `annotation`. */
function stand(family: Family, text: string, names: readonly string[] = ["x"]): string[] {
  return occurrencesOf(files[family], text, family, names).map(({ name, offset, stands, isAnnotation }) => {
    expect(text.startsWith(name, offset)).toBe(true);
    return isAnnotation === true ? "annotation" : stands;
  });
}

describe("whole words only", () => {
  test.each<[string, Family, string, number]>([
    ["alone", "script", "x", 1],
    ["between signs", "go", "a.x(x)[x]", 3],
    ["not a part of a word", "python", "ax xa _x x_ x1 1x", 0],
    ["not beside letters beyond ASCII", "python", "xß ßx éx", 0],
    ["not beside a dollar sign in a script", "script", "$x x$", 0],
    ["beside a dollar sign elsewhere", "other", "$x", 1],
    ["beside signs beyond ASCII that no word has", "other", "«x» x·x", 3],
    ["twice in a row", "c", "x x", 2],
  ])("%s", (_, family, text, count) => {
    expect(stand(family, text)).toHaveLength(count);
  });

  test("several names come in the order of the text", () => {
    const found = occurrencesOf("a.go", "b a b", "go", new Set(["a", "b"]));
    expect(found.map(({ name, offset }) => `${name}${offset}`)).toEqual(["b0", "a2", "b4"]);
  });
});

describe("how a name stands", () => {
  test.each<[string, Family, string, readonly string[]]>([
    [
      "script: code, strings, comments",
      "script",
      "x; 'x'; \"x\"; // x\n/* x */ x",
      ["code", "string", "string", "comment", "comment", "code"],
    ],
    ["script: a template and what is put into it", "script", "`x ${x} x`", ["string", "code", "string"]],
    ["script: a template in a template", "script", "`${ `x ${x}` }`", ["string", "code"]],
    ["script: a pattern", "script", "a = /x/; x", ["string", "code"]],
    [
      "script: an element, whose text is no code",
      "script",
      "a = <A x={x}>x {x}</A>;",
      ["code", "code", "comment", "code"],
    ],
    ["python: code, strings, comments", "python", "x\n'a x b'  # x\n", ["code", "annotation", "comment"]],
    ["python: a text of several lines", "python", '"""a: x\nx!"""\nx', ["string", "string", "code"]],
    ["python: a formatted string", "python", 'f"x {x} {x!r:>{x}}"', ["string", "code", "code", "code"]],
    ["python: an annotation as a string", "python", "a: 'x | None' = 1; b: \"m.x[int]\"", ["annotation", "annotation"]],
    ["python: a sentence is no annotation", "python", "a = 'use x!'", ["string"]],
    ["go: raw strings and runes", "go", "`x` 'x' \"x\" x // x", ["string", "string", "string", "code", "comment"]],
    [
      "rust: strings that take names in",
      "rust",
      'println!("{x} {{x}} x {x:?}"); // x',
      ["code", "string", "string", "code", "comment"],
    ],
    ["c: strings and comments", "c", 'x "x" /* x */ // x', ["code", "string", "comment", "comment"]],
    ["c: directives are code", "c", "#define A x\n#if x\n", ["code", "code"]],
    ["java: templates", "java", '"$x ${a.x} x" x', ["code", "code", "string", "code"]],
    ["csharp: interpolation", "csharp", '$"{x} x" + "x"', ["code", "string", "string"]],
    [
      "an unknown language: everything but lines of comments",
      "other",
      'x "x"\n# x\n// x\n-- x\n#x',
      ["code", "code", "comment", "comment", "comment", "code"],
    ],
  ])("%s", (_, family, text, expected) => {
    expect(stand(family, text)).toEqual(expected);
  });
});

describe("a word of the language that may also be a name", () => {
  test.each<[string, string, string, readonly string[]]>([
    [
      "before another word it is no name",
      "a.ts",
      "class A { static readonly b = 1; constructor(readonly c: string) {} }",
      [],
    ],
    ["in a type", "a.mts", "let a: readonly string[]; type B = { readonly c: 1 };", []],
    ["behind a dot it is one", "a.ts", "a.readonly; a?.readonly\n.readonly b", ["code", "code", "code"]],
    [
      "as a member",
      "a.ts",
      "interface A { readonly(): A; get readonly(): A; readonly?: 1; readonly readonly: 1 }",
      ["code", "code", "code", "code"],
    ],
    [
      "before an operator that is a word",
      "a.ts",
      "readonly in a; readonly as B; readonly satisfies C",
      ["code", "code", "code"],
    ],
    ["as a decorator", "a.ts", "@readonly class A { @readonly b = 1 }", ["code", "code"]],
    ["in a list of names", "a.ts", "import readonly from 'a'; export { readonly as b };", ["code", "code"]],
    ["before a line end", "a.ts", "readonly\nstring", ["code"]],
    [
      "before a word of the next line, behind a comment",
      "a.ts",
      "readonly // b\nstring; readonly /* a\nb */ c",
      ["code", "code"],
    ],
    ["where it may be an attribute", "a.tsx", "<A readonly disabled />", ["code"]],
    ["where it may be anything", "a.js", "a = <A readonly disabled />", ["code"]],
  ])("%s", (_, file, text, expected) => {
    expect(occurrencesOf(file, text, "script", ["readonly"]).map(({ stands }) => stands)).toEqual(expected);
  });

  test("a name that is no such word stands as code in broken text too", () => {
    expect(stand("script", "x y")).toEqual(["code"]);
  });
});

describe("the word at an offset", () => {
  test.each<[string, Family, string, string]>([
    ["inside of it", "go", "a.to^tal()", "total"],
    ["at its begin", "go", "a.^total()", "total"],
    ["behind its end", "go", "a.total^()", "total"],
    ["between signs", "go", "a. ^ ()", ""],
    ["with a dollar sign in a script", "script", "$^total", "$total"],
    ["without a dollar sign elsewhere", "other", "$^total", "total"],
    ["behind the mark of a private name", "script", "this.#to^tal", "total"],
    ["beyond ASCII", "python", "grö^ße = 1", "größe"],
    ["in an empty text", "python", "^", ""],
  ])("%s", (_, family, marked, word) => {
    expect(wordAt(marked.replace("^", ""), marked.indexOf("^"), family)).toBe(word);
  });
});
