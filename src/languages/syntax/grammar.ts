// How the texts of a language are split into tokens, and which of its comments tools read: what a record says of it.

export interface Grammar {
  /** The files that are written by it, by their names. */
  readonly files: RegExp;
  readonly literals: Literals;
  /** Comments behind `//` and in `/* … *\/`, with others inside of those or not; or behind `#`. */
  readonly comments: "slashes" | "nested slashes" | "hash";
  /** What changes how the rest of a text is read, so that it is not split. */
  readonly unusual?: RegExp;
  /** The first line may be one for the shell. */
  readonly hasShebang?: true;
  /** A backslash at the end of a line joins it with the next one. */
  readonly joinsLines?: true;
  /** A quote may stand before a name, and be the beginning of no literal. */
  readonly marksNames?: true;
  /** Sticky: a number that no word is. */
  readonly number?: RegExp;
  /** Literals of scripts: templates, patterns between slashes, and elements or none. */
  readonly templates?: "with elements" | "without elements";
  /** Whether versions of the language agree on where a literal ends. */
  readonly isCertain?: (literal: string) => boolean;
  /** Blanks at the beginning of a line decide what it belongs to. */
  readonly isIndented?: true;
  /** A blank between a name and a sign may mean something. */
  readonly heedsBlanks?: true;
  /** Lines that begin with a `#` are for a preprocessor. */
  readonly hasPreprocessor?: true;
  /** Comments that tools read. */
  readonly directives: readonly RegExp[];
  /** Further comments that are read in some files alone. */
  readonly isDirective?: (file: string, comment: string) => boolean;
}

export interface Literals {
  /** The first characters of a literal. */
  readonly start: RegExp;
  /** Sticky. */
  readonly isLiteral: RegExp;
  /** Sticky: what begins a string in which no sign has another meaning, up to its quote. */
  readonly rawStart?: RegExp;
}

export const quotedTwice = String.raw`"(?:\\(?:\r\n|[\s\S])|[^"\\\r\n])*"`;
export const quotedOnce = String.raw`'(?:\\(?:\r\n|[\s\S])|[^'\\\r\n])*'`;
/** Without a line end, also behind a backslash. */
export const quotedOnLine = String.raw`"(?:\\[^\r\n]|[^"\\\r\n])*"`;
export const quotedCharacter = String.raw`'(?:\\[^\r\n][^'\r\n]*|[^'\\\r\n])'`;
export const quotedThrice = String.raw`"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''`;

export function literal(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join("|"), "uy");
}
