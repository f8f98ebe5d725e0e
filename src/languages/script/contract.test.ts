// The answers of JavaScript and TypeScript to the questions that every language is asked.

import { checkContract, none } from "../../../test/support/language-contract.ts";
import { script } from "./language.ts";

checkContract(script, {
  file: "cart.ts",
  imports: {
    text: `«plain|import { total, sum as added } from "./cart.js"»;
«default|import Shop, * as shop from "shop"»;
«side|import "./side.js"»;
«again|export { total as whole } from './cart.js'»;
«all|export * from "./all.js"»;
«listed|export { total as last }»;
«named|import /* from "no" */ { größe } from "maße"»;
const made = await «call|import("./late.js")»;
// import { none } from "comment";
const text = 'import { none } from "string";';
`,
    says: {
      plain: "./cart.js: total, sum as added",
      default: "shop: default as Shop, * as shop",
      side: "./side.js",
      again: "./cart.js: total as whole",
      all: "./all.js: *",
      listed: "total as last",
      named: "maße: größe",
      call: "./late.js?",
    },
  },
  words: 'f(total, "total"); // total\n',
  declaration: {
    text: `const before = 1;

«lead»/** Sums. */
@cached
«given|export function «name|total»(items: Item[]): number {«body| return items.length; »}»
`,
    kind: "function",
  },
  bases: none,
  exports: { handedOn: "export function total() {}\n", own: "function total() {}\nexport function other() {}\n" },
  scope: { text: 'import "./a.js";\nfunction total() {}\n', reaches: "file" },
  facts: { text: 'import { a } from "./a.js";\nconst b = require("b");\n', modules: ["./a.js", "b"] },
  conditional: none,
  leads: { text: 'import "../up.js";\n', paths: ["../up.js"] },
  broken: ["const a = 'x\nconst b = `y\n", "/* a\n b", "import { a, b from 'c';\nf([{(\n", "<div>{`${a}</p>"],
});
