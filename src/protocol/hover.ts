// One markdown text for the four shapes of a hover.

import { isRecord } from "../std/json.ts";

/** Characters of one text that are read; three times what any answer shows. The rest is not processed at all. */
export const hoverCharacters = 100_000;

/** MarkupContent, a string, a `{language, value}` pair, or a list of the latter two; cut where it is too long. */
export function normaliseHover(contents: unknown): string {
  let room = hoverCharacters;
  const taken: string[] = [];
  for (const part of partsOf(contents)) {
    if (room <= 0) break;
    const text = onePart(part, room);
    room -= text.length;
    if (text !== "") taken.push(text);
  }
  return taken.join("\n\n");
}

/** How many characters the server sent. */
export function hoverLength(contents: unknown): number {
  return partsOf(contents).reduce<number>((sum, part) => sum + valueOf(part).length, 0);
}

// — below: private, in the order they are used —

function partsOf(contents: unknown): readonly unknown[] {
  return Array.isArray(contents) ? contents : [contents];
}

function onePart(part: unknown, room: number): string {
  // Half of a surrogate pair would be no text at all.
  const value = valueOf(part)
    .slice(0, room)
    .replace(/[\ud800-\udbff]$/, "");
  const language = isRecord(part) ? part["language"] : undefined;
  return typeof language === "string" ? fence(language.slice(0, room), value) : value.trim();
}

function valueOf(part: unknown): string {
  const value = isRecord(part) ? part["value"] : part;
  return typeof value === "string" ? value : "";
}

/** The fence is longer than any run of backticks inside, so the text cannot close it. */
function fence(language: string, value: string): string {
  const longest = [...value.matchAll(/`+/g)].reduce((most, run) => Math.max(most, run[0].length), 2);
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${value}\n${marks}`;
}
