// Errors of Go that only its compiler and test command find, and no server: directives, functions without a body, the
// size of arrays, what assembly expects, and the signatures of tests.
//
// Invariant: only what a change touches counts; a file is not doubted for what it had before.

import { maskCommentsAndStrings } from "../../languages/syntax/code-text.ts";
import type { TextChange } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import { parentOf } from "../../model/file-path.ts";
import { goImports } from "../../languages/go/imports.ts";
import { named } from "../coverage/question.ts";

/** `files` are all of the root. */
export function onlyCompiled(root: FilePath, changes: readonly TextChange[], files: readonly FilePath[]): string[] {
  if (!changes.some(({ file }) => /\.(?:go|s)$/.test(file))) return [];
  const texts = changes
    .filter(({ file, after }) => file.endsWith(".go") && after !== undefined)
    .map(({ file, before = "", after = "" }) => ({ file, was: declarations(before), is: declarations(after) }));
  const assembled = new Set(files.filter((file) => file.endsWith(".s")).map(parentOf));
  const packages = new Set(files.filter((file) => file.endsWith(".go")).map(parentOf));
  const assembly = changes
    .map(({ file }) => file)
    .filter((file) => file.endsWith(".s") && packages.has(parentOf(file)));
  const judged: readonly (readonly [string, (text: (typeof texts)[number]) => boolean])[] = [
    ["directives such as //go:embed are not checked", ({ was, is }) => differ(was, is, directed)],
    [
      "it is not checked whether a function without a body is defined elsewhere",
      ({ was, is }) => brings(was, is, bare),
    ],
    ["it is not checked whether arrays of this size fit into memory", ({ was, is }) => brings(was, is, hugeArrays)],
    [
      "it is not checked whether the go command accepts this test signature",
      ({ file, was, is }) => file.endsWith("_test.go") && brings(was, is, oddTests),
    ],
    [
      unfitted,
      ({ file, was, is }) => assembled.has(parentOf(file)) && !file.endsWith("_test.go") && differ(was, is, outlines),
    ],
  ];
  return judged.flatMap(([what, isTouched]) => {
    const touched = [...texts.filter(isTouched).map(({ file }) => file), ...(what === unfitted ? assembly : [])];
    return touched.length === 0 ? [] : [`${named(root, touched)}: ${what}`];
  });
}

// — below: private, in the order they are used —

const unfitted = "it is not checked whether the package still matches its assembly";

/** One declaration outside of all others, with the comments before it. */
interface Declaration {
  /** Without prose; blanks made even. */
  readonly code: string;
  /** Of a function all but its body. */
  readonly head: string;
  readonly hasBody: boolean;
  /** The directives in it and before it, and whether the file imports what they ask for. */
  readonly directives: readonly string[];
}

type Trait = (all: readonly Declaration[]) => readonly string[];

function differ(was: readonly Declaration[], is: readonly Declaration[], trait: Trait): boolean {
  return brings(was, is, trait) || brings(is, was, trait);
}

function brings(was: readonly Declaration[], is: readonly Declaration[], trait: Trait): boolean {
  const known = new Set(trait(was));
  return trait(is).some((one) => !known.has(one));
}

const inString = "\0";

function declarations(text: string): Declaration[] {
  const code = maskCommentsAndStrings(text, "go", inString);
  const imports = goImports(text).filter((one) => one === "unsafe" || one === "embed");
  const found: Declaration[] = [];
  let depth = 0;
  let from = 0;
  let isBlank = true;
  for (let at = 0; at <= code.length; at++) {
    const sign = code.charAt(at);
    if ("([{".includes(sign) && sign !== "") depth++;
    else if (")]}".includes(sign) && sign !== "") depth--;
    const isEnd = at === code.length || (depth <= 0 && (sign === "\n" || sign === ";"));
    if (!isEnd) isBlank &&= sign.trim() === "";
    if (!isEnd || (isBlank && at < code.length)) continue;
    found.push(declaration(text.slice(from, at), code.slice(from, at), imports));
    from = at + 1;
    isBlank = true;
  }
  return found;
}

function declaration(text: string, own: string, imports: readonly string[]): Declaration {
  const code = even(own);
  const opened = firstOutsideTypes(code);
  const directives = [...text.matchAll(/^((?:(?!\/\/)[^\n\r\u2028\u2029])*)(\/\/go:(\w+)[^\n]*)/gm)]
    .filter(([, , , name = ""]) => !harmless.has(name))
    .filter(({ index, 1: before = "" }) => own.charAt(index + before.length) === " ")
    .map(([, , line = ""]) => `${line.trim()} ${imports.join()}`);
  return { code, head: opened < 0 ? code : code.slice(0, opened), hasBody: opened >= 0, directives };
}

/** Those that no compiler reads, or that servers judge too. */
const harmless: ReadonlySet<string> = new Set(["build", "generate"]);

function even(code: string): string {
  return code
    .replaceAll(/(?<!\s)\s*\n\s*/g, "\n")
    .replaceAll(/[ \t\r]+/g, " ")
    .trim();
}

/** The first brace that belongs to no type, or to one with other braces in it; -1 without any. */
function firstOutsideTypes(code: string): number {
  const open: { readonly at: number; isPure: boolean }[] = [];
  let first = code.length;
  for (const { 0: sign, index } of code.matchAll(/\b(?:interface|struct) ?\{|[{}]/g)) {
    if (sign !== "}") {
      open.push({ at: index + sign.length - 1, isPure: sign !== "{" });
      continue;
    }
    const closed = open.pop();
    if (closed === undefined || closed.isPure) continue;
    first = Math.min(first, closed.at);
    const around = open.at(-1);
    if (around !== undefined) around.isPure = false;
  }
  first = Math.min(first, open[0]?.at ?? first);
  return first === code.length ? -1 : first;
}

/** The body of a function matters only to a directive that limits what it does. */
function directed(all: readonly Declaration[]): string[] {
  return all
    .filter(({ directives }) => directives.length > 0)
    .map(({ code, head, directives }) => {
      const isLimited = directives.some((one) => /^\/\/go:(?:nosplit|nowritebarrier)/.test(one));
      return [...directives, isFunction(code) && !isLimited ? head : code].join("\n");
    });
}

function isFunction(code: string): boolean {
  return /^func\b/.test(code);
}

function bare(all: readonly Declaration[]): string[] {
  return all.filter(({ code, hasBody }) => isFunction(code) && !hasBody).map(({ code }) => code);
}

/** So many elements are in no array that is meant to be. */
const hugeLength = 2 ** 24;

/** Types of arrays whose lengths are written as large numbers, in the type itself or as a constant of the file. */
function hugeArrays(all: readonly Declaration[]): string[] {
  const code = all.map((one) => one.code).join("\n");
  const lengthOf = (text: string): number => {
    const [, base, shift = "0"] = /^\s*(\d[\d_]*)\s*(?:<<\s*(\d+)\s*)?$/.exec(text) ?? [];
    return base === undefined ? 1 : Number(base.replaceAll("_", "")) * 2 ** Number(shift);
  };
  const constants = new Map(
    [...code.matchAll(/(?<![\p{L}\p{N}_])(?!const\b)([\p{L}_][\p{L}\p{N}_]*)(?: \w+)? ?= ?(\d[\w< ]*)/gu)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
  return [...code.matchAll(/(?<!\]\s?)(?:\[[^[\]]*\]\s?)+(?=[\p{L}_*(])/gu)].flatMap(([found]) => {
    const lengths = [...found.matchAll(/\[([^[\]]+)\]/g)].map(([, one = ""]) => constants.get(one.trim()) ?? one);
    const length = lengths.reduce((product, one) => product * lengthOf(one), 1);
    return length < hugeLength ? [] : [`${found}${length}`];
  });
}

const tests: Readonly<Record<string, RegExp>> = {
  Test: /^\(\s?(?:\w+ )?\* ?testing\.T,?\s?\)$/,
  Benchmark: /^\(\s?(?:\w+ )?\* ?testing\.B,?\s?\)$/,
  Fuzz: /^\(\s?(?:\w+ )?\* ?testing\.F,?\s?\)$/,
  Example: /^\(\s?\)$/,
};

/** Tests by their name that are none by the rest; and what there may be only one of in two packages. */
function oddTests(all: readonly Declaration[]): string[] {
  return all
    .map(({ head }) => head.trim())
    .filter((head) => {
      const [, name = "", kind = "", rest = ""] =
        /^func ((Test|Benchmark|Fuzz|Example)(?!\p{Ll})[\p{L}\p{N}_]*) ?(.*)$/su.exec(head) ?? [];
      return name === "TestMain" || tests[kind]?.test(rest) === false;
    });
}

/** What assembly may name: everything but bodies and imports. */
function outlines(all: readonly Declaration[]): string[] {
  return all.filter(({ code }) => !/^import\b/.test(code)).map(({ code, head }) => (isFunction(code) ? head : code));
}
