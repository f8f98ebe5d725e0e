// Statements by which a text brings in what other files declare, found by their form and without a parser: one reading, in
// which the questions of all features are answered.

import type { Syntax } from "../syntax/prose.ts";
import { maskBy } from "../syntax/prose.ts";
import type { ImportRules, ImportStatement, MaskedText } from "./rules.ts";

/** Those that name a module, then calls that load one, then those that only list names. */
export function importsBy(syntax: Syntax, rules: ImportRules, text: string): ImportStatement[] {
  const { modules = [], calls = [], names = [], namesIn, read } = rules;
  const masked = maskedOnce(syntax, text);
  const own = read?.(text, masked).map((one): ImportStatement => {
    return { certainty: "statement", ...one, text: masked().said.slice(one.start, one.end) };
  });
  const found = matchesIn(masked, [...modules, ...calls, ...names]);
  const formed = found.map(({ match, form }): ImportStatement => {
    const { index: start, 0: statement, 1: group } = match;
    const certainty = form < modules.length ? "statement" : form < modules.length + calls.length ? "call" : "list";
    return {
      start,
      end: start + statement.length,
      text: statement,
      named: group ?? /["']([^"'\n]+)["']/.exec(statement)?.[1],
      modules: certainty === "list" ? [] : [(group ?? "").replaceAll(/\s+/g, " ").trim()],
      names: certainty === "call" ? undefined : namesIn?.(statement),
      certainty,
    };
  });
  return [...(own ?? []), ...formed];
}

// — below: private, in the order they are used —

interface FoundForm {
  readonly match: RegExpExecArray;
  /** Which of the forms it has. */
  readonly form: number;
}

/** Comments are blanks here, whatever they say; what begins in a string is no statement, but one may begin behind it. */
function matchesIn(masked: () => MaskedText, forms: readonly RegExp[]): FoundForm[] {
  if (forms.length === 0) return [];
  const { said, isCode } = masked();
  return forms.flatMap((pattern, form) => {
    const found: FoundForm[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(said); match !== null; match = pattern.exec(said)) {
      if (isCode(match.index + match[0].search(/\S/))) found.push({ match, form });
      else pattern.lastIndex = match.index + 1;
    }
    return found;
  });
}

function maskedOnce(syntax: Syntax, text: string): () => MaskedText {
  let made: MaskedText | undefined;
  return () => {
    if (made !== undefined) return made;
    const code = maskBy(syntax, text, inString);
    const strings = new RegExp(`${inString}+`, "g");
    const said = code.replaceAll(strings, (string, at: number) => text.slice(at, at + string.length));
    made = { code, said, isCode: (at) => code.charAt(at) !== inString };
    return made;
  };
}

/** Stands for what is in quotes. */
const inString = "\u0001";
