// Which modules a TypeScript or JavaScript text imports, and which files a relative import may mean.

import { maskBy } from "../syntax/prose.ts";
import { scriptSyntax } from "./syntax.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parentOf } from "../../model/file-path.ts";

/** Every module that a text imports, requires, re-exports, augments or refers to; one too many does no harm. */
export function scriptImports(text: string): string[] {
  return [...new Set(scriptMentions(text).map(({ module }) => module))];
}

/** The modules that compiled JSX imports from its import source, such as `react`. */
export function runtimesOf(source: string): string[] {
  return [`${source}/jsx-runtime`, `${source}/jsx-dev-runtime`];
}

export interface ScriptMention {
  readonly module: string;
  /** Where its first word begins, and where it ends; undefined for what stands in a comment that tools read. */
  readonly start?: number;
  readonly end?: number;
  readonly isRequired: boolean;
  /** It is on a line of a comment, where examples name packages that are not imported. */
  readonly isProse: boolean;
}

/** Where they can be told from code, strings and templates are skipped, and so are comments but for what tools read. */
export function scriptMentions(text: string): ScriptMention[] {
  const named = [...text.matchAll(mentions)];
  const remarks = [...text.matchAll(references), ...text.matchAll(pragmas)];
  const opened = text.search(/`|\/\*/);
  // Most texts import at the top, where there is only code: then strings and comments need not be found.
  const sorted = [...named, ...remarks].map(({ index }) => index).sort((one, other) => one - other);
  const [lineBefore, quoteBefore] = [lastBefore(text, /\n/g), lastBefore(text, /["'/]/g)];
  const isDoubtful = (index: number): boolean =>
    (opened >= 0 && opened < index) || quoteBefore(index - 1) > lineBefore(index);
  const code = sorted.some(isDoubtful) ? trustedCode(text) : undefined;
  const signAt = (index: number): string => code?.charAt(index) ?? "";
  const isReadInComment = readInComments(text);
  const isRead = (index: number): boolean =>
    signAt(index) !== inString && (signAt(index) !== " " || isReadInComment(index));
  const lineOf = lastBefore(text, /\n/g);
  const found = (code === undefined ? named : matchesWhere(text, isRead)).map((match) => ({
    module: match[2] ?? "",
    start: match.index,
    end: match.index + match[0].length,
    isRequired: required.test(match[0]),
    isProse: proseLine.test(text.slice(lineOf(match.index) + 1, match.index)),
  }));
  const read = remarks.filter(({ index }) => signAt(index) !== inString).flatMap(remarkedModules);
  return [...found, ...read.map((module) => ({ module, isRequired: false, isProse: false }))];
}

export function isDeclaration(file: string): boolean {
  return /\.d\.(?:\w+\.)?[cm]?ts$/.test(file);
}

export function isRelative(module: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(module);
}

/** The files that a relative import may mean; `./a.js` may also mean its source, `a.ts`. */
export function importedFiles(from: FilePath, specifier: string): FilePath[] {
  return filesAt(joinPath(parentOf(from) ?? from, specifier));
}

/** The same for a path that is already joined to its directory. */
export function filesAt(base: FilePath): FilePath[] {
  const bare = base.replace(/\.[cm]?jsx?$/, "");
  const endings = [".ts", ".tsx", ".mts", ".cts", ".d.ts"];
  const names = [base, ...endings.flatMap((ending) => [bare + ending, base + ending, `${base}/index${ending}`])];
  return [...new Set(names)].map((name) => name as FilePath);
}

// — below: private, in the order they are used —

/** What may be between two words: spaces, and comments of up to 500 characters. `facts.ts` doubts a text with more. */
const gap = String.raw`(?:\s|\/\*(?:[^*]|\*(?!\/)){0,500}\*\/|\/\/[^\n]{0,500}\n)*`;
const mentions = new RegExp(
  String.raw`\b(?:from|import(?:${gap}\.${gap}(?:defer|source))?|require|module)(?:${gap}\()?${gap}(["'\x60])([^"'\x60\n]+)\1`,
  "g",
);
const references = /\/\/\/\s*<reference\b[^<>\n]*?\b(path|types)\s*=\s*["']([^"'\n]+)["']/g;
const pragmas = /@jsxImportSource\s+([^\s*]+)/g;
const required = /^require\s*\(\s*["']/;
const proseLine = /^[ \t]*(?:\/\/(?!\/)|\*(?=\s)(?!\s*as\b))/;

/** A match that begins in a string may reach beyond its end, over an import: so the search resumes one sign later. */
function matchesWhere(text: string, isRead: (index: number) => boolean): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  mentions.lastIndex = 0;
  for (let match = mentions.exec(text); match !== null; match = mentions.exec(text)) {
    if (isRead(match.index)) found.push(match);
    else mentions.lastIndex = match.index + 1;
  }
  return found;
}

/** Replaces each character of a string in the masked text; a comment becomes blanks. */
const inString = "\0";

/**
 * The text with its strings and comments masked; undefined where they cannot be told from code: in the markup around a
 * script a quote is an ordinary character, and a text that seems to end inside a template was misread.
 */
function trustedCode(text: string): string | undefined {
  if (/^<(?:script|template|style)\b|^---\s*$/m.test(text)) return undefined;
  const code = maskBy(scriptSyntax, `${text}\n;`, inString);
  return code.endsWith(";") ? code : undefined;
}

/**
 * Whether tools read an import although it is in a comment: in one that begins with two stars they read the types,
 * which are written `import(…)`, and what follows `@import`. Offsets must ascend.
 */
function readInComments(text: string): (index: number) => boolean {
  const [open, close, tag] = [/\/\*/g, /\*\//g, /@import\b/g].map((pattern) => lastBefore(text, pattern));
  return (index) => {
    const opened = open?.(index) ?? -1;
    if (opened < 0 || !text.startsWith("/**", opened) || (close?.(index - 2) ?? -1) >= opened) return false;
    return /^(?:import|require)\s*\(/.test(text.slice(index, index + 200)) || (tag?.(index) ?? -1) >= opened;
  };
}

/** Where the last match up to an offset begins, or -1. Offsets must ascend, so that the text is read only once. */
function lastBefore(text: string, pattern: RegExp): (index: number) => number {
  const next = (): number => pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
  let [found, following] = [-1, next()];
  return (index) => {
    while (following <= index) [found, following] = [following, next()];
    return found;
  };
}

function remarkedModules([whole, first = "", target = ""]: RegExpExecArray): string[] {
  if (whole.startsWith("@")) return runtimesOf(first);
  return [first === "path" && !/^\.{0,2}\//.test(target) ? `./${target}` : target];
}
