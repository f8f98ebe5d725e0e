export function equal<T>(seen: T, wanted: T): void {
  if (seen !== wanted) throw new Error(`${String(seen)} is not ${String(wanted)}`);
}
