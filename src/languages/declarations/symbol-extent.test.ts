// Where declarations begin and end, and what their body is: the shapes that languages have, as servers draw their ranges.
//
// Marks: `all` is the declaration with its comments and decorators, `from` its first word, `span` the range that the
// server states, `name` the name, `body` what a new body takes the place of. Without `body` there is none.

import { describe, expect, test } from "vitest";
import type { SymbolKind, SymbolNode } from "../../model/code-facts.ts";
import { parseFixture } from "../../testing/fixture.ts";
import type { Role } from "./symbol-extent.ts";
import { extentOf } from "./symbol-extent.ts";
import { bodyOf } from "./body.ts";
import { sourceOf } from "./signs.ts";

type Case = readonly [kind: SymbolKind, text: string, more?: { readonly parent?: SymbolKind; readonly role?: Role }];

const cases: Readonly<Record<string, readonly Case[]>> = {
  "a.tsx": [
    ["function", "«all|«from»«span|function «name|F»(x: T) {«body|\n  return <p>it's a // b {x}\n  </p>;\n»}»»"],
    ["function", "«all|«from»«span|function «name|F»(x: T) {«body| return <p>it's</p>; »}»»"],
    // In what is no element, what looks like a string hides the end.
    ["function", "«all|«from»«span|function «name|F»(x: T) { return <p>it's</q>; }»»"],
    ["function", "«all|«from»«span|function «name|F»() {«body|\n  return <A b={{ c: `}` }} {...d}\n  />;\n»}»»"],
  ],
  "a.ts": [
    ["function", "«all|«from»«span|function «name|f»(s: T) {«body|\n  if (s) /}{/.test(s);\n  return 1;\n»}»»"],
    // A pattern that is not seen as one would part the body in two.
    ["function", "«all|«from»«span|function «name|f»(s: T) {\n  { s; } /}{/.test(s);\n  return 1;\n}»»"],
    ["variable", "«all|«from»const «span|«name|f» = function (s: T) {\n  { s; } /}{/.test(s);\n}»;»"],
    ["function", "«all|«from»«span|function «name|f»<T>(a: T): T extends 1 ? { b: 1 } : { c: 1 } {«body| a; »}»»"],
    ["function", "«all|«from»«span|function «name|f»() {«body| return `\u0024{a ? `}` : `\u0024{{ b }}`}{`; »}»»"],
    [
      "function",
      "«all|/** Doc. */\n«from»«span|export function «name|f»(a = { x: '}' }): { y: 1 } {«body|\n  return 1;\n»}»»",
    ],
    ["function", "// far\n\n«all|// why\n// doc\n«from»«span|function «name|f»<T = {}>() {«body| return /}/; »}»»"],
    ["function", "«all|«from»«span|function «name|f»(a: string): { y: number };»»\nfunction f() {}"],
    ["function", '«all|«from»«span|function «name|f»(): "a" {«body| return "a"; »}»»'],
    ["function", "«all|«from»«span|export default «name»() => «body|1»;»»"],
    ["variable", 'a();\n\n«all|/** Doc. */\n«from»export const «span|«name|x» = «body|"a"»»;»\n'],
    ["variable", "«all|«from»const «span|«name|x»: Array<() => void> = «body|[]»»»\n"],
    ["variable", "«all|«from»const «span|«name|f»: (a: 1) => void = async (a): Promise<{}> => {«body|\n  a;\n»}»;»"],
    ["variable", "«all|«from»const «span|«name|f» = <T,>(a: T): ((b: T) => T) => «body|a»»»"],
    ["variable", "«all|«from»const «span|«name|f» = (): () => void => «body|() => {}»»;»"],
    ["variable", "«all|«from»const «span|«name|f» = function () {«body| return 1; »}»;»"],
    ["variable", "«all|«from»const «span|«name|f» = «body|memo(() => { return 1; })»»;»"],
    ["variable", "«all|«from»let «span|«name|x»: { a: 1 }»;»"],
    ["variable", "const a = \"x\"\n«all|«from»const «span|«name|b» = «body|'y'»»» // why\n"],
    [
      "class",
      '«all|/** Doc. */\n«span|@dec\n@deco({ a: "}" })\n«from»export class «name|C»<T extends { a: 1 }> {«body|\n  a = 1;\n»}»»',
    ],
    [
      "property",
      "class C {\n  «all|/** a */\n  «from»«span|private «name|a» = «body|{ b: 1 }»;»»\n}",
      { parent: "class" },
    ],
    ["property", "class C {\n  «all|«from»«span|«name|a»?: { b: 1 };»»\n}", { parent: "class" }],
    [
      "property",
      "class C {\n  «all|«from»«span|get «name|a»(): { b: 1 } {«body| return x; »}»»\n}",
      { parent: "class" },
    ],
    [
      "property",
      "class C {\n  «all|«from»«span|«name|h» = (e: number) => {«body| return e; »};»»\n}",
      { parent: "class" },
    ],
    [
      "method",
      "class C {\n  b = 1;\n  «all|«span|@dec() @other\n  «from»async «name|m»(\n    a: { x: 1 },\n  ): Promise<void> {«body|\n    a;\n  »}»»\n}",
      { parent: "class" },
    ],
    ["method", "class C {\n  «all|«from»«span|abstract «name|m»(): { b: 1 };»»\n}", { parent: "class" }],
    [
      "constructor",
      "class C {\n  «all|«from»«span|«name|constructor»(readonly a = {}) {«body|»}»»\n}",
      { parent: "class" },
    ],
    [
      "method",
      "const o = {\n  «all|«from»«span|«name|m»() {«body| return 1; »}»»,\n};",
      { parent: "variable", role: "item" },
    ],
    ["property", "const o = { «all|«from»«span|«name|k»: «body|'v'»»», l: 1 };", { parent: "variable", role: "item" }],
    [
      "property",
      "const o = { a: 1, «all|«from»«span|«name|k»: () => «body|2»»» };",
      { parent: "variable", role: "item" },
    ],
    ["enum member", "enum E { A, «all|«from»«span|«name|B» = «body|2»»», C }", { parent: "enum", role: "item" }],
    ["interface", "«all|«from»«span|interface «name|I» {«body| a: string; m(): void »}»»"],
    ["class", "«all|«from»«span|type «name|T» = «body|{ a: 1 } | { b: 2 }»;»»"],
    ["class", "«all|«from»«span|type «name|R»<T extends { a: () => 1 } = any, U = T> = «body|Q<T, U>»;»»"],
    ["class", "«all|«from»«span|type «name|F»<T = any> = () => «body|T»»»\n"],
    [
      "property",
      "const o = f<{ «all|«from»«span|«name|a»: string;»» b: number }>();",
      { parent: "variable", role: "item" },
    ],
    ["property", "const o = f<A, { «all|«from»«span|«name|a»: string»» }>();", { parent: "variable", role: "item" }],
    [
      "property",
      "const o = b as { «all|«from»«span|«name|a»: () => void»», b: 1 };",
      { parent: "variable", role: "item" },
    ],
    [
      "property",
      "const o = b || { «all|«from»«span|«name|a»: «body|1»»», b: 1 };",
      { parent: "variable", role: "item" },
    ],
    ["function", "«all|/** Doc. */\n// eslint-disable-next-line a\n«from»«span|function «name|f»() {«body|»}»»"],
    ["function", "«all|/** Doc. */\n/* eslint-disable-next-line a */\n«from»«span|function «name|f»() {«body|»}»»"],
    ["function", "«all|/** Of `a/*` and `b/*.ts`. */\n«from»«span|function «name|f»() {«body|»}»»"],
    ["function", "«all|/**\n/* a\n * b */\n«from»«span|function «name|f»() {«body|»}»»"],
    ["function", "const a = `\n/* b\n`\n«all|/** Doc. */\n«from»«span|function «name|f»() {«body|»}»»"],
    ["function", "const a = '/*'\n«all|/** Doc. */\n«from»«span|function «name|f»() {«body|»}»»"],
    [
      "property",
      "interface I {\n  «span|«all|«from»«name|a»: 'b'»,»\n  c: 1\n}",
      { parent: "interface", role: "item" },
    ],
    ["variable", "«all|«from»declare const «span|«name|f»: <T = A>(a: T) => a is B<T>»;»"],
    ["variable", "«all|«from»const «span|«name|f»: <T = A<B>>(a: T) => (b: A) => T = «body|g»»;»"],
    ["variable", "«all|«from»const «span|«name|f»: A<() => B> | undefined = «body|g<1»»;»"],
    ["function", "/* eslint-disable a */\n«all|«from»«span|function «name|f»() {«body|»}»»"],
    ["function", "// eslint-disable a\n«all|«from»«span|function «name|f»() {«body|»}»»"],
    [
      "property",
      "class C { constructor(«all|«from»«span|readonly «name|a»: string»») {} }",
      { parent: "class", role: "part" },
    ],
    ["variable", "const { «all|«from»«span|«name|a»»» } = b;", { role: "part" }],
    ["function", "describe('x', «all|«from»«span|«name»() => {«body|\n  a();\n»}»»);", { role: "part" }],
    ["function", "«all|«from»«span|function «name|größe»(ä = '👩‍👩‍👧') {«body| return 'ñ'; »}»»"],
  ],
  "b.ts": [
    ["variable", "a();\n«all|/* why */ «from»export const «span|«name|x» = «body|1»»;»\n"],
    ["variable", "a(); /* of a */ «all|«from»const «span|«name|x» = «body|1»»;»\n"],
  ],
  "a.py": [
    [
      "function",
      'import a\n\n«all|# why\n«span|@cache(\n    1,\n)\n«from»def «name|f»(\n    a: dict = {\'a\': \':\'},\n) -> int:\n«body|    """Doc."""\n    return a»»»\n\nx = 1\n',
    ],
    ["function", "«all|«from»«span|def «name|f»(): «body|return 1»»»\nX = 1\n"],
    ["function", "«all|«from»«span|def «name|f»(a):  # why\n«body|    return a»»»  # end\n"],
    ["function", "«all|«from»«span|async def «name|f»(a=lambda x: x):\n«body|    return a\n    # last»»»\n\n# next\n"],
    ["class", "«all|«from»«span|class «name|C»(\n    object,\n):\n«body|    a = 1»»»\n"],
    ["class", "«all|«from»«span|class «name|E»: «body|pass»»»"],
    [
      "method",
      'class C:\n    """Doc."""\n    «all|«from»«span|def «name|m»(self):\n«body|        pass»»»\n',
      { parent: "class" },
    ],
    ["function", "a = 1\n\n«all|# encoding: str\n«from»«span|def «name|f»():\n«body|    pass»»»\n"],
    ["function", "# -*- coding: utf-8 -*-\n«all|# why\n«from»«span|def «name|f»():\n«body|    pass»»»\n"],
    ["constant", "«all|# why\n«from»«span|«name|X»» = «body|{\n    'a': 1,\n}»»  # end\n"],
    ["constant", '«all|«from»«span|«name|X»»: str = «body|"a#b"»»  # end\n'],
    // As many ways as there are to take quotes for strings, only one is right.
    ["constant", `«all|«from»«span|«name|X»» = «body|${'"""a""" '.repeat(40)}""»»\n`],
    ["constant", `«all|«from»«span|«name|X»» = «body|${"'''a''' ".repeat(40)}''»»\n`],
    ["constant", `«all|«from»«span|«name|X»» = «body|"""a#""" "#" '''"'''»»  # "end"\n`],
    ["constant", `«all|«from»«span|«name|X»» = «body|"""a\n  b; c # d\n"""»»  # end\nY = 1\n`],
    ["constant", `«all|«from»«span|«name|X»» = «body|f"""a\n{b}\n{\n  c!r:>{d}\n} # e\n""" + g»»  # end\nY = 1\n`],
    ["constant", "«all|«from»«span|«name|X»» = «body|f'{a}'»»  # 'end'\nY = 1\n"],
    ["constant", "«all|«from»«span|«name|X»» = «body|'a\\\nb'»»\nY = 1\n"],
    ["constant", "«all|«from»«span|«name|X»» = «body|1»»  # end \\\nY = 1\n"],
    ["constant", "«all|«from»«span|«name|X»» = «body|1 + \\\r\n  2»»\r\nY = 1\r\n"],
    ["function", '«all|«span|@a(f"""{b}\n""")\n«from»def «name|f»():\n«body|    pass»»»\n'],
    ["variable", "«all|«from»«span|«name|f»» = lambda x: «body|x + 1»»\n"],
    ["variable", "«all|«from»«span|«name|f»» = lambda x, y=1: «body|x + y»»\n"],
    ["constant", "«all|«from»«span|«name|A»», B = 1, 2»\n", { role: "declarator" }],
    ["constant", "A, «all|«from»«span|«name|B»» = 1, 2»\n", { role: "declarator" }],
    ["constant", "«all|«from»«span|«name|A»» = B = 1»\n", { role: "declarator" }],
    ["variable", "def f(\n    «all|«from»«span|«name|a»: int = 1»,»\n): pass\n", { parent: "function", role: "part" }],
  ],
  "a.go": [
    [
      "method",
      "«all|// M doc.\n«from»«span|func (t *T) «name|M»(\n\tx map[string]struct{},\n) (int, error) {«body|\n\treturn '{', nil\n»}»»",
    ],
    ["function", "«all|«from»«span|func «name|one»() int {«body| return 1 »}»»\n"],
    ["method", "«all|«from»«span|func (g G[T]) «name|Gm»() interface{ X() } {«body| return nil »}»»"],
    ["function", "«all|«from»«span|func «name|asm»() struct{}»»"],
    ["struct", "«all|// T doc.\n«from»type «span|«name|T» struct {«body|\n\tA int // a\n»}»»"],
    ["struct", "type (\n\t«all|«from»«span|«name|G»[T any] struct{«body| x T »}»»\n)"],
    ["class", "«all|«from»type «span|«name|F» func() struct{}»»"],
    ["variable", "var (\n\t«all|// v doc\n\t«from»«span|«name|v» = «body|`a`»»»\n\tw = 1\n)"],
    ["variable", "«all|«from»var «span|«name|w» = func() int {«body| return 2 »}»»"],
    [
      "field",
      'type T struct {\n\tA int // a\n\t«all|// B doc\n\t«from»«span|«name|B» string»» `json:"b"`\n}',
      { parent: "struct" },
    ],
  ],
  "a.rs": [
    [
      "struct",
      "«all|«span|/// Doc\n#[derive(Debug)]\n«from»pub struct «name|S»<T> where T: Clone {«body|\n    a: T,\n»}»»",
    ],
    [
      "field",
      "struct S {\n    «all|«span|/// doc\n    #[allow(dead_code)]\n    «from»pub «name|a»: T»»,\n    b: u32,\n}",
      { parent: "struct", role: "item" },
    ],
    ["struct", "«all|«from»«span|pub struct «name|Tup»(pub u32);»»"],
    [
      "method",
      "impl S {\n    «all|«span|#[inline]\n    «from»pub fn «name|m»<'a>(&'a self, c: char) -> u32\n    where\n        T: Clone,\n    {«body|\n        if c == '{' { 1 } else { 2 }\n    »}»»\n}",
      { parent: "object" },
    ],
    ["method", "trait T {\n    «all|«from»«span|fn «name|req»(&self) -> u32;»»\n}", { parent: "interface" }],
    ["class", "«all|«from»«span|pub type «name|R»<T, F = fn() -> T, E = Error> = «body|Result<T, E>»;»»"],
    ["constant", "«all|«from»«span|const «name|X»: [u32; 2] = «body|[1, 2]»;»»"],
    ["constant", "«all|«from»«span|static «name|X»: B<dyn I<A = u8>> = «body|f(1 < 2)»;»»"],
    ["enum member", "enum E { A, «all|«from»«span|«name|C» {«body| x: u32 »}»» }", { parent: "enum", role: "item" }],
    ["function", "//! Of the file.\n«all|«from»«span|fn «name|one»() -> u32 {«body| 1 »}»»"],
    ["function", "«all|«from»«span|fn «name|f»<'a>(x: &'a str) -> &'a str {«body| r#\"}\"{\"#; '{'; x »}»»"],
    ["object", "«all|«span|// plain\n«from»impl<T> «name|S»<T> where T: Clone {«body|\n    const K: u32 = 1;\n»}»»"],
  ],
  "a.cpp": [
    [
      "struct",
      "«all|/// Doc\n«from»template <typename T, typename U = V<T>>\n«span|struct «name|S» : public B<T> {«body|\n  int a = 1;\n»}»;»",
    ],
    [
      "constructor",
      "struct S {\n  «all|«from»«span|«name|S»(int x) : a{x}, b(1) {«body| c = 2; »}»»\n};",
      { parent: "struct" },
    ],
    ["method", "struct S {\n  «all|«from»«span|virtual void «name|pure»() = 0»;»\n};", { parent: "struct" }],
    [
      "method",
      "«all|«from»«span|template <typename T>\nvoid S<T>::«name|proto»() const noexcept {«body|\n  return;\n»}»»",
    ],
    [
      "function",
      '«all|[[nodiscard]] «from»«span|static int «name|f»(int a = 1,\n      int b = 2) {«body|\n  return "}"[0];\n»}»»',
    ],
    ["function", "«all|«from»«span|int «name|proto2»(int)»;»"],
    ["function", "«all|«from»«span|int «name|g»() try { f(); } catch (int) { h(); }»»"],
    ["function", "«all|«from»«span|void «name|f»() {\n#ifdef X\n}\nvoid h() {\n#endif\n}»»"],
    ["variable", "«all|«from»«span|auto «name|lam» = [](int a) {«body| return a; »}»;»"],
    ["variable", "«all|«from»«span|int «name|arr»[] = «body|{1, 2}»»;»"],
    ["class", "«all|«from»«span|using «name|other» = «body|int»»;»"],
    // A body behind a condition is no condition.
    [
      "function",
      "int a;\ntemplate <class T>\nvoid f(T t) requires (sizeof(T) > 1) { use(t); }\n\n«all|«from»«span|int «name|g»() {«body| return 1; »}»»",
    ],
    ["method", "template <class T>\nvoid S<T>::f() && requires (B<T>) { u(); }\n«all|«from»«span|int «name|g»()»;»"],
    ["method", "template <class T>\nvoid S<T>::f() const && requires (A) { u(); }\n«all|«from»«span|int «name|g»()»;»"],
    [
      "function",
      "template <class T> requires A<T>\nauto f() -> T&& requires (B<T>) { u(); }\n«all|«from»«span|int «name|g»()»;»",
    ],
    [
      "function",
      "int a;\n«all|«from»template <class T> requires a::A<B<T>> && requires(T t) { { t.x } -> C; } && requires { T(); } || requires { 1; }\n«span|int «name|g»()»;»",
    ],
    [
      "function",
      "int a;\n«all|«from»template <class T, bool = requires(T t) { t.x; }>\n  requires (A<T>) && requires { T(); }\n«span|int «name|g»()»;»",
    ],
    ["function", "#define TPL template <class T>\r\n«all|«from»«span|int «name|g»()»;»"],
    ["function", "#define TPL \\\r\n template <class T>\r\n«all|«from»«span|int «name|g»()»;»"],
    ["field", 'struct S {\n  «all|«from»«span|std::string «name|p»»{«body|"x"»};»\n  int q;\n};', { parent: "struct" }],
    ["field", "struct S {\n  «all|«from»«span|int «name|p»»{};»\n};", { parent: "struct" }],
    ["variable", "«all|«from»«span|int «name|v»{ «body|1» }»;»"],
    ["field", "class C {\n public: «all|«from»«span|int «name|a» = «body|1»»;»\n};", { parent: "class" }],
  ],
  "A.java": [
    [
      "method",
      "class A {\n  «all|/** Doc. */\n  «span|@Override\n  @X({1})\n  «from»public <T> int «name|f»(int a) throws E {«body| return 1; »}»»\n}",
      { parent: "class" },
    ],
    ["method", "interface A {\n  «all|«from»«span|int «name|f»();»»\n}", { parent: "interface" }],
    ["method", "class A {\n  «all|«span|@X\n  «from»<T> T «name|f»() {«body|»}»»\n}", { parent: "class" }],
    [
      "enum member",
      "enum E {\n  A,\n  «all|«from»«span|«name|B» {«body| int f() { return 1; } »}»»;\n  int g;\n}",
      { parent: "enum", role: "item" },
    ],
  ],
  "A.cs": [["method", "class A {\n  «all|«from»«span|int «name|F»(int x) => «body|x + 1»;»»\n}", { parent: "class" }]],
};

describe.each(Object.entries(cases))("%s", (file, shapes) => {
  test.each(shapes.map(([kind, text, more = {}]) => [text.replaceAll(/«\w+\|?|»/g, ""), kind, text, more] as const))(
    "%j",
    (_, kind, text, { parent, role = "statement" }) => {
      const fixture = parseFixture(`-- ${file} --\n${text}`);
      const source = sourceOf(file, fixture.files.get(file) ?? "");
      const [name, span] = [fixture.mark("name"), fixture.mark("span")];
      const node: SymbolNode = {
        name: name.text || "default",
        kind,
        span: span.span,
        nameSpan: name.span,
        children: [],
      };
      const above = parent === undefined ? undefined : { ...node, kind: parent, nameSpan: zero, span: zero };
      const around = { node, parent: above, siblings: [node] };
      const extent = extentOf(source, around);
      const body = bodyOf(source, around, extent);
      const [expected] = fixture.marks("body");
      expect({
        all: source.text.slice(extent.lead, extent.end),
        from: source.index.placeOf(extent.start),
        body: body && source.text.slice(body.from, body.to),
        role: extent.role,
      }).toEqual({ all: fixture.mark("all").text, from: fixture.mark("from").span.start, body: expected?.text, role });
    },
  );
});

const zero = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
