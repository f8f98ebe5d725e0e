// Names that a body declares for itself.

import type { SymbolKind } from "../../model/code-facts.ts";
import type { DeclaredName, NameRole } from "./rules.ts";

/** Declared in a body, and no member: a value that is returned from there may carry members anywhere. */
export function isLocal(declared: DeclaredName, role: NameRole): boolean {
  const { container, code, offset } = declared;
  const isAttribute = code.charAt(offset - 1) === ".";
  if (isAttribute || role !== "plain" || container === undefined) return false;
  return callables.has(container) || isInsideValue(declared);
}

/** Declared in the body of a function that is a value: `const main = () => { const total = 1 }`. */
export function isInsideValue({ kind, container }: DeclaredName): boolean {
  const isValue = container === "variable" || container === "constant";
  return isValue && (kind === "variable" || kind === "constant");
}

/** A name as part of a pattern. */
export function escapedName(name: string): string {
  return name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

// — below: private, in the order they are used —

const callables: ReadonlySet<SymbolKind> = new Set<SymbolKind>(["function", "method", "constructor"]);
