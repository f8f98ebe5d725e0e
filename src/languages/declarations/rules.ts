// What is known of the declarations and statements of a language.

export interface DeclarationRules {
  /** A line that is a comment and may belong to the declaration below it. */
  readonly lineComment?: RegExp;
  /** What a value begins with that has a body itself. */
  readonly makesBody?: RegExp;
  /** Words that begin a statement, and no expression. */
  readonly statementWords?: readonly string[];
  /** What carries an expression on over the end of a line, in a language where such an end may end it. */
  readonly carriedOn?: CarriedOn;
  /** A statement by which a file hands on what other files declare. */
  readonly handsOn?: RegExp;
}

export interface CarriedOn {
  readonly behind: RegExp;
  readonly before: RegExp;
}
