// Rust, as one record.

import type { Language } from "../language.ts";

export const rust: Language = {
  family: "rust",
  endings: /\.rs$/,
  indentation: "    ",
};
