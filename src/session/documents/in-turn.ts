// Work on one thing runs in the order it was asked for; on different things at the same time.

export class InTurn<K> {
  readonly #last = new Map<K, Promise<unknown>>();

  run<T>(key: K, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.then(
      () => {},
      // The failure is the caller's to see; the next only needs to know that it is over.
      () => {},
    );
    this.#last.set(key, settled);
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    });
    return mine;
  }
}
