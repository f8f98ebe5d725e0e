// How names are spelt in Rust, and which words it keeps for itself.

import type { NameRules } from "../names/rules.ts";
import { letters, words } from "../syntax/words.ts";

export const rustIdentifiers: NonNullable<NameRules["identifiers"]> = {
  rust: {
    // Any word but these few can be a name behind r#, and a lifetime or label has a mark of its own.
    spelling: /^(?:'|r#(?!(?:crate|self|Self|super|_)$))?(?!_$)[\p{XID_Start}_]\p{XID_Continue}*$/u,
    form: `${letters}; a reserved word is written r#word`,
    marks: ["'"],
    reserved: words(
      "_ abstract as async await become box break const continue crate do dyn else enum extern false final fn for",
      "gen if impl in let loop macro match mod move mut override priv pub ref return Self self static struct super",
      "trait true try type typeof unsafe unsized use virtual where while yield",
    ),
  },
};
