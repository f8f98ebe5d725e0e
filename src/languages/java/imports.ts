// Import statements of Java and its like.

import type { ImportRules } from "../imports/rules.ts";

export const javaImportRules: ImportRules = {
  modules: [
    /(?<=^|;)[ \t]*import[ \t]+(?:static[ \t]+)?([\p{L}\p{N}_$.*`]+)(?:[ \t]+as[ \t]+[\p{L}\p{N}_$`]+|\{[^{}]*\})?/gmu,
  ],
  namesIn: (statement) => {
    const words = statement
      .trim()
      .split(/[ \t]+/)
      .filter((word) => word !== "import" && word !== "static");
    const [path = "", , alias] = words;
    return [{ name: path.slice(path.lastIndexOf(".") + 1), ...(alias === undefined ? {} : { alias }) }];
  },
};
