// Statements by which a text brings in what other files declare, found by their form and without a parser.

import type { Syntax } from "../syntax/prose.ts";
import { maskBy } from "../syntax/prose.ts";
import type { ImportRules } from "./rules.ts";

/** All statements of either kind. */
export function importsBy(syntax: Syntax, { modules = [], names = [] }: ImportRules, text: string): RegExpExecArray[] {
  return statementsBy(syntax, text, [...modules, ...names]);
}

/** The module that a statement of a script names, also where it brings names in by `require`. */
export function scriptModule(match: RegExpMatchArray): string | undefined {
  return match[1] ?? /["']([^"'\n]+)["']/.exec(match[0])?.[1];
}

/** Comments are blanks here, whatever they say; what begins in a string is no statement, but one may begin behind it. */
export function statementsBy(syntax: Syntax, text: string, statements: readonly RegExp[]): RegExpExecArray[] {
  if (statements.length === 0) return [];
  const code = maskBy(syntax, text, inString);
  const strings = new RegExp(`${inString}+`, "g");
  const said = code.replaceAll(strings, (string, at: number) => text.slice(at, at + string.length));
  return statements.flatMap((statement) => {
    const found: RegExpExecArray[] = [];
    statement.lastIndex = 0;
    for (let match = statement.exec(said); match !== null; match = statement.exec(said)) {
      const isCode = code.charAt(match.index + match[0].search(/\S/)) !== inString;
      if (isCode) found.push(match);
      else statement.lastIndex = match.index + 1;
    }
    return found;
  });
}

// — below: private, in the order they are used —

/** Stands for what is in quotes. */
const inString = "\u0001";
