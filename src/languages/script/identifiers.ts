// How names are spelt in JavaScript and TypeScript, and which words it keeps for itself.

import type { IdentifierRule, NameRules } from "../names/rules.ts";
import { words } from "../syntax/words.ts";

const rule: IdentifierRule = {
  spelling: /^#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u,
  form: "letters, digits, _ and $, not beginning with a digit",
  marks: ["#"],
  reserved: words(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends",
    "false finally for function if implements import in instanceof interface let new null package private protected",
    "public return static super switch this throw true try typeof undefined var void while with yield",
  ),
};

export const scriptIdentifiers: NonNullable<NameRules["identifiers"]> = {
  typescript: rule,
  typescriptreact: rule,
  javascript: rule,
  javascriptreact: rule,
};
