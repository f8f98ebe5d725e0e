// The types of `directory.mjs`, for the bench, which is TypeScript.

export function peersDirectory(env: Readonly<Record<string, string | undefined>>): string;
