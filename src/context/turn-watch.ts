// Keeps the texts that files have before a host writes them, so that a turn is compared with what it began with.
//
// Invariant: of each file the text before its first write of the turn is kept, whatever comes later.
// Invariant: what is written after the turn was last judged belongs to the next one, so that no write goes unjudged.
// Invariant: what is kept is bounded; a file beyond the bound is compared with the last commit, and the answer says so.

import { machineText } from "../engine/machine-texts.ts";

export interface TurnWatchOptions {
  /** The text of a file now, by its absolute path; undefined where there is none, null where its text cannot be had. The disk of this machine without it. */
  readonly read?: (file: string) => Promise<string | null | undefined>;
  /** The most files of a turn whose texts are kept; 5,000 without it. */
  readonly maxFiles?: number;
  /** The most characters that are kept of all files together; 20,000,000 without it. */
  readonly maxCharacters?: number;
}

/** What `validate_change` is told of a turn. */
export interface TurnInput {
  readonly file_paths: readonly string[];
  readonly before: readonly { readonly file_path: string; readonly text?: string }[];
}

export class TurnWatch {
  readonly #options: TurnWatchOptions;
  #texts: Texts = new Map();
  /** Of files that are written after `input`; undefined before it. */
  #later: Texts | undefined;
  /** Texts that are being read: a second write of a file waits for them too. */
  readonly #reading = new Map<string, Reading>();
  #characters = 0;

  constructor(options: TurnWatchOptions = {}) {
    this.#options = options;
  }

  /** To be awaited before the files are written, created, moved or deleted. */
  async beforeWrite(files: readonly string[]): Promise<void> {
    for (const file of files) {
      const lacking = [this.#texts, this.#later].filter((texts): texts is Texts => texts?.has(file) === false);
      if (lacking.length > 0) this.#begin(file, lacking);
      await this.#reading.get(file)?.done;
    }
  }

  /** The files of the turn, in the order of their first writes. */
  get files(): readonly string[] {
    return [...this.#texts.keys()];
  }

  /** The text before the turn; undefined where there was no file, or its text is not kept. */
  before(file: string): string | undefined {
    return this.#texts.get(file)?.text;
  }

  /** The text of a file now; undefined where there is none, or it cannot be had. */
  async read(file: string): Promise<string | undefined> {
    return (await this.#look(file)) ?? undefined;
  }

  /** What is to be judged now. Files that are written later are judged again, or belong to the next turn. */
  input(): TurnInput {
    this.#later = new Map();
    // They are written as soon as they are read.
    for (const [file, { into }] of this.#reading) {
      this.#later.set(file, null);
      into.push(this.#later);
    }
    return {
      file_paths: this.files,
      before: [...this.#texts].flatMap(([file_path, kept]) => {
        if (kept === null) return [];
        return [{ file_path, ...(kept.text === undefined ? {} : { text: kept.text }) }];
      }),
    };
  }

  /** The turn is over; what comes next, and what came after `input`, is compared with the texts before that. */
  end(): void {
    this.#texts = this.#later ?? new Map();
    this.#later = undefined;
    this.#characters = 0;
    for (const kept of this.#texts.values()) this.#characters += kept?.text?.length ?? 0;
  }

  // — below: private, in the order they are used —

  /** Taken at once, so that a second write of the file does not read what the first one wrote. */
  #begin(file: string, lacking: readonly Texts[]): void {
    const { maxFiles = 5_000 } = this.#options;
    for (const texts of lacking) texts.set(file, null);
    const into = lacking.filter((texts) => texts.size <= maxFiles);
    if (into.length === 0) return;
    const done = this.#keep(file, into).finally(() => {
      if (this.#reading.get(file)?.done === done) this.#reading.delete(file);
    });
    this.#reading.set(file, { into, done });
  }

  async #keep(file: string, into: readonly Texts[]): Promise<void> {
    const { maxCharacters = 20_000_000 } = this.#options;
    const text = await this.#look(file);
    // A file that is too large to be read is there, and not new.
    if (text === null) return;
    const length = text?.length ?? 0;
    if (this.#characters + length > maxCharacters) return;
    this.#characters += length;
    for (const texts of into) texts.set(file, { text });
  }

  #look(file: string): Promise<string | null | undefined> {
    return (this.#options.read ?? machineText)(file);
  }
}

interface Reading {
  /** Where the text is kept. */
  readonly into: Texts[];
  readonly done: Promise<void>;
}

/** By the file its text before the first write; null where that is not kept. */
type Texts = Map<string, { readonly text: string | undefined } | null>;
