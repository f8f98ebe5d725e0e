// A text without its prose: what counts as a string, a comment or a pattern, and what stays code.

import { expect, test } from "vitest";
import { codeOnly } from "./code-text.ts";

/** Blanked signs as `_`, so that a case can be read. */
function blanked(text: string): string {
  const code = codeOnly(text, "script");
  return [...text].map((sign, at) => (code[at] === " " && sign !== " " ? "_" : sign)).join("");
}

test.each([
  ["a = /[{\"/]}/g.test(b) ? '{' : 1;", "a = _________.test(b) ? ___ : 1;"],
  ["return /}/;", "return ___;"],
  ["x.of / 2 / y", "x.of / 2 / y"],
  ["total / count / 2", "total / count / 2"],
  ["(a + b) / '}' / 2", "(a + b) / ___ / 2"],
  ["x = 'a' / 2 / 3", "x = ___ / 2 / 3"],
  ["call(/\\/{/, a)", "call(_____, a)"],
  ["<b>{a}</b>", "<b>{a}</b>"],
  ["a = 1; // it's\n/}/.test(a)", "a = 1; __ ____\n___.test(a)"],
  ["/^{/.test(a)", "____.test(a)"],
  ["s = `a\u0024{b}c` / 2", "s = `___b___ / 2"],
])("%j", (text, expected) => {
  expect(blanked(text)).toBe(expected);
});

test("a raw string of C++ ends where it says", () => {
  const raw = 'R"x({")"}))x"';
  expect(codeOnly(`f(${raw}, 1)`, "c")).toBe(`f(${" ".repeat(raw.length)}, 1)`);
});
