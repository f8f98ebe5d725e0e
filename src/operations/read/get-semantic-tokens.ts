// `get_semantic_tokens`: what each word of a file is to the compiler: a type, a parameter, a function of the library.

import { counted } from "../../std/words.ts";
import type { SemanticToken } from "../../model/fine-facts.ts";
import type { Answer } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { fitting } from "../../render/bound.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine } from "../../render/inert.ts";
import { defineQuery } from "../define.ts";
import { rangeInput, resolveRange } from "../line-range.ts";
import { orInstead } from "../find/locations-answer.ts";

export interface FoundTokens {
  readonly where: string;
  readonly tokens: readonly SemanticToken[];
}

export const getSemanticTokens = defineQuery({
  name: "get_semantic_tokens",
  title: "Get Semantic Tokens",
  summary: "Tell what each word in a range is: variable, parameter, type, function, and whether declared or read-only.",
  guidance: "For questions about many words at once; inspect_symbol says more about one. Without lines the whole file.",
  exposure: "full",
  cli: { command: "tokens", positional: "file" },
  needs: ["textDocument/semanticTokens/full"],
  orElse: ["textDocument/semanticTokens/range"],
  input: rangeInput,
  async run(context, input): Promise<Answer<FoundTokens>> {
    const { snapshot, file, shown, span } = await resolveRange(context, input);
    const { value, standing } = await orInstead(
      snapshot.semanticTokens({ file, span }, context.patience),
      "list_symbols shows what a file declares, and inspect_symbol what one symbol is.",
    );
    return { value: { where: shown, tokens: value }, standing };
  },
  isEmpty: ({ tokens }) => tokens.length === 0,
  toText: (output, budget) => tokensText(output, budget),
  toJson: ({ tokens }) =>
    tokens.map(({ place, text, type, modifiers }) => ({
      line: place.line,
      character: place.column,
      length: text.length,
      tokenType: type,
      modifiers,
      text,
    })),
  hints: ({ tokens }) =>
    tokens.length === 0
      ? [{ operation: "list_symbols", why: "what the file declares" }]
      : [{ operation: "inspect_symbol", why: "the type of one of them" }],
  examples: [
    { title: "What the words of one line are", input: { file_path: "src/cart.ts", start_line: 38, end_line: 38 } },
    { title: "Every word of a file", input: { file_path: "src/money.ts" } },
  ],
});

// — below: private, in the order they are used —

const longestWord = 80;

function tokensText({ where, tokens }: FoundTokens, budget: Budget): string {
  if (tokens.length === 0) return `No semantic tokens found in ${where}`;
  const head = `${counted(tokens.length, "token")} in ${where}, each with its column`;
  const byLine = new Map<number, string[]>();
  for (const token of tokens) {
    const words = byLine.get(token.place.line);
    if (words === undefined) byLine.set(token.place.line, [tokenText(token)]);
    else words.push(tokenText(token));
  }
  const rows = [...byLine].map(([line, words]) => `${line}\t${words.join("; ")}`);
  const counts = `${head.split(",", 1).join()}: ${typeCounts(tokens)}`;
  const rest = (kept: number): string => `(${rows.length - kept} lines left out: too many; ask for fewer lines)`;
  return fitting(
    [
      () => ({ text: [head, ...rows].join("\n") }),
      () => ({ text: firstLines(counts, rows, budget, rest) }),
      () => ({ text: `${tokens.length} tokens; too many to list.` }),
    ],
    budget,
  );
}

function tokenText({ place, text, type, modifiers }: SemanticToken): string {
  const kind = [type, ...modifiers].map((word) => inertLine(word, longestWord)).join(" ");
  return `${place.column} ${inertLine(text, longestWord)} = ${kind}`;
}

function typeCounts(tokens: readonly SemanticToken[]): string {
  const counts = new Map<string, number>();
  for (const { type } of tokens) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 12)
    .map(([type, count]) => `${count} ${inertLine(type, longestWord)}`)
    .join(", ");
}
