// What `insert_after_symbol` and `insert_before_symbol` have in common: everything but the side.

import { z } from "zod";
import type { Declared, EditContext, Edited, Operation } from "../define.ts";
import { defineEdit } from "../define.ts";
import type { AboutEdit, EditedJson } from "../edit/edited-answer.ts";
import { editedJson, editedText, hintsAfter } from "../edit/edited-answer.ts";
import type { Side } from "./insert-symbol-anchor.ts";
import { insertion } from "./insert-symbol.ts";
import { dryRunInput, planOf, symbolInput, symbolToEdit } from "./symbol-edit.ts";

const input = { ...symbolInput, code: z.string(), dry_run: dryRunInput };
type Input = typeof input;

export interface DeclaredInsertion<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly side: Side;
  readonly command: string;
}

export function defineInsertion<Name extends string>({
  name,
  title,
  side,
  command,
}: DeclaredInsertion<Name>): Operation<Name, Input, EditedJson> &
  Declared<Name, Input, Edited<AboutEdit>, EditedJson, EditContext> {
  const past = side === "after" ? "its end" : "its comments and decorators";
  return defineEdit<Name, Input, AboutEdit, EditedJson>({
    name,
    title,
    summary: `Insert code right ${side} a symbol, as its sibling.`,
    guidance: `It goes ${side === "after" ? "behind" : "above"} ${past}, with the indentation and blank lines of the place.`,
    exposure: "full",
    cli: { command, positional: "symbol" },
    needs: ["textDocument/documentSymbol"],
    input,
    applies: ({ dry_run }) => !dry_run,
    async plan(context, { file_path, symbol_path, code }) {
      const symbol = await symbolToEdit(context, { file_path, symbol_path });
      const where = `code ${side} ${symbol.shown}`;
      const about = { base: symbol.snapshot.base, done: `Inserted ${where}`, would: `Insert ${where}` };
      const plan = planOf(symbol, `insert ${where}`, insertion(symbol, code, side));
      return { value: { about, plan }, standing: symbol.standing };
    },
    isEmpty: () => false,
    toText: editedText,
    toJson: editedJson,
    hints: (edited) => hintsAfter(edited, [{ operation: "list_symbols", why: "what stands beside it" }]),
    examples: [
      {
        title: `A function ${side} another, shown and not written`,
        input: {
          file_path: "src/money.ts",
          symbol_path: "times",
          code: "export function none(currency: string): Money {\n  return { cents: 0, currency };\n}",
          dry_run: true,
        },
      },
    ],
  });
}
