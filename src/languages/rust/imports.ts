// Import statements of Rust.

import type { ImportRules } from "../imports/rules.ts";

export const rustImportRules: ImportRules = {
  // One that is never closed ends where a line begins the next.
  modules: [
    /^[ \t]*(?:pub(?:\([^()]*\))?[ \t]+)?use\s+([^\s;](?:[^;\n\r\u2028\u2029]|[\n\r\u2028\u2029](?![ \t]*(?:pub\b[^\n;]{0,80})?use\s))*);/gm,
  ],
};
