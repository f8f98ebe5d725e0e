// What an operation's input may not be, whoever sends it.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Refusal } from "../model/refusal.ts";
import { decode } from "./decode.ts";

const schema = z.strictObject({ query: z.string().optional(), targets: z.array(z.string()).optional() });

function whyNot(raw: unknown): string | undefined {
  try {
    decode(schema, raw);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.details.why;
    throw error;
  }
}

describe("arguments that cannot be taken", () => {
  test.each([
    [{ query: "a\ud800b" }, "query: it holds half a character"],
    [{ query: "\udc00\ud800" }, "query: it holds half a character"],
    [{ targets: ["fine", "\ud83d"] }, "targets: it holds half a character"],
    [JSON.parse('{"__proto__":{"query":"x"}}'), 'Unrecognized key: "__proto__"'],
    [[1], "expected object"],
    ["x", "expected object"],
    [{ quer: 1 }, "quer"],
  ])("%j is refused by name", (raw, why) => {
    expect(whyNot(raw)).toContain(why);
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
