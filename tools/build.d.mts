// The types of `build.mjs`, for the configuration of the tests.

export const root: string;
export const dist: string;
export function isFresh(): boolean;
