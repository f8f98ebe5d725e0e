// How occurrences of a name in JavaScript and TypeScript are classified.

import type { AccountRules } from "../account-rules.ts";
import { basesAround, typeAround } from "./class-bases.ts";

export const scriptAccount: AccountRules = {
  hasModules: true,
  namesPackages: true,
  buildsDeclarations: true,
  privateMark: "#",
  basesAround,
  typeAround,
  interpreter: /^#![^\n]*\b(?:node|deno|bun|tsx|ts-node)\b/,
  isHandedOn(text, name) {
    const word = name.replaceAll("$", String.raw`\$`);
    const exported = String.raw`\bexport\s*(?:type\s*)?\{[^{}]*(?<![\w$])${word}(?![\w$])|\bexport\s+(?:default|import|=)(?:(?!\bexport\b)[^;\n])*?(?<![\w$])${word}(?![\w$])|\bexport\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?[a-z]+\*?\s+${word}(?![\w$])|\bexports\b`;
    return new RegExp(exported).test(text);
  },
};
