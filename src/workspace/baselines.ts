// Diagnostics as they were told, kept for a while so that a later call can be told what has changed since.
//
// Invariant: a token names what it named when it was given out, or nothing.

import type { Looked } from "../model/diagnostics-delta.ts";
import type { FilePath } from "../model/file-path.ts";

export interface Baseline {
  /** All files of the root were looked at, so that a file which is new since then has only new problems. */
  readonly isWhole: boolean;
  /** Each file that was looked at to the end; undefined where nothing was found. */
  readonly files: ReadonlyMap<FilePath, Looked | undefined>;
}

const maxBaselines = 50;
const maxCharacters = 32 * 1024 * 1024;

export class Baselines {
  readonly #random: () => number;
  /** In the order of their last use. */
  readonly #kept = new Map<string, { readonly baseline: Baseline; readonly characters: number }>();
  #characters = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Random, so that a token of another run names nothing here. */
  keep(baseline: Baseline): string {
    const token = `d${Math.floor(this.#random() * 2 ** 40).toString(36)}`;
    let characters = 0;
    for (const looked of baseline.files.values()) characters += looked?.text.length ?? 0;
    this.#drop(token);
    this.#kept.set(token, { baseline, characters });
    this.#characters += characters;
    for (const oldest of this.#kept.keys()) {
      if (oldest === token || (this.#kept.size <= maxBaselines && this.#characters <= maxCharacters)) break;
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

  #drop(token: string): void {
    this.#characters -= this.#kept.get(token)?.characters ?? 0;
    this.#kept.delete(token);
  }
}
