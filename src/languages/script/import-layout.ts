// The layout of import lists in scripts, kept as a file has it where a server has sorted them.
//
// Quirk(typescript 7.0.2): organized imports are indented by four spaces and spaced inside of braces, whatever the file
// does, and the protocol has no way to ask for another layout.
// Invariant: only white space inside of import and export lists is changed.

import type { Indentation } from "../../model/indentation.ts";

/** The text after with each list laid out as the text before has it, or as its other lists are. */
export function withImportLayout(before: string, after: string, indentation: Indentation): string {
  const old = new Map([...before.matchAll(statement)].map(([text]) => [bare(text), text]));
  const lists = [...before.matchAll(statement)].map(([text]) => text).filter((text) => /\{[^{}\n]*\}/.test(text));
  const isTight = lists.length > 0 && lists.every((text) => /\{\S/.test(text));
  const unit = indentation.insertSpaces ? " ".repeat(indentation.tabSize) : "\t";
  return after.replaceAll(statement, (text: string) => old.get(bare(text)) ?? laidOut(text, unit, isTight));
}

// — below: private, in the order they are used —

/** No part of a statement begins a line as the next one does. */
const statement =
  /^(?:import|export)\b(?:(?:(?!^(?:import|export)\b)[^'"`;(){}])*\{[^'"`;(){}]*\})?(?:(?!^(?:import|export)\b)[^'"`;(){}])*?\bfrom\s*(?:'[^'\n]*'|"[^"\n]*")/gm;

function bare(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{},]) ?/g, "$1")
    .replaceAll(",}", "}");
}

function laidOut(text: string, unit: string, isTight: boolean): string {
  const indented = text.replaceAll(/^(?: {4})+/gm, (spaces) => unit.repeat(spaces.length / 4));
  return isTight ? indented.replaceAll(/\{ ([^{}\n]*) \}/g, "{$1}") : indented;
}
