// The answers of C# to the questions that every language is asked.

import { checkContract, none } from "../../../test/support/language-contract.ts";
import { csharp } from "./language.ts";

checkContract(csharp, {
  file: "Cart.cs",
  imports: {
    text: `«plain|using Shop.Cart;»
«named|using Total = Shop.Cart.Total;»
// using Comment;
var text = @"
using String;
";
`,
    says: { plain: "Shop.Cart: *", named: "* as Total" },
  },
  words: 'f(total, "total"); // total\n',
  declaration: {
    text: `class Cart {
  int before = 1;

  «lead»/// Sums.
  [Cached]
  «given|public int «name|Total»(List<Item> items) {«body| return items.Count; »}»
}
`,
    kind: "method",
  },
  bases: none,
  exports: none,
  scope: none,
  facts: none,
  conditional: none,
  leads: none,
  broken: ['var a = "x\nvar b = @"y\n', "/* a\n b", "using A.\nf(([{\n"],
});
