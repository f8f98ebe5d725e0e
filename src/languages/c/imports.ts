// Import statements of C and C++.

import { joinPath, parentOf } from "../../model/file-path.ts";
import type { ImportRules } from "../imports/rules.ts";

export const cImportRules: ImportRules = {
  modules: [/^[ \t]*#[ \t]*(?:include(?:_next)?|import)[ \t]*([<"][^>"\n]+[>"])/gm],
  names: [/^[ \t]*using[ \t]+(?:namespace[ \t]+)?[\w:]+[ \t]*;/gm],
  filesOf: (from, module) => {
    const quoted = /^"(.+)"$/.exec(module)?.[1];
    return quoted === undefined ? [] : [joinPath(parentOf(from) ?? from, quoted)];
  },
};
