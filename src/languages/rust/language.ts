// Rust, as one record.

import { rustExports } from "./exports.ts";
import type { Language } from "../language.ts";
import { rustAccount } from "./account.ts";
import { rustDeclarationRules } from "./declarations.ts";
import { rustImportRules } from "./imports.ts";
import { rustLeads } from "./leads.ts";
import { rustNames } from "./names.ts";
import { rustGrammar } from "./grammar.ts";
import { rustSyntax } from "./syntax.ts";

/** `impl Trait for Type`, as servers name the block. */
const traitBlock = /^(?:unsafe\s+)?impl\b.*\sfor\s/;

export const rust: Language = {
  family: "rust",
  endings: /\.rs$/,
  indentation: "    ",
  account: rustAccount,
  rename: { importedByPath: ["rust"] },
  reach: {
    decidedBy: ["Cargo.toml", "Cargo.lock", "build.rs", "rust-toolchain*", ".cargo/config*", "clippy.toml"],
  },
  syntax: rustSyntax,
  grammars: [rustGrammar],
  imports: rustImportRules,
  names: rustNames,
  declarations: rustDeclarationRules,
  exports: rustExports,
  leads: rustLeads,
  edits: { deletion: { started: /^main$/, calledThrough: traitBlock, hasInertAttributes: true } },
  overridden: { concerns: (_, parent) => traitBlock.test(parent) },
};
