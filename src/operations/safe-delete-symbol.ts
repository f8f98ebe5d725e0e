// `safe_delete_symbol`: deletes a symbol that provably nothing references.

import { z } from "zod";
import { defineEdit } from "./define.ts";
import type { AboutEdit, EditedJson } from "./edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "./edited-answer.ts";
import { joinStandings } from "../model/standing.ts";
import { foreseenBy, foresightMs } from "./safe-delete-symbol-foreseen.ts";
import { deletion } from "./safe-delete-symbol-text.ts";
import { mustBeUnused } from "./safe-delete-symbol-uses.ts";
import { dryRunInput, planOf, symbolInput, symbolToEdit } from "./symbol-edit.ts";

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
    return { value: { about, plan, withheld: foreseen.withheld, foreseen: foreseen.consequences }, standing };
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
