// How well a name fits what a caller typed, and how languages spell names.

import { expect, test } from "vitest";
import { leafOf, spelled } from "../../languages/names/symbol-name.ts";
import { parseSymbolPath } from "./path.ts";
import { matchQuality } from "./rank.ts";

test("from exact over beginnings and humps to letters in order, and nothing beyond [AGL-076]", () => {
  const names = ["goTo", "GOTO", "goToDefinition", "aGoTo", "geoTool", "getOptions", "total", "of"];
  const ranked = names.map((name) => ({ name, quality: matchQuality("goTo", name) }));
  expect(ranked.filter(({ quality }) => quality > 0).map(({ name }) => name)).toEqual([
    "goTo",
    "GOTO",
    "goToDefinition",
    "aGoTo",
    "geoTool",
    "getOptions",
  ]);
  const order = ranked.map(({ quality }) => quality);
  expect(order).toEqual([...order].sort((a, b) => b - a));
});

test.each([
  ["gTD", "goToDefinition"],
  ["gotodef", "goToDefinition"],
  ["GTD", "go_to_definition"],
  ["go_to", "goToDefinition"],
  ["hs", "HTTPServer"],
  ["httpS", "HTTPServer"],
])("%s fits the humps of %s better than letters anywhere", (typed, name) => {
  expect(matchQuality(typed, name)).toBeGreaterThan(matchQuality("oinit", "goToDefinition"));
});

test("a long name of nothing but humps is judged at once", () => {
  expect(matchQuality("aaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "aA".repeat(200))).toBe(0);
});

test.each([
  ["total", ["total"]],
  ["(*Cart).Total", ["Cart", "Total"]],
  ["(Box[T]).Get", ["Box", "Get"]],
  ["shop::Cart::total", ["shop", "Cart", "total"]],
  ["Box<std::pair<A, B>>::get", ["Box", "get"]],
  ["shop::Cart::operator<<", ["shop", "Cart", "operator<<"]],
  ["operator()", ["operator()"]],
  ["total(int, String)", ["total"]],
  ["total/2", ["total"]],
  ["Shop.Inner", ["Shop", "Inner"]],
  ["M:total", ["M", "total"]],
  ["1. Heading", ["1. Heading"]],
  ['"a.b"', ["a.b"]],
  ["[Symbol.iterator]", ["[Symbol.iterator]"]],
  ["map() callback", ["map() callback"]],
  ["total(int) : int", ["total"]],
  ["()", ["()"]],
  ["impl<'a, T: Clone> fmt::Display for &'a mut Wrap<T> where T: Send", ["Wrap"]],
  ["impl dyn Priced + Send", ["Priced + Send"]],
])("%s holds the names %j", (name, parts) => {
  expect(spelled(name).parts).toEqual(parts);
  expect(leafOf(name)).toBe(parts.at(-1));
});

test.each([
  ["Cart.total", ["Cart", "total"], undefined],
  [" Cart::total[2] ", ["Cart", "total"], 2],
  ["Cart/total", ["Cart", "total"], undefined],
  ["(*Cart).Total", ["Cart", "Total"], undefined],
  ['table."a.b".c', ["table", "a.b", "c"], undefined],
  ["Cart.operator[][3]", ["Cart", "operator[]"], 3],
  ["impl fmt::Display for Cart.fmt", ["impl fmt::Display for Cart", "fmt"], undefined],
  ["Shop.total/2", ["Shop", "total"], undefined],
])("the path %s is read as %j", (text, names, overload) => {
  expect(parseSymbolPath(text)).toEqual(overload === undefined ? { names } : { names, overload });
});

test.each(["", ".", "[2]", "Cart[0]"])("%j is no path", (text) => {
  expect(() => parseSymbolPath(text)).toThrow(/is not a valid symbol path/);
});

test.each(["[", "(", "<", '"', "impl ", "a.", "a/"])(
  "a path of very many %j is refused by its length [S42]",
  (part) => {
    expect(() => parseSymbolPath(part.repeat(50_000))).toThrow(/too long/);
  },
);
