// `format_range`: how the server of a file would lay out some of its lines, shown or carried out.

import { z } from "zod";
import { defineEdit } from "../define.ts";
import { editedText } from "./edited-answer.ts";
import { formatInput, formatPlan, formattedJson, hintsAfterFormat } from "./format-answer.ts";
import { rangeInput, resolveRange } from "../line-range.ts";

export const formatRange = defineEdit({
  name: "format_range",
  title: "Format Range",
  summary: "Show how some lines of a file would be formatted; apply: true does it.",
  guidance: "Without columns, whole lines.",
  exposure: "full",
  cli: { command: "format-range", positional: "file" },
  needs: ["textDocument/rangeFormatting"],
  orElse: ["textDocument/formatting"],
  input: { ...rangeInput, start_line: z.int().min(1), end_line: z.int().min(1), ...formatInput },
  async plan(context, input) {
    return formatPlan(context, await resolveRange(context, input), input);
  },
  applies: ({ apply }) => apply,
  isEmpty: ({ plan }) => plan.steps.length === 0,
  toText: editedText,
  toJson: formattedJson,
  hints: hintsAfterFormat("format_range"),
  examples: [
    {
      title: "How a few lines would be formatted",
      input: { file_path: "src/receipt.ts", start_line: 3, end_line: 5, tab_size: 4 },
    },
  ],
});
