// A text without its prose: what counts as a string, a comment or a pattern, and what stays code.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Family } from "../family.ts";
import { maskCommentsAndStrings, stretchesOf } from "./code-text.ts";

/** Blanked signs as `_`, so that a case can be read. */
function blanked(text: string, family: Family = "script"): string {
  const code = maskCommentsAndStrings(text, family);
  return text.replaceAll(/[^ ]/g, (sign, at: number) => (code.charAt(at) === " " ? "_" : sign));
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
  ["python", "f'{a[\"b\"]}' + x['}']", "f__a[___]__ + x[___]"],
  ["python", 'f"""{a}\n#"""; b # "', "f____a_\n____; b _ _"],
  ["python", "F'a{{b}}{c}' + d", "F________c__ + d"],
  ["python", "rf'\\d{n}\\N{m}\\'' + fR'{o}'", "rf____n____m____ + fR__o__"],
  ["python", "f'\\N{DASH}{n}\\{m}\\\\{o}' + p", "f__________n___m____o__ + p"],
  ["python", "f'{n!r}{m!s:>{w}.{p!a}}{o:%H:%M}' # {q}", "f__n____m_____w___p_____o________ _ ___"],
  ["python", "f'{a != b}{x = }{d[1:2]}{(y := 2):=+3}' + z", "f__a != b__x = __d[1:2]__(y := 2)______ + z"],
  ["python", "f'{ {k: v for k in (l)}[0] }' + z", "f__ {k: v for k in (l)}[0] __ + z"],
  ["python", "f'{a['b'] + f'{c['d']}'}' + e", "f__a[___] + f__c[___]____ + e"],
  ["python", "t'{a}' + T\"{b}\" + set'{c}'", "t__a__ + T__b__ + set_____"],
  ["python", "f'''{\n  a  # it's }\n  + b\n}''' + c", "f____\n  a  _ ____ _\n  + b\n____ + c"],
  ["python", "f'{a' + b\nf'{(a}' + c\nf'a\\\nb{c}'", "f____ + b\nf______ + c\nf___\n__c__"],
  ["python", '"""a\\""" b""" + c + """d\\\\""" + e', "________ ____ + c + _________ + e"],
  ["python", "'a\\\r\nb' + c", "___\r\n__ + c"],
  ["python", '"""a\\', "_____"],
  ["python", "#!/usr/bin/env python\na", "______________ ______\na"],
  ["script", "#!/usr/bin/env node\na / b / c", "______________ ____\na / b / c"],
  ["rust", "#!/usr/bin/env -S run\na", "______________ __ ___\na"],
  ["rust", '#![a]\n#![b = "c"]', "#![a]\n#![b = ___]"],
  ["rust", "a /* b /* c */ d */ e /*/ f */ g", "a __ _ __ _ __ _ __ e ___ _ __ g"],
  ["rust", "a /* b /* c */ d", "a __ _ __ _ __ _"],
  ["rust", "['\u{1F4A9}', 'a'] <'b>", "[____, ___] <'b>"],
  ["go", "['\u{1F4A9}', 'a'] + b", "[____, ___] + b"],
  ["java", "a /* b /* c */ d /* e */", "a __ _ __ _ __ d __ _ __"],
  ["rust", "r##\"}\"#{\"## + f::<'a>(b'{', '\\'')", "___________ + f::<'a>(b___, ____)"],
  ["rust", "fn f<'a>(x: &'a str) -> &'a str { x }", "fn f<'a>(x: &'a str) -> &'a str { x }"],
  ["csharp", '$"a{{b}}{c}\\"{d.E("f")}" + g', "$________c____d.E(___)__ + g"],
  ["csharp", '$@"a""{b}\\" + c', "$______b___ + c"],
  ["csharp", '@$"{a}"', "@$__a__"],
  ["csharp", '$"{a,5:N2}{b!.C}{(d ? e : f)}"', "$__a,5_____b!.C__(d ? e : f)__"],
  ["csharp", '$$"""a{b}{{c}}"d""" + e', "$$_________c_______ + e"],
  ["csharp", '"""a "b" {c}""" + d', "____ ___ ______ + d"],
  ["csharp", '""""a """ b"""" + c', "_____ ___ _____ + c"],
  ["csharp", '$"{a" + b', "$____ + b"],
  ["csharp", "$\"{x /* } */}{'}'}\"", "$__x __ _ _________"],
  ["c", "int z = 1'000'000; char c = '}';", "int z = 1'000'000; char c = ___;"],
  ["c", "#define A '{'\n#if B // it's", "#define A ___\n#if B __ ____"],
] as const)("%s %j", (family, text, expected) => {
  expect(blanked(text, family)).toBe(expected);
});

test("no number of beginnings without an end takes long", () => {
  const many = ";<a b={".repeat(20_000);
  expect(maskCommentsAndStrings(`${many}</a>`, "script")).toHaveLength(many.length + 4);
  const deep = `${"(<a>{".repeat(5000)}'${"}</a>)".repeat(5000)}`;
  expect(maskCommentsAndStrings(deep, "script")).toHaveLength(deep.length);
});

test("no number of formatted strings without an end takes long", () => {
  for (const many of ["f'{".repeat(30_000), "f'{a:{".repeat(30_000), "f'{(\n".repeat(30_000)])
    expect(maskCommentsAndStrings(many, "python")).toHaveLength(many.length);
  for (const many of ['$"{'.repeat(30_000), '$"{a:'.repeat(30_000), '$"""{('.repeat(30_000), '$$"""{{'.repeat(30_000)])
    expect(maskCommentsAndStrings(many, "csharp")).toHaveLength(many.length);
});

test("strings can be told from comments", () => {
  expect(maskCommentsAndStrings("a('b') // c", "script", "s")).toBe("a(sss)     ");
});

test("a raw string of C++ ends where it says", () => {
  const raw = 'R"x({")"}))x"';
  expect(maskCommentsAndStrings(`f(${raw}, 1)`, "c")).toBe(`f(${" ".repeat(raw.length)}, 1)`);
});

test("stretches say what they are", () => {
  const said = (text: string, family: Family): string[] =>
    stretchesOf(text, family).map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`);
  expect(said("a('b') // c\n;/d/.test(`e\u0024{f}g`)", "script")).toEqual([
    "code a(",
    "string 'b'",
    "code ) ",
    "comment // c",
    "code \n;",
    "string /d/",
    "code .test(`",
    "string e\u0024{",
    "code f",
    "string }",
    "string g`",
    "code )",
  ]);
  expect(said("<b c='d'>e {f} {/* g */}</b>", "script")).toEqual([
    "code <b c=",
    "string 'd'",
    "code >",
    "text e ",
    "code {f}",
    "text  ",
    "code {",
    "comment /* g */",
    "code }</b>",
  ]);
  expect(said("f'a{b!r:>{c}}' # d", "python")).toEqual([
    "code f",
    "string 'a{",
    "code b",
    "string !r:>{",
    "code c",
    "string }}'",
    "code  ",
    "comment # d",
  ]);
});

/** Pieces that are one stretch each, whatever stands in them. */
const pieces: Readonly<Record<Family, readonly (readonly ["string" | "comment", string])[]>> = {
  script: [
    ["comment", "// ' { (\n"],
    ["comment", "/* } ` */"],
    ["string", "'\\'\"`'"],
    ["string", '"//"'],
    ["string", "/[/'\"]{(/g"],
  ],
  python: [
    ["comment", "# ' {\n"],
    ["string", "'#\"'"],
    ["string", "'''a\n'\"#'''"],
    ["string", '"{a}"'],
  ],
  go: [
    ["comment", "// ` '\n"],
    ["comment", '/* " */'],
    ["string", "`\n'\"//`"],
    ["string", '"`"'],
    ["string", "'\"'"],
  ],
  rust: [
    ["comment", "/* /* ' */ \" */"],
    ["comment", '// "\n'],
    ["string", 'r#"a"\n"#'],
    ["string", "'\"'"],
    ["string", '"\n//"'],
  ],
  java: [
    ["comment", "/* /* ' */"],
    ["comment", '// "\n'],
    ["string", '"""\n"a"//\n"""'],
    ["string", "'\"'"],
  ],
  csharp: [
    ["comment", "/* ' */"],
    ["string", '@"\\""//\n"'],
    ["string", '"\\"//"'],
    ["string", '"""\n"a"//\n"""'],
    ["string", "'\"'"],
  ],
  c: [
    ["comment", "/* ' */"],
    ["string", 'R"x(")\n//)x"'],
    ["string", '"\\"//"'],
    ["string", "'\"'"],
  ],
  other: [
    ["comment", "/* ' */"],
    ["comment", '# "\n'],
    ["string", '"#//"'],
  ],
};

test.each(Object.keys(pieces) as Family[])("%s: each piece is found as what it is, in any order", (family) => {
  const code = ["= a", "r + R", "(b)", "{ c }", "[@d]", "\r\n", "< 1"].map((text) => ["code", text] as const);
  const piece = fc.constantFrom(...pieces[family], ...code);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (made) => {
      const text = made.map(([, one]) => `${one} ;`).join("");
      let at = 0;
      const expected = made.flatMap(([kind, one]) => {
        const start = at;
        at += one.length + 2;
        return kind === "code" ? [] : [{ start, end: start + one.trimEnd().length, kind }];
      });
      const found = stretchesOf(text, family);
      expect(found.filter(({ kind }) => kind !== "code")).toEqual(expected);
      expect(found.flatMap(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
    }),
  );
});

test("offsets and line ends stay, and stretches leave no gap, whatever the text is", () => {
  const sign = fc.constantFrom(
    ...Object.values(pieces).flatMap((of) => of.flatMap(([, text]) => [text, ...text])),
    "f'",
    "<b>",
    "</b>",
    "\u0024{",
  );
  fc.assert(
    fc.property(fc.array(sign), fc.constantFrom(...(Object.keys(pieces) as Family[])), (signs, family) => {
      const text = signs.join("");
      const stretches = stretchesOf(text, family);
      expect(stretches.map(({ start }) => start)).toEqual(
        [0, ...stretches.map(({ end }) => end)].slice(0, stretches.length),
      );
      expect(stretches.every(({ start, end }) => start < end)).toBe(true);
      expect(stretches.at(-1)?.end ?? 0).toBe(text.length);
      const rebuilt = stretches.map(({ start, end, kind }) =>
        kind === "code" ? text.slice(start, end) : text.slice(start, end).replaceAll(/[^\r\n]/g, " "),
      );
      expect(maskCommentsAndStrings(text, family)).toBe(rebuilt.join(""));
    }),
  );
});
