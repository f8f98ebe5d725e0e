// The part of AbortSignal that pure layers need, without the platform's types.

export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A cancellation is neither a refusal nor a defect: it passes through every layer untouched. */
export class Cancelled extends Error {
  override readonly name = "AbortError";
  constructor(reason?: unknown) {
    super(reason instanceof Error ? reason.message : "the caller cancelled the call", { cause: reason });
  }
}

export function isCancellation(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** A signal of our own: it may have any number of listeners, and costs next to nothing. */
export class Canceller implements CancelSignal {
  readonly #listeners = new Set<() => void>();
  #cancelled: { readonly reason: unknown } | undefined;

  get aborted(): boolean {
    return this.#cancelled !== undefined;
  }

  get reason(): unknown {
    return this.#cancelled?.reason;
  }

  cancel(reason?: unknown): void {
    if (this.#cancelled !== undefined) return;
    this.#cancelled = { reason };
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

/** Runs `listener` once when the signal aborts, at once if it already has. Returns how to stop listening. */
export function onCancel(signal: CancelSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    listener();
    return () => {};
  }
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}

/** Rejects as soon as the signal aborts; the work may go on, and its outcome is ignored. */
export function unlessCancelled<T>(signal: CancelSignal | undefined, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopListening = onCancel(signal, () => reject(new Cancelled(signal?.reason)));
    if (signal?.aborted === true) return;
    void work().then(resolve, reject).finally(stopListening);
  });
}
