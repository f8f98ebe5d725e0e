// Which texts may declare what is asked for by name.

import { expect, test } from "vitest";
import type { NameQuery } from "./name-search.ts";
import { lettersOfName, partOfName, wholeName } from "./name-search.ts";

const source = "class ShoppingCart { total$() {} }\nconst größe = 1;\n";

test.each<[title: string, query: NameQuery, isIn: boolean]>([
  ["a part of a name, in any case", partOfName("pingca"), true],
  ["a part that is in no name", partOfName("cartoon"), false],
  ["a whole name", wholeName("total$"), true],
  ["a part is no whole name", wholeName("Shopping"), false],
  ["letters in their order", lettersOfName("sh", "shct"), true],
  ["letters of a name beyond ASCII", lettersOfName("g", "grsse".replace("ss", "ß")), true],
  ["letters in another order", lettersOfName("ct", "ctsh"), false],
  ["letters that only several names have together", lettersOfName("c", "cartconst"), false],
])("%s", (_, query, isIn) => {
  expect(query.mayBeIn(source)).toBe(isIn);
});

test("texts made to be slow are read once", () => {
  const long = "a".repeat(100_000);
  expect(lettersOfName("a", `${"a".repeat(50)}b`).mayBeIn(long)).toBe(false);
  expect(lettersOfName("a", `${long}b`).mayBeIn(`${long}${long}`)).toBe(false);
});
