// A text without its prose: what counts as a string, a comment or a pattern, and what stays code.

import { expect, test } from "vitest";
import type { Family } from "./code-text.ts";
import { codeOnly } from "./code-text.ts";

/** Blanked signs as `_`, so that a case can be read. */
function blanked(text: string, family: Family = "script"): string {
  const code = codeOnly(text, family);
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
  ["s = `a\u0024{b ? `}\u0024{{ c }}` : '`'}{`; d", "s = `___b ? `___{ c }__ : ______; d"],
  ["if (x) /}{/.test(s);", "if (x) ____.test(s);"],
  ["for await (x of (y)) /}/.test(s);", "for await (x of (y)) ___.test(s);"],
  ["f(x) / '}' / g(y)", "f(x) / ___ / g(y)"],
  ["a.if(x) / 2 / y", "a.if(x) / 2 / y"],
  ["{ s; }\n/}{/.test(s);", "{ s; }\n____.test(s);"],
  ["<A {...b}\n/>; c / d", "<A {...b}\n/>; c / d"],
  ["f(<p a=\"it's\">Don't {b} // {'}'}</p>); c", "f(<p a=______>_____ {b} __ {___}</p>); c"],
  ["() => <>`{/* } */} /* <i>{`}`}</i><b /> */</>; '", "() => <>_{__ _ __} __ <i>{`__}</i><b /> __</>; _"],
  [
    "return <A.B c={() => <i d-e='\"'>\"</i>}>http://x</A.B>; }",
    "return <A.B c={() => <i d-e=___>_</i>}>________</A.B>; }",
  ],
  ["a = `\u0024{<b>'{c}'</b>}'` + '}'", "a = `__<b>_{c}_</b>___ + ___"],
  ["x = <T>('</b>', a); b = '}'", "x = <T>(______, a); b = ___"],
  ["x = <T,>(y: T) => y; a = <b>'</b>", "x = <T,>(y: T) => y; a = <b>_</b>"],
  ["x = <T extends U>(y: T) => '}'; a = <b>'</b>", "x = <T extends U>(y: T) => ___; a = <b>_</b>"],
  ["a <b> '}' </b>", "a <b> ___ </b>"],
  ["(<a>'</b>)", "(<a>______"],
  ["<script>\na = '}';\n</script>", "<script>\na = ___;\n</script>"],
])("%j", (text, expected) => {
  expect(blanked(text)).toBe(expected);
});

test.each([
  ["python", "f'{a[\"b\"]}' + x['}']", "f__________ + x[___]"],
  ["python", 'f"""{a}\n#"""; b # "', "f______\n____; b _ _"],
  ["rust", "r##\"}\"#{\"## + f::<'a>(b'{', '\\'')", "___________ + f::<'a>(b___, ____)"],
  ["rust", "fn f<'a>(x: &'a str) -> &'a str { x }", "fn f<'a>(x: &'a str) -> &'a str { x }"],
  ["c", "int z = 1'000'000; char c = '}';", "int z = 1'000'000; char c = ___;"],
  ["c", "#define A '{'\n#if B // it's", "#define A ___\n#if B __ ____"],
] as const)("%s %j", (family, text, expected) => {
  expect(blanked(text, family)).toBe(expected);
});

test("no number of beginnings without an end takes long", () => {
  const many = ";<a b={".repeat(20_000);
  expect(codeOnly(`${many}</a>`, "script")).toHaveLength(many.length + 4);
  const deep = `${"(<a>{".repeat(5000)}'${"}</a>)".repeat(5000)}`;
  expect(codeOnly(deep, "script")).toHaveLength(deep.length);
});

test("strings can be told from comments", () => {
  expect(codeOnly("a('b') // c", "script", "s")).toBe("a(sss)     ");
});

test("a raw string of C++ ends where it says", () => {
  const raw = 'R"x({")"}))x"';
  expect(codeOnly(`f(${raw}, 1)`, "c")).toBe(`f(${" ".repeat(raw.length)}, 1)`);
});
