// A typed list of listeners which may change while it is being notified.

export type Unsubscribe = () => void;

export class Emitter<T> {
  readonly #listeners = new Set<{ readonly call: (value: T) => void }>();
  readonly #onError: (error: unknown) => void;

  /** `onError` receives what a listener throws; one bad listener never silences the others. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  subscribe(listener: (value: T) => void): Unsubscribe {
    // A fresh object per subscription: the same function may subscribe twice, and unsubscribing one keeps the other.
    const entry = { call: listener };
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  emit(value: T): void {
    for (const listener of [...this.#listeners]) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener.call(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  get size(): number {
    return this.#listeners.size;
  }

  clear(): void {
    this.#listeners.clear();
  }
}
