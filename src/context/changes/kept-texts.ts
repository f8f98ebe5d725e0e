// The texts that files had when their change was last told, bounded: the oldest go first.

export interface KeptText {
  /** Undefined where there was no file. */
  readonly text: string | undefined;
}

export class KeptTexts {
  readonly #most: number;
  readonly #texts = new Map<string, KeptText>();
  #characters = 0;

  constructor(mostCharacters = 20_000_000) {
    this.#most = mostCharacters;
  }

  of(file: string): KeptText | undefined {
    return this.#texts.get(file);
  }

  keep(file: string, text: string | undefined): void {
    this.#forget(file);
    this.#texts.set(file, { text });
    this.#characters += text?.length ?? 0;
    for (const oldest of this.#texts.keys()) {
      if (this.#characters <= this.#most) break;
      this.#forget(oldest);
    }
  }

  // — below: private, in the order they are used —

  #forget(file: string): void {
    this.#characters -= this.#texts.get(file)?.text?.length ?? 0;
    this.#texts.delete(file);
  }
}
