// Go, as one record.

import type { Language } from "../language.ts";

export const go: Language = {
  family: "go",
  endings: /\.go$/,
  furtherEndings: /\.s$/,
  indentation: "\t",
};
