// Works on many things, a few at the same time, and keeps their order.

/** The first failure ends it: nothing further is begun, and it is thrown. */
export async function pooled<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let isOver = false;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length && !isOver; at = next++) {
      try {
        results[at] = await work(items[at] as T, at);
      } catch (error) {
        isOver = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
