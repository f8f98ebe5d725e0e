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
    if (this.#running === undefined) return this.#start();
    this.#waiting ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#waiting;
  }

  #start(): Promise<void> {
    this.#waiting = undefined;
    // Known to be running before it begins: what the operation itself asks for is the next run, not one beside it.
    let begin: (run: Promise<void>) => void = () => {};
    const running = new Promise<void>((resolve) => {
      begin = resolve;
    });
    this.#running = running;
    begin(this.#run());
    return running;
  }

  async #run(): Promise<void> {
    try {
      await this.#operation();
    } finally {
      if (this.#waiting === undefined) this.#running = undefined;
    }
  }
}
