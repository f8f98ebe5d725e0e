// Go, as one record.

import type { Language } from "../language.ts";
import { goReach } from "./reach.ts";
import { goRename } from "./rename.ts";

export const go: Language = {
  family: "go",
  endings: /\.go$/,
  furtherEndings: /\.s$/,
  indentation: "\t",
  account: { refusesUnbuilt: true },
  reach: goReach,
  rename: goRename,
};
