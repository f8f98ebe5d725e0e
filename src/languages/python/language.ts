// Python, as one record.

import type { Language } from "../language.ts";

export const python: Language = {
  family: "python",
  endings: /\.pyi?$/,
  furtherEndings: /\.(?:pyx|pxd|pyw|pyde)$/,
  indentation: "    ",
};
