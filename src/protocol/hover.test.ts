import { expect, test } from "vitest";

import { normaliseHover } from "./hover.ts";

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
  const many = "` ".repeat(300_000);
  expect(normaliseHover({ language: "x", value: many })).toBe(`${fence}x\n${many}\n${fence}`);
});
