// A change inside the braces of a body, in the form that the rules of languages read.

import type { Token } from "../syntax/token.ts";

/**
 * How far a change can be noticed: in its own file, or in Go also in the files of its package. `built-package` leaves out
 * those that are not built here: the change refers to nothing that it did not refer to before.
 */
export type BodyConfinement = "file" | "package" | "built-package";

/** What is known of the changes of a language. */
export interface ChangeRules {
  /** How far a change inside of braces can be noticed; undefined where they are no such body, or it is not certain. */
  confinedBody(changed: ChangedBody): BodyConfinement | undefined;
}

/** The tokens of a text that compilers read, and where each bracket is closed. */
export interface CodeTokens {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Of an opening bracket the closing one, both as indices. */
  readonly pairs: ReadonlyMap<number, number>;
}

export interface EditSpan {
  readonly start: number;
  readonly beforeEnd: number;
  readonly afterEnd: number;
}

/** Indices of the braces around a body. */
export interface BodyBraces {
  readonly open: number;
  readonly close: number;
}

export interface ChangedBody {
  readonly file: string;
  readonly former: CodeTokens;
  readonly present: CodeTokens;
  readonly body: BodyBraces;
  readonly edit: EditSpan;
}

export function tokenText({ text, tokens }: CodeTokens, at: number): string {
  const token = tokens[at];
  return token === undefined ? "" : text.slice(token.start, token.end);
}

/** The words of both bodies. */
export function bodyWords({ former, present, body }: ChangedBody): readonly Set<string>[] {
  return [former, present].map((code) => {
    const close = code.pairs.get(body.open) ?? body.open;
    const inside = code.tokens.slice(body.open + 1, close).filter(({ kind }) => kind === "word");
    return new Set(inside.map(({ start, end }) => code.text.slice(start, end)));
  });
}
