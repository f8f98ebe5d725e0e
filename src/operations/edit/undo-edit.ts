// `undo_edit`: undoes a change that was made through Sightline.

import { z } from "zod";
import { defineTransaction } from "../define.ts";
import type { AboutEdit, EditedJson } from "./edited-answer.ts";
import { editedJson, editedText } from "./edited-answer.ts";
import type { Edited } from "../define.ts";

const input = { id: z.string().min(1).optional().describe("Default: your own last change.") };

export const undoEdit = defineTransaction<"undo_edit", typeof input, Edited<AboutEdit>, EditedJson>("edit", {
  name: "undo_edit",
  title: "Undo Edit",
  summary: "Undo a change made through Sightline: restores contents, names and modes.",
  guidance: "Refused, naming the file, if a file was modified since.",
  exposure: "core",
  cli: { command: "undo", positional: "text" },
  needs: [],
  input,
  async run({ edits, patience, view }, { id }) {
    const { value: receipt, standing } = await edits.undo(id, patience);
    const taken = receipt.why.replace(/^undo: /, "");
    const about = { base: view.base, done: `Undone: ${taken}`, would: `Undo: ${taken}` };
    const plan = { root: receipt.root, why: receipt.why, steps: [] };
    return { value: { about, plan, receipt }, standing };
  },
  isEmpty: () => false,
  toText: editedText,
  toJson: editedJson,
  hints: () => [{ operation: "get_diagnostics", why: "what is wrong now" }],
  examples: [{ title: "Before any change was made", refused: "bad_input", input: {} }],
});
