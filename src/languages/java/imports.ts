// Import statements of Java and its like.

import type { ImportRules } from "../imports/rules.ts";

export const javaImportRules: ImportRules = {
  modules: [/^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.*]+)(?:[ \t]+as[ \t]+\w+|\{[^{}]*\})?/gm],
};
