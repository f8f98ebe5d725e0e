// The fingerprint of a file's words: what stands in the bytes is always reported, and hardly anything else.

import { describe, expect, test } from "vitest";
import { filterOf, hashWord, mayContain } from "./word-filter.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const holds = (text: string, word: string): boolean => mayContain(filterOf(bytesOf(text)), hashWord(word));

describe("a word of the text is reported", () => {
  test.each([
    ["alone", "total", "total"],
    ["first", "total = 1", "total"],
    ["last, without a line end", "x = total", "total"],
    ["between signs", "a.total(b)", "total"],
    ["in a string and in a comment", '"total" // sum', "sum"],
    ["of one letter", "x+y", "y"],
    ["with digits and underscores", "let _t0_ = 1", "_t0_"],
    ["with a dollar sign", "const $total = a$b;", "$total"],
    ["with a dollar sign inside", "const $total = a$b;", "a$b"],
    ["behind a dollar sign, for languages that mark variables so", "echo $total;", "total"],
    ["before a dollar sign", "total$ = 1", "total"],
    ["between dollar signs", "a$total$b", "total"],
    ["beyond ASCII", "größe = 1", "größe"],
    ["beyond the first plane", "let 𝑥y = 1", "𝑥y"],
    ["first, behind the mark of an encoding", "\uFEFFtotal = 1", "total"],
    ["behind the dot of Go's assembly", "CALL ·total(SB)", "total"],
    ["between quotes and an arrow of prose", "“total”→sum", "total"],
    ["behind an arrow of prose", "“total”→sum", "sum"],
    ["behind a picture", "👍total", "total"],
    ["with carriage returns around it", "a\r\ntotal\r\nb", "total"],
  ])("%s", (_, text, word) => {
    expect(holds(text, word)).toBe(true);
  });

  test("whatever the number of words", () => {
    const words = Array.from({ length: 5_000 }, (_, at) => `word${at * 7}`);
    const filter = filterOf(bytesOf(words.join(" ")));
    expect(words.filter((word) => !mayContain(filter, hashWord(word)))).toEqual([]);
  });
});

describe("a word that is not there is ruled out", () => {
  test.each([
    ["in an empty text", "", "total"],
    ["where it is a part of another", "subtotal totals total_ total2", "total"],
    ["where only its parts stand", "to tal", "total"],
    ["where its case differs", "Total", "total"],
    ["where it touches a letter beyond ASCII", "totalß", "total"],
    ["where a plain word stands beside other signs", "größe = sum", "total"],
    ["beyond ASCII in a plain text", "groesse", "größe"],
  ])("%s", (_, text, word) => {
    expect(holds(text, word)).toBe(false);
  });

  test("but for one in some hundreds", () => {
    const filter = filterOf(bytesOf(Array.from({ length: 3_000 }, (_, at) => `word${at}`).join("\n")));
    const others = Array.from({ length: 10_000 }, (_, at) => `other${at}`);
    expect(others.filter((word) => mayContain(filter, hashWord(word))).length).toBeLessThan(100);
  });
});

test("a word beyond ASCII is ruled out only where nothing is beyond ASCII, for it may be spelt otherwise", () => {
  expect([holds("ǆ", "größe"), holds("g", "größe")]).toEqual([true, false]);
});

test("a filter takes a few bytes for each distinct word, however often it stands there", () => {
  const size = (text: string): number => filterOf(bytesOf(text)).bits.length;
  const words = Array.from({ length: 1_000 }, (_, at) => `word${at}`).join(" ");
  expect(size("")).toBe(8);
  expect(size(`${words} ${words} ${words}`)).toBe(size(words));
  expect(size(words)).toBeLessThanOrEqual(3_072);
});

test.each<[string, readonly number[], (unit: number) => readonly number[]]>([
  ["little end first", [0xff, 0xfe], (unit) => [unit, 0]],
  ["big end first", [0xfe, 0xff], (unit) => [0, unit]],
])("words are found in a text of two bytes a sign as well: %s", (_, mark, pair) => {
  const signs = [..."total = 1"].flatMap((sign) => pair(sign.charCodeAt(0)));
  const filter = filterOf(Uint8Array.from([...mark, ...signs]));
  expect(["total", "other"].map((word) => mayContain(filter, hashWord(word)))).toEqual([true, false]);
});

test.each<[string, readonly number[], (unit: number) => readonly number[]]>([
  ["little end first", [0xff, 0xfe], (unit) => [unit & 255, unit >> 8]],
  ["big end first", [0xfe, 0xff], (unit) => [unit >> 8, unit & 255]],
])("a word beside signs whose bytes look like letters is reported in such a text too: %s", (_, mark, pair) => {
  const text = "total。sum、count größe";
  const signs = Array.from({ length: text.length }, (_sign, at) => pair(text.charCodeAt(at))).flat();
  const filter = filterOf(Uint8Array.from([...mark, ...signs]));
  expect(["total", "sum", "count", "größe"].filter((word) => !mayContain(filter, hashWord(word)))).toEqual([]);
});
