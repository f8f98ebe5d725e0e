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

/** The same for what is worked out of an object at once, and lasts as long as the object does. */
export function memoizedOf<K extends object, T>(known: WeakMap<K, T>, key: K, work: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = work();
  known.set(key, made);
  return made;
}
