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
