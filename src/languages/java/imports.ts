// Import statements of Java and its like.

import type { ImportRules } from "../imports/rules.ts";

export const javaImportRules: ImportRules = {
  modules: [
    /(?<=^|;)[ \t]*import[ \t]+(?:static[ \t]+|module[ \t]+(?!as\b))?([\p{L}\p{N}_$.*`]+)(?:[ \t]+as[ \t]+[\p{L}\p{N}_$`]+|\{[^{}]*\})?/gmu,
  ],
  namesIn: (statement) => {
    const [, kind, ...rest] = statement.trim().split(/[ \t]+/);
    // All exported types of all packages of a module.
    if (kind === "module" && rest[0] !== undefined && rest[0] !== "as") return [{ name: "*" }];
    const [path = "", , alias] = kind === "static" || kind === undefined ? rest : [kind, ...rest];
    return [{ name: path.slice(path.lastIndexOf(".") + 1), ...(alias === undefined ? {} : { alias }) }];
  },
};
