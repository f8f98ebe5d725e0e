// Keeps the texts that files have before a host writes them, so that a turn is compared with what it began with.
//
// Invariant: of each file the text before its first write of the turn is kept, whatever comes later.
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
  /** The text before the first write; null for a file whose text is not kept. */
  readonly #texts = new Map<string, { readonly text: string | undefined } | null>();
  /** Texts that are being read: a second write of a file waits for them too. */
  readonly #reading = new Map<string, Promise<void>>();
  #characters = 0;

  constructor(options: TurnWatchOptions = {}) {
    this.#options = options;
  }

  /** To be awaited before the files are written, created, moved or deleted. */
  async beforeWrite(files: readonly string[]): Promise<void> {
    for (const file of files) {
      if (!this.#texts.has(file)) this.#begin(file);
      await this.#reading.get(file);
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

  #look(file: string): Promise<string | null | undefined> {
    return (this.#options.read ?? machineText)(file);
  }

  input(): TurnInput {
    return {
      file_paths: this.files,
      before: [...this.#texts].flatMap(([file_path, kept]) => {
        if (kept === null) return [];
        return [{ file_path, ...(kept.text === undefined ? {} : { text: kept.text }) }];
      }),
    };
  }

  /** Taken at once, so that a second write of the file does not read what the first one wrote. */
  #begin(file: string): void {
    const { maxFiles = 5_000 } = this.#options;
    this.#texts.set(file, null);
    if (this.#texts.size > maxFiles) return;
    this.#reading.set(
      file,
      this.#keep(file).finally(() => this.#reading.delete(file)),
    );
  }

  async #keep(file: string): Promise<void> {
    const { maxCharacters = 20_000_000 } = this.#options;
    const text = await this.#look(file);
    // A file that is too large to be read is there, and not new.
    if (text === null) return;
    const length = text?.length ?? 0;
    if (this.#characters + length > maxCharacters) return;
    this.#characters += length;
    this.#texts.set(file, { text });
  }

  /** The turn is over; what comes next is compared with the texts of now. */
  end(): void {
    this.#texts.clear();
    this.#characters = 0;
  }
}
