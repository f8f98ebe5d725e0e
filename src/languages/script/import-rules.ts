// Import statements of scripts, and the files that they may plainly mean.

import type { ImportRules } from "../imports/rules.ts";
import { importedFiles, isRelative } from "./imports.ts";

/** Without braces inside: what is never closed ends where the next list begins. */
const braces = String.raw`\{(?:[^{}"']|"[^"\n]*"|'[^'\n]*')*\}`;
const word = String.raw`[\p{L}\p{N}_$]+`;

export const scriptImportRules: ImportRules = {
  modules: [
    new RegExp(
      String.raw`(?:^|;)[ \t]*import\s*(?:(?:type|defer|source)\s+)?(?:${word}\s*(?:,\s*)?)?(?:(?:${braces}|\*\s*as\s+${word})\s*)?from\s*["']([^"'\n]+)["']`,
      "gmu",
    ),
    new RegExp(
      String.raw`(?:^|;)[ \t]*export\s*(?:type\s*)?(?:${braces}|\*(?:\s*as\s*(?:${word}|"[^"\n]*"|'[^'\n]*'))?)\s*from\s*["']([^"'\n]+)["']`,
      "gmu",
    ),
    /(?:^|;)[ \t]*import\s*["']([^"'\n]+)["']/gm,
    /\b(?:require|import(?:\s*\.\s*(?:defer|source))?)\s*\(\s*["']([^"'\n]+)["']\s*[,)]/g,
  ],
  names: [
    new RegExp(String.raw`(?:^|;)[ \t]*export\s*(?:type\s*)?${braces}(?!\s*from\b)`, "gm"),
    new RegExp(
      String.raw`(?:^|;)[ \t]*(?:const|let|var)\s+(?:${word}|${braces})\s*=\s*require\s*\(\s*["'][^"'\n]+["']\s*\)(?!\s*[(.[])`,
      "gmu",
    ),
    /(?:^|;)[ \t]*(?:export\s+)?import\s+(?:type\s+)?[\p{L}\p{N}_$]+\s*=[^;\n]*/gmu,
  ],
  filesOf: (from, module) => (isRelative(module) ? importedFiles(from, module) : []),
};
