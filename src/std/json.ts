// JSON values and careful reading of untrusted ones.

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonRecord = { readonly [key: string]: unknown };

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Walks `path` through records; `undefined` as soon as a step is missing. */
export function at(value: unknown, path: readonly string[]): unknown {
  let here: unknown = value;
  for (const step of path) {
    if (!isRecord(here) || !Object.hasOwn(here, step)) return undefined;
    here = here[step];
  }
  return here;
}

/**
 * The texts that a value holds, in their order, however deep they lie; of records only what stands under a key that is
 * followed. A loop and not a recursion: a file may be nested as deeply as its author likes.
 */
export function textsIn(value: unknown, isFollowed: (key: string) => boolean = () => true): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const here = waiting.pop();
    if (typeof here === "string") found.push(here);
    else if (Array.isArray(here)) for (let at = here.length - 1; at >= 0; at--) waiting.push(here[at]);
    else if (isRecord(here)) {
      for (const key of Object.keys(here).reverse()) if (isFollowed(key)) waiting.push(here[key]);
    }
  }
  return found;
}

/** The texts that stand under a key, wherever that is and however deep below it. */
export function textsUnder(value: unknown, isMeant: (key: string) => boolean): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const here = waiting.pop();
    if (Array.isArray(here)) for (let at = here.length - 1; at >= 0; at--) waiting.push(here[at]);
    else if (isRecord(here)) {
      for (const key of Object.keys(here)) {
        if (isMeant(key)) found.push(...textsIn(here[key]));
        else waiting.push(here[key]);
      }
    }
  }
  return found;
}

/** Joins two settings objects, the second winning; records are joined key by key, all else is replaced. */
export function mergeJson(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isRecord(base) || !isRecord(over)) return over;
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(base), ...Object.keys(over)])) {
    // Settings come from files: this key would replace the prototype instead of becoming a setting.
    if (key !== "__proto__") merged[key] = mergeJson(at(base, [key]), at(over, [key]));
  }
  return merged;
}

export function parsedJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    // A manifest that cannot be read has no scripts, which is told where one is missed.
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
