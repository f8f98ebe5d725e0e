// `safe_edit`: the short name of `safe_apply_edit`.

import { defineEdit } from "../define.ts";
import { safeApplying } from "./safe-applying.ts";

export const safeEdit = defineEdit({
  ...safeApplying,
  name: "safe_edit",
  title: "Safe Edit",
  summary: "Replace a quoted text if that brings no new error.",
  guidance: "The same as safe_apply_edit.",
  cli: { command: "safe-replace", positional: "file" },
  examples: [
    {
      title: "A change that does not even survive in its own file",
      input: { file_path: "src/discount.ts", old_text: "times(", new_text: "divided(" },
    },
  ],
});
