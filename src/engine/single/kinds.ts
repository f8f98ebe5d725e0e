// The kinds of question that the single `Lsp` tool takes: the operation that answers each, and what a server must offer.

import type { RequestMethod } from "../../protocol/methods.ts";
import type { EngineStatus } from "../engine.ts";

export const lspKinds = ["go_to_def", "hover", "references", "workspace_symbol", "diagnostics"] as const;
export type LspKind = (typeof lspKinds)[number];

export interface KindRow {
  readonly operation: string;
  /** Undefined needs no capability: diagnostics are pushed as well. */
  readonly method: RequestMethod | undefined;
  /** The arguments that it cannot do without. */
  readonly takes: readonly ("file" | "line" | "character" | "query")[];
  /** One clause for a model. */
  readonly tells: string;
}

export const kindRows: { readonly [K in LspKind]: KindRow } = {
  go_to_def: {
    operation: "go_to_definition",
    method: "textDocument/definition",
    takes: ["file", "line", "character"],
    tells: "where the symbol at a place is defined",
  },
  hover: {
    operation: "inspect_symbol",
    method: "textDocument/hover",
    takes: ["file", "line", "character"],
    tells: "its type and documentation",
  },
  references: {
    operation: "find_references",
    method: "textDocument/references",
    takes: ["file", "line", "character"],
    tells: "every use of it",
  },
  workspace_symbol: {
    operation: "find_symbol",
    method: "workspace/symbol",
    takes: ["query"],
    tells: "declarations by name, all of them for an empty query",
  },
  diagnostics: {
    operation: "get_diagnostics",
    method: undefined,
    takes: ["file"],
    tells: "errors and warnings",
  },
};

/** The kinds that some server which runs now can serve; all of them before any runs. */
export function kindsServed({ sessions }: EngineStatus): readonly LspKind[] {
  const running = sessions.filter(({ supports }) => supports.length > 0);
  if (running.length === 0) return lspKinds;
  const served = new Set(running.flatMap(({ supports }) => supports));
  return lspKinds.filter((kind) => {
    const { method } = kindRows[kind];
    return method === undefined || served.has(method);
  });
}
