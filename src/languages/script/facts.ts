// What a script says about its own reach.

import type { FactRules, WrittenImport } from "../file-facts.ts";
import { maskBy } from "../syntax/prose.ts";
import type { ScriptMention } from "./imports.ts";
import { scriptMentions } from "./imports.ts";
import { scriptSyntax } from "./syntax.ts";

export const scriptFactRules: FactRules = {
  factsOf: (file, text) => {
    const found = scriptMentions(text);
    const own = new Map([...text.matchAll(declared)].map((match) => [match.index + match[0].length, match[2] ?? ""]));
    const others = found.filter(({ end }) => end === undefined || !own.has(end));
    return {
      modules: [...new Set(others.map(({ module }) => module))],
      imports: writtenIn(found),
      declares: [...own.values()],
      isUnclear: unclear.test(text),
      isSeenByAll: isSeenScript(file, text),
      defines: [],
    };
  },
  isPartOfAll: (file, text) =>
    declarations.test(file) || /\/\/\/\s*<(?:reference|amd)/.test(text) || isSeenScript(file, text),
};

// — below: private, in the order they are used —

/** Each once. */
function writtenIn(found: readonly ScriptMention[]): WrittenImport[] {
  const written = found.map(({ module, isRequired, isProse }): [string, WrittenImport] => [
    `${isRequired} ${isProse} ${module}`,
    { module, isNeeded: !isProse, ...(isRequired ? { isRequired } : {}) },
  ]);
  return [...new Map(written).values()];
}

/** At the beginning of a statement: elsewhere it is a text that ends in this word. */
const declared = /(?:^|[;{}]|\bdeclare\b)[ \t]*module\s*(["'])([^"'\n]+)\1/gm;

/** An escape in the name of a module, or a comment before it that is too long to be looked behind. */
const unclear = /\b(?:from|import|require)\s*(?:\(\s*)?(?:["'`][^"'`\n]*\\|\/\*(?:(?!\*\/)[\s\S]){500}|\/\/[^\n]{500})/;

const declarations = /\.d\.(?:\w+\.)?[cm]?ts$/;

function isSeenScript(file: string, text: string): boolean {
  const code = maskBy(scriptSyntax, text);
  if (/\bdeclare\s+(?:global|module)\b|\bexport\s+as\s+namespace\b/.test(code)) return true;
  // Inside of declarations the word before may be left out.
  if (declarations.test(file) && /\b(?:global|module)\s*(?:\{|["'])/.test(text)) return true;
  if (/\.(?:vue|svelte|astro)$/.test(file)) return false;
  if (isModule(code)) return isPutOnGlobal(file, code);
  const isCommon = isJavaScript(file) && /\b(?:module\.exports|exports\.\w+|require\s*\()/.test(code);
  return !isCommon || isPutOnGlobal(file, code);
}

/** Something is exported or imported outside of all brackets; a key of that name, or a call of `import`, is neither. */
function isModule(code: string): boolean {
  let depth = 0;
  for (const match of code.matchAll(/[{([]|[})\]]|(?<![\w$.#])(?:import|export)\b/g)) {
    const [sign] = match;
    if ("{([".includes(sign)) depth++;
    else if ("})]".includes(sign)) depth--;
    // More is closed than was opened: the signs are not what they seem.
    if (depth < 0) return false;
    if (depth > 0 || sign.length === 1) continue;
    const rest = code.slice(match.index + sign.length);
    if ((sign === "export" ? exporting : importing).test(rest)) return true;
  }
  return false;
}

const exporting =
  /^\s*(?:[{*=@]|(?:default|declare|abstract|async|class|const|enum|function|import|interface|let|module|namespace|type|var|using|await)\b)/;
/** A name for a part of a namespace makes no module; texts are blank here. */
const importing =
  /^(?!\s*(?:type\s+)?[\p{L}\p{N}_$]+\s*=(?!\s*require\b))(?:\s*[{*]|\s+[\p{L}_$]|[ \t]*(?:[;\r\n]|$))/u;

function isJavaScript(file: string): boolean {
  return /\.[cm]?jsx?$/.test(file);
}

/** In JavaScript an assignment declares what it assigns to. */
function isPutOnGlobal(file: string, code: string): boolean {
  return isJavaScript(file) && /\b(?:globalThis|window|global|self)\s*\.\s*[\w$]+\s*=[^=]/.test(code);
}
