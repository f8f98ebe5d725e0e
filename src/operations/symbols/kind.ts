// The kinds of symbols as the contract names and numbers them.

import type { SymbolKind } from "../../model/code-facts.ts";
import { symbolKinds } from "../../model/code-facts.ts";
import { refuse } from "../../model/refusal.ts";
import { inertLine } from "../../render/inert.ts";

/** Spec: LSP 3.18 SymbolKind. */
export function kindNumber(kind: SymbolKind): number {
  return symbolKinds.indexOf(kind) + 1;
}

/** `EnumMember` for `enum member`. */
export function kindName(kind: SymbolKind): string {
  return kind
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Kinds as callers write them: `Function`, `enum member`, `enummember`; refused when there is no such kind. */
export function parseKinds(texts: readonly string[]): ReadonlySet<SymbolKind> {
  return new Set(
    texts.map((text) => {
      const wanted = text.toLowerCase().replaceAll(/[\s_-]/g, "");
      const kind = symbolKinds.find((one) => one.replaceAll(" ", "") === wanted);
      return (
        kind ??
        refuse({
          code: "bad_input",
          what: `There is no kind ${inertLine(JSON.stringify(text), 80)}.`,
          next: `There are: ${symbolKinds.map(kindName).join(", ")}.`,
        })
      );
    }),
  );
}
