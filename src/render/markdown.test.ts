// A hover stays readable and does nothing: no link, no picture, no HTML, no hidden character.

import { expect, test } from "vitest";
import { firstLines } from "./first-lines.ts";
import { firstCode, inertMarkdown } from "./markdown.ts";

test.each([
  ["a link", "see [the docs](https://evil.example/x?y=(1)) now", "see the docs now"],
  ["a link of code", "[`shop.Greet` on pkg.go.dev](https://pkg.go.dev/shop#Greet)", "`shop.Greet` on pkg.go.dev"],
  ["a link by reference", "[docs][1] and\n\n[1]: https://evil.example", "docs and"],
  ["a link in a link", "[a [b](https://x.example) c](command:evil)", "a b c"],
  ["a picture, which would be fetched", "![x](https://evil.example/?leak)", "x"],
  ["a command", "[run](command:workbench.action.terminal)", "run"],
  ["a bare address", "at https://evil.example/a_b.", "at `https://evil.example/a_b.`"],
  ["an address in brackets", "at <file:///etc/passwd>", "at `file:///etc/passwd`"],
  ["HTML", "<img src=x onerror=alert(1)> <b>bold</b> a < b", "\\<img src=x onerror=alert(1)> \\<b>bold\\</b> a < b"],
  ["an escape sequence and a right-to-left mark", "a\u001b[31mb\u202ec", "a\\u{1b}[31mb\\u{202e}c"],
  ["a link behind a tick that is no code", "\\`[x](https://evil.example)`", "\\`x`"],
  ["code, which stays as it is", "`a[i](x)` and ``<b> ` [x](y)``", "`a[i](x)` and ``<b> ` [x](y)``"],
  ["a list and emphasis", "- *one*\n- **two** [ok]", "- *one*\n- **two** [ok]"],
  ["many empty lines", "\n\na\n\n\n\nb\n\n", "a\n\nb"],
])("%s [S30]", (_, markdown, shown) => {
  expect(inertMarkdown(markdown)).toBe(shown);
});

test("a block of code stays as it is, a fence inside a longer one too", () => {
  const code = '````ts\nconst a = b[0]("https://x.example"); // <b>\n```\n````\n[x](https://y.example)';
  expect(inertMarkdown(code)).toBe('````ts\nconst a = b[0]("https://x.example"); // <b>\n```\n````\nx');
});

test.each([
  ["text\n```ts\nfunction f(): void\n```\nmore", "function f(): void"],
  ["\n\nplain first\nsecond", "plain first"],
  ["", ""],
])("the first code of %j", (markdown, code) => {
  expect(firstCode(markdown)).toBe(code);
});

test("as many first lines as fit, whole, and a word about the rest", () => {
  const lines = ["one", "two", "three", "four"];
  const rest = (kept: number): string => `(${lines.length - kept} more)`;
  expect(firstLines("head", lines, { characters: 100 }, rest)).toBe("head\none\ntwo\nthree\nfour");
  expect(firstLines("head", lines, { characters: 21 }, rest)).toBe("head\none\ntwo\n(2 more)");
  expect(firstLines("head", lines, { characters: 20 }, rest)).toBe("head\none\n(3 more)");
  expect(firstLines("head", lines, { characters: 1 }, rest)).toBe("head\n(4 more)");
});
