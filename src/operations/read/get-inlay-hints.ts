// `get_inlay_hints`: what an editor shows inside the lines although it is not in the source, such as inferred types and parameter names.

import { counted } from "../../std/words.ts";
import type { InlayHint } from "../../model/fine-facts.ts";
import type { Answer } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { fitting } from "../../render/bound.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine } from "../../render/inert.ts";
import { defineQuery } from "../define.ts";
import { rangeInput, resolveRange } from "../line-range.ts";
import { orInstead } from "../find/locations-answer.ts";

export interface HintedLines {
  readonly where: string;
  readonly hints: readonly InlayHint[];
  /** The text of each line that has a hint. */
  readonly lines: ReadonlyMap<number, string>;
}

export const getInlayHints = defineQuery({
  name: "get_inlay_hints",
  title: "Get Inlay Hints",
  summary: "Show the inferred types and the names of parameters inside the lines of a file.",
  guidance: "Many types for the price of one question; inspect_symbol tells one. Without lines the whole file.",
  exposure: "full",
  cli: { command: "hints", positional: "file" },
  needs: ["textDocument/inlayHint"],
  input: rangeInput,
  async run(context, input): Promise<Answer<HintedLines>> {
    const { snapshot, file, index, shown, span } = await resolveRange(context, input);
    const { value, standing } = await orInstead(
      snapshot.inlayHints({ file, span }, context.patience),
      "inspect_symbol shows the type of one symbol.",
    );
    const lines = new Map(value.map(({ place }) => [place.line, index.lineText(place.line) ?? ""]));
    return { value: { where: shown, hints: value, lines }, standing };
  },
  isEmpty: ({ hints }) => hints.length === 0,
  toText: (output, budget) => hintsText(output, budget),
  toJson: ({ hints }) =>
    hints.map(({ place, label, kind, tooltip, paddingLeft, paddingRight }) => ({
      position: { line: place.line, column: place.column },
      label,
      ...(kind === undefined ? {} : { kind: kindNumbers[kind], kind_name: kind }),
      ...(tooltip === undefined ? {} : { tooltip }),
      ...(paddingLeft ? { paddingLeft } : {}),
      ...(paddingRight ? { paddingRight } : {}),
    })),
  hints: ({ hints }) =>
    hints.length === 0
      ? [{ operation: "inspect_symbol", why: "the type of one symbol" }]
      : [{ operation: "go_to_type_definition", why: "where a type is declared" }],
  examples: [
    { title: "The types in a function", input: { file_path: "src/checkout.ts", start_line: 10, end_line: 14 } },
  ],
});

/** The lines that have hints, with them. */
export function hintedLines(hints: readonly InlayHint[], textOf: (line: number) => string): string[] {
  return [...grouped(hints)].map(([line, here]) => `${line}\t${withHints(textOf(line), here)}`);
}

// — below: private, in the order they are used —

/** Spec: LSP 3.18 InlayHintKind. */
const kindNumbers = { type: 1, parameter: 2 } as const;

const longestHint = 200;
const longestLine = 1_000;

function hintsText({ where, hints, lines }: HintedLines, budget: Budget): string {
  const count = `${counted(hints.length, "hint")} in ${where}`;
  if (hints.length === 0) return `no hints in ${where}`;
  const head = `${count}, between « and »`;
  const byLine = [...grouped(hints)];
  const written = hintedLines(hints, (line) => lines.get(line) ?? "");
  const bare = byLine.map(([line, here]) => `${line}  ${here.map(placed).join("  ")}`);
  const rest = (kept: number): string => `(${written.length - kept} lines left out: too many; ask for fewer lines)`;
  return fitting(
    [
      () => ({ text: [head, ...written].join("\n") }),
      () => ({ text: [count, ...bare].join("\n"), leavesOut: "source left out: too long" }),
      () => ({ text: firstLines(head, written, budget, rest) }),
      () => ({ text: `${hints.length} hints; too many to list.` }),
    ],
    budget,
  );
}

function grouped(hints: readonly InlayHint[]): Map<number, InlayHint[]> {
  const byLine = new Map<number, InlayHint[]>();
  for (const hint of hints) {
    const here = byLine.get(hint.place.line);
    if (here === undefined) byLine.set(hint.place.line, [hint]);
    else here.push(hint);
  }
  return byLine;
}

function withHints(text: string, hints: readonly InlayHint[]): string {
  let shown = "";
  let from = 0;
  for (const hint of hints) {
    const at = Math.max(from, hint.place.column - 1);
    shown += `${text.slice(from, at)}«${inertLine(hint.label, longestHint)}»`;
    from = at;
  }
  return inertLine((shown + text.slice(from)).replaceAll("\t", "  "), longestLine);
}

function placed({ place, label }: InlayHint): string {
  return `${place.column} ${inertLine(label.trim(), longestHint)}`;
}
