// What TypeScript and JavaScript import, read from the text, and the files that a relative import may mean.

import { maskBy } from "../syntax/prose.ts";
import { scriptSyntax } from "./syntax.ts";
import type { FilePath } from "../../model/file-path.ts";
import { joinPath, parentOf } from "../../model/file-path.ts";

/** Every module that a text imports, requires, re-exports, augments or refers to; a mention too many does no harm. */
export function scriptImports(text: string): string[] {
  return [...new Set(mentionsIn(text).map(({ module }) => module))];
}

/** The modules that a source of JSX is asked for. */
export function runtimesOf(source: string): string[] {
  return [`${source}/jsx-runtime`, `${source}/jsx-dev-runtime`];
}

/** What a text brings in, as far as rules of coverage ask for it. */
export interface ScriptFacts {
  readonly requires: readonly string[];
  readonly relative: readonly string[];
  /** By a name: of a package, or one that a configuration gives. */
  readonly named: readonly string[];
}

export function scriptFacts(text: string): ScriptFacts {
  const found = mentionsIn(text);
  const modules = (isWanted: (one: Mention) => boolean): string[] => [
    ...new Set(found.filter(isWanted).map(({ module }) => module)),
  ];
  return {
    requires: modules(({ module, isRequired }) => isRequired && isRelative(module)),
    relative: modules(({ module }) => isRelative(module)),
    named: modules(({ module, isProse }) => !isProse && !isRelative(module)),
  };
}

export function isDeclaration(file: string): boolean {
  return /\.d\.(?:\w+\.)?[cm]?ts$/.test(file);
}

export function isRelative(module: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(module);
}

/** The files that a relative import may mean, sources of compiled names included. */
export function importedFiles(from: FilePath, specifier: string): FilePath[] {
  return filesAt(joinPath(parentOf(from) ?? from, specifier));
}

/** The same for a path that is joined already. */
export function filesAt(base: FilePath): FilePath[] {
  const bare = base.replace(/\.[cm]?jsx?$/, "");
  const endings = [".ts", ".tsx", ".mts", ".cts", ".d.ts"];
  const names = [base, ...endings.flatMap((ending) => [bare + ending, base + ending, `${base}/index${ending}`])];
  return [...new Set(names)].map((name) => name as FilePath);
}

// — below: private, in the order they are used —

interface Mention {
  readonly module: string;
  readonly isRequired: boolean;
  /** It stands in a line of a comment: examples there name packages that are not imported. */
  readonly isProse: boolean;
}

/** What may stand between two words; a comment of a sensible length: `reach-facts.ts` doubts a text with a longer one. */
const gap = String.raw`(?:\s|\/\*(?:[^*]|\*(?!\/)){0,500}\*\/|\/\/[^\n]{0,500}\n)*`;
const mentions = new RegExp(
  String.raw`\b(?:from|import(?:${gap}\.${gap}(?:defer|source))?|require|module)(?:${gap}\()?${gap}(["'\x60])([^"'\x60\n]+)\1`,
  "g",
);
const references = /\/\/\/\s*<reference\b[^<>\n]*?\b(path|types)\s*=\s*["']([^"'\n]+)["']/g;
const pragmas = /@jsxImportSource\s+([^\s*]+)/g;
const required = /^require\s*\(\s*["']/;
const proseLine = /^[ \t]*(?:\/\/(?!\/)|\*(?=\s)(?!\s*as\b))/;

/** Code in a string or a template does not count, and in a comment only types are read. */
function mentionsIn(text: string): Mention[] {
  const named = [...text.matchAll(mentions)];
  const remarks = [...text.matchAll(references), ...text.matchAll(pragmas)];
  const opened = text.search(/`|\/\*/);
  // Most texts import at their top, where nothing can be but code.
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
    isRequired: required.test(match[0]),
    isProse: proseLine.test(text.slice(lineOf(match.index) + 1, match.index)),
  }));
  const read = remarks.filter(({ index }) => signAt(index) !== inString).flatMap(remarkedModules);
  return [...found, ...read.map((module) => ({ module, isRequired: false, isProse: false }))];
}

/** What begins in a text may end behind it, and an import may begin in between. */
function matchesWhere(text: string, isRead: (index: number) => boolean): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  mentions.lastIndex = 0;
  for (let match = mentions.exec(text); match !== null; match = mentions.exec(text)) {
    if (isRead(match.index)) found.push(match);
    else mentions.lastIndex = match.index + 1;
  }
  return found;
}

/** Stands for what is in quotes. */
const inString = "\0";

/**
 * The text without its prose; undefined where that cannot be told: in elements around scripts a quote is a sign like
 * any other, and a text that ends inside of a template was not understood.
 */
function trustedCode(text: string): string | undefined {
  if (/^<(?:script|template|style)\b|^---\s*$/m.test(text)) return undefined;
  const code = maskBy(scriptSyntax, `${text}\n;`, inString);
  return code.endsWith(";") ? code : undefined;
}

/** Of a comment for tools they read the types, and the tag that imports them. Offsets are asked about in order. */
function readInComments(text: string): (index: number) => boolean {
  const [open, close, tag] = [/\/\*/g, /\*\//g, /@import\b/g].map((pattern) => lastBefore(text, pattern));
  return (index) => {
    const opened = open?.(index) ?? -1;
    if (opened < 0 || !text.startsWith("/**", opened) || (close?.(index - 2) ?? -1) >= opened) return false;
    return /^(?:import|require)\s*\(/.test(text.slice(index, index + 200)) || (tag?.(index) ?? -1) >= opened;
  };
}

/** Where the last match up to an offset begins, or -1; offsets are asked about in order, so that the text is read once. */
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
