// The times by which readiness rules wait, with the reason for each.

/** For a server without a known signal: most load a small project within this time. */
export const unknownQuietMs = 2_000;

/** Between a server's handshake and its first announced work; gopls and clangd announce theirs within 100 ms. */
export const graceMs = 2_000;

/** Between two pieces of announced work that belong together. */
export const quietMs = 200;

/** A signal that has not come by then will not come: most servers with a signal load a large project within this. */
export const capMs = 120_000;

/** Builds and whole indexes: Gradle and mix compile dependencies first, clangd parses every translation unit. */
export const longCapMs = 600_000;
