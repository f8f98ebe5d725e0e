// Names of Rust: which are called without being written, and what an unresolved place may be.

import { rustIdentifiers } from "./identifiers.ts";
import type { NameRules } from "../names/rules.ts";
import { bracedClosure, callback, task } from "../names/start-rules.ts";

export const rustNames: NameRules = {
  identifiers: rustIdentifiers,
  tests: { named: /(?:^|\/)tests?\.rs$|_tests?\.rs$/, within: /(?:^|\/)tests\// },
  isCodeInString: (text, offset) => /(?<!\{)\{\s*$/.test(text.slice(Math.max(0, offset - 200), offset)),
  implicitCallers: [
    [/^main$/, "the language"],
    [
      /^(?:drop|fmt|clone|eq|cmp|partial_cmp|hash|next|from|into|deref|deref_mut|index|add|sub|mul|div|neg|poll)$/,
      "the language, through a trait",
    ],
  ],
  possibleUse: ({ code, offset }) => (/\bmacro_rules!/.test(code.slice(0, offset)) ? "in a macro" : "not resolved"),
  starts: {
    calls: [
      callback(/\bthread::(?:Builder::new\(\).*)?spawn$/, "thread::spawn"),
      callback(/\bspawn_blocking$/, "spawn_blocking"),
      callback(/\brayon::(?:spawn|join|scope)$/),
      task(/\b(?:tokio|task|runtime)::spawn(?:_local)?$/),
      task(/\.spawn$/, ".spawn"),
    ],
    closure: bracedClosure,
    expression: /\|[^|]*\|/,
  },
};
