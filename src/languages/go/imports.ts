// What Go imports, read from the text.

import type { ImportRules } from "../imports/rules.ts";

export const goImportRules: ImportRules = {
  modules: [
    /^[ \t]*import[ \t]*(?:[\p{L}\p{N}_.]+[ \t]*)?("[^"\n]+"|`[^`\n]+`)/gmu,
    /^[ \t]*import[ \t]*\(([^()]*)\)/gm,
  ],
  modulesIn: (named) => quoted(beforeDeclarations(named)),
  namesIn: (statement) =>
    statement.split(/[\n;]/).flatMap((line) => {
      const alias = /^[ \t]*(?:import\b[ \t]*)?(?:\([ \t]*)?([\p{L}_][\p{L}\p{N}_]*|\.)[ \t]*["`]/u.exec(line)?.[1];
      return alias === undefined ? [] : [{ name: "*", ...(alias === "." ? {} : { alias }) }];
    }),
};

/** Every package that Go code brings in, however that is laid out; behind the first other declaration nothing is. */
export function goImports(text: string): string[] {
  const found = beforeDeclarations(text).matchAll(
    /(?<![\p{L}\p{N}_])import(?![\p{L}\p{N}_])\s*(\([^)]*|(?:(?:[\p{L}\p{N}_]+|\.)\s*)?(?:"[^"\n]*"|`[^`]*`))/gu,
  );
  return [...new Set([...found].flatMap(([, list = ""]) => quoted(list)))];
}

// — below: private, in the order they are used —

const goTokens =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|`[^`]*`?|(?<![\p{L}\p{N}_])(?:func|type|var|const)(?![\p{L}\p{N}_])/gu;

/** What stands before the first declaration that is no import, without comments. */
function beforeDeclarations(text: string): string {
  let header = "";
  let at = 0;
  for (const { 0: token, index } of text.matchAll(goTokens)) {
    header += text.slice(at, index);
    at = index + token.length;
    if (/^[a-z]/.test(token)) return header;
    header += token.startsWith("/") ? " " : token;
  }
  return header + text.slice(at);
}

/** The texts in either kind of quotes. */
function quoted(text: string): string[] {
  return [...text.matchAll(/"([^"\n]+)"|`([^`\n]+)`/g)].flatMap((one) => one[1] ?? one[2] ?? []);
}
