// A language of which only the usual forms of comments, strings and imports are known.

import type { Language } from "../language.ts";
import { otherDeclarationRules } from "./declarations.ts";
import { otherIdentifiers } from "./identifiers.ts";
import { otherImportRules } from "./imports.ts";
import { otherSyntax } from "./syntax.ts";

export const other: Language = {
  family: "other",
  endings: /(?!)/,
  indentation: "  ",
  syntax: otherSyntax,
  imports: otherImportRules,
  names: { identifiers: otherIdentifiers },
  declarations: otherDeclarationRules,
};
