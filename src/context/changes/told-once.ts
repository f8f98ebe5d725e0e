// What was told already: each text is new once, and again when so many others came after it that it was dropped.

const most = 200;

export class ToldOnce {
  /** The one that was asked about last comes last. */
  readonly #told = new Set<string>();

  /** Whether it was not told yet; from now on it was. */
  isNew(text: string): boolean {
    const isNew = !this.#told.delete(text);
    this.#told.add(text);
    for (const oldest of this.#told) {
      if (this.#told.size <= most) break;
      this.#told.delete(oldest);
    }
    return isNew;
  }
}
