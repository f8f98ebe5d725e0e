// The readers of texts against real parsers: which words are code, what is imported, where declarations begin and end, what
// their bodies are and what classes extend.
//
// The product reads texts without a parser, because it has to read broken ones, and all of them quickly. On texts that parse,
// both must agree, or the difference is a known one with a verdict. A test run draws some of the pinned texts, the soak reads all.

import { beforeAll, describe, expect, test } from "vitest";
import type { Family } from "../../src/languages/family.ts";
import { isSoak } from "../support/soak.ts";
import { corpusOf, drawn } from "./corpus.ts";
import type { Difference, Question } from "./differences.ts";
import { compare } from "./differences.ts";
import { isKnown, knownDifferences } from "./known.ts";
import { parseScript } from "./oxc.ts";
import type { Parse } from "./parsed.ts";
import type { Grammar } from "./tree-node.ts";
import { treeParser } from "./tree-sitter.ts";

const all: readonly Question[] = ["mask", "imports", "body", "bases"];

interface Subject {
  readonly family: Family;
  /** The grammar of tree-sitter; scripts are parsed by oxc. */
  readonly grammar?: Grammar;
  readonly questions: readonly Question[];
  /** How many characters a test run draws. */
  readonly share: number;
  /** The part of the texts that the parser must understand, for the comparison to say anything. */
  readonly understood: number;
  readonly example: string;
}

const subjects: readonly Subject[] = [
  { family: "script", questions: all, share: 1_000_000, understood: 0.97, example: "a.ts" },
  { family: "python", grammar: "python", questions: all, share: 500_000, understood: 0.9, example: "a.py" },
  { family: "go", grammar: "go", questions: all, share: 300_000, understood: 0.85, example: "a.go" },
  { family: "rust", grammar: "rust", questions: all, share: 400_000, understood: 0.9, example: "a.rs" },
  { family: "java", grammar: "java", questions: all, share: 400_000, understood: 0.9, example: "A.java" },
  { family: "csharp", grammar: "c-sharp", questions: all, share: 300_000, understood: 0.9, example: "A.cs" },
  { family: "c", grammar: "cpp", questions: ["mask"], share: 400_000, understood: 0.5, example: "a.cc" },
];

/** Of the test run: with another one it draws other texts. */
const seed = Number(process.env["SIGHTLINE_SEED"] ?? 0) || Date.now();

describe.each(subjects)("$family", ({ family, grammar, questions, share, understood, example }) => {
  let parse: Parse;
  beforeAll(async () => {
    parse = grammar === undefined ? parseScript : await treeParser(grammar);
  });
  const known = knownDifferences.filter((one) => one.family === family);
  const differencesIn = (file: string, text: string): readonly Difference[] | undefined => {
    const parsed = parse(file, text);
    return parsed === undefined ? undefined : compare(file, text, parsed, new Set(questions)).differences;
  };

  test.each(known)("a known difference shows in its example: $because", (one) => {
    const found = differencesIn(example, one.example) ?? [];
    expect(found.map(worded)).not.toEqual([]);
    expect(found.filter((difference) => !isKnown(one, difference)).map(worded)).toEqual([]);
  });

  test("both read the texts of the corpus alike", { timeout: 3_600_000 }, () => {
    const { samples, missing } = corpusOf(family, isSoak() ? "all" : "pinned");
    const chosen = isSoak() ? samples : drawn(samples, share, seed);
    const unknown: string[] = [];
    const seen = new Set<unknown>();
    let broken = 0;
    for (const sample of chosen) {
      const { label, file } = sample;
      const differences = differencesIn(file, sample.read());
      if (differences === undefined) broken++;
      for (const difference of differences ?? []) {
        const entry = known.find((one) => isKnown(one, difference));
        if (entry === undefined) unknown.push(`${label}: ${worded(difference)}`);
        else seen.add(entry);
      }
    }
    expect(unknown.slice(0, shown)).toEqual([]);
    expect(broken).toBeLessThan(Math.max(1, chosen.length * (1 - understood)));
    const dead = known.filter((one) => !seen.has(one) && one.isRare !== true).map(({ because }) => because);
    // A sample does not meet every difference.
    expect(isSoak() && missing.length === 0 ? dead : []).toEqual([]);
  });
});

const shown = 40;

function worded({ line, question, said, near }: Difference): string {
  return `line ${line}, ${question}: ${said.slice(0, 200)} in ${near.trim().slice(0, 200)}`;
}
