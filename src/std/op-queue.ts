// At most one run under way and at most one waiting, which stands for everything asked since.

/** `request()` resolves when a run that started after the request has ended. */
export class OpQueue {
  readonly #operation: () => Promise<void>;
  #running: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;

  constructor(operation: () => Promise<void>) {
    this.#operation = operation;
  }

  request(): Promise<void> {
    if (this.#running === undefined) {
      this.#running = this.#start();
      return this.#running;
    }
    this.#waiting ??= this.#running.then(
      () => this.#next(),
      () => this.#next(),
    );
    return this.#waiting;
  }

  #next(): Promise<void> {
    this.#waiting = undefined;
    this.#running = this.#start();
    return this.#running;
  }

  async #start(): Promise<void> {
    try {
      await this.#operation();
    } finally {
      if (this.#waiting === undefined) this.#running = undefined;
    }
  }
}
