// C, C++, Objective-C and CUDA, as one record.

import { cExports } from "./exports.ts";
import type { Language } from "../language.ts";
import { cReach } from "./reach.ts";
import { cConditionAt, cDeclarations } from "./conditional.ts";
import { cDeclarationRules } from "./declarations.ts";
import { cFactRules } from "./facts.ts";
import { cModuleRules } from "./modules.ts";
import { cImportRules } from "./imports.ts";
import { cLeads } from "./leads.ts";
import { cNames } from "./names.ts";
import { cGrammar } from "./grammar.ts";
import { cSyntax } from "./syntax.ts";

export const c: Language = {
  family: "c",
  endings: /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|m|mm|cu)$/,
  furtherEndings: /\.(?:inc|inl|ipp|tpp|tcc|txx|def|cuh|h\+\+|c\+\+|C|H|ixx|cppm|ccm|cxxm|hip|cl|metal)$/,
  indentation: "  ",
  isPreprocessed: true,
  account: { declaresApart: true },
  rename: { importedByPath: ["c", "cpp", "objective-c", "objective-cpp", "cuda-cpp"] },
  reach: cReach,
  syntax: cSyntax,
  grammars: [cGrammar],
  imports: cImportRules,
  facts: cFactRules,
  modules: cModuleRules,
  names: cNames,
  declarations: cDeclarationRules,
  exports: cExports,
  conditional: { sign: /^[ \t]*#[ \t]*if/m, declarations: cDeclarations, conditionAt: cConditionAt },
  leads: cLeads,
  edits: {
    directive: /^\s*#/,
    declaredBy: "type",
    // `public:` and the labels of a switch.
    label: /^\s*\w+\s*:(?!:)/,
    deletion: { started: /^(?:main|~.*|operator\b.*)$/ },
  },
};
