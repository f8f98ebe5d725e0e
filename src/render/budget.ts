// How much an answer may take: characters always, tokens where the caller says so.

import { estimateTokens } from "./tokens.ts";

export interface Budget {
  readonly characters: number;
  readonly tokens?: number | undefined;
}

export function holds(budget: Budget, text: string): boolean {
  if (text.length > budget.characters) return false;
  return budget.tokens === undefined || estimateTokens(text) <= budget.tokens;
}

/** What is left after a text, which the caller has to show in any case. */
export function without(budget: Budget, text: string): Budget {
  if (text === "") return budget;
  return {
    characters: Math.max(0, budget.characters - text.length),
    tokens: budget.tokens === undefined ? undefined : Math.max(0, budget.tokens - estimateTokens(text)),
  };
}

/** An equal part for each of so many. */
export function shared(budget: Budget, parts: number): Budget {
  const each = (whole: number): number => Math.floor(whole / Math.max(1, parts));
  return {
    characters: each(budget.characters),
    tokens: budget.tokens === undefined ? undefined : each(budget.tokens),
  };
}
