// The types of `leftovers.mjs`, for the test that tries it.

export function leftovers(
  runFolder: string,
  graceMs: number,
): Promise<readonly { readonly pid: number; readonly command: string }[] | undefined>;
