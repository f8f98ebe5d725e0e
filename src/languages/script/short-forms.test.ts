// The short form of what a rename leaves twice: where it means the same, and where it could mean another thing.
//
// Marked is the name that the rename has written.

import { expect, test } from "vitest";
import { parseFixture } from "../../testing/fixture.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { shortForms } from "./short-forms.ts";

function shortenedIn(marked: string): string {
  const fixture = parseFixture(`-- a.ts --\n${marked}`);
  const text = fixture.files.get("a.ts") ?? "";
  const { span } = fixture.mark("new");
  const lines = text.split("\n").slice(0, span.start.line - 1);
  const at = lines.reduce((sum, line) => sum + line.length + 1, span.start.column - 1);
  const edits = shortForms(text, [at], "a").map(({ start, end }) => ({ start, end, newText: "a" }));
  return applyEdits(text, edits).trimEnd();
}

test.each([
  ["export { «new|a» as a } from './a';", "export { a } from './a';"],
  ["export { b, a as «new|a», c };", "export { b, a, c };"],
  ["export type { «new|a»  as  a };", "export type { a };"],
  ["import d, { «new|a» as a } from './a';", "import d, { a } from './a';"],
  ["import { type «new|a» as a } from './a';", "import { type a } from './a';"],
  ["call({ b: 1, a: «new|a», c });", "call({ b: 1, a, c });"],
  ["call(b, { «new|a»: a });", "call(b, { a });"],
  ["const x: T<U> = { ...b,\n  // why\n  a: «new|a»,\n};", "const x: T<U> = { ...b,\n  // why\n  a,\n};"],
  ["const { b = 1, a: «new|a» = 2 } = c;", "const { b = 1, a = 2 } = c;"],
  ["f();\n({ «new|a»: a = 2 } = c);", "f();\n({ a = 2 } = c);"],
  ["function f({ «new|a»: a }: T) {}", "function f({ a }: T) {}"],
  ["return { b: { «new|a»: a } };", "return { b: { a } };"],
])("%s", (marked, short) => {
  expect(shortenedIn(marked)).toBe(short);
});

test.each([
  "export { «new|a» as b };",
  "export { «new|a» /* why */ as a };",
  "export { «new|a» as aa };",
  "x = «new|a» as a;",
  "type X = { «new|a»: a };",
  "type X<T extends B = C> = { b: 1, a: «new|a» };",
  "class X<T = { «new|a»: a }> {}",
  "interface X { «new|a»: a }",
  "class X { «new|a»: a }",
  "let x: { «new|a»: a };",
  "function f(x: { «new|a»: a }) {}",
  "g(f<A, { «new|a»: a }>(x));",
  "type X = keyof ({ «new|a»: a });",
  "type F = () => ({ «new|a»: a });",
  "b ? «new|a» : a;",
  "if (x) { «new|a»: a }",
  "call({ «new|a»: a.b });",
  "call({ «new|a»: a /* why */ });".replace(": a", " /* which */: a"),
  "call({ b: «new|a» });",
  "return { a: «new|a» = a + 1 };",
  "class X<K extends Map<string, U>, T = { «new|a»: a }> {}",
  "const f = <T = { «new|a»: a }>() => 1;",
  "x = { «new|a»: a };",
])("%s stays", (marked) => {
  expect(shortenedIn(marked)).toBe(marked.replace("«new|a»", "a"));
});
