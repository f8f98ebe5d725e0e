// C#, as one record.

import { csharpExports } from "./exports.ts";
import type { Language } from "../language.ts";
import { csharpDeclarationRules } from "./declarations.ts";
import { csharpImportRules } from "./imports.ts";
import { csharpNames } from "./names.ts";
import { csharpSyntax } from "./syntax.ts";

export const csharp: Language = {
  family: "csharp",
  endings: /\.(?:cs|csx|fs)$/,
  indentation: "    ",
  reach: {
    decidedBy: ["*.csproj", "*.fsproj", "*.sln", "*.slnx", "*.props", "*.targets", "global.json", "nuget.config"],
  },
  syntax: csharpSyntax,
  imports: csharpImportRules,
  names: csharpNames,
  declarations: csharpDeclarationRules,
  exports: csharpExports,
  edits: { directive: /^\s*#/, declaredBy: "type", deletion: { started: /^Main$/ } },
};
