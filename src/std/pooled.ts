// Works on many things, a few at the same time, and keeps their order.

/** The first failure ends it: nothing further is begun, and it is thrown when all that had begun is over. */
export async function pooled<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const faults: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length && faults.length === 0; at = next++) {
      try {
        results[at] = await work(items[at] as T, at);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (faults.length > 0) throw faults[0];
  return results;
}
