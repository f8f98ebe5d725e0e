// How the single `Lsp` tool is shown to a model: one description and one schema, for the kinds that are offered.

import type { JsonValue } from "../../std/json.ts";
import type { LspKind } from "./kinds.ts";
import { kindRows } from "./kinds.ts";

export const lspToolName = "Lsp";

/** `line` and `character` are said to count from 1, for the protocol behind it counts from 0. */
export function lspDescription(kinds: readonly LspKind[]): string {
  const told = kinds.map((kind) => `${kind} (${kindRows[kind].takes.join(", ")}): ${kindRows[kind].tells}`);
  return [
    "Ask the language server about code; exact where a text search guesses, and it only reads.",
    "line and character are 1-based, as an editor shows them.",
    `Kinds: ${told.join("; ")}.`,
    "A line `Standing: …` says when an answer may be incomplete.",
  ].join(" ");
}

export interface LspSchema {
  readonly type: "object";
  readonly properties: { readonly [name: string]: { readonly [keyword: string]: JsonValue } };
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

export function lspSchema(kinds: readonly LspKind[]): LspSchema {
  return {
    type: "object",
    properties: {
      kind: { type: "string", enum: [...kinds] },
      file: { type: "string" },
      line: { type: "integer", description: "From 1." },
      character: { type: "integer", description: "From 1." },
      query: { type: "string" },
    },
    required: ["kind"],
    additionalProperties: false,
  };
}
