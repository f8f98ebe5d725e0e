// `simulate_edit`: puts one edit into a draft; no server and no disk hears of it.

import { counted } from "../../std/words.ts";
import { z } from "zod";
import { standingOf } from "../../model/standing.ts";
import { fitting } from "../../render/bound.ts";
import { defineDraft } from "../define.ts";
import { draftText, edited, sessionInput } from "../edit/drafted.ts";
import { shownPath } from "../foreign-text.ts";
import { rangeEditInput } from "../edit/range-edit.ts";

const input = {
  ...sessionInput,
  file_path: z.string().min(1).describe("One that is not there is created."),
  ...rangeEditInput,
  new_text: z.string().optional(),
  delete: z.boolean().optional().describe("Instead of a text: the file would be gone."),
};

export interface SimulatedEdit {
  readonly session: string;
  readonly shown: string;
  readonly version: number;
  readonly what: "changed" | "created" | "deleted";
}

export interface SimulatedEditJson {
  readonly session_id: string;
  readonly edit_applied: true;
  readonly version_after: number;
}

export const simulateEdit = defineDraft<"simulate_edit", typeof input, SimulatedEdit, SimulatedEditJson>({
  name: "simulate_edit",
  title: "Simulate Edit",
  summary: "Put one edit into a draft, by range or old_text; the whole file without either.",
  guidance: "Places are those of the text as the draft has it by now. Nothing is written.",
  exposure: "full",
  cli: { command: "draft-edit", positional: "file" },
  needs: [],
  input,
  async run(context, { session_id, file_path, delete: isDeleted, new_text, ...range }) {
    const draft = context.drafts.get(session_id);
    return draft.exclusively(context.patience, async () => {
      const found = await draftText(context, draft, file_path);
      const { known, snapshot, file } = found;
      const next =
        isDeleted === true ? { ...known, after: undefined } : edited(found, { ...range, new_text: new_text ?? "" });
      context.drafts.mustHaveRoom((next.before?.length ?? 0) + (next.after?.length ?? 0));
      draft.put(next);
      const what = next.after === undefined ? "deleted" : next.before === undefined ? "created" : "changed";
      const value = { session: draft.id, shown: shownPath(snapshot.base, file), version: draft.version, what } as const;
      return { value, standing: standingOf([]) };
    });
  },
  isEmpty: () => false,
  toText: ({ session, shown, version, what }, budget) =>
    fitting(
      [
        () => ({ text: `${shown} would be ${what}. Draft ${session} has ${counted(version, "edit")}.` }),
        () => ({ text: `Added to the draft.` }),
      ],
      budget,
    ),
  toJson: ({ session, version }) => ({ session_id: session, edit_applied: true, version_after: version }),
  hints: () => [{ operation: "evaluate_session", why: "what it would break" }],
  examples: [
    {
      title: "A draft that is not there",
      refused: "bad_input",
      input: { session_id: "0".repeat(32), file_path: "src/money.ts", new_text: "" },
    },
  ],
});
