import { expect, test } from "vitest";

import { hoverCharacters, hoverLength, normaliseHover } from "./hover.ts";

const fence = "```";

test.each([
  ["markup", { kind: "markdown", value: "**bold**\n" }, "**bold**"],
  ["plain text", { kind: "plaintext", value: "text" }, "text"],
  ["a string", " a *string* ", "a *string*"],
  ["a pair of language and code", { language: "go", value: "func F()" }, `${fence}go\nfunc F()\n${fence}`],
  ["a list of both", [{ language: "ts", value: "let a" }, "docs", ""], `${fence}ts\nlet a\n${fence}\n\ndocs`],
  ["an empty list", [], ""],
  ["nothing", null, ""],
  ["rubbish", [7, null, {}, { kind: "markdown" }], ""],
])("%s becomes one text", (_, contents, expected) => {
  expect(normaliseHover(contents)).toBe(expected);
});

test("code cannot close the fence it stands in, however many backticks it has", () => {
  const value = "`````\nescaped?";
  expect(normaliseHover({ language: "md", value })).toBe(`\`\`\`\`\`\`md\n${value}\n\`\`\`\`\`\``);
  const many = "` ".repeat(40_000);
  expect(normaliseHover({ language: "x", value: many })).toBe(`${fence}x\n${many}\n${fence}`);
});

test("a text that is too long is cut before it is looked at, part by part, and its length is known [S42]", () => {
  const part = "x".repeat(hoverCharacters - 1);
  const contents = [part, { language: "x", value: "\u{1F600}" }, "left out"];
  expect(normaliseHover(contents)).toBe(`${part}\n\n${"```x"}\n\n${"```"}`);
  expect(hoverLength(contents)).toBe(hoverCharacters - 1 + 2 + 8);
  expect(normaliseHover("x".repeat(2 * hoverCharacters))).toHaveLength(hoverCharacters);
});
