// Keeps the last bytes of an endless stream in constant memory.

export class Tail {
  readonly #capacity: number;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #total = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length;
    // A copy: the chunk may be a view on a large pooled buffer which it would keep alive.
    this.#chunks.push(chunk.slice(Math.max(0, chunk.length - this.#capacity)));
    this.#size += Math.min(chunk.length, this.#capacity);
    while (this.#chunks.length > 0) {
      const first = this.#chunks[0];
      if (first === undefined || this.#size - first.length < this.#capacity) break;
      this.#chunks.shift();
      this.#size -= first.length;
    }
    if (this.#chunks.length > 256) this.#compact();
  }

  /** Bytes seen since the beginning, retained or not. */
  get total(): number {
    return this.#total;
  }

  /** The last `limit` bytes (by default all that are retained). */
  bytes(limit: number = this.#capacity): Uint8Array {
    this.#compact();
    const all = this.#chunks[0] ?? new Uint8Array(0);
    return all.subarray(Math.max(0, all.length - limit));
  }

  #compact(): void {
    const all = concat(this.#chunks, this.#size);
    const kept = all.slice(Math.max(0, all.length - this.#capacity));
    this.#chunks = [kept];
    this.#size = kept.length;
  }
}

export function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const only = chunks[0];
  if (chunks.length === 1 && only !== undefined) return only;
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
