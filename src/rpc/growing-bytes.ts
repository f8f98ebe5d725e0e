// A byte buffer which grows by doubling, so that appending byte by byte stays linear.

export class GrowingBytes {
  #bytes = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** `expected` is the final length if known: the buffer never grows past it. */
  append(source: Uint8Array, from: number, to: number, expected = Number.POSITIVE_INFINITY): void {
    const needed = this.#length + (to - from);
    if (needed > this.#bytes.length) this.#grow(needed, expected);
    this.#bytes.set(source.subarray(from, to), this.#length);
    this.#length = needed;
  }

  /** Hands the bytes over and starts afresh. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.clear();
    return taken;
  }

  clear(): void {
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
  }

  #grow(needed: number, expected: number): void {
    const capacity = Math.min(expected, Math.max(needed, this.#bytes.length * 2, 256));
    const grown = new Uint8Array(capacity);
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
