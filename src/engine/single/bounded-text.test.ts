// The limit of a result: whole lines, and a note of how many are missing.

import { describe, expect, test } from "vitest";
import { boundedText, bytesOf, maxResultBytes } from "./lsp-tool.ts";

const more = (missing: number): string => `+${missing} more results`;

test("what fits is there whole, without a note", () => {
  expect(boundedText(["head"], ["a", "b"], more, 0, bytesOf("head\na\nb"))).toBe("head\na\nb");
});

describe("what does not fit", () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => `src/größe-${at}.ts:${at + 1}:7 (function größe${at})`);
  const text = boundedText(["Standing: partial"], rows, more);
  const lines = text.split("\n");

  test("ends after a whole line, within 100 KB of bytes, not characters [NEX-27]", () => {
    expect(bytesOf(rows.join("\n"))).toBeGreaterThan(maxResultBytes);
    expect(bytesOf(text)).toBeLessThanOrEqual(100 * 1_000);
    expect(lines[0]).toBe("Standing: partial");
    expect(lines.slice(1, -1)).toEqual(rows.slice(0, lines.length - 2));
    // One row more would not have fitted.
    expect(bytesOf(text) + bytesOf(rows[lines.length - 2] ?? "") + 1).toBeGreaterThan(maxResultBytes);
  });

  test("is counted, with what was never listed [NEX-28]", () => {
    expect(lines.at(-1)).toBe(`+${rows.length - (lines.length - 2)} more results`);
    expect(boundedText([], ["a"], more, 41).split("\n")).toEqual(["a", "+41 more results"]);
  });

  test("is left out altogether where not even its first line fits", () => {
    expect(boundedText([], ["x".repeat(200_000)], more)).toBe("+1 more results");
  });
});
