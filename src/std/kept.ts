// Work that is done once for a key and kept, until whoever keeps it forgets it.

/** A failure is not kept. */
export function kept<K, T>(known: Map<K, Promise<T>>, key: K, work: () => Promise<T>): Promise<T> {
  let found = known.get(key);
  if (found === undefined) {
    found = work();
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}
