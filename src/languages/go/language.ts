// Go, as one record.

import { goExports } from "./exports.ts";
import type { Language } from "../language.ts";
import { goChange } from "./body-change.ts";
import { goReach } from "./reach.ts";
import { goRename } from "./rename.ts";
import { goDeclarationRules } from "./declarations.ts";
import { goFactRules } from "./facts.ts";
import { goModuleRules } from "./modules.ts";
import { goImportRules } from "./imports.ts";
import { goLeads } from "./leads.ts";
import { goNames } from "./names.ts";
import { goGrammar } from "./grammar.ts";
import { goSyntax } from "./syntax.ts";

export const go: Language = {
  family: "go",
  endings: /\.go$/,
  furtherEndings: /\.s$/,
  indentation: "\t",
  account: { refusesUnbuilt: true },
  reach: goReach,
  change: goChange,
  rename: goRename,
  syntax: goSyntax,
  grammars: [goGrammar],
  imports: goImportRules,
  facts: goFactRules,
  modules: goModuleRules,
  names: goNames,
  declarations: goDeclarationRules,
  exports: goExports,
  leads: goLeads,
  edits: {
    declaredBy: "name",
    groupWord: /^(?:var|const|type)\s+/,
    deletion: { started: /^(?:main|init)$/ },
  },
};
