// `evaluate_session`: what a draft would do to the problems of every file that it can reach.

import { defineDraft } from "../define.ts";
import type { Evaluated, EvaluatedJson } from "../edit/drafted.ts";
import {
  evaluatedDraft,
  evaluatedJson,
  evaluatedText,
  evaluationInput,
  evaluationLimitMs,
  isAboutNothing,
  sessionInput,
} from "../edit/drafted.ts";
import { draftHints } from "./draft-hints.ts";

const input = { ...sessionInput, ...evaluationInput };

export const evaluateSession = defineDraft<"evaluate_session", typeof input, Evaluated, EvaluatedJson>({
  name: "evaluate_session",
  title: "Evaluate Session",
  summary: "Tell which problems a draft would bring and take away, in every file it can reach.",
  guidance: "`safe` is true only when all of them were checked, which scope file never is; `unknown` names the rest.",
  exposure: "full",
  cli: { command: "draft-check", positional: "none" },
  needs: [],
  input,
  limitMs: evaluationLimitMs,
  async run(context, { session_id, ...choice }) {
    const draft = context.drafts.get(session_id);
    return draft.exclusively(context.patience, async () => {
      const { snapshot } = await context.view.locate(draft.root);
      const { value, standing } = await evaluatedDraft(context, draft, snapshot, choice);
      return { value: { ...value, session: draft.id }, standing };
    });
  },
  isEmpty: ({ consequences: { introduced, resolved } }) => introduced.length + resolved.length === 0,
  succeeded: ({ consequences: { safe } }) => safe !== false,
  showsNothing: ({ consequences }) => isAboutNothing(consequences),
  toText: evaluatedText,
  toJson: evaluatedJson,
  hints: ({ consequences }) => draftHints(consequences),
  examples: [{ title: "A draft that is not there", refused: "bad_input", input: { session_id: "0".repeat(32) } }],
});
