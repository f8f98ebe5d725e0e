// A text without its prose: comments, quoted strings and patterns become blanks, so that what is left reads as code.
//
// It looks at signs only and knows no grammar but that of elements in scripts, whose text is prose too, and of expressions in strings. Behind brackets a slash divides, unless
// they are those of an `if` or the like, or it begins a line behind a brace; a pattern elsewhere behind a bracket is read as code.
// Runs of signs that neither begin prose nor tell how to read on are passed by one pattern, for this is the reading that every file of a project goes through.
// Invariant: offsets and line ends stay as they are.

import type { Family } from "../family.ts";
import { elementEnd } from "./elements.ts";
import type { FormattedReading } from "./formatted-strings.ts";
import { formattedStringAt } from "./formatted-strings.ts";
import type { Stretch } from "./stretch.ts";
import { endOf } from "./stretch.ts";

/** All stretches of a text in order and without gaps, found by one reading. */
export function stretchesOf(text: string, family: Family): Stretch[] {
  const all: Stretch[] = [];
  let at = 0;
  for (const prose of proseIn(text, family)) {
    if (prose.start > at) all.push({ start: at, end: prose.start, kind: "code" });
    all.push(prose);
    at = prose.end;
  }
  if (at < text.length) all.push({ start: at, end: text.length, kind: "code" });
  return all;
}

/** Tells of an offset whether it lies within a string of a text of Python, the expressions in formatted strings included. */
export function stringsOfPython(text: string): (at: number) => boolean {
  const strings: { readonly start: number; readonly end: number }[] = [];
  const open: number[] = [];
  for (const { start: begun, end, kind } of proseIn(text, "python")) {
    if (kind !== "string") continue;
    const isBehindField = "}!:".includes(text.charAt(begun));
    const start = isBehindField ? (open.pop() ?? begun) : begun;
    // What stood in its fields is within it.
    while ((strings.at(-1)?.start ?? -1) >= start) strings.pop();
    strings.push({ start, end });
    if (text.charAt(end - 1) === "{") open.push(start);
  }
  return (at) => {
    let [low, high] = [0, strings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((strings[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return (strings[low]?.start ?? at) < at;
  };
}

/** Strings and patterns become as many of another sign, where they are to be told from comments. */
export function codeOnly(text: string, family: Family, stringSign = " "): string {
  let code = "";
  let at = 0;
  for (const { start, end, kind } of proseIn(text, family)) {
    code += text.slice(at, start) + blank(text.slice(start, end), kind === "string" ? stringSign : " ");
    at = end;
  }
  return code + text.slice(at);
}

// — below: private, in the order they are used —

/** The stretches of a text that are not code, in order. */
function proseIn(text: string, family: Family): Stretch[] {
  const prose: Stretch[] = [];
  const shebang = /^\uFEFF?#!(?!\s*\[)[^\n]*/.exec(text)?.[0] ?? "";
  if (shebang !== "") prose.push({ start: shebang.indexOf("#"), end: shebang.length, kind: "comment" });
  if (family === "script") {
    // Where scripts stand in elements and not elements in scripts, all the code would be text.
    const mayHoldElements = /<\/|\/>/.test(text) && !/^<(?:script|template|style)\b|^---\s*$/m.test(text);
    const left = mayHoldElements ? text.length * 4 : 0;
    const unclosed = text.length * 4;
    readScript({ text, prose, elements: new Map(), left, unclosed, lineEnd: -1, depth: 0 }, shebang.length);
  } else {
    readPlain({ text, prose, left: text.length * 4, depth: 0 }, family, shebang.length);
  }
  return prose;
}

/** Where the first signs of strings and comments alone tell what they are. */
function readPlain(reading: FormattedReading, family: Exclude<Family, "script">, from: number): void {
  const { text, prose } = reading;
  let at = from;
  for (;;) {
    at = endOf(codeRuns[family], text, at);
    if (at >= text.length) return;
    const formattedEnd = family === "python" ? formattedStringAt(reading, at) : undefined;
    if (formattedEnd !== undefined) {
      at = formattedEnd;
      continue;
    }
    const end =
      family === "rust" && text.startsWith("/*", at) ? nestedCommentEnd(text, at) : endOf(proseOf[family], text, at);
    if (end > at) prose.push({ start: at, end, kind: isComment(text, at) ? "comment" : "string" });
    at = Math.max(end, at + 1);
  }
}

function isComment(text: string, at: number): boolean {
  const sign = text.charAt(at);
  return sign === "#" || (sign === "/" && "/*".includes(text.charAt(at + 1)));
}

/** Block comments of Rust nest. */
function nestedCommentEnd(text: string, at: number): number {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(at).matchAll(/\/\*|\*\//g)) {
    depth += sign === "/*" ? 1 : -1;
    if (depth === 0) return at + index + 2;
  }
  return text.length;
}

interface Reading {
  readonly text: string;
  /** What has been found, in order. */
  readonly prose: Stretch[];
  /** What has been found to begin at an offset, so that no place is read twice. */
  readonly elements: Map<number, Element | undefined>;
  /** How much may still be read in vain, looking for the ends of elements. */
  left: number;
  /** How much may still be read in vain, looking for the ends of patterns; after that a slash divides. */
  unclosed: number;
  /** The end of the line that was looked at last. */
  lineEnd: number;
  depth: number;
}

interface Element {
  readonly end: number;
  readonly prose: readonly Stretch[];
}

/** What of the text so far tells how to read on. */
interface Progress {
  /** Templates that are open, each with the braces that are open in its expression; -1 while in its text. */
  readonly templates: number[];
  /** Of each round bracket that is open, whether a statement follows it. */
  readonly rounds: boolean[];
  isHead: boolean;
  braces: number;
  /** Behind the last sign that is neither a blank nor a comment. */
  reached: number;
}

/** Up to the end, or up to the brace that closes more than was opened where braces are around it. */
function readScript(reading: Reading, from: number, isInBraces = false): number {
  const { text } = reading;
  const progress: Progress = { templates: [], rounds: [], isHead: false, braces: 0, reached: from };
  let at = from;
  while (at < text.length) {
    if (isInBraces && reading.left <= 0) return text.length;
    if (progress.templates.at(-1) !== -1) at = readRun(progress, text, at);
    if (at >= text.length) break;
    const end = readProse(reading, progress, at) ?? readElement(reading, progress, at);
    if (end !== undefined) {
      at = end;
      continue;
    }
    const sign = text.charAt(at);
    if (sign === "}" && isInBraces && progress.braces === 0 && progress.templates.length === 0) break;
    readSign(reading, progress, at++);
  }
  return at;
}

/** Code that neither begins prose nor opens or closes anything. */
function readRun(progress: Progress, text: string, at: number): number {
  const end = endOf(codeRuns.script, text, at);
  let reached = end;
  while (reached > at && " \t\r\n".includes(text.charAt(reached - 1))) reached--;
  if (reached > at) {
    progress.reached = reached;
    progress.isHead = false;
  }
  return end;
}

function readProse(reading: Reading, progress: Progress, at: number): number | undefined {
  const { text, prose } = reading;
  const isTemplate = progress.templates.at(-1) === -1;
  const end = isTemplate ? templateEnd(text, at, progress.templates) : proseEnd(reading, at, progress);
  if (end === at) return undefined;
  const kind = !isTemplate && isComment(text, at) ? "comment" : "string";
  if (kind !== "comment") progress.reached = end;
  prose.push({ start: at, end, kind });
  return end;
}

function proseEnd(reading: Reading, at: number, progress: Progress): number {
  const end = endOf(proseOf.script, reading.text, at);
  return end > at ? end : patternEnd(reading, at, progress);
}

/** A sign that opens or closes something, or any other where a run ends. */
function readSign({ text, prose }: Reading, progress: Progress, at: number): void {
  const sign = text.charAt(at);
  const { reached, rounds } = progress;
  if (sign === "(") rounds.push(endsHeadWord.test(text.slice(Math.max(0, reached - 12), reached)));
  progress.isHead = sign === ")" && rounds.pop() === true;
  progress.reached = at + 1;
  if (endsExpression(sign, progress.templates)) prose.push({ start: at, end: at + 1, kind: "string" });
  else if (sign === "{") progress.braces++;
  else if (sign === "}") progress.braces--;
}

/** Behind a value `<` compares, or begins the arguments of a type. */
function readElement(reading: Reading, progress: Progress, at: number): number | undefined {
  const { text, elements, prose } = reading;
  const { reached } = progress;
  if (text.charAt(at) !== "<" || reading.left <= 0 || reading.depth > 40) return undefined;
  const before = text.slice(Math.max(0, reached - 12), reached);
  if ((endsValue.test(before) && !wantsValue.test(before)) || /(?<!=)>$/.test(before)) return undefined;
  const isKnown = elements.has(at);
  const element = isKnown ? elements.get(at) : findElement(reading, at);
  if (isKnown) for (const one of element?.prose ?? []) prose.push(one);
  else elements.set(at, element);
  if (element !== undefined) progress.reached = element.end;
  return element?.end;
}

function findElement(reading: Reading, at: number): Element | undefined {
  const { text, prose } = reading;
  const before = prose.length;
  const attempt = { text, prose, readBraces: (from: number) => readScript(reading, from, true), furthest: at };
  reading.depth++;
  const end = elementEnd(attempt, at);
  reading.depth--;
  if (end !== undefined) return { end, prose: prose.slice(before) };
  reading.left -= attempt.furthest - at;
  prose.length = before;
  return undefined;
}

const slashes = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
const doubleQuoted = String.raw`"(?:\\(?:\r\n|[\s\S])|[^"\\\n])*"?`;
const singleQuoted = String.raw`'(?:\\(?:\r\n|[\s\S])|[^'\\\n])*'?`;
/** One character, which may take two units; the mark of a lifetime stays. */
const character = String.raw`'(?:\\[^'\n]+|\\'|[\uD800-\uDBFF][\uDC00-\uDFFF]|[^'\\\n])'`;
const tripled = String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)`;

/** Of Python, where a backslash keeps quotes from closing a string. */
const tripledWithEscapes = [`"`, `'`].map(
  (sign) => String.raw`${sign}{3}[^${sign}\\]*(?:(?:\\[\s\S]|${sign}(?!${sign}{2}))[^${sign}\\]*)*(?:${sign}{3}|\\?$)`,
);

const proseOf: Readonly<Record<Family, RegExp>> = {
  script: sticky(slashes, doubleQuoted, singleQuoted),
  python: sticky("#[^\\n]*", ...tripledWithEscapes, doubleQuoted, singleQuoted),
  go: sticky(slashes, "`[^`]*`?", doubleQuoted, character),
  rust: sticky(slashes, String.raw`r(#*)"[\s\S]*?(?:"\1|$)`, String.raw`"(?:\\[\s\S]|[^"\\])*"?`, character),
  java: sticky(slashes, tripled, doubleQuoted, character),
  csharp: sticky(slashes, '@"(?:""|[^"])*"?', doubleQuoted, character),
  c: sticky(slashes, String.raw`R"([^\s()\\]{0,16})\([\s\S]*?(?:\)\1"|$)`, doubleQuoted, character),
  other: sticky(slashes, "#[^\\n]*", doubleQuoted),
};

/** Signs that neither begin prose nor, in a script, open or close anything. */
const codeRuns: Readonly<Record<Family, RegExp>> = {
  script: /[^"'`/(){}<]*/y,
  python: /[^"'#]*/y,
  go: /[^"'`/]*/y,
  rust: /[^"'/r]*(?:r(?!#*")[^"'/r]*)*/y,
  java: /[^"'/]*/y,
  csharp: /[^"'/@]*/y,
  c: /[^"'/R]*/y,
  other: /[^"/#]*/y,
};

/** Of a pattern of JavaScript; in a class of characters a slash is one of them. */
const pattern = sticky(String.raw`\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*`);

/** Where a pattern ends that begins at an offset. Behind a value a slash divides, and behind `<` it ends an element; so does `/>` behind a brace. */
function patternEnd(reading: Reading, at: number, { reached, isHead }: Progress): number {
  const { text } = reading;
  if (text.charAt(at) !== "/" || reading.unclosed <= 0) return at;
  const before = text.slice(Math.max(0, reached - 12), reached);
  const beginsLine = before.endsWith("}") && text.slice(reached, at).includes("\n") && text.charAt(at + 1) !== ">";
  const isDivision = endsValue.test(before) && !wantsValue.test(before) && !isHead && !beginsLine;
  const end = isDivision ? at : endOf(pattern, text, at);
  if (end > at || isDivision) return end;
  if (at > reading.lineEnd) reading.lineEnd = (text.indexOf("\n", at) + 1 || text.length + 1) - 1;
  reading.unclosed -= reading.lineEnd - at;
  return at;
}

/** Behind the brackets that follow such a word a statement begins. */
const endsHeadWord = /(?<![\w$.])(?:if|while|with|for(?:\s+await)?)$/;
/** Also behind `!`, `++` and `--` that follow a value. */
const endsValue = /[\p{L}\p{N}_$)\]}<"'`/]$|(?<=[\p{L}\p{N}_$)\]])(?:!|\+\+|--)$/u;
const wantsValue = /(?<![\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield|instanceof)$/;

function sticky(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join("|"), "y");
}

/** Where the text of a template ends: behind its last sign, or before an expression, which is code again. */
function templateEnd(text: string, at: number, templates: number[]): number {
  const end = endOf(templateText, text, at);
  const isExpression = text.startsWith("${", end);
  if (isExpression) templates.splice(-1, 1, 0);
  else templates.pop();
  return Math.min(text.length, end + (isExpression ? 2 : 1));
}

const templateText = /(?:\\[\s\S]|[^`\\$]|\$(?!\{))*/y;

/** Follows templates and the braces in them; true where a brace leads back from an expression into its template. */
function endsExpression(sign: string, templates: number[]): boolean {
  const open = templates.at(-1);
  if (sign === "`") templates.push(-1);
  else if (open !== undefined && sign === "{") templates.splice(-1, 1, open + 1);
  else if (open !== undefined && sign === "}") templates.splice(-1, 1, open - 1);
  return sign === "}" && open === 0;
}

function blank(prose: string, sign: string): string {
  return /[\r\n]/.test(prose)
    ? prose.replaceAll(/[^\r\n]+/g, (line) => sign.repeat(line.length))
    : sign.repeat(prose.length);
}
