// How far the name of a declaration reaches, and what kind of name it is, by the rules of its language.
//
// Invariant: in doubt a name reaches the whole root.

import type { SymbolKind } from "../../model/code-facts.ts";
import { languageFor } from "../table.ts";
import { isInsideValue } from "./locals.ts";
import type { DeclaredName, NameRole, Scope } from "./rules.ts";

export function scopeOf(declared: DeclaredName): Scope {
  return languageFor(declared.family).names?.scopeOf?.(declared, roleOf(declared)) ?? "root";
}

export function roleOf(declared: DeclaredName): NameRole {
  const { kind, container, family } = declared;
  const { names } = languageFor(family);
  if (names?.isParameter?.(declared) === true) return "plain";
  if (kind === undefined || names?.mayBeAnyMember?.(declared) === true) return "unknown";
  if (isInsideValue(declared)) return "plain";
  if (!memberKinds.has(kind) && (container === undefined || !holders.has(container))) return "plain";
  return names?.isConstructorField?.(declared) === true ? "field" : "member";
}

/** Whether a file hands a name on as its default export, which every importer names as it likes. */
export function isDefaultExport({ family, code, name }: Pick<DeclaredName, "family" | "code" | "name">): boolean {
  return languageFor(family).names?.isDefaultExport?.(code, name) === true;
}

// — below: private, in the order they are used —

const memberKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "method",
  "property",
  "field",
  "enum member",
  "constructor",
  "key",
]);
const holders: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  "class",
  "interface",
  "struct",
  "enum",
  "object",
  "property",
  "field",
  "variable",
  "constant",
]);
