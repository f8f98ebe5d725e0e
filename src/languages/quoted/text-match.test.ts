// What a quoted text matches, and what becomes of the file: exact first, then line ends, then the whitespace around lines.

import { describe, expect, test } from "vitest";
import type { Family } from "../family.ts";
import { applyEdits } from "../../model/text-edit.ts";
import type { TextMatch } from "./text-match.ts";
import { matchText } from "./text-match.ts";

interface Case {
  readonly file: string;
  readonly old: string;
  readonly now: string;
  readonly all?: boolean;
  readonly family?: Family;
}

function matched({ file, old, now, all = false, family = "other" }: Case): TextMatch {
  return matchText(file, { oldText: old, newText: now, all, family });
}

/** The file afterwards, or how it was not found. */
function edited(one: Case): string {
  const match = matched(one);
  return match.kind === "found" ? applyEdits(one.file, match.edits) : match.kind;
}

describe("a text that is there", () => {
  test.each<readonly [string, Case, string]>([
    ["a word", { file: "let a = 1;\n", old: "a", now: "b" }, "let b = 1;\n"],
    ["lines", { file: "one\ntwo\nthree\n", old: "one\ntwo\n", now: "zero\n" }, "zero\nthree\n"],
    ["taken away", { file: "one\ntwo\n", old: "two\n", now: "" }, "one\n"],
    ["beyond the basic plane", { file: "é𝒳 = 𝒴\n", old: "𝒳 = 𝒴", now: "𝒵" }, "é𝒵\n"],
    ["special to patterns", { file: "f($&) + .*\n", old: "$&) + .*", now: "$1$$)" }, "f($1$$)\n"],
    ["at the end without a line end", { file: "one\ntwo", old: "two", now: "2" }, "one\n2"],
    ["everywhere, when asked for", { file: "a a\na\n", old: "a", now: "bb", all: true }, "bb bb\nbb\n"],
    ["everywhere without overlap", { file: "aaaa", old: "aa", now: "b", all: true }, "bb"],
  ])("%s is replaced", (_, one, expected) => {
    expect(edited(one)).toBe(expected);
    expect(matched(one)).toMatchObject({ despite: undefined });
  });

  test.each<readonly [string, Case, readonly number[]]>([
    ["twice", { file: "a = 1\nb\na = 1\n", old: "a = 1", now: "x" }, [1, 3]],
    ["overlapping itself", { file: "aaa", old: "aa", now: "x" }, [1, 1]],
    ["twice but for line ends", { file: "a\r\nb\r\na\r\nb\r\n", old: "a\nb", now: "x" }, [1, 3]],
    ["twice but for its indentation", { file: "  go( )\n    go( )\n", old: "\tgo( )", now: "x" }, [1, 2]],
  ])("%s is not chosen from", (_, one, lines) => {
    expect(matched(one)).toEqual({ kind: "ambiguous", lines });
  });

  test("once exactly and again but for whitespace is the one that is quoted", () => {
    expect(edited({ file: "  go()\n\tgo()\n", old: "\tgo()", now: "\tstop()" })).toBe("  go()\n\tstop()\n");
  });
});

describe("line ends", () => {
  test.each<readonly [string, Case, string]>([
    ["CRLF, quoted with LF", { file: "a\r\nb\r\nc\r\n", old: "a\nb\n", now: "x\ny\nz\n" }, "x\r\ny\r\nz\r\nc\r\n"],
    ["CRLF, quoted exactly", { file: "a\r\nb\r\n", old: "a\r\nb", now: "x\ny" }, "x\r\ny\r\n"],
    ["CRLF, a word for two lines", { file: "a\r\nb", old: "a", now: "x\ny" }, "x\r\ny\r\nb"],
    ["CRLF, quoted from a line end on", { file: "a\r\nb\r\n", old: "\nb", now: "\nx\ny" }, "a\r\nx\r\ny\r\n"],
    ["CRLF, in the last line", { file: "a\r\nb", old: "b", now: "x\ny" }, "a\r\nx\r\ny"],
    ["LF, written with CRLF", { file: "a\nb\n", old: "a\r\nb", now: "x\r\ny" }, "x\ny\n"],
    ["mixed, as they are at the place", { file: "a\nb\r\nc\n", old: "b", now: "x\ny" }, "a\nx\r\ny\r\nc\n"],
    ["old CR", { file: "a\rb\r", old: "a\nb", now: "x\ny" }, "x\ry\r"],
    ["none in the file", { file: "a", old: "a", now: "x\r\ny" }, "x\r\ny"],
    ["changed on purpose", { file: "a\r\nb\r\n", old: "a\r\nb\r\n", now: "a\nb\n" }, "a\nb\n"],
  ])("%s", (_, one, expected) => {
    expect(edited(one)).toBe(expected);
  });
});

describe("whitespace around lines that is not as it was quoted", () => {
  const python = "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n";

  test.each<readonly [string, Case, string]>([
    [
      "a constant indentation is added to what is written",
      {
        file: python,
        old: "def g(self):\n    return 2",
        now: "def g(self):\n    if x:\n        return 3\n    return 2",
      },
      "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        if x:\n            return 3\n        return 2\n",
    ],
    [
      "or taken from it",
      { file: "a:\n  b: 1\n  c: 2\n", old: "    b: 1\n    c: 2", now: "    b: 1\n    d:\n      - 3\n    c: 2" },
      "a:\n  b: 1\n  d:\n    - 3\n  c: 2\n",
    ],
    [
      "a tab of a recipe is added",
      { file: "all:\n\tcc a.c\n\tcc b.c\n", old: "cc a.c\ncc b.c", now: "cc -O2 a.c\ncc -O2 b.c" },
      "all:\n\tcc -O2 a.c\n\tcc -O2 b.c\n",
    ],
    ["trailing blanks do not matter", { file: "a  \n  b\t\nc\n", old: "a\n  b\n", now: "x\n" }, "x\nc\n"],
    [
      "empty lines stay empty",
      { file: "if x:\n    a( )\n    \n    b( )\n", old: "a( )\n\nb( )", now: "a( )\n\nc( )" },
      "if x:\n    a( )\n\n    c( )\n",
    ],
    ["in CRLF", { file: "{\r\n  a;\r\n  b;\r\n}\r\n", old: "a;\nb;\n", now: "c;\nd;\n" }, "{\r\n  c;\r\n  d;\r\n}\r\n"],
    ["a line end that is not there is not added", { file: "f:\n\ta", old: "a  \n", now: "b\n" }, "f:\n\tb"],
    [
      "a string in one line does not matter",
      { file: "\tx( )\n\ty\n", old: "x( )\ny", now: 'x(`a`)\ny("""b""")' },
      '\tx(`a`)\n\ty("""b""")\n',
    ],
  ])("%s", (_, one, expected) => {
    expect(edited(one)).toBe(expected);
    expect(matched(one)).toMatchObject({ despite: expect.any(String) });
  });

  test.each<readonly [string, Case]>([
    [
      "that is not the same for all lines",
      { file: python, old: "  def g(self):\n    return 2", now: "  def g(self):\n    return 3" },
    ],
    ["that is not, and other line ends", { file: "{\r\n  a;\r\n}\r\n", old: "a; \n}", now: "b;\n}" }],
    ["of spaces where there are tabs", { file: "all:\n\tcc a.c\n", old: "    cc a.c", now: "    cc b.c" }],
    ["that new text has no room for", { file: "a:\n  b: 1\n", old: "    b: 1", now: " b: 2" }],
    [
      "with a string of several lines",
      { file: "def f():\n    return 1\n", old: "return 1 ", now: 'return """a\n  b"""' },
    ],
    ["with a template of several lines", { file: "{\n  a( );\n}\n", old: "a( ); ", now: "a(`\n`);" }],
    ["with a here-document", { file: "f() {\n  a b\n}\n", old: "a b ", now: "cat <<EOF\nx\nEOF" }],
  ])("%s is not guessed", (_, one) => {
    expect(matched(one)).toMatchObject({ kind: "unclear", line: expect.any(Number), why: expect.any(String) });
  });

  const block = "{\n    a( );\n    b( );\n}\n";

  test.each<readonly [string, Family, string]>([
    ["Rust", "rust", 'a("x\ny\n");\nb( );'],
    ["Rust, raw", "rust", 'a(r#"x "y" z\ny\n"#);\nb( );'],
    ["Rust, a letter before it", "rust", 'a(\'"\', "x\ny");\nb( );'],
    ["C++, raw", "c", 'a(R"(x "y"\ny)");\nb( );'],
    ["C++, raw with a delimiter", "c", 'a(R"sql(x\ny)sql");\nb( );'],
    ["Go", "go", "a(`x\ny`);\nb( );"],
    ["PHP", "other", "a(<<<sql\nx\nsql);\nb( );"],
    ["Ruby", "other", "a(<<~sql)\nx\nsql\nb( );"],
    ["Java", "java", 'a("""\nx\n""");\nb( );'],
    ["C#", "csharp", 'a(@"x\ny");\nb( );'],
    ["SQL", "other", "a('x\ny');\nb( );"],
    ["Lua", "other", "a([[x\ny]])\nb( );"],
  ])("a string of several lines in what is written is not moved: %s", (_, family, now) => {
    expect(matched({ file: block, old: "a( );\nb( );", now, family })).toMatchObject({ kind: "unclear", line: 2 });
  });

  test.each<readonly [string, Family, string]>([
    ["Rust", "rust", 'f("\n    a( );\n    b( );\n");\n'],
    ["Rust, raw", "rust", 'f(r#"\n  " x\n    a( );\n    b( );\n"#);\n'],
    ["C++", "c", 'f(R"(\n    a( );\n    b( );\n)");\n'],
    ["Go", "go", "f(`\n    a( );\n    b( );\n`)\n"],
    ["Python", "python", 'f("""\n    a( );\n    b( );\n""")\n'],
    ["a template", "script", "f(`\n    a( );\n    b( );\n`)\n"],
    ["C#", "csharp", 'f(@"\n    a( );\n    b( );\n");\n'],
    ["PHP", "other", "f(<<<EOT\n    a( );\n    b( );\nEOT);\n"],
    ["SQL", "other", 'f("\n    a( );\n    b( );\n");\n'],
  ])("nor are lines moved that stand in one: %s", (_, family, file) => {
    expect(matched({ file, old: "a( );\nb( );", now: "a( );\nc( );", family })).toMatchObject({ kind: "unclear" });
    const exact = { file, old: "    a( );\n    b( );", now: "    c( );", family };
    expect(edited(exact)).toBe(file.replace(exact.old, exact.now));
  });

  test.each<readonly [string, Family, string]>([
    ["a lifetime", "rust", "fn a<'x>(s: &'x str) {}\nb( );"],
    ["a word with an apostrophe", "script", "// it doesn't \"\na( );\nb( );"],
    ["a quote as a letter", "java", "a('\"');\nb( );"],
    ["a raw string in one line", "rust", 'a(r#"x "y" z"#);\nb( );'],
    ["an attribute", "rust", "#[test]\na( );\nb( );"],
    ["lists in a list", "script", 'a([["x"], ["y"]]);\nb( );'],
    ["a shift", "c", "a(1 << n, x << m);\nb( );"],
  ])("but what only looks like one is: %s", (_, family, now) => {
    expect(edited({ file: block, old: "a( );\nb( );", now, family })).toBe(`{\n${now.replaceAll(/^/gm, "    ")}\n}\n`);
  });

  test("a blank that is no indentation is not ignored, nor are blanks within a line", () => {
    expect(edited({ file: "\u00a0a b\n", old: "a b ", now: "x" })).toBe("absent");
    expect(edited({ file: "a  b\n", old: "a b", now: "x" })).toBe("absent");
    expect(edited({ file: "a\n\n\nb\n", old: " \n \n", now: "x" })).toBe("absent");
  });

  test("every place is wanted only where it stands exactly", () => {
    expect(edited({ file: "  a( )\n    a( )\n", old: "\ta( )", now: "b", all: true })).toBe("ambiguous");
  });
});

test("what is not there comes with the lines that are most like it", () => {
  const file = "import x\n\nexport function total(items: Item[]): number {\n  return sum(items);\n}\n";
  expect(matched({ file, old: "export function total(item: Item): number {\n", now: "" })).toEqual({
    kind: "absent",
    near: [{ line: 3, text: "export function total(items: Item[]): number {" }],
  });
  expect(matched({ file, old: "quite another thing", now: "" })).toEqual({ kind: "absent", near: [] });
  const many = `${"  return sum(items);\n".repeat(9)}${"x".repeat(500)}\n`;
  expect(matched({ file: many, old: "return sum(item)", now: "" })).toMatchObject({
    near: [{ line: 1 }, { line: 2 }, { line: 3 }],
  });
});
