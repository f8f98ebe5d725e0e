// Concurrent callers of the same key share one run.

export class SingleFlight<K, T> {
  readonly #running = new Map<K, Promise<T>>();

  run(key: K, start: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const started = start().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }

  has(key: K): boolean {
    return this.#running.has(key);
  }
}
