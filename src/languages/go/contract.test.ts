// The answers of Go to the questions that every language is asked.

import { checkContract, none } from "../../../test/support/language-contract.ts";
import { go } from "./language.ts";

checkContract(go, {
  file: "cart.go",
  imports: {
    text: `package shop

«one|import total "shop/cart"»
«list|import (
	"fmt" // "comment"
	größe "maße"
	. "dot"
)»
var text = \`
import "string"
\`
`,
    says: {
      one: "shop/cart: * as total",
      list: "fmt maße dot: * as größe, *",
    },
  },
  words: 'f(total, "total") // total\n',
  declaration: {
    text: `package shop

«lead»// Total sums.
«given|func «name|Total»(items []Item) int {«body| return len(items) »}»
`,
    kind: "function",
  },
  bases: none,
  exports: none,
  scope: { text: "package shop\nfunc total() {}\n", reaches: "directory" },
  facts: { text: 'package shop\nimport (\n"a"\n"b/c"\n)\nvar s = "import"\n', modules: ["a", "b/c"] },
  conditional: none,
  leads: { text: 'package shop\nimport "./up"\n', paths: ["./up"] },
  broken: ['var a = "x\nvar b = `y\n', "/* a\n b", 'import (\n"a"\nfunc f(([{\n'],
});
