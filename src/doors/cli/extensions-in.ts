// Which extensions a command line asks for, before its commands are known: by option, by variable, or by the command itself.

import { parseArgs } from "node:util";
import { resolveOptions } from "../../config/resolve.ts";
import { extendedLanguages } from "../../operations/registry.ts";

/** `rust_expand_macro` names its language, so it need not be named twice. */
export function extensionsIn(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): string[] {
  const { tokens } = parseArgs({
    args: [...argv],
    options: { extensions: { type: "string" } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens.flatMap((token) =>
    token.kind === "option" && token.name === "extensions" && token.value !== undefined ? [token.value] : [],
  );
  const variable = env["SIGHTLINE_EXTENSIONS"];
  const around = { env: variable === undefined ? {} : { SIGHTLINE_EXTENSIONS: variable }, pathSeparator: "" };
  const { extensions } = resolveOptions(new Map(given.length === 0 ? [] : [["extensions", given]]), around).values;
  const words = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const named = extendedLanguages().filter((language) => words.some((word) => word.startsWith(`${language}_`)));
  return [...new Set([...extensions, ...named])];
}
