// Completions of every shape, and snippets without their marks.

import { describe, expect, test } from "vitest";
import { completionOrder, lacksDetail, readCompletion } from "./lists-completion.ts";
import { plainSnippet } from "./lists-snippet.ts";

const range = { start: { line: 0, character: 1 }, end: { line: 0, character: 2 } };

describe("a completion", () => {
  test.each([
    [{ label: "a" }, { label: "a", kind: "text", newText: "a" }],
    [
      { label: "a", kind: 3, insertText: "A" },
      { kind: "function", newText: "A" },
    ],
    [
      { label: "a", kind: 99, insertText: "A", textEdit: { newText: "B", range } },
      { kind: "text", newText: "B", range },
    ],
    [
      { label: "a", textEdit: { newText: "B", insert: range, replace: range } },
      { newText: "B", range },
    ],
    [
      { label: "a", textEdit: "nonsense", detail: 7, documentation: [] },
      { newText: "a", label: "a" },
    ],
    [{ label: " \u2022 a" }, { label: "a", newText: "a" }],
    [{ label: "a", insertTextFormat: 2, insertText: "a($1)$0" }, { newText: "a()" }],
    [{ label: "a", insertText: "$a($1)" }, { newText: "$a($1)" }],
    [{ label: "a", tags: [1] }, { isDeprecated: true }],
    [{ label: "a", deprecated: true }, { isDeprecated: true }],
    [
      { label: "a", additionalTextEdits: [{ newText: "import a\n", range }, { newText: "" }, 7] },
      { alsoInserts: ["import a"] },
    ],
    [{ label: "a", documentation: { kind: "markdown", value: "*a*" } }, { documentation: "*a*" }],
  ])("%j", (item, expected) => {
    expect(readCompletion(item)).toMatchObject(expected);
  });

  test.each([
    [{ detail: "int", labelDetails: { detail: "(int first)" } }, "(int first) int"],
    [{ detail: "fn() -> T", labelDetails: { detail: " (as Into)", description: "fn() -> T" } }, "(as Into) fn() -> T"],
    [{ labelDetails: { description: "./cart" } }, "./cart"],
  ])("tells its detail once, from wherever it stands: %j", (item, expected) => {
    expect(readCompletion({ label: "a", ...item }).detail).toBe(expected);
    expect(lacksDetail({ label: "a", ...item })).toBe(false);
  });

  test("without any detail it lacks one, and is found and sorted by its label", () => {
    expect(lacksDetail({ label: "a", detail: " ", documentation: "" })).toBe(true);
    expect(completionOrder({ label: " a" })).toEqual({ label: "a", filter: "a", sort: "a", isPreselected: false });
    const told = { label: "a", filterText: ".a", sortText: "1", preselect: true, textEdit: { newText: "", range } };
    expect(completionOrder(told)).toEqual({ label: "a", filter: ".a", sort: "1", isPreselected: true, range });
  });
});

/** `§` stands for the dollar sign, which the linter takes for a forgotten template. */
test.each([
  ["plain", "plain"],
  ["for ($1) { $0 }", "for () {  }"],
  ["f(§{1:first}, §{2:second})", "f(first, second)"],
  ["§{1:outer §{2:inner} end}", "outer inner end"],
  ["§{1|one,two|}!", "one!"],
  ["§{1|a\\,b,c|}", "a,b"],
  ["$TM_SELECTED_TEXT and §{TM_FILENAME:name}", " and name"],
  ["§{TM_FILENAME/(.*)/$1/}x", "x"],
  ["\\$1 costs \\\\ \\}", "$1 costs \\ }"],
  ["100 $ and \\n", "100 $ and \\n"],
  ["§{1:never ends", "never ends"],
  ["§{1|never ends", "never ends"],
  ["§{", "§{"],
  ["§{1", ""],
  ["👍§{1:👎}", "👍👎"],
])("the snippet %j reads %j", (snippet, text) => {
  expect(plainSnippet(snippet.replaceAll("§", "$"))).toBe(text.replaceAll("§", "$"));
});
