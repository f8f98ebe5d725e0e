// Java, and other languages of its machine, as one record.

import { javaExports } from "./exports.ts";
import type { Language } from "../language.ts";
import { javaDeclarationRules } from "./declarations.ts";
import { javaChange } from "./body-change.ts";
import { javaFactRules } from "./facts.ts";
import { javaModuleRules } from "./modules.ts";
import { javaReach } from "./reach.ts";
import { javaRename } from "./rename.ts";
import { javaImportRules } from "./imports.ts";
import { javaTypeHeaders } from "./inheritance.ts";
import { javaNames } from "./names.ts";
import { javaGrammar } from "./grammar.ts";
import { javaSyntax } from "./syntax.ts";
import { javaBaseNames } from "./types.ts";

export const java: Language = {
  family: "java",
  endings: /\.(?:java|kts?|scala|groovy)$/,
  indentation: "    ",
  reach: javaReach,
  change: javaChange,
  rename: javaRename,
  syntax: javaSyntax,
  grammars: [javaGrammar],
  imports: javaImportRules,
  facts: javaFactRules,
  modules: javaModuleRules,
  names: javaNames,
  declarations: javaDeclarationRules,
  exports: javaExports,
  edits: {
    declaredBy: "type",
    deletion: {
      started:
        /^(?:main|premain|agentmain|finalize|(?:read|write)(?:Object|External)|readObjectNoData|readResolve|writeReplace)$/,
    },
  },
  types: javaTypeHeaders,
  // What every object has is called by the language and its library, whatever class declares it.
  overridden: {
    baseNames: javaBaseNames,
    concerns: (name) => !/^(?:toString|equals|hashCode|finalize|clone)$/.test(name),
  },
};
