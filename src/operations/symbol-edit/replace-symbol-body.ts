// `replace_symbol_body`: gives a symbol a new body, or a whole new declaration, and touches nothing else.

import { z } from "zod";
import { inertLine } from "../../render/inert.ts";
import { defineEdit } from "../define.ts";
import type { AboutEdit, EditedJson } from "../edit/edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "../edit/edited-answer.ts";
import { replacement } from "./replace-symbol-body-text.ts";
import { dryRunInput, planOf, symbolInput, symbolToEdit } from "./symbol-edit.ts";

const input = {
  ...symbolInput,
  new_body: z.string(),
  dry_run: dryRunInput,
};

export interface AboutReplacement extends AboutEdit {
  readonly replaced: "declaration" | "body";
}

export interface ReplacedJson extends EditedJson {
  /** Whether new_body was a whole declaration of the symbol, or what stands inside of one. */
  readonly replaced: "declaration" | "body";
}

export const replaceSymbolBody = defineEdit<"replace_symbol_body", typeof input, AboutReplacement, ReplacedJson>({
  name: "replace_symbol_body",
  title: "Replace Symbol Body",
  summary: "Replace the body, or the whole declaration, of a symbol.",
  guidance:
    "new_body: the inside (docstring too; a constant's value), keeping the signature, or a whole declaration of that name.",
  exposure: "core",
  cli: { command: "replace-body", positional: "symbol" },
  needs: ["textDocument/documentSymbol"],
  input,
  applies: ({ dry_run }) => !dry_run,
  async plan(context, { file_path, symbol_path, new_body }) {
    const symbol = await symbolToEdit(context, { file_path, symbol_path });
    const { edit, what, remarks } = replacement(symbol, new_body);
    const of = `the ${what} of ${symbol.shown}`;
    return {
      value: {
        about: {
          base: symbol.snapshot.base,
          done: `Replaced ${of}`,
          would: `Replace ${of}`,
          remarks: remarks.map((remark) => inertLine(remark)),
          replaced: what,
        },
        plan: planOf(symbol, `replace ${of}`, [edit]),
      },
      standing: symbol.standing,
    };
  },
  isEmpty: ({ plan }) => plan.steps.length === 0,
  toText: editedText,
  toJson: (edited) => ({ ...editedJson(edited), replaced: edited.about.replaced }),
  hints: (edited) => hintsAfter(edited, [{ operation: "get_symbol_source", why: "what stands there now" }]),
  examples: [
    {
      title: "A new body, shown and not written",
      input: {
        file_path: "src/money.ts",
        symbol_path: "times",
        new_body: "return { ...amount, cents: Math.round(amount.cents * factor) };",
        dry_run: true,
      },
    },
  ],
});
