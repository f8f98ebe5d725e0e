import { expect, test } from "vitest";
import type { SymbolNode } from "../../model/code-facts.ts";
import { standingOf } from "../../model/standing.ts";
import { standingText } from "../../render/standing-text.ts";
import { shownSymbols, withheldReason } from "./withheld.ts";

const span = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };

function node(name: string, children: readonly SymbolNode[] = [], detail?: string): SymbolNode {
  return { name, kind: "function", span, nameSpan: span, children, ...(detail === undefined ? {} : { detail }) };
}

const withheld = { where: "src/evil.ts:1", why: "src/evil.ts:1 leads to /out/s.ts, outside the root" };

test("of a file that leads outside, names that its text spells are shown, and nothing inferred [S10]", () => {
  const listed = [node("total", [node("map() callback")], '() => "SECRET"'), node("SECRET", [node("inner")])];
  const text = "function total() { return a.map(() => 1); }\nMACRO(inner)\n";
  const { symbols, reasons } = shownSymbols(listed, text, withheld);
  expect(symbols).toEqual([node("total", [node("map() callback")]), node("inner")]);
  expect(reasons).toEqual([withheldReason(withheld)]);
});

test("of a file that leads nowhere everything is shown", () => {
  const listed = [node("total", [], "() => 1")];
  expect(shownSymbols(listed, "", undefined)).toEqual({ symbols: listed, reasons: [] });
});

test.each([
  ["src/evil.ts:1", "Standing: partial — text withheld — src/evil.ts:1 leads outside the root"],
  [
    "packages/application/source/components/evil.ts:12",
    "Standing: partial — text withheld — …/evil.ts:12 leads outside the root",
  ],
])("the standing names %s in one short line", (where, line) => {
  expect(standingText(standingOf([withheldReason({ where, why: "" })]))).toBe(line);
});
