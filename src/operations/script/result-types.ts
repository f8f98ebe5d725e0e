// What each operation gives a script, in the words of TypeScript: derived from the table by `tools/script-types.ts`.

export const resultTypes: Readonly<Record<string, string>> = {};
