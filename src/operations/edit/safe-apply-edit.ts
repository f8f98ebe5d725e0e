// `safe_apply_edit`: makes a change only if it adds no error in any file that it can reach, and else lists the errors.

import { defineEdit } from "../define.ts";
import { safeApplying } from "./safe-applying.ts";

export const safeApplyEdit = defineEdit({
  ...safeApplying,
  name: "safe_apply_edit",
  title: "Safe Apply Edit",
  summary: "Replace a quoted text if that brings no new error anywhere; else list those.",
  guidance: "old_text must be there once; empty creates the file.",
  exposure: "core",
  withScripts: true,
  cli: { command: "safe-edit", positional: "file" },
  examples: [
    {
      title: "A change that other files would not survive",
      input: {
        file_path: "src/money.ts",
        old_text: "export function times(",
        new_text: "export function multiplied(",
      },
    },
  ],
});
