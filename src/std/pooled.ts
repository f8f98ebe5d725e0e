// A few at the same time: work on many things that keeps their order, and slots for work that comes from many places.

/**
 * The first failure ends it: nothing further is begun, and it is thrown when all that had begun is over. With `most`
 * every one that is done lets one more begin, until so many are under way.
 */
export async function pooled<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
  most = atOnce,
): Promise<R[]> {
  const results: R[] = [];
  const faults: unknown[] = [];
  let next = 0;
  let workers = Math.min(atOnce, items.length);
  const worker = async (): Promise<void> => {
    const more: Promise<void>[] = [];
    for (let at = next++; at < items.length && faults.length === 0; at = next++) {
      try {
        results[at] = await work(items[at] as T, at);
      } catch (error) {
        faults.push(error);
      }
      if (workers < most && next < items.length) {
        workers++;
        more.push(worker());
      }
    }
    await Promise.all(more);
  };
  await Promise.all(Array.from({ length: workers }, worker));
  if (faults.length > 0) throw faults[0];
  return results;
}

/** Admits so many pieces of work at a time, in the order they came; the others wait. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs the work when a slot is free. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    // Work that ends hands its slot over.
    else await new Promise<void>((admit) => this.#waiting.push(admit));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}
