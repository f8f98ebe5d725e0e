// `format_document`: how the server of a file would lay it out, shown or carried out.

import { z } from "zod";
import { defineEdit } from "../define.ts";
import { editedText } from "./edited-answer.ts";
import { formatInput, formatPlan, formattedJson, hintsAfterFormat } from "./format-answer.ts";
import { shownPath } from "../foreign-text.ts";

export const formatDocument = defineEdit({
  name: "format_document",
  title: "Format Document",
  summary: "Show how a file's language server would format it; apply: true does it.",
  guidance: "Heeds what the server heeds: rustfmt.toml, .clang-format.",
  exposure: "full",
  cli: { command: "format", positional: "file" },
  needs: ["textDocument/formatting"],
  input: { file_path: z.string().min(1), ...formatInput },
  async plan(context, input) {
    const { snapshot, file } = await context.view.locate(input.file_path);
    return formatPlan(context, { snapshot, file, shown: shownPath(snapshot.base, file) }, input);
  },
  applies: ({ apply }) => apply,
  isEmpty: ({ plan }) => plan.steps.length === 0,
  toText: editedText,
  toJson: formattedJson,
  hints: hintsAfterFormat("format_document"),
  examples: [{ title: "How a file would be formatted", input: { file_path: "src/receipt.ts", tab_size: 4 } }],
});
