// `assemble_context`: what a model should know of the code around a change, chosen for it within a budget.

import { z } from "zod";
import type { ChosenContext, ContextAbsence, ContextPurpose } from "../../model/records/context-item.ts";
import { contextPurposes } from "../../model/records/context-item.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Answer } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { inertLine } from "../../render/inert.ts";
import { estimateTokens } from "../../render/tokens.ts";
import { counted, firstNames } from "../../std/words.ts";
import { defineQuery } from "../define.ts";
import { resolveRange } from "../line-range.ts";
import type { Choice, ContextPiece } from "./choosing.ts";
import { chosen, textOfItems } from "./choosing.ts";
import { gather } from "./gathering.ts";
import { hasOf } from "./has.ts";

export interface AssembledContext {
  /** The focus, as it is shown. */
  readonly where: string;
  readonly path: FilePath;
  readonly purpose: ContextPurpose;
  readonly budget: number;
  readonly absences: readonly ContextAbsence[];
  /** What the caller says is in context and is not there. */
  readonly unknown: readonly string[];
  readonly pieces: readonly ContextPiece[];
  /** What fits into so many tokens. */
  readonly choose: (budget: number) => Choice;
}

const defaultBudget = 2_000;

const input = {
  file_path: z.string().min(1),
  start_line: z.int().min(1).optional(),
  end_line: z.int().min(1).optional(),
  purpose: z.enum(contextPurposes).optional(),
  budget: z.int().min(50).max(100_000).optional().describe("Tokens of all items."),
  already_in_context: z.array(z.string().min(1)).max(500).optional().describe("Files, path:from-to, item ids."),
  changed_files: z.array(z.string().min(1)).max(50).optional().describe("Adds their diagnostics."),
};

export const assembleContext = defineQuery<"assemble_context", typeof input, AssembledContext, ChosenContext>({
  name: "assemble_context",
  title: "Assemble Context",
  summary: "Choose what a model should know of the code around some lines, within a token budget.",
  guidance: "For hosts whose model does not ask; each item has its source and time.",
  exposure: "full",
  passive: true,
  outsideDrafts: true,
  cli: { command: "context-for", positional: "file" },
  needs: ["textDocument/documentSymbol"],
  orElse: ["textDocument/hover", "textDocument/definition"],
  asks: ["context", "problems"],
  input,
  async run(context, asked): Promise<Answer<AssembledContext>> {
    const { snapshot, file, index, shown, span } = await resolveRange(context, asked);
    const { purpose = "edit", budget = asked.max_tokens ?? defaultBudget } = asked;
    const [has, changed] = await Promise.all([
      hasOf(context.view, asked.already_in_context ?? []),
      Promise.all((asked.changed_files ?? []).map(async (raw) => (await context.view.locate(raw)).file)),
    ]);
    const lines = span && { from: span.start.line, to: span.end.line };
    const focus = { snapshot, file, index, lines, purpose, changed, has, budget };
    const { value, standing } = await gather(focus, context.patience);
    const choose = (tokens: number): Choice => chosen(value.pieces, tokens, has.items, (text) => snapshot.hash(text));
    const assembled = { where: shown, path: file, purpose, budget, choose, unknown: has.unknown, ...value };
    return { value: assembled, standing };
  },
  isEmpty: ({ pieces }) => pieces.length === 0,
  toText: (assembled, budget) => contextText(assembled, budget),
  toJson: ({ where, path, purpose, budget, absences, choose, unknown }) => {
    const { items, tokens, leftOut } = choose(budget);
    return { file: path, focus: where, purpose, budget, tokens, items, absent: absences, left_out: leftOut, unknown };
  },
  hints: ({ pieces, path }) =>
    pieces.length === 0 && path !== undefined
      ? [{ operation: "detect_lsp_servers", why: "which servers are here" }]
      : [{ operation: "inspect_symbol", why: "more about one symbol" }],
  meta: ({ choose, budget, absences }) => ({
    context: {
      records: choose(budget).items.map(({ id, kind, about, tokens, record }) => ({
        id,
        kind,
        about,
        tokens,
        ...record,
      })),
      absent: absences,
    },
  }),
  examples: [
    {
      title: "Before some lines are edited",
      input: { file_path: "src/checkout.ts", start_line: 10, end_line: 14, budget: 400 },
    },
  ],
});

// — below: private, in the order they are used —

function contextText({ where, choose, budget: wanted, unknown }: AssembledContext, budget: Budget): string {
  const head = `context for ${inertLine(where)}`;
  const odd =
    unknown.length === 0 ? [] : [`(not found, so not in the context: ${firstNames(unknown.map(inertName), 3)})`];
  const told = estimateTokens([head, ...odd].join("\n"));
  const room = Math.min(wanted, (budget.tokens ?? wanted) - told - noteTokens);
  const { items, leftOut } = choose(Math.max(0, room));
  const note = leftOut === 0 ? [] : [`(${counted(leftOut, "piece")} left out: too many)`];
  const text = [head, ...odd, ...(items.length === 0 ? [] : [textOfItems(items)]), ...note].join("\n");
  return text.length <= budget.characters ? text : `${head}: too long for the answer`;
}

function inertName(name: string): string {
  return inertLine(name, 80);
}

/** What the line about pieces that are left out costs. */
const noteTokens = 15;
