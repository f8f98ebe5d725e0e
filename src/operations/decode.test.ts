// What an operation's input may not be, from any door.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Refusal } from "../model/refusal.ts";
import { decode } from "./decode.ts";

const schema = z.strictObject({ query: z.string().optional(), targets: z.array(z.string()).optional() });

function whyNot(raw: unknown, by: z.ZodObject = schema): string | undefined {
  try {
    decode(by, raw);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.details.why;
    throw error;
  }
}

describe("arguments that cannot be taken", () => {
  test.each([
    [{ query: "a\ud800b" }, "query: it contains half a character"],
    [{ query: "\udc00\ud800" }, "query: it contains half a character"],
    [{ targets: ["fine", "\ud83d"] }, "targets: it contains half a character"],
    [JSON.parse('{"__proto__":{"query":"x"}}'), 'arguments: there is no argument "__proto__"'],
    [[1], "arguments: it must be an object, not a"],
    ["x", "arguments: it must be an object, not a"],
    [{ quer: 1 }, "quer"],
  ])("%j is refused by name", (raw, why) => {
    expect(whyNot(raw)).toContain(why);
  });

  test.each([
    ["missing", z.string(), undefined, "it is missing"],
    ["a missing choice", z.enum(["a", "b"]), undefined, "it is missing; it must be one of a, b"],
    ["an empty text", z.string().min(1), "", "it is empty"],
    ["an empty list", z.array(z.string()).min(1), [], "it is empty"],
    ["too long a text", z.string().max(2), "abc", "it has more than 2 characters"],
    ["too many", z.array(z.string()).max(1), ["a", "b"], "it has more than 1 entry"],
    ["a text for a number", z.int(), "few", "it must be a number, not a string"],
    ["a fraction", z.int(), 1.5, "it must be a whole number"],
    ["a number for a text", z.string(), 1, "it must be a string, not a number"],
    ["a text for a switch", z.boolean(), "yes", "it must be true or false, not a string"],
    ["a text for a list", z.array(z.string()), "a", "it must be a list, not a string"],
    ["nothing for an object", z.strictObject({}), null, "it must be an object, not null"],
    ["too little", z.int().min(1), 0, "it must be at least 1"],
    ["too much", z.int().max(9), 10, "it must be at most 9"],
    ["none of a choice", z.enum(["a", "b"]), "c", "it must be one of a, b"],
    ["an unknown key inside", z.strictObject({}), { x: 1 }, 'there is no argument "x"'],
    ["neither form", z.union([z.string(), z.int()]), true, "it has none of the accepted forms"],
  ])("%s is told in plain words", (_, inner, value, words) => {
    const given = value === undefined ? {} : { one: value };
    expect(whyNot(given, z.strictObject({ one: inner }))).toBe(`one: ${words}`);
  });

  test("a whole number in quotes is taken where only a number can be meant, and nowhere else", () => {
    const place = z.strictObject({ line: z.int().min(1).optional(), column: z.int().default(1), name: z.string() });
    expect(decode(place, { line: "12", column: "-3", name: "7" })).toEqual({ line: 12, column: -3, name: "7" });
    expect(whyNot({ line: "0", name: "a" }, place)).toBe("line: it must be at least 1");
    expect(whyNot({ line: "1.5", name: "a" }, place)).toBe("line: it must be a number, not a string");
  });

  test("what is wrong inside of a list says where", () => {
    const edits = z.strictObject({ edits: z.array(z.strictObject({ file_path: z.string() })) });
    expect(whyNot({ edits: [{ file_path: "a" }, {}] }, edits)).toBe("edits.1.file_path: it is missing");
  });

  test("a list that no operation takes is refused before its elements are looked at [S42]", () => {
    let looked = 0;
    const one = z.unknown().refine(() => ++looked > 0);
    const why = whyNot({ edits: Array.from({ length: 100_000 }, () => ({})) }, z.strictObject({ edits: z.array(one) }));
    expect(why).toBe("edits: it has 100000 elements, and a list may have at most 10000");
    expect(looked).toBe(0);
  });

  test("of many faults the first are told, and how many more there are [S42]", () => {
    const edits = z.strictObject({ edits: z.array(z.strictObject({ file_path: z.string() })) });
    const why = whyNot({ edits: Array.from({ length: 9_000 }, () => ({})) }, edits);
    expect(why?.split("; ")).toHaveLength(21);
    expect(why).toMatch(/edits\.19\.file_path: it is missing; and 8980 more$/);
  });

  test("whatever is well formed is taken as it is, and nothing else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (any, whole) => {
        const isWhole = Buffer.from(any, "utf8").toString("utf8") === any;
        expect(whyNot({ query: any }) === undefined).toBe(isWhole);
        expect(decode(schema, { query: whole, language_id: "go" })).toEqual({ query: whole });
      }),
    );
  });

  test("an argument of any depth is looked at without end of the stack", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(100_000)}"\\ud800"${"]".repeat(100_000)}`);
    expect(whyNot({ query: deep })).toContain("query: ");
  });
});
