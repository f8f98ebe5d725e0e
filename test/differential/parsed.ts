// What a real parser says of a text, in the terms in which the readers of texts answer.

import type { SymbolKind } from "../../src/model/code-facts.ts";

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Declared {
  readonly kind: SymbolKind;
  readonly name: Range;
  /** As the language's server states it. */
  readonly span: Range;
  /** Where its attributes begin; where it has none, the same as `start`. */
  readonly outer: number;
  /** Its first word, modifiers among them. */
  readonly start: number;
  readonly end: number;
  /** What a new body takes the place of. */
  readonly body: Range | undefined;
  readonly parent: Declared | undefined;
}

export interface ParsedClass {
  readonly name: string;
  readonly at: number;
  /** As they are written. */
  readonly bases: readonly string[];
  /** The names of what it declares, where they are compared. */
  readonly members?: readonly string[];
}

export interface Parsed {
  /** Of each sign: `c` in code, `s` in a string, `t` in a comment, `u` where the parser does not tell. */
  readonly kinds: string;
  readonly comments: readonly Range[];
  readonly modules: readonly string[];
  readonly declared: readonly Declared[];
  readonly classes: readonly ParsedClass[];
}

/** Undefined for a text that the parser does not understand as a whole. */
export type Parse = (file: string, text: string) => Parsed | undefined;

/** Paints one sign of each range over those that it holds; later ranges over earlier ones. */
export class Paint {
  private readonly signs: Uint8Array;

  constructor(length: number) {
    this.signs = new Uint8Array(length).fill(signOf.code);
  }

  put(kind: keyof typeof signOf, { start, end }: Range): void {
    this.signs.fill(signOf[kind], start, end);
  }

  toString(): string {
    return Buffer.from(this.signs).toString("latin1");
  }
}

/** Between brackets of one sign each. */
export function inside({ start, end }: Range): Range {
  return { start: start + 1, end: end - 1 };
}

// — below: private, in the order they are used —

const signOf = { code: 99, string: 115, comment: 116, untold: 117 } as const;
