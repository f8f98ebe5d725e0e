// Import statements of scripts, and the files that they may plainly mean.

import type { ImportedName, ImportRules } from "../imports/rules.ts";
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
  ],
  calls: [/\b(?:require|import(?:\s*\.\s*(?:defer|source))?)\s*\(\s*["']([^"'\n]+)["']\s*[,)]/g],
  names: [
    new RegExp(String.raw`(?:^|;)[ \t]*export\s*(?:type\s*)?${braces}(?!\s*from\b)`, "gm"),
    new RegExp(
      String.raw`(?:^|;)[ \t]*(?:const|let|var)\s+(?:${word}|${braces})\s*=\s*require\s*\(\s*["'][^"'\n]+["']\s*\)(?!\s*[(.[])`,
      "gmu",
    ),
    /(?:^|;)[ \t]*(?:export\s+)?import\s+(?:type\s+)?[\p{L}\p{N}_$]+\s*=[^;\n]*/gmu,
  ],
  namesIn,
  filesOf: (from, module) => (isRelative(module) ? importedFiles(from, module) : []),
};

// — below: private, in the order they are used —

/** Of `import a, { b as c } from "d"`, `export * as e from "f"`, `const { g: h } = require("i")` and `import j = k.l`. */
function namesIn(statement: string): ImportedName[] {
  const open = statement.indexOf("{");
  const close = statement.indexOf("}", open);
  const listed = open < 0 || close < 0 ? "" : statement.slice(open + 1, close);
  const head = (open < 0 ? statement : statement.slice(0, open)).replace(/["'][\s\S]*/, "");
  const whole = /\*(?:\s*as\s+([\p{L}\p{N}_$]+))?/u.exec(head);
  const own = /^[;\s]*(?:export\s+)?(?:import|const|let|var)\s+(?:type\s+)?(?!from\b|type\s*$)([\p{L}\p{N}_$]+)/u.exec(
    head,
  )?.[1];
  const isImport = /^[;\s]*import\b/.test(head) && !head.includes("=");
  return [
    ...(own === undefined ? [] : [{ name: isImport ? "default" : "*", alias: own }]),
    ...(whole === null ? [] : [{ name: "*", ...(whole[1] === undefined ? {} : { alias: whole[1] }) }]),
    ...listed.split(",").flatMap(listedName),
  ];
}

function listedName(item: string): ImportedName[] {
  const [name, alias] = item
    .trim()
    .replace(/^type\s+(?!as\b|$)/, "")
    .split(/(?<!\s)\s+as\s+|:/);
  if (name === undefined || name === "" || name.startsWith("...")) return [];
  return [{ name: name.trim(), ...(alias === undefined ? {} : { alias: alias.trim() }) }];
}
