// A token of a text.

export type TokenKind = "word" | "sign" | "text" | "comment" | "line";

export interface Token {
  /** `text` is a literal or an element of a script as it is written; `line` ends a line. */
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}
