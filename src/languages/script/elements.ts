// Elements in the code of a script: their text is prose, though no quotes mark it.
//
// Invariant: only what is closed by its own name in the right order is an element; anything else stays code.

import type { Stretch } from "../syntax/stretch.ts";
import { endOf } from "../syntax/stretch.ts";

export interface ElementReading {
  readonly text: string;
  /** What has been found, in order; of no worth where no element is. */
  readonly prose: Stretch[];
  /** Reads what stands between braces, from behind the first one up to the one that closes it, and tells where that is. */
  readonly readBraces: (from: number) => number;
  /** How far the text has been read, in vain or not. */
  furthest: number;
}

/** Where the element ends that begins at an offset with `<`; undefined where none does. */
export function elementEnd(reading: ElementReading, start: number): number | undefined {
  const { text } = reading;
  const open: string[] = [];
  let at = start;
  do {
    const closing = matchAt(closingTag, text, at);
    if (closing !== undefined) {
      if (open.pop() !== (closing[1] ?? "")) return undefined;
      at += closing[0].length;
    } else {
      const tag = tagAt(reading, at);
      if (tag === undefined) return undefined;
      at = tag.end;
      if (!tag.isClosed) open.push(tag.name);
    }
    while (open.length > 0 && text.charAt(at) !== "<") {
      at = take(reading, at, endOf(elementText, text, at), "text");
      if (text.charAt(at) === "<") break;
      const end = bracesEnd(reading, at);
      if (end === undefined) return undefined;
      at = end;
    }
  } while (open.length > 0);
  return at;
}

// — below: private, in the order they are used —

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$.:-]*`;
const closingTag = new RegExp(String.raw`<\/\s*(?:(${name})\s*)?>`, "uy");
const openingTag = new RegExp(String.raw`<(?:(${name})(?=[\s/>])|(?=>))`, "uy");
const attribute = new RegExp(String.raw`\s+|${name}(?:\s*=\s*(?=["'{]))?`, "uy");
const string = /"[^"]*"|'[^']*'/y;
const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const elementText = /[^<{]*/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

interface Tag {
  readonly end: number;
  readonly name: string;
  readonly isClosed: boolean;
}

function tagAt(reading: ElementReading, start: number): Tag | undefined {
  const { text } = reading;
  const head = matchAt(openingTag, text, start);
  if (head === undefined) return undefined;
  const called = head[1] ?? "";
  let at = start + head[0].length;
  while (at < text.length) {
    if (text.charAt(at) === ">") return { end: at + 1, name: called, isClosed: false };
    if (text.startsWith("/>", at)) return { end: at + 2, name: called, isClosed: true };
    const end = attributeEnd(reading, at);
    if (end === undefined) return undefined;
    at = end;
  }
  return undefined;
}

function attributeEnd(reading: ElementReading, at: number): number | undefined {
  const { text } = reading;
  const plain = endOf(attribute, text, at);
  if (plain > at) return plain;
  const quoted = take(reading, at, endOf(string, text, at), "string");
  if (quoted > at) return quoted;
  const said = take(reading, at, endOf(comment, text, at), "comment");
  return said > at ? said : bracesEnd(reading, at);
}

function take(reading: ElementReading, start: number, end: number, kind: Stretch["kind"]): number {
  if (end > start) reading.prose.push({ start, end, kind });
  reading.furthest = Math.max(reading.furthest, end);
  return end;
}

function bracesEnd(reading: ElementReading, at: number): number | undefined {
  if (reading.text.charAt(at) !== "{") return undefined;
  const end = reading.readBraces(at + 1);
  reading.furthest = Math.max(reading.furthest, end);
  return reading.text.charAt(end) === "}" ? end + 1 : undefined;
}
