// Python, as one record.

import { pythonExports } from "./exports.ts";
import type { Language } from "../language.ts";
import { pythonEdits } from "./edits.ts";
import { pythonBaseNames, pythonClassAt, pythonClasses } from "./classes.ts";
import { pythonRename } from "./rename.ts";
import { pythonConditionAt, pythonDeclarations } from "./conditional.ts";
import { pythonDeclarationRules } from "./declarations.ts";
import { pythonFactRules } from "./facts.ts";
import { pythonModuleRules } from "./modules.ts";
import { pythonImportRules } from "./imports.ts";
import { pythonTypeHeaders } from "./inheritance.ts";
import { pythonLeads } from "./leads.ts";
import { pythonNameRules } from "./names.ts";
import { pythonGrammar } from "./grammar.ts";
import { pythonSyntax } from "./syntax.ts";

export const python: Language = {
  family: "python",
  endings: /\.pyi?$/,
  furtherEndings: /\.(?:pyx|pxd|pyw|pyde)$/,
  indentation: "    ",
  account: {
    interpreter: /^#![^\n]*\bpython/,
    entryPointFiles: new Set(["pyproject.toml", "setup.cfg", "entry_points.txt"]),
    classes: { of: pythonClasses, at: pythonClassAt },
  },
  reach: {
    decidedBy: [
      ...["pyproject.toml", "pyrightconfig.json", "setup.cfg", "setup.py", "requirements*.txt", "Pipfile*", "*.pth"],
      ...["mypy.ini", ".mypy.ini", "tox.ini", ".python-version", "py.typed", "ruff.toml", ".ruff.toml"],
    ],
  },
  rename: pythonRename,
  syntax: pythonSyntax,
  grammars: [pythonGrammar],
  imports: pythonImportRules,
  facts: pythonFactRules,
  modules: pythonModuleRules,
  names: pythonNameRules,
  declarations: pythonDeclarationRules,
  exports: pythonExports,
  conditional: {
    sign: /^[ \t]*(?:if|elif|assert)\b/m,
    declarations: pythonDeclarations,
    conditionAt: pythonConditionAt,
  },
  leads: pythonLeads,
  edits: pythonEdits,
  types: pythonTypeHeaders,
  // Special methods are called by the language, whatever class declares them.
  overridden: { baseNames: pythonBaseNames, concerns: (name) => !name.startsWith("__") },
};
