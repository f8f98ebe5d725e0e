// Statements by which a text brings in what other files declare, as its language has them.

import type { Family } from "../family.ts";
import { languageFor } from "../table.ts";
import type { ImportStatement } from "./rules.ts";
import { importsBy } from "./statements.ts";

/** Those that name a module, calls that load one, and those that bring names in or list what is handed on, in this order. */
export function importStatements(family: Family, text: string): ImportStatement[] {
  const { syntax, imports } = languageFor(family);
  return imports === undefined ? [] : importsBy(syntax, imports, text);
}
