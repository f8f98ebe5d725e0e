// The types of `directory.mjs`, for the tests that look into the cache.

export function packagesDirectory(env: Readonly<Record<string, string | undefined>>): string;
