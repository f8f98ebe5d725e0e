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
