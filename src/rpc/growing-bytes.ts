// A byte buffer which grows in steps, so that appending byte by byte stays linear.
//
// Invariant: it never takes more than 16 times the bytes that have really come (and 256 bytes), whatever is expected.

/** Large enough that a big body is hardly ever copied, small enough that an announcement alone costs nothing. */
const growth = 16;

export class GrowingBytes {
  #bytes = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get capacity(): number {
    return this.#bytes.length;
  }

  /** `expected` is the final length if known: the buffer never grows past it. */
  append(source: Uint8Array, from: number, to: number, expected?: number): void {
    const needed = this.#length + (to - from);
    if (needed > this.#bytes.length) {
      this.#resize(Math.max(needed, 256, expected === undefined ? needed * 2 : Math.min(expected, needed * growth)));
    }
    if (to - from === 1) this.#bytes[this.#length] = source[from] ?? 0;
    else this.#bytes.set(source.subarray(from, to), this.#length);
    this.#length = needed;
  }

  /** Forgets the first `count` bytes and returns them. */
  takeFirst(count: number): Uint8Array {
    const taken = this.#bytes.slice(0, count);
    this.#bytes.copyWithin(0, count, this.#length);
    this.#length -= count;
    return taken;
  }

  /** Hands the bytes over and starts afresh. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.clear();
    return taken;
  }

  /** A view of the bytes, valid until the next change. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
  }

  #resize(capacity: number): void {
    const grown = new Uint8Array(capacity);
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
