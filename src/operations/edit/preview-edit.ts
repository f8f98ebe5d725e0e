// `preview_edit`: what one edit would break, in every file that it can reach; nothing is left of it afterwards.

import { z } from "zod";
import { defineQuery } from "../define.ts";
import type { Evaluated, EvaluatedJson } from "./drafted.ts";
import { shownPath } from "../foreign-text.ts";
import {
  evaluated,
  evaluatedJson,
  evaluatedText,
  evaluationInput,
  evaluationLimitMs,
  isAboutNothing,
} from "./drafted.ts";
import { rangeEditInput, withEdit } from "./range-edit.ts";

const input = { file_path: z.string().min(1), ...rangeEditInput, ...evaluationInput };

export const previewEdit = defineQuery<"preview_edit", typeof input, Evaluated, EvaluatedJson>({
  name: "preview_edit",
  title: "Preview Edit",
  summary: "Tell what an edit would break, in every file it can reach, without making it.",
  guidance: "By old_text or a range. `safe` is true only when every file was checked.",
  exposure: "core",
  outsideDrafts: true,
  cli: { command: "preview", positional: "file" },
  needs: [],
  asks: ["problems"],
  input,
  ignores: { session_id: "a preview starts from the files on disk; simulate_edit continues a draft" },
  limitMs: evaluationLimitMs,
  async run(context, { file_path, scope, timeout_ms, exhaustive, ...edit }) {
    const { snapshot, file, exists } = await context.view.place(file_path);
    const before = exists ? (await snapshot.editable(file)).text : undefined;
    const after = withEdit(before, edit, shownPath(snapshot.base, file));
    const changes = before === after ? [] : [{ file, before, after }];
    const { value, standing } = await evaluated(context, snapshot, changes, { scope, timeout_ms, exhaustive });
    return { value: { ...value, session: undefined }, standing };
  },
  isEmpty: ({ consequences: { introduced, resolved } }) => introduced.length + resolved.length === 0,
  succeeded: ({ consequences: { safe } }) => safe !== false,
  showsNothing: ({ consequences }) => isAboutNothing(consequences),
  toText: evaluatedText,
  toJson: evaluatedJson,
  hints: ({ scope, consequences: { safe, timedOut } }) => {
    if (safe === false) return [{ operation: "find_references", why: "who uses what it would break" }];
    if (safe === true) return [{ operation: "safe_apply_edit", why: "to make it" }];
    if (scope === "file") return [{ operation: "preview_edit", why: "with scope workspace, which checks all files" }];
    if (timedOut) return [{ operation: "preview_edit", why: "with a larger timeout_ms, to check the rest" }];
    return [{ operation: "safe_apply_edit", why: "with accept_unknown: true, to make it anyway" }];
  },
  examples: [
    {
      title: "What a renamed export would break elsewhere",
      input: {
        file_path: "src/money.ts",
        old_text: "export function format(",
        new_text: "export function formatted(",
      },
    },
  ],
});
