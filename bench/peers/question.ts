// What the products are asked, what counts as a fact, and how an answer is judged against the truth.

import type { FoundPlace } from "../../test/real/reading/asked-package.ts";

export const languages = ["typescript", "go", "python", "cpp"] as const;
export type Language = (typeof languages)[number];

export const kinds = ["references", "definition", "hover", "symbols", "search", "diagnostics"] as const;
export type Kind = (typeof kinds)[number];

/** `file:line`, relative to the root and counted from 1: the finest grain in which every product speaks. */
export type Fact = string;

/** What is known of a symbol, before it is clear that it can be asked about. */
export interface Known {
  readonly name: string;
  readonly declared: readonly FoundPlace[];
  readonly references: readonly Pick<FoundPlace, "file" | "line">[];
}

export interface AskedSymbol {
  readonly name: string;
  readonly declared: FoundPlace;
  /** A place outside its own file where it is used, on a line that stands only once in that file. */
  readonly use: FoundPlace;
  readonly useLine: string;
  /** Every line that refers to it, its declarations left out. */
  readonly truth: ReadonlySet<Fact>;
  /** Lines that declare it: an answer may name them or not. */
  readonly neutral: ReadonlySet<Fact>;
}

/** What came back, before it is judged. */
export interface Reply {
  readonly ms: number;
  readonly outcome: "answer" | "error" | "hang";
  readonly text: string;
}

export interface Judged {
  readonly found: number;
  readonly right: number;
  readonly recall: number;
  readonly isComplete: boolean;
}

export function factOf({ file, line }: Pick<FoundPlace, "file" | "line">): Fact {
  return `${file}:${line}`;
}

export function judge(facts: ReadonlySet<Fact>, { truth, neutral }: Pick<AskedSymbol, "truth" | "neutral">): Judged {
  const named = [...facts].filter((fact) => !neutral.has(fact));
  const right = named.filter((fact) => truth.has(fact)).length;
  const recall = truth.size === 0 ? 1 : right / truth.size;
  return { found: named.length, right, recall, isComplete: right === truth.size && named.length === right };
}
