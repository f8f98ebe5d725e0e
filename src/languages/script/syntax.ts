// Comments, strings, patterns, templates and elements of scripts.
//
// It looks at signs only and knows no grammar but that of elements, whose text is prose too. Behind brackets a slash divides, unless
// they are those of an `if` or the like, or it begins a line behind a brace; a pattern elsewhere behind a bracket is read as code.
// Runs of signs that neither begin prose nor tell how to read on are passed by one pattern, for this is the reading that every
// file of a project goes through.

import { doubleQuoted, singleQuoted, slashes, sticky } from "../syntax/plain-prose.ts";
import type { Syntax } from "../syntax/prose.ts";
import { isCommentAt } from "../syntax/prose.ts";
import type { Stretch } from "../syntax/stretch.ts";
import { endOf } from "../syntax/stretch.ts";
import { elementEnd } from "./elements.ts";

export const scriptSyntax: Syntax = {
  proseIn: (text, from) => {
    // Where scripts stand in elements and not elements in scripts, all the code would be text.
    const mayHoldElements = /<\/|\/>/.test(text) && !/^<(?:script|template|style)\b|^---\s*$/m.test(text);
    const left = mayHoldElements ? text.length * 4 : 0;
    const prose: Stretch[] = [];
    readScript({ text, prose, elements: new Map(), left, unclosed: text.length * 4, lineEnd: -1, depth: 0 }, from);
    return prose;
  },
};

// — below: private, in the order they are used —

const quotedOrComment = sticky(slashes, doubleQuoted, singleQuoted);

/** Signs that neither begin prose nor open or close anything. */
const codeRun = /[^"'`/(){}<]*/y;

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
  const end = endOf(codeRun, text, at);
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
  const kind = !isTemplate && isCommentAt(text, at) ? "comment" : "string";
  if (kind !== "comment") progress.reached = end;
  prose.push({ start: at, end, kind });
  return end;
}

function proseEnd(reading: Reading, at: number, progress: Progress): number {
  const end = endOf(quotedOrComment, reading.text, at);
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
