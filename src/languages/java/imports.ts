// Import statements of Java and its like.

import type { ImportRules } from "../imports/rules.ts";

export const javaImportRules: ImportRules = {
  modules: [/^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.*]+)(?:[ \t]+as[ \t]+\w+|\{[^{}]*\})?/gm],
  namesIn: (statement) => {
    const words = statement
      .trim()
      .split(/[ \t]+/)
      .filter((word) => word !== "import" && word !== "static");
    const [path = "", , alias] = words;
    return [{ name: path.slice(path.lastIndexOf(".") + 1), ...(alias === undefined ? {} : { alias }) }];
  },
};
