// The readers of texts against real parsers, over real packages: the same words are code, and the same modules imported.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { familyOf } from "../../../src/languages/table.ts";
import { stretchesOf } from "../../../src/languages/syntax/code-text.ts";
import { goImports } from "../../../src/languages/go/imports.ts";
import { importStatements } from "../../../src/languages/imports/import-statements.ts";
import { scriptImports } from "../../../src/languages/script/imports.ts";
import type { Grammar, Parsed } from "./parsed-text.ts";
import { parserOf } from "./parsed-text.ts";
import type { Checkout } from "../real-package.ts";
import { checkOut, chi, click, fetched, regexLite, rxjs } from "../real-package.ts";

const grammars: Readonly<Record<string, Grammar>> = {
  ".ts": "typescript",
  ".py": "python",
  ".go": "go",
  ".rs": "rust",
};

describe.each(fetched([rxjs, click, chi, regexLite]))("$id", (real) => {
  let checkout: Checkout;
  let texts: readonly { readonly file: string; readonly text: string; readonly parsed: Parsed }[];
  beforeAll(async () => {
    checkout = checkOut(real);
    const parse = await parserOf(grammars[real.extensions[0] ?? ""] ?? "typescript");
    texts = checkout.sources
      .map((file) => ({ file, text: readFileSync(join(checkout.root, file), "utf8") }))
      .map((one) => ({ ...one, parsed: parse(one.text) }))
      .filter(({ parsed }) => parsed.isWhole);
  });
  afterAll(() => checkout.remove());

  test("most texts parse", () => {
    expect(texts.length).toBeGreaterThan(checkout.sources.length * 0.9);
  });

  test("each word is code, in a string or in a comment, as the parser says", () => {
    expect(texts.flatMap(({ file, text, parsed }) => wordsReadOtherwise(file, text, parsed))).toEqual([]);
  });

  test("each file imports what the parser says", () => {
    const said = texts.map(({ file, parsed }) => [file, sorted(parsed.modules)]);
    expect(texts.map(({ file, text }) => [file, sorted(importedBy(file, text))])).toEqual(said);
  });

  test("coverage misses none of it", () => {
    const missed = texts.map(({ file, text, parsed }) => {
      const read = new Set(readForCoverage(file, text) ?? parsed.modules);
      return [file, parsed.modules.filter((module) => !read.has(module))];
    });
    expect(missed.filter(([, modules]) => modules?.length !== 0)).toEqual([]);
  });
});

const signs = { code: "c", string: "s", comment: "t", text: "s" };

function wordsReadOtherwise(file: string, text: string, { kinds }: Parsed): string[] {
  const read = stretchesOf(text, familyOf(file))
    .map(({ start, end, kind }) => signs[kind].repeat(end - start))
    .join("");
  // The letters before quotes are part of a string to one and not to the other.
  return [...text.matchAll(/[\p{L}\p{N}_]+(?![\p{L}\p{N}_"'#])/gu)].flatMap(({ 0: word, index }) => {
    const [own, other] = [read.slice(index, index + word.length), kinds.slice(index, index + word.length)];
    return own === other ? [] : [`${file}:${text.slice(0, index).split("\n").length} ${word}: ${own} and ${other}`];
  });
}

function importedBy(file: string, text: string): string[] {
  const family = familyOf(file);
  return importStatements(family, text).flatMap(({ modules }) => modules);
}

function readForCoverage(file: string, text: string): readonly string[] | undefined {
  const family = familyOf(file);
  if (family === "script") return scriptImports(text);
  return family === "go" ? goImports(text) : undefined;
}

function sorted(modules: readonly string[]): string[] {
  return [...new Set(modules)].sort();
}
