// `safe_delete_symbol`: deletes a symbol that provably nothing references.

import { z } from "zod";
import { defineEdit } from "../define.ts";
import type { AboutEdit, EditedJson } from "../edit/edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "../edit/edited-answer.ts";
import { implicitCaller } from "../../languages/names/implicit.ts";
import { joinStandings } from "../../model/standing.ts";
import { foreseenBy, foresightMs } from "./safe-delete-symbol-foreseen.ts";
import { deletion } from "./safe-delete-symbol-text.ts";
import { mustBeUnused } from "./safe-delete-symbol-uses.ts";
import type { EditedSymbol } from "./symbol-edit.ts";
import { dryRunInput, planOf, symbolInput, symbolToEdit } from "./symbol-edit.ts";
import { isCallable } from "../../languages/declarations/symbol-extent.ts";
import { leafOf } from "../../languages/names/symbol-name.ts";

const input = { ...symbolInput, dry_run: dryRunInput, accept_unknown: z.boolean().default(false) };

/** What every call may take. */
const usualMs = 120_000;

export const safeDeleteSymbol = defineEdit<"safe_delete_symbol", typeof input, AboutEdit, EditedJson>({
  name: "safe_delete_symbol",
  title: "Safe Delete Symbol",
  summary: "Delete a symbol, with its comment and decorators, if nothing references it.",
  guidance:
    "Refused, with the places, while it is used; and while not every use can be known. Withheld where it breaks something.",
  exposure: "full",
  cli: { command: "delete-symbol", positional: "symbol" },
  needs: ["textDocument/documentSymbol", "textDocument/references"],
  input,
  applies: ({ dry_run }) => !dry_run,
  limitMs: () => usualMs + foresightMs,
  async plan(context, { file_path, symbol_path, accept_unknown }) {
    const symbol = await symbolToEdit(context, { file_path, symbol_path });
    const { edits, remarks } = deletion(symbol);
    const unused = await mustBeUnused(symbol, context.patience);
    const plan = planOf(symbol, `delete ${symbol.shown}`, edits);
    const foreseen = await foreseenBy(context, symbol, plan, accept_unknown);
    const about = {
      base: symbol.snapshot.base,
      done: `Deleted ${symbol.shown}`,
      would: `Delete ${symbol.shown}`,
      remarks: [...remarks, ...unused.remarks, ...foreseen.remarks],
    };
    const standing = joinStandings([symbol.standing, unused.standing, foreseen.standing]);
    const withheld = foreseen.withheld ?? (accept_unknown ? undefined : calledUnnamed(symbol));
    return { value: { about, plan, withheld, foreseen: foreseen.consequences }, standing };
  },
  isEmpty: () => false,
  toText: editedText,
  toJson: editedJson,
  hints: (edited) => hintsAfter(edited, [{ operation: "get_symbol_source", why: "what would go" }]),
  examples: [
    {
      title: "What is still used stays",
      refused: "bad_input",
      input: { file_path: "src/money.ts", symbol_path: "times", dry_run: true },
    },
  ],
});

/** Why something may call it although nothing names it. */
function calledUnnamed({ source, around }: EditedSymbol): string | undefined {
  const caller = isCallable(around.node.kind) ? implicitCaller(source.family, leafOf(around.node.name)) : undefined;
  if (caller === undefined) return undefined;
  return `It may be called implicitly, by ${caller}; accept_unknown deletes it anyway.`;
}
