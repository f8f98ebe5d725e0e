// Import statements of scripts, and the files that they may plainly mean.

import type { ImportedName, ImportRules, MaskedText, ReadStatement } from "../imports/rules.ts";
import { importedFiles, isRelative, scriptMentions } from "./imports.ts";

/** Without braces inside: what is never closed ends where the next list begins. */
const braces = String.raw`\{(?:[^{}"']|"[^"\n]*"|'[^'\n]*')*\}`;
const word = String.raw`[\p{L}\p{N}_$]+`;

export const scriptImportRules: ImportRules = {
  read: statementsIn,
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

/** What a statement or a call looks like, from its first word or the semicolon before it; the first group is the module. */
const forms = [
  new RegExp(
    String.raw`(?:^|;)[ \t]*import\s*(?:(?:type|defer|source)\s+)?(?:${word}\s*(?:,\s*)?)?(?:(?:${braces}|\*\s*as\s+${word})\s*)?from\s*["']([^"'\n]+)["']`,
    "muy",
  ),
  new RegExp(
    String.raw`(?:^|;)[ \t]*export\s*(?:type\s*)?(?:${braces}|\*(?:\s*as\s*(?:${word}|"[^"\n]*"|'[^'\n]*'))?)\s*from\s*["']([^"'\n]+)["']`,
    "muy",
  ),
  /(?:^|;)[ \t]*import\s*["']([^"'\n]+)["']/my,
  /(?:require|import(?:\s*\.\s*(?:defer|source))?)\s*\(\s*["']([^"'\n]+)["']\s*[,)]/y,
];

/**
 * What surely imports, among what may: each place where a module is named, `mentions`, is the end of a statement or the
 * beginning of a call of one of the forms, or it is no more than a possible import.
 */
function statementsIn(text: string, masked: () => MaskedText): ReadStatement[] {
  const all = scriptMentions(text).filter(({ start }) => start !== undefined);
  if (all.length === 0) return [];
  const { said, isCode } = masked();
  // In markup, what stands in a comment or a string may be an import, and none for certain.
  const mentions = all.filter(({ start = 0 }) => isCode(start) && said.charAt(start).trim() !== "");
  const heads = [...said.matchAll(/(?:^|;)[ \t]*(?:import|export)(?![\p{L}\p{N}_$])/gmu)].map(({ index }) => index);
  const found = new Map<string, { readonly form: number; readonly one: ReadStatement }>();
  const take = (form: number, at: number, end?: number): void => {
    const match = matchAt(form, said, at);
    if (match === undefined || !isCode(match.index + match[0].search(/\S/))) return;
    // The statement ends with the module that is named here.
    if (end !== undefined && match.index + match[0].length !== end) return;
    found.set(`${form} ${match.index}`, { form, one: readBy(match, form) });
  };
  let next = 0;
  for (const [index, { start = 0, end = 0 }] of mentions.entries()) {
    const before = next;
    while (next < heads.length && (heads[next] ?? 0) <= start) next++;
    // Only the first module behind a head can end its statement.
    const head = next > before || index === 0 ? heads[next - 1] : undefined;
    if (head !== undefined) for (const form of [0, 1, 2]) take(form, head, end);
    take(call, start);
  }
  const ordered = [...found.values()].sort((a, b) => a.form - b.form || a.one.start - b.one.start);
  return ordered.map(({ one }) => one);
}

/** The form of a call. */
const call = 3;

function matchAt(form: number, said: string, at: number): RegExpExecArray | undefined {
  const pattern = forms[form];
  if (pattern === undefined) return undefined;
  pattern.lastIndex = at;
  return pattern.exec(said) ?? undefined;
}

function readBy({ index: start, 0: statement, 1: module = "" }: RegExpExecArray, form: number): ReadStatement {
  const isCall = form === call;
  return {
    start,
    end: start + statement.length,
    named: module,
    modules: [module.replaceAll(/\s+/g, " ").trim()],
    names: isCall ? undefined : namesIn(statement),
    certainty: isCall ? "call" : "statement",
  };
}

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
