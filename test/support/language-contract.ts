// The questions that every language answers, asked in the same way of each: what it imports, declares and hands on, and how
// its texts are read when they are broken, large or hostile.
//
// Invariant: a question that a language has no part for is answered with `none`, and the record has no such part then.

import { describe, expect, test } from "vitest";

import { conditionalDeclarations } from "../../src/languages/conditional/conditional.ts";
import { bodyOf } from "../../src/languages/declarations/body.ts";
import { sourceOf } from "../../src/languages/declarations/signs.ts";
import { extentOf } from "../../src/languages/declarations/symbol-extent.ts";
import { factsOf, followedFamily } from "../../src/languages/facts.ts";
import { importStatements } from "../../src/languages/imports/import-statements.ts";
import type { Language } from "../../src/languages/language.ts";
import { occurrencesOf } from "../../src/languages/names/occurrences.ts";
import { scopeOf } from "../../src/languages/names/scope.ts";
import { maskCommentsAndStrings, stretchesOf } from "../../src/languages/syntax/code-text.ts";
import { familyOf } from "../../src/languages/table.ts";
import type { SymbolKind, SymbolNode } from "../../src/model/code-facts.ts";
import { filePath } from "../../src/model/file-path.ts";
import { parseFixture } from "../../src/testing/fixture.ts";
import { repeats } from "./soak.ts";

/** Nothing is known, and the record says so. */
export const none = "none";
type Answered<T> = T | typeof none;

export interface LanguageAnswers {
  /** The name of a file of the language. */
  readonly file: string;
  /** `«name|text»` marks a whole statement, and names what it says: `module: name as alias, …`, with `?` behind a call. */
  readonly imports: Answered<{ readonly text: string; readonly says: Readonly<Record<string, string>> }>;
  /** A text with the word `total` as code, in a string and in a comment, in this order. */
  readonly words: string;
  /** `«given|…»` is the range of a server, `«name|…»` the name, `«lead»` where it begins with what leads it, `«body|…»` its body. */
  readonly declaration: Answered<{ readonly text: string; readonly kind: SymbolKind }>;
  /** A text with a class, and the bases that its header names. */
  readonly bases: Answered<{ readonly text: string; readonly bases: readonly string[] }>;
  /** A text that hands `total` on, and one that declares it for itself. */
  readonly exports: Answered<{ readonly handedOn: string; readonly own: string }>;
  /** How far a plain function `total` of this text reaches, which nothing hands on. */
  readonly scope: Answered<{ readonly text: string; readonly reaches: "file" | "directory" | "root" }>;
  /** The modules of a file, in the order of its facts. */
  readonly facts: Answered<{ readonly text: string; readonly modules: readonly string[] }>;
  /** What is declared only under a condition. */
  readonly conditional: Answered<{ readonly text: string; readonly declares: readonly string[] }>;
  /** The paths that a text leads to. */
  readonly leads: Answered<{ readonly text: string; readonly paths: readonly string[] }>;
  /** A string, a comment and a list that nothing closes. */
  readonly broken: readonly string[];
}

/** Runs every question for one language. */
export function checkContract(language: Language, answers: LanguageAnswers): void {
  const { family } = language;
  const { file } = answers;
  describe(`the contract of ${family}`, () => {
    test("a file of it is known by its name", () => {
      expect(familyOf(file)).toBe(family === "other" ? "other" : family);
    });
    checkImports(language, answers);
    checkWords(language, answers);
    checkDeclaration(language, answers);
    checkParts(language, answers);
    checkTexts(language, answers);
  });
}

// — below: private, in the order they are used —

function checkImports({ family, imports }: Language, answers: LanguageAnswers): void {
  if (answers.imports === none) {
    test("it has no imports", () => expect(imports).toBe(undefined));
    return;
  }
  const { text, says } = answers.imports;
  const read = (source: string): Record<string, string> => {
    const fixture = parseFixture(`-- ${answers.file} --\n${source}`);
    const plain = fixture.files.get(answers.file) ?? "";
    const found = importStatements(family, plain);
    return Object.fromEntries(
      Object.keys(says).map((name) => {
        const mark = fixture.mark(name);
        const at = plain.indexOf(mark.text);
        const own = found.find((one) => plain.slice(one.start, one.end).trim() === mark.text && one.start <= at);
        return [name, own === undefined ? "no statement" : shown(own)];
      }),
    );
  };
  test("imports have their modules, names, aliases, spans and certainty", () => {
    expect(read(text)).toEqual(says);
  });
  test("line ends of another system change nothing", () => {
    expect(read(text.replaceAll("\n", "\r\n"))).toEqual(says);
  });
}

function shown({ modules, names, certainty }: ReturnType<typeof importStatements>[number]): string {
  const listed = names?.map(({ name, alias }) => (alias === undefined ? name : `${name} as ${alias}`));
  const call = certainty === "call" ? "?" : "";
  return [modules.join(" ") + call, ...(listed === undefined || listed.length === 0 ? [] : [listed.join(", ")])]
    .filter((part) => part !== "")
    .join(": ");
}

function checkWords({ family }: Language, { file, words }: LanguageAnswers): void {
  test("a word stands as code, in a string or in a comment", () => {
    const found = occurrencesOf(file, words, family, ["total"]).map(({ stands }) => stands);
    // Of a language that is not known a string may be code.
    expect(found).toEqual(family === "other" ? ["code", "code", "comment"] : ["code", "string", "comment"]);
  });
  test("letters beyond ASCII and tabs stay where they are", () => {
    const text = `\t${words.replaceAll("total", "größe")}`;
    const found = occurrencesOf(file, text, family, ["größe"]);
    expect(found.map(({ offset }) => text.slice(offset, offset + 5))).toEqual(["größe", "größe", "größe"]);
    expect(occurrencesOf(file, text, family, ["größ"])).toEqual([]);
  });
}

function checkDeclaration({ declarations }: Language, { file, declaration }: LanguageAnswers): void {
  if (declaration === none) {
    test("it has no declarations", () => expect(declarations).toBe(undefined));
    return;
  }
  test.each([
    ["\n", declaration.text],
    ["\r\n", declaration.text.replaceAll("\n", "\r\n")],
  ])("a declaration has its extent, lead and body, with line ends %j", (_, text) => {
    const fixture = parseFixture(`-- ${file} --\n${text}`);
    const source = sourceOf(file, fixture.files.get(file) ?? "");
    const [given, name, lead, body] = [
      fixture.mark("given"),
      fixture.mark("name"),
      fixture.mark("lead"),
      fixture.mark("body"),
    ];
    const node: SymbolNode = {
      name: name.text,
      kind: declaration.kind,
      span: given.span,
      nameSpan: name.span,
      children: [],
    };
    const around = { node, parent: undefined, siblings: [node] };
    const extent = extentOf(source, around);
    expect(source.index.placeOf(extent.lead)).toEqual(lead.span.start);
    expect(source.text.slice(extent.start, extent.end)).toBe(given.text);
    const found = bodyOf(source, around, extent);
    expect(found && source.text.slice(found.from, found.to)).toBe(body.text);
  });
}

function checkParts(language: Language, answers: LanguageAnswers): void {
  const { family, account, types, names, facts, conditional, leads } = language;
  const { file } = answers;
  const check = <T>(title: string, part: unknown, answer: Answered<T>, ask: (answer: T) => void): void => {
    if (answer === none) test(`nothing is known of its ${title}`, () => expect(part).toBe(undefined));
    else test(`its ${title}`, () => ask(answer));
  };
  check("bases", types, answers.bases, ({ text, bases }) => {
    for (const lineEnd of ["\n", "\r\n"]) {
      const reader = types?.(new Set());
      reader?.add(filePath(`/${file}`), text.replaceAll("\n", lineEnd));
      expect(reader?.relations().types.flatMap((one) => one.bases)).toEqual(bases);
    }
    const last = bases.map((base) => base.replace(/\[.*/, "").replace(/^.*\./, ""));
    const headers = account?.classes?.of(maskCommentsAndStrings(text, family));
    expect(headers?.flatMap((one) => one.bases) ?? last).toEqual(last);
  });
  check("exports", account?.isHandedOn, answers.exports, ({ handedOn, own }) => {
    expect([handedOn, own].map((text) => account?.isHandedOn?.(text, "total"))).toEqual([true, false]);
  });
  check("scopes", names?.scopeOf, answers.scope, ({ text, reaches }) => {
    const code = maskCommentsAndStrings(text, family);
    const offset = code.indexOf("total");
    const declared = { file, family, name: "total", kind: "function", container: undefined, code, offset } as const;
    expect(scopeOf(declared)).toBe(reaches);
  });
  check("facts", facts, answers.facts, ({ text, modules }) => {
    const followed = followedFamily(file);
    expect(followed && factsOf(followed, file, text).modules).toEqual(modules);
  });
  check("conditions", conditional, answers.conditional, ({ text, declares }) => {
    expect(conditionalDeclarations(family, text).map(({ name }) => name)).toEqual(declares);
  });
  check("leads", leads, answers.leads, ({ text, paths }) => {
    expect([...new Set(leads?.(text).map(({ path }) => path))]).toEqual(paths);
  });
}

/** Every reader of a language at once. */
function readAll({ family, leads, types }: Language, file: string, text: string): void {
  stretchesOf(text, family);
  importStatements(family, text);
  occurrencesOf(file, text, family, ["total"]);
  conditionalDeclarations(family, text);
  leads?.(text);
  const reader = types?.(new Set(["total"]));
  reader?.add(filePath(`/${file}`), text);
  reader?.relations();
  const followed = followedFamily(file);
  if (followed !== undefined) factsOf(followed, file, text);
}

function checkTexts(language: Language, answers: LanguageAnswers): void {
  const { family } = language;
  const { file, broken, words } = answers;
  test.each([...broken, words, words.replaceAll("\n", "\r\n")])("offsets and line ends stay: %j", (text) => {
    readAll(language, file, text);
    const code = maskCommentsAndStrings(text, family);
    expect(code.length).toBe(text.length);
    expect(code.replaceAll(/[^\r\n]/g, "")).toBe(text.replaceAll(/[^\r\n]/g, ""));
    const stretches = stretchesOf(text, family);
    expect(stretches.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
  });
  test.each([
    ["very long lines", "total = total + 1 ", ""],
    ["brackets in brackets", "([{", ""],
    ["strings that nothing closes", '"', "x = "],
    ["comments in comments", "/* // # ", ""],
    ["imports that nothing ends", "import {", ""],
  ])("%s are read in time that grows with the text", (_, part, before) => {
    const text = (length: number): string => before + part.repeat(length / part.length);
    const isSquare = (): boolean => {
      const [less, more] = [longest / 8, longest / 2].map((length) =>
        cpuMs(() => readAll(language, file, text(length))),
      );
      return (more ?? 0) / Math.max(4, less ?? 0) >= superlinear;
    };
    readAll(language, file, text(longest));
    // What the machine does besides may disturb one measurement, and hardly each of several.
    expect([1, 2, 3].every(isSquare)).toBe(false);
  });
}

/** A megabyte takes seconds in some languages; a quarter of it shows a square as well. */
const longest = repeats({ test: 2 ** 18, soak: 2 ** 20 });

/** Four times the text takes 4 times the time where it is linear and 16 times where it is quadratic. */
const superlinear = 10;

/** The time that the processor works, which other processes do not lengthen. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
