// Remembers the diagnostics of an answer for a while, so that a later call can ask what has changed since.
//
// Invariant: a token names what it named when it was given out, or nothing.

import type { TextDiagnostics } from "../../model/diagnostics-delta.ts";
import type { FilePath } from "../../model/file-path.ts";

export interface Baseline {
  /** Every file was asked about, and not only some that were named. */
  readonly isAboutAll: boolean;
  /** Roots all of whose files were checked, or are among the unknown: one that is new there since has only new problems. */
  readonly roots: ReadonlySet<FilePath>;
  /** Each file that was checked completely; undefined where nothing was found. */
  readonly files: ReadonlyMap<FilePath, TextDiagnostics | undefined>;
  /** Files that were there, but of which nothing was finally known. */
  readonly unknown: ReadonlySet<FilePath>;
}

/** What a call sees of them. */
export interface KnownBaselines {
  get(token: string): Baseline | undefined;
  /** Undefined where the token would not be shown, so nothing is kept. */
  keep(baseline: Baseline): string | undefined;
}

const maxBaselines = 50;
const maxCharacters = 32 * 1024 * 1024;

/** What a record takes beside its texts, in characters. */
const perRecord = 200;

export class Baselines implements KnownBaselines {
  readonly #random: () => number;
  /** In the order of their last use. */
  readonly #kept = new Map<string, { readonly baseline: Baseline; readonly characters: number }>();
  #characters = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Random, so that a token of another run names nothing here. One that is too large on its own is not kept. */
  keep(baseline: Baseline): string {
    const token = `d${Math.floor(this.#random() * 2 ** 40).toString(36)}`;
    const characters = sizeOf(baseline);
    this.#drop(token);
    if (characters > maxCharacters) return token;
    this.#kept.set(token, { baseline, characters });
    this.#characters += characters;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxBaselines && this.#characters <= maxCharacters) break;
      this.#drop(oldest);
    }
    return token;
  }

  get(token: string): Baseline | undefined {
    const known = this.#kept.get(token);
    if (known === undefined) return undefined;
    this.#kept.delete(token);
    this.#kept.set(token, known);
    return known.baseline;
  }

  /** For callers that cannot use a token: otherwise what it keeps would evict what others can use. */
  readOnly(): KnownBaselines {
    return { get: (token) => this.get(token), keep: () => undefined };
  }

  #drop(token: string): void {
    this.#characters -= this.#kept.get(token)?.characters ?? 0;
    this.#kept.delete(token);
  }
}

/** The texts, the problems and the names of the files. */
function sizeOf({ files, unknown }: Baseline): number {
  let characters = 0;
  for (const file of unknown) characters += perRecord + file.length;
  for (const [file, looked] of files) {
    characters += perRecord + file.length + (looked?.text.length ?? 0);
    for (const { message, code, source } of looked?.diagnostics ?? []) {
      characters += perRecord + message.length + (code?.length ?? 0) + (source?.length ?? 0);
    }
  }
  return characters;
}
