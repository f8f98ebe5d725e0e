// Reads JSON as people write it in configuration: with comments and trailing commas.

import { isTooDeep } from "../../std/nesting.ts";

/** The value, or undefined where the text is not of that form. */
export function parseJsonc(text: string): unknown {
  try {
    return JSON.parse(withoutExtras(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Every text in quotes, keys too, as often as it is written. */
export function quotedTexts(text: string): string[] {
  return [...withoutExtras(text).matchAll(/"(?:[^"\\]|\\[\s\S])*(?:"|$)/g)].map(([quoted]) => {
    const value = quoted.includes("\\") ? parseJsonc(quoted) : undefined;
    return typeof value === "string" ? value : quoted.slice(1, -1);
  });
}

/** The same for a value that is written out again: the stack does not hold one of any depth. */
export function parseShallow(text: string): unknown {
  const value = parseJsonc(text);
  return isTooDeep(value, deepestValue) ? undefined : value;
}

// — below: private, in the order they are used —

/** Lists and records inside one another; no configuration has ten. */
const deepestValue = 100;

// Each token ends at the end of the text at the latest, so that no text makes the search begin again and again.
const comments = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const lastCommas = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|,(?=\s*[}\]])/g;

function withoutExtras(text: string): string {
  const unlessText = (found: string): string => (found.startsWith('"') ? found : " ");
  return text
    .replace(/^\uFEFF/, "")
    .replace(comments, unlessText)
    .replace(lastCommas, unlessText);
}
