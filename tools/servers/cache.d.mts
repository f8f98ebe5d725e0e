// The types of `cache.mjs`, for the tests that look into the cache.

export function cacheDirectory(env: Readonly<Record<string, string | undefined>>): string;
