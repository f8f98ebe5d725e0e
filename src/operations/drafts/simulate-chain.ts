// `simulate_chain`: puts edits into a draft one after another, and evaluates after each what it would break.

import { z } from "zod";
import type { Consequences } from "../../model/consequences.ts";
import type { Base, FilePath } from "../../model/file-path.ts";
import { joinStandings } from "../../model/standing.ts";
import { fitting } from "../../render/bound.ts";
import type { DraftContext } from "../define.ts";
import { defineDraft } from "../define.ts";
import { draftHints } from "./draft-hints.ts";
import type { EvaluationChoice } from "../edit/drafted.ts";
import {
  draftText,
  edited,
  evaluatedDraft,
  evaluationInput,
  evaluationLimitMs,
  isAboutNothing,
  sessionInput,
} from "../edit/drafted.ts";
import { consequencesBrief, consequencesJson } from "../edit/edited-answer.ts";
import { shownPath } from "../foreign-text.ts";
import { rangeEditInput } from "../edit/range-edit.ts";

const input = {
  ...sessionInput,
  edits: z
    .array(z.strictObject({ file_path: z.string().min(1), ...rangeEditInput }))
    .min(1)
    .max(50),
  timeout_ms: evaluationInput.timeout_ms,
};

type ChainEdit = z.output<(typeof input)["edits"]>[number];

export interface Chain {
  readonly session: string;
  readonly base: Base;
  /** What the draft would do after each, against the files as they are. */
  readonly steps: readonly Consequences[];
}

export interface ChainJson {
  readonly session_id: string;
  readonly steps: readonly { readonly step: number; readonly net_delta: number }[];
  readonly safe_to_apply_through_step: number;
  readonly cumulative_delta: number;
}

export const simulateChain = defineDraft<"simulate_chain", typeof input, Chain, ChainJson>({
  name: "simulate_chain",
  title: "Simulate Chain",
  summary: "Put several edits into a draft in order, and tell after each what it would break.",
  guidance: "safe_to_apply_through_step: the last step, from 1, before one that may break something.",
  exposure: "full",
  cli: { command: "draft-chain", positional: "none" },
  needs: [],
  input,
  limitMs: ({ timeout_ms, edits }) => evaluationLimitMs({ timeout_ms }) * edits.length,
  async run(context, { session_id, edits, timeout_ms }) {
    const draft = context.drafts.get(session_id);
    return draft.exclusively(context.patience, async () => {
      const steps = [];
      for (const edit of edits) steps.push(await step(context, session_id, edit, { timeout_ms, exhaustive: true }));
      const { snapshot } = await context.view.locate(draft.root);
      const value = { session: draft.id, base: snapshot.base, steps: steps.map((one) => one.value.consequences) };
      return { value, standing: joinStandings(steps.map(({ standing }) => standing)) };
    });
  },
  isEmpty: () => false,
  // Only the result of the last step would be written; a later step may fix what an earlier one breaks.
  succeeded: ({ steps }) => steps.at(-1)?.safe !== false,
  showsNothing: ({ steps }) => steps.slice(-1).some(isAboutNothing),
  toText({ steps, base }, budget) {
    const shown = (file: FilePath): string => shownPath(base, file);
    const last = conclusion(steps);
    const of = (lines: number): string =>
      [
        ...steps.flatMap((one, index) =>
          consequencesBrief(one, shown)
            .slice(0, lines)
            .map((line, at) => (at === 0 ? `${index + 1}. ${line}` : line)),
        ),
        last,
      ].join("\n");
    return fitting(
      [
        () => ({ text: of(2) }),
        () => ({ text: of(1), leavesOut: "the files are left out: too many" }),
        () => ({ text: last, leavesOut: "the steps are left out: too many" }),
        () => ({ text: last }),
      ],
      budget,
    );
  },
  toJson: ({ session, steps }) => ({
    session_id: session,
    steps: steps.map((one, index) => ({ step: index + 1, ...consequencesJson(one) })),
    safe_to_apply_through_step: safeThrough(steps),
    cumulative_delta: steps.map(deltaOf).at(-1) ?? 0,
  }),
  hints: ({ steps }) => steps.slice(-1).flatMap(draftHints),
  examples: [
    {
      title: "A draft that is not there",
      refused: "bad_input",
      input: { session_id: "0".repeat(32), edits: [{ file_path: "src/money.ts", new_text: "" }] },
    },
  ],
});

// — below: private, in the order they are used —

async function step(
  context: DraftContext,
  session: string,
  { file_path, ...edit }: ChainEdit,
  choice: EvaluationChoice,
) {
  const draft = context.drafts.get(session);
  const found = await draftText(context, draft, file_path);
  draft.put(edited(found, edit));
  return evaluatedDraft(context, draft, found.snapshot, choice);
}

function conclusion(steps: readonly Consequences[]): string {
  const through = safeThrough(steps);
  if (through < steps.length && steps.at(-1)?.safe === true)
    return `Safe to apply as a whole; step ${through + 1} alone is not known to be safe.`;
  return through === 0 ? "No step is known to be safe." : `Safe to apply through step ${through} of ${steps.length}.`;
}

/** How many steps from the first on are each known to break nothing. */
function safeThrough(steps: readonly Consequences[]): number {
  const first = steps.findIndex(({ safe }) => safe !== true);
  return first < 0 ? steps.length : first;
}

function deltaOf({ introduced, resolved }: Consequences): number {
  return introduced.length - resolved.length;
}
