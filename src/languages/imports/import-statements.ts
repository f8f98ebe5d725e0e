// Statements by which a text brings in what other files declare, as its language has them.

import type { Family } from "../family.ts";
import { languageFor } from "../table.ts";
import { statementsBy } from "./statements.ts";

/** Those that name a module; see `modulesOf`. */
export function importStatements(family: Family, text: string): RegExpExecArray[] {
  const { syntax, imports } = languageFor(family);
  return statementsBy(syntax, text, imports?.modules ?? []);
}

/** Those that bring names in, or list what is handed on, and name no module by themselves. */
export function nameStatements(family: Family, text: string): RegExpExecArray[] {
  const { syntax, imports } = languageFor(family);
  return statementsBy(syntax, text, imports?.names ?? []);
}

/** The modules that a statement names, as they are written. */
export function modulesOf(family: Family, match: RegExpMatchArray): string[] {
  const named = match[1] ?? "";
  return languageFor(family).imports?.modulesIn?.(named) ?? [named.replaceAll(/\s+/g, " ").trim()];
}
