// What becomes of a value, of what is wrapped around a function, and of a name that has no statement to itself.

import { describe, expect, test } from "vitest";
import type { SymbolKind } from "../../model/code-facts.ts";
import { applyEdits } from "../../model/text-edit.ts";
import { refusalOf } from "../../testing/refusal-of.ts";
import { markedSymbol } from "../../../test/support/kits/symbol-kit.ts";
import type { Replacement } from "../../operations/symbol-edit/replace-symbol-body.ts";
import { replacement } from "../../operations/symbol-edit/replace-symbol-body.ts";

const wrapped = "const «span|«name|f» = useCallback(() => {\n  a;\n}, [p.a])»;";
const named = "export const «span|«name|f» = memo(function C() { return 1; })»;";
const arrow = "const «span|«name|f» = (x: number) => x + 1»;";

type Done = readonly [text: string, newBody: string, after: string, remark: string];

describe("the one function that a value is given as", () => {
  const theirs = "new_body was used as the body of the function passed to";
  test.each([
    [
      wrapped,
      "b();\nreturn 2;",
      "const f = useCallback(() => {\n  b();\n  return 2;\n}, [p.a]);",
      `${theirs} useCallback`,
    ],
    [wrapped, "{ b(); }", "const f = useCallback(() => {\n  b();\n}, [p.a]);", `${theirs} useCallback`],
    [named, "return 2;", "export const f = memo(function C() { return 2; });", `${theirs} memo`],
    [
      'const «span|«name|f» = React.useMemo<A<B>>(() => a + 1, [{ a }, "x"])»;',
      "const b = a;\nreturn b;",
      'const f = React.useMemo<A<B>>(() => {\n  const b = a;\n  return b;\n}, [{ a }, "x"]);',
      `${theirs} React.useMemo`,
    ],
    [
      wrapped,
      "useCallback(() => b, [])",
      "const f = useCallback(() => b, []);",
      "new_body was used as the whole value.",
    ],
    [
      "const «span|«name|f» = new Job(async () => { a; })»;",
      "return 1;",
      "const f = new Job(async () => { return 1; });",
      `${theirs} Job`,
    ],
  ] satisfies Done[])("%j with %j gives %j [AGL-133]", (text, newBody, after, remark) => {
    const { source, done } = replaced("a.ts", "constant", text, newBody);
    expect(applyEdits(source, [done.edit])).toBe(after);
    expect(done.remarks.join("\n")).toContain(remark);
  });

  test.each([
    [wrapped, "console.log(2);"],
    [wrapped, "() => 2"],
    [wrapped, "{ a }"],
    [named, "2"],
  ])("%j with %j is not decided [AGL-133]", async (text, newBody) => {
    const { what, next } = await refused("a.ts", "constant", text, newBody);
    expect(what).toBe("new_body may be the value of f, or the body of the function in it.");
    expect(next).toMatch(/braces.*whole declaration/);
  });
});

const noExpression = "new_body is not one expression.";

test.each([
  ["a.ts", "const «span|«name|f» = function () { return 1; }.bind(null)»;", "return 2;"],
  ["a.ts", "const «span|«name|f» = (() => { return 1; })()»;", "return 2"],
  ["a.ts", "const «span|«name|f» = [function () { return 1; }, () => 2]»;", "return 1;"],
  ["a.ts", "const «span|«name|f» = on(() => { a; }, () => { b; })»;", "return 1;"],
  ["a.ts", "const «span|«name|f» = 1»;", "a();\nb();"],
  ["a.ts", "const «span|«name|f» = 1»;", "a()\nb()"],
  ["a.py", "«span|«name|f»» = lambda x: x\n", "return 2"],
  ["a.py", "«span|«name|f»» = 1\n", "a = 1"],
  ["a.py", "«span|«name|f»» = 1\n", "a()\nb()"],
  ["a.go", "var «span|«name|f» = 1»\n", "x := 1"],
  ["a.go", "var «span|«name|f» = 1»\n", "a()\nb()"],
  ["a.rs", "«span|const «name|f»: u32 = 1;»\n", "let x = 1; x"],
  ["a.cs", "class C {\n  «span|int «name|f» => 1;»\n}", "return 2;"],
] as const)("%s: %j with %j is refused, since a value is an expression [AGL-133]", async (file, text, newBody) => {
  expect((await refused(file, "constant", text, newBody)).what).toBe(noExpression);
});

test.each([
  ["a.ts", "const «span|«name|f» = 1»;", "a\n  .b()\n  // why\n  .c(() => {\n    d;\n  }) +\n  e", undefined],
  ["a.ts", "const «span|«name|f» = 1»;", "`\na\n\n`", undefined],
  ["a.ts", "const «span|«name|f» = 1»;", "function g()\n{\n  a;\n}", undefined],
  ["a.tsx", "const «span|«name|f» = 1»;", "<div\n  a={b}\n>\n  Text\n  more\n</div>", undefined],
  ["a.py", "«span|«name|f»» = 1\n", '"""\na = 1\n\n"""', undefined],
  ["a.py", "«span|«name|f»» = 1\n", "a + \\\n    b", undefined],
  ["a.ts", "const «span|«name|f» = 1», g = 2;", "3 /* why // not */", undefined],
  ["a.py", "«span|«name|f»» = lambda x: x\n", "x + 1", "f = lambda x: x + 1\n"],
  ["a.py", "«span|«name|f»» = lambda x: x\n", "lambda y, z=1: y", "f = lambda y, z=1: y\n"],
  ["a.py", "«span|«name|f»» = lambda x: x, 2\n", "3", "f = 3\n"],
  ["A.java", "class A {\n  «span|F «name|f» = (x) -> x;»\n}", "x + 2", "class A {\n  F f = (x) -> x + 2;\n}"],
  ["A.java", "class A {\n  «span|F «name|f» = x -> { a(); };»\n}", "b();", "class A {\n  F f = x -> { b(); };\n}"],
  ["a.cs", "class A {\n  «span|F «name|f» = x => x;»\n}", "y => 2", "class A {\n  F f = y => 2;\n}"],
  ["a.go", "var «span|«name|f» = 1»\n", "a +\n\tb", undefined],
  ["a.rs", "«span|const «name|f»: u32 = 1;»\n", "if A { 1 } else { 2 }", undefined],
] as const)("%s: %j with %j is an expression [AGL-133]", (file, text, newBody, after) => {
  const { source, done } = replaced(file, "constant", text, newBody);
  const expected = after ?? source.replace("1", () => newBody);
  expect(applyEdits(source, [done.edit])).toBe(expected);
});

test.each([
  ["console.log(x)\nreturn x", "const f = (x: number) => {\n  console.log(x)\n  return x\n};"],
  ["a(x)\nb(x)", "const f = (x: number) => {\n  a(x)\n  b(x)\n};"],
  ["x++\ny", "const f = (x: number) => {\n  x++\n  y\n};"],
  ["a\n++x", "const f = (x: number) => {\n  a\n  ++x\n};"],
  ["x +\n  2", "const f = (x: number) => x +\n  2;"],
  ["x\n  ? 1\n  : 2;", "const f = (x: number) => x\n  ? 1\n  : 2;"],
  ["{ a: x }", "const f = (x: number) => ({ a: x });"],
  ["{ ...x, a }", "const f = (x: number) => ({ ...x, a });"],
  ['{\n  "a-b": 1,\n  [c]: 2,\n}', 'const f = (x: number) => ({\n  "a-b": 1,\n  [c]: 2,\n});'],
  ["{ a, b };", "const f = (x: number) => ({ a, b });"],
  ["{ get a() { return 1; } }", "const f = (x: number) => ({ get a() { return 1; } });"],
  ["{ [Symbol.iterator]() { return x; } }", "const f = (x: number) => ({ [Symbol.iterator]() { return x; } });"],
  ['{ "a"() {} }', 'const f = (x: number) => ({ "a"() {} });'],
  ["{ async *[a.b]() {}, c }", "const f = (x: number) => ({ async *[a.b]() {}, c });"],
  ["{ [a].map(x) }", "const f = (x: number) => { [a].map(x) };"],
  ["{ return { a: x }; }", "const f = (x: number) => { return { a: x }; };"],
  ["{ if (x) { a(); } }", "const f = (x: number) => { if (x) { a(); } };"],
  ["{ a: for (;;) break a }", "const f = (x: number) => { a: for (;;) break a };"],
])("an arrow is given %j [AGL-133]", (newBody, after) => {
  const { source, done } = replaced("a.ts", "constant", arrow, newBody);
  expect(applyEdits(source, [done.edit])).toBe(after);
});

test.each([
  [arrow, "{ a }", "new_body may be an object, or statements."],
  [arrow, "{}", "new_body may be an object, or statements."],
  [arrow, "a + `\u0024{\nb\n}`\nc", "new_body may be one expression, or several statements."],
  ["const «span|«name|f» = () => { a; }»;", "{ a: 1 }", "new_body is an object, not a statement."],
  ["const «span|«name|f» = 1, g = 2»;", "3 // why", "new_body ends with a comment."],
  ["const «span|«name|f» = 1»; g();", "const f = 2; // why", "new_body ends with a comment."],
] as const)("%j with %j is refused: %s [AGL-133]", async (text, newBody, what) => {
  expect((await refused("a.ts", "constant", text, newBody)).what).toBe(what);
});

describe("a name that has no statement to itself", () => {
  test.each([
    ["a.ts", "const { «span|«name|f»», d2 } = a;", "const f = 5;"],
    ["a.ts", "const { «span|«name|f»», d2 } = a;", "5"],
    ["a.ts", "const [«span|«name|f»»] = a;", "let f = 5;"],
    ["a.ts", "for («span|const «name|f» of a») {}", "const f = 5"],
  ] as const)("%s: %j with %j is refused, and told where to change it [AGL-133]", async (file, text, newBody) => {
    const { what, next } = await refused(file, "variable", text, newBody);
    expect(what).toBe("f has no statement of its own.");
    expect(next).toBe("Edit the text around it with safe_apply_edit.");
  });

  test("a function in an expression stays one [AGL-133]", async () => {
    const text = "on(«span|function «name|f»() { a; }»);";
    const { source, done } = replaced("a.ts", "function", text, "async function f(b) { c; };");
    expect(applyEdits(source, [done.edit])).toBe("on(async function f(b) { c; });");
    expect((await refused("a.ts", "function", text, "export function f() {}")).what).toBe(
      "f has no statement of its own.",
    );
  });
});

test.each([
  ["class C {\n  «span|*«name|f»() { yield 1; }»\n}", "*f() { yield 5; }", "class C {\n  *f() { yield 5; }\n}"],
  ["class C {\n  «span|*«name|f»() { yield 1; }»\n}", "async *f() {}", "class C {\n  async *f() {}\n}"],
  ["class C {\n  «span|«name|f»() {}»\n}", "static async * f(): G {}", "class C {\n  static async * f(): G {}\n}"],
])("the generator %j given whole as %j [AGL-133]", (text, newBody, after) => {
  const { source, done } = replaced("a.ts", "method", text, newBody);
  expect({ what: done.what, text: applyEdits(source, [done.edit]) }).toEqual({ what: "declaration", text: after });
});

test.each([
  ["a.c", "«span|int «name|f» = 1»;\n", "int f = 2 // n", "int f = 2; // n\n"],
  ["a.c", "«span|int «name|f» = 1»; int g;\n", "int f = 2 /* n */", "int f = 2; /* n */ int g;\n"],
  ["a.ts", "const «span|«name|f» = 1»;\n", 'const f = "a" // n', 'const f = "a"; // n\n'],
])("%s: %j given whole as %j is ended before its comment [AGL-133]", (file, text, newBody, after) => {
  const { source, done } = replaced(file, "variable", text, newBody);
  expect({ what: done.what, text: applyEdits(source, [done.edit]) }).toEqual({ what: "declaration", text: after });
});

describe("constants of Go that repeat the value above them", () => {
  test.each([
    ["const (\n\t«span|«name|f» = iota»\n\tB\n\tC\n)\n", "5"],
    ["const (\n\t«span|«name|f» = iota» // why\n\n\t// Doc.\n\tB\n)\n", "f = 5"],
    ["const (\n\tA = iota\n\t«span|«name|f»»\n\tC\n)\n", "f = 5"],
    ["const ( «span|«name|f» = iota»; B; C = 3 )\n", "5"],
  ])("%j with %j is refused [AGL-133]", async (text, newBody) => {
    expect((await refused("a.go", "constant", text, newBody)).what).toBe("f is repeated by the constants below it.");
  });

  test.each([
    ["const (\n\t«span|«name|f» = iota»\n\tB = 2\n\tC\n)\n", "const (\n\tf = 5\n\tB = 2\n\tC\n)\n"],
    ["const (\n\tA = 1\n\t«span|«name|f» = 2»\n)\n", "const (\n\tA = 1\n\tf = 5\n)\n"],
    ["var (\n\t«span|«name|f» = 2»\n\tb int\n)\n", "var (\n\tf = 5\n\tb int\n)\n"],
  ])("%j is none of them [AGL-133]", (text, after) => {
    const { source, done } = replaced("a.go", "constant", text, "5");
    expect(applyEdits(source, [done.edit])).toBe(after);
  });
});

test.each([
  ["/** Doc. */\n«span|@dec({ a: 1 }) // why\nclass «name|f» {}»\n", "/** New. */\nclass f { a = 1; }"],
  ["/** Doc. */\n@dec({ a: 1 }) // why\n«span|class «name|f» {}»\n", "/** New. */\nclass f { a = 1; }"],
])("%j keeps what is said behind its decorator [AGL-133]", (text, newBody) => {
  const { source, done } = replaced("a.ts", "class", text, newBody);
  expect(applyEdits(source, [done.edit])).toBe("/** New. */\n@dec({ a: 1 }) // why\nclass f { a = 1; }\n");
});

test.each([
  "const A = () => <p>Don't {a} // it's {b}</p>; ",
  "const A = () => (\n  <>\n    <i>{`}`}</i> isn't {'{'} /* text\n    <i/> */ `\n  </>\n);\n",
])("the text of the element in %j hides nothing behind it [AGL-133]", (before) => {
  const text = `${before}«span|function «name|f»() { return <b>it's</b>; }» const g = 1;`;
  const { source, done } = replaced("a.tsx", "function", text, "return <b>isn't</b>;");
  expect(applyEdits(source, [done.edit])).toBe(source.replace("return <b>it's</b>", "return <b>isn't</b>"));
});

type Replaced = { readonly source: string; readonly done: Replacement };

function replaced(file: string, kind: SymbolKind, text: string, newBody: string): Replaced {
  const symbol = markedSymbol(file, kind, text);
  const done = replacement({ ...symbol, shown: symbol.around.node.name }, newBody);
  return { source: symbol.source.text, done };
}

async function refused(
  file: string,
  kind: SymbolKind,
  text: string,
  newBody: string,
): Promise<{ readonly what: string; readonly next?: string | undefined }> {
  const { details } = await refusalOf(Promise.resolve().then(() => replaced(file, kind, text, newBody)));
  expect(details).toMatchObject({ code: "bad_input", next: expect.stringMatching(/./) as string });
  return details;
}
