// The answers of a language that is not known to the questions that every language is asked.

import { checkContract, none } from "../../../test/support/language-contract.ts";
import { other } from "./language.ts";

checkContract(other, {
  file: "cart.rb",
  imports: {
    text: `«plain|require "cart"»
`,
    says: { plain: "" },
  },
  words: 'f(total, "total") # total\n',
  declaration: {
    text: `before = 1

«lead»# Sums.
«given|fn «name|total»(items) {«body| items.length »}»
`,
    kind: "function",
  },
  bases: none,
  exports: none,
  scope: none,
  facts: none,
  conditional: none,
  leads: none,
  broken: ['a = "x\nb = 1\n', "/* a\n b", "f(([{\n"],
});
