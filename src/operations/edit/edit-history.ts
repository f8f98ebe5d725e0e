// `edit_history`: the changes that were carried out here, and what became of each.

import { counted } from "../../std/words.ts";
import { z } from "zod";
import type { Base } from "../../model/file-path.ts";
import type { Transaction } from "../../model/receipt.ts";
import { standingOf } from "../../model/standing.ts";
import { fitting } from "../../render/bound.ts";
import { inertLine } from "../../render/inert.ts";
import { defineTransaction } from "../define.ts";
import { shownPath } from "../foreign-text.ts";

const input = {
  id: z.string().min(1).optional().describe("One change: what became of it."),
  limit: z.int().min(1).max(200).optional(),
};

export interface History {
  readonly base: Base;
  readonly transactions: readonly Transaction[];
}

export interface TransactionJson extends Omit<Transaction, "files"> {
  readonly files: readonly string[];
}

export const editHistory = defineTransaction<"edit_history", typeof input, History, readonly TransactionJson[]>(
  "query",
  {
    name: "edit_history",
    title: "Edit History",
    summary: "List the changes made through Sightline, the latest first, with the id that undoes each.",
    guidance: "Tells what became of a change whose answer was lost.",
    exposure: "full",
    outsideDrafts: true,
    cli: { command: "history", positional: "none" },
    needs: [],
    input,
    async run({ edits, view }, { id, limit = 20 }) {
      const all = await edits.history();
      const transactions = all.filter((one) => id === undefined || one.id === id).slice(0, limit);
      return { value: { base: view.base, transactions }, standing: standingOf([]) };
    },
    isEmpty: () => false,
    toText({ transactions, base }, budget) {
      const head = ({ id, at, outcome, why }: Transaction): string => `${id} ${at} ${outcome}: ${inertLine(why, 200)}`;
      const full = (one: Transaction): string =>
        [
          head(one),
          ...one.files.slice(0, 10).map((file) => `  ${shownPath(base, file)}`),
          ...(one.files.length > 10 ? [`  and ${one.files.length - 10} more files`] : []),
          ...(one.detail === undefined ? [] : [`  ${inertLine(one.detail, 400)}`]),
        ].join("\n");
      const count = `${counted(transactions.length, "change")}.`;
      if (transactions.length === 0) return "No changes.";
      return fitting(
        [
          () => ({ text: transactions.map(full).join("\n") }),
          () => ({ text: transactions.map(head).join("\n"), leavesOut: "files are left out: too many" }),
          () => ({ text: transactions.slice(0, 3).map(head).join("\n"), leavesOut: "only the latest are listed" }),
          () => ({ text: count }),
        ],
        budget,
      );
    },
    toJson: ({ transactions }) => transactions.map((one) => ({ ...one, files: [...one.files] })),
    hints: ({ transactions }) =>
      transactions.length === 0
        ? [{ operation: "detect_changes", why: "changes made outside Sightline" }]
        : [{ operation: "undo_edit", why: "to undo one" }],
    examples: [{ title: "What was changed so far", input: {} }],
  },
);
