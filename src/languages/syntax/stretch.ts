// A stretch of a text, and the one way in which the readers of texts move on.

/** `text` is what stands between the tags of elements; a pattern of a script is a string, and so are the signs that enclose an expression in a string. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly kind: "code" | "string" | "comment" | "text";
}

/** Where the match of a sticky pattern at an offset ends; the offset itself where nothing matches. */
export function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
