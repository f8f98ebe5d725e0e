// `safe_delete_symbol`: deletes a symbol that provably nothing references.

import { defineEdit } from "./define.ts";
import type { AboutEdit, EditedJson } from "./edited-answer.ts";
import { editedJson, editedText } from "./edited-answer.ts";
import { joinStandings } from "../model/standing.ts";
import { deletion } from "./safe-delete-symbol-text.ts";
import { mustBeUnused } from "./safe-delete-symbol-uses.ts";
import { dryRunInput, planOf, symbolInput, symbolToEdit } from "./symbol-edit.ts";

const input = { ...symbolInput, dry_run: dryRunInput };

export const safeDeleteSymbol = defineEdit<"safe_delete_symbol", typeof input, AboutEdit, EditedJson>({
  name: "safe_delete_symbol",
  title: "Safe Delete Symbol",
  summary: "Delete a symbol, with its comment and decorators, if nothing references it.",
  guidance: "Refused, with the places, while it is used; and while not every use can be known.",
  exposure: "full",
  cli: { command: "delete-symbol", positional: "none" },
  needs: ["textDocument/documentSymbol", "textDocument/references"],
  input,
  applies: ({ dry_run }) => !dry_run,
  async plan(context, { file_path, symbol_path }) {
    const symbol = await symbolToEdit(context, { file_path, symbol_path });
    const { edits, remarks } = deletion(symbol);
    const unused = await mustBeUnused(symbol, context.patience);
    const about = {
      base: symbol.snapshot.base,
      done: `Deleted ${symbol.shown}`,
      would: `Delete ${symbol.shown}`,
      remarks: [...remarks, ...unused.remarks],
    };
    const plan = planOf(symbol, `delete ${symbol.shown}`, edits);
    return { value: { about, plan }, standing: joinStandings([symbol.standing, unused.standing]) };
  },
  isEmpty: () => false,
  toText: editedText,
  toJson: editedJson,
  hints: ({ receipt }) =>
    receipt === undefined
      ? [{ operation: "get_symbol_source", why: "what would go" }]
      : [
          { operation: "get_diagnostics", why: "what is wrong now" },
          { operation: "run_build", why: "whether everything still builds" },
        ],
  examples: [
    {
      title: "What is still used stays",
      refused: "bad_input",
      input: { file_path: "src/money.ts", symbol_path: "times", dry_run: true },
    },
  ],
});
