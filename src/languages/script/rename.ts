// What JavaScript and TypeScript add to the rules of a rename.

import type { RenameRules } from "../rename-rules.ts";
import { calledByName } from "../rename-rules.ts";
import { shortForms } from "./short-forms.ts";

export const scriptRename: RenameRules = {
  byItself: calledByName(/^(?:toString|toJSON|valueOf|then|constructor|inspect)$/),
  importedByPath: ["typescript", "typescriptreact", "javascript", "javascriptreact", "vue", "svelte", "astro"],
  shortForms,
};
