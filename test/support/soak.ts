// How often a test repeats what chance or mere number decides: less in a test run, all of it in the soak.

export function isSoak(): boolean {
  return (process.env["SIGHTLINE_SOAK"] ?? "") !== "";
}

/** `npm run soak` sets SIGHTLINE_SOAK; a test run has the time for the smaller number. */
export function repeats(count: { readonly test: number; readonly soak: number }): number {
  return isSoak() ? count.soak : count.test;
}
