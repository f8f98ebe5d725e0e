// What can be a name in which language, as data.

import { describe, expect, test } from "vitest";
import { nameFault } from "./identifier.ts";

const good: readonly (readonly [string, string])[] = [
  ["typescript", "größe $el _private ünï λ of async type"],
  ["javascriptreact", "x1 $ _ get"],
  ["python", "größe _x match case type _"],
  ["go", "größe Len len x_1"],
  ["rust", "größe r#type x1 union"],
  ["c", "class new größe __x"],
  ["cpp", "größe override final"],
  ["java", "größe $x var record"],
  ["kotlin", "größe `two words`"],
  ["csharp", "größe @class"],
  ["lua", "x_1 continue"],
];

const bad: readonly (readonly [string, readonly string[]])[] = [
  ["typescript", ["", "1x", "a b", "a-b", "a.b", "class", "await", "a\nb", "x;", "//", '"a"', "a\u202e"]],
  ["python", ["1x", "a$", "class", "None", "a b", "async"]],
  ["go", ["_", "a$", "func", "type", "a.b"]],
  ["rust", ["_", "fn", "r#self", "r#crate", "type", "self", "a$"]],
  ["c", ["int", "1x", "restrict", "a-b"]],
  ["cpp", ["class", "int", "co_await", "a::b", "operator+"]],
  ["java", ["_", "class", "true", "a-b"]],
  ["kotlin", ["fun", "a b", "``"]],
  ["csharp", ["class", "a b", "@"]],
  ["lua", ["end", "a$", "é"]],
  ["an unknown language", ["", "a b", "a\tb", "'a'", '"a"', "a`b", "a\r", "a\u2028b"]],
];

describe("a name", () => {
  test.each(good)("in %s: %s", (language, names) => {
    const found = language === "kotlin" ? ["größe", "`two words`"] : names.split(" ");
    expect(found.filter((name) => nameFault(language, name) !== undefined)).toEqual([]);
  });

  test.each(bad)("is none in %s: %j", (language, names) => {
    expect(names.filter((name) => nameFault(language, name) === undefined)).toEqual([]);
  });

  test.each(["foo-bar", "empty?", "set!", "a::b", "@x", "+"])("may be %s where the rules are unknown", (name) => {
    expect(nameFault("an unknown language", name)).toBeUndefined();
    expect(nameFault(undefined, name)).toBeUndefined();
  });

  test.each([
    ["typescript", "count", "#count", false],
    ["typescript", "#total", "#count", true],
    ["typescript", "#total", "count", false],
    ["rust", "b", "'a", false],
    ["rust", "'b", "'a", true],
    ["rust", "r#type", "kind", true],
  ])("in %s may be %s in place of %s: %s", (language, name, former, may) => {
    expect(nameFault(language, name, former) === undefined).toBe(may);
  });
});
