// The answers of Rust to the questions that every language is asked.

import { checkContract, none } from "../../../test/support/language-contract.ts";
import { rust } from "./language.ts";

checkContract(rust, {
  file: "cart.rs",
  imports: {
    text: `«plain|use shop::cart::total;»
«again|pub use shop::cart::{total as sum, größe};»
// use comment::none;
const TEXT: &str = "
use string::none;
";
`,
    says: { plain: "shop::cart::total", again: "shop::cart::{total as sum, größe}" },
  },
  words: 'f(total, "total"); // total\n',
  declaration: {
    text: `const BEFORE: u8 = 1;

«lead»/// Sums.
#[inline]
«given|pub fn «name|total»(items: &[Item]) -> usize {«body| items.len() »}»
`,
    kind: "function",
  },
  bases: none,
  exports: { handedOn: "pub fn total() {}\n", own: "fn total() {}\n" },
  scope: none,
  facts: none,
  conditional: none,
  leads: { text: 'include!("../up.rs");\n', paths: ["../up.rs"] },
  broken: ['let a = "x\nlet b = r#"y\n', "/* a /* b */\n c", "use a::{b, c\nuse d;\nf([{(\n", "let a: &'b str = 'c"],
});
