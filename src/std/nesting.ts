// Measures how deep a parsed value nests, so that nothing recursive above ever meets a bottomless one.
//
// Why not before parsing: the platform's parser does not recurse, and walking its result costs a tenth of the parsing,
// a third of what a scan of the text would.

/** True when the value has more than `limit` objects and lists inside one another. */
export function isTooDeep(value: unknown, limit: number): boolean {
  return isNested(value) && exceeds(value, limit);
}

// Plain loops, and no call for anything but an object: this runs over every value that a server sends.
function exceeds(value: object, limit: number): boolean {
  if (limit === 0) return true;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const item: unknown = value[at];
      if (isNested(item) && exceeds(item, limit - 1)) return true;
    }
    return false;
  }
  const record = value as { readonly [key: string]: unknown };
  for (const key in record) {
    const field = record[key];
    if (isNested(field) && exceeds(field, limit - 1)) return true;
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
