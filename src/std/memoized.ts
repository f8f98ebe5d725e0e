// Work that is done once for a key, and whose result serves all later calls until its owner forgets it.

/** A failure is not remembered. */
export function memoized<K, T>(known: Map<K, Promise<T>>, key: K, work: () => Promise<T>): Promise<T> {
  let found = known.get(key);
  if (found === undefined) {
    found = work();
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}
