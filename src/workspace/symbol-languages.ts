// Which languages have symbols that somebody looks for.

/** Data, prose and configuration: nobody looks for a symbol there. */
const withoutSymbols = new Set(
  "css dockerfile go.mod go.sum go.work html ini json jsonc less markdown plaintext scss shellscript toml xml yaml".split(
    " ",
  ),
);

export function hasSymbols(language: string): boolean {
  return !withoutSymbols.has(language);
}
