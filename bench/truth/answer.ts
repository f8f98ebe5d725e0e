// What came back for a symbol, in the form in which it is kept.

import type { Fact } from "./symbols.ts";

export interface Answered {
  /** Which of the chosen symbols, by its number. */
  readonly index: number;
  /** `complete`, `partial` …; `refused` where there was no answer. */
  readonly state: string;
  readonly uses: readonly Fact[];
  /** Uses that lead through an overridden or overriding member. */
  readonly through: readonly Fact[];
  /** Places that may be uses and could not be verified. */
  readonly possible: readonly Fact[];
  /** Places of which nothing is said. */
  readonly unchecked: number;
  /** Codes of the reasons, or the words of a refusal. */
  readonly why: readonly string[];
  readonly ms: number;
  readonly tokens: number;
}
