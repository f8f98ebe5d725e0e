// JavaScript and TypeScript, also inside of Vue, Svelte and Astro files, as one record.

import { scriptExports } from "./exports.ts";
import type { Language } from "../language.ts";
import { scriptEdits } from "./edits.ts";
import { scriptAccount } from "./account.ts";
import { scriptChange } from "./body-change.ts";
import { scriptReach } from "./reach.ts";
import { scriptRename } from "./rename.ts";
import { scriptDeclarationRules } from "./declarations.ts";
import { scriptFactRules } from "./facts.ts";
import { scriptImportRules } from "./import-rules.ts";
import { scriptLeads } from "./leads.ts";
import { scriptNames } from "./names.ts";
import { scriptGrammars } from "./grammars.ts";
import { scriptSyntax } from "./syntax.ts";

export const script: Language = {
  family: "script",
  endings: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/,
  furtherEndings: /\.(?:mdx|marko|riot|es6|html?)$/,
  indentation: "  ",
  account: scriptAccount,
  reach: scriptReach,
  change: scriptChange,
  rename: scriptRename,
  syntax: scriptSyntax,
  grammars: scriptGrammars,
  imports: scriptImportRules,
  facts: scriptFactRules,
  modules: "on disk",
  names: scriptNames,
  declarations: scriptDeclarationRules,
  exports: scriptExports,
  leads: scriptLeads,
  edits: scriptEdits,
};
