// Nonsense is told from an empty answer.

import { expect, test } from "vitest";
import { hasShapeOf, unreadableItems } from "./shapes.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

test.each([
  ["textDocument/references", null, true],
  ["textDocument/references", [], true],
  ["textDocument/references", {}, false],
  ["textDocument/references", "none", false],
  ["textDocument/definition", { uri: "file:///a", range }, true],
  ["textDocument/definition", {}, false],
  ["textDocument/hover", null, true],
  ["textDocument/hover", { contents: "" }, true],
  ["textDocument/hover", [], false],
  ["workspace/symbol", 7, false],
  ["textDocument/formatting", "judged elsewhere", true],
] as const)("%s answered with %j", (method, result, fits) => {
  expect(hasShapeOf(method, result)).toBe(fits);
});

test("elements that cannot be read are counted", () => {
  const links = [{ targetUri: "file:///a", targetRange: range }, { targetUri: "file:///a" }];
  const symbols = [
    { name: "a", location: { uri: "file:///a" } },
    { name: "b", range, selectionRange: range },
  ];
  expect(unreadableItems([{ uri: "file:///a", range }, { uri: "file:///b" }, null, "x"])).toBe(3);
  expect(unreadableItems(links)).toBe(1);
  expect(unreadableItems(symbols)).toBe(0);
  expect(unreadableItems(null)).toBe(0);
});
