// A symbol that is marked in a text, as a server would list it: what it takes to change the text around it.
//
// Marks: `span` is the range that a server states, `name` the name, `parent` the name of its parent where it matters,
// `beside` the range of a sibling, `twin` the name of another signature, `also` a further name with the same range.

import type { SymbolKind, SymbolNode } from "../../../src/model/code-facts.ts";
import { Refusal } from "../../../src/model/refusal.ts";
import type { EditedSymbol } from "../../../src/operations/symbol-edit/symbol-edit.ts";
import { extentOf } from "../../../src/languages/declarations/symbol-extent.ts";
import { sourceOf } from "../../../src/languages/declarations/signs.ts";
import { bug } from "../../../src/std/bug.ts";
import { parseFixture } from "../../../src/testing/fixture.ts";

export type MarkedSymbol = Pick<EditedSymbol, "file" | "source" | "around" | "extent" | "shown">;

/** The only one that is marked. */
export function markedSymbol(file: string, kind: SymbolKind, text: string, parent?: SymbolKind): MarkedSymbol {
  const [only, ...more] = markedSymbols(file, kind, text, parent);
  return only !== undefined && more.length === 0 ? only : bug("one symbol is marked");
}

/** Each that is marked, in the order of the text; they are siblings. */
export function markedSymbols(file: string, kind: SymbolKind, text: string, parent?: SymbolKind): MarkedSymbol[] {
  const fixture = parseFixture(`-- ${file} --\n${text}`);
  const source = sourceOf(file, fixture.files.get(file) ?? "");
  const names = fixture.marks("name");
  const nodes = fixture.marks("span").map(({ span }, number): SymbolNode => {
    const { text: name, span: nameSpan } = names[number] ?? bug("every range has a name");
    return { name: name || "default", kind, span, nameSpan, children: [] };
  });
  const [above] = fixture.marks("parent");
  const [beside, twins, also] = [fixture.marks("beside"), fixture.marks("twin"), fixture.marks("also")];
  return nodes.map((node): MarkedSymbol => {
    const siblings = [
      ...nodes,
      ...beside.map(({ text: name, span }) => ({ ...node, name, span, nameSpan: span })),
      ...twins.map(({ span }) => ({ ...node, span, nameSpan: span })),
      ...also.map(({ text: name, span }) => ({ ...node, name, nameSpan: span })),
    ];
    const around = {
      node,
      parent: parent === undefined ? undefined : { ...node, kind: parent, nameSpan: above?.span ?? node.nameSpan },
      siblings,
    };
    return { file: file as MarkedSymbol["file"], source, around, extent: extentOf(source, around), shown: "it" };
  });
}

export const refusedEdit = "refused";

/** What is made, or `refused` where the request is not one that can be carried out. */
export function orRefused(made: () => string): string {
  try {
    return made();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "bad_input") throw error;
    return refusedEdit;
  }
}
