// The types of `test-environment.mjs`, for the test of it.

export function memoryDirectory(): string | undefined;
export function plainSearchPath(path: string): string;
