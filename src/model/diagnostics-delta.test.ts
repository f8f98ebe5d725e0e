// Diagnostics across an edit: those that moved with their lines are neither new nor gone.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnostic } from "./code-facts.ts";
import { diagnosticsDelta } from "./diagnostics-delta.ts";
import { LineIndex } from "./line-index.ts";

/** A problem at each `!`, worded by the word before it. */
function look(text: string): { readonly text: string; readonly diagnostics: readonly Diagnostic[] } {
  const index = new LineIndex(text);
  const diagnostics = [...text.matchAll(/(\w*)!/g)].map((match): Diagnostic => {
    const span = { start: index.placeOf(match.index), end: index.placeOf(match.index + match[0].length) };
    return { span, severity: "error", message: `bad ${match[1]}` };
  });
  return { text, diagnostics };
}

function delta(before: string, after: string): string {
  const { introduced, resolved, kept } = diagnosticsDelta(look(before), look(after));
  const told = (list: readonly Diagnostic[]): string =>
    list.map(({ message, span: { start } }) => `${message}@${start.line}`).join(" ") || "none";
  return `new ${told(introduced)}, gone ${told(resolved)}, kept ${kept}`;
}

test.each([
  ["lines put in above", "a\nx!\nb", "new\nnew\na\nx!\nb", "new none, gone none, kept 1"],
  ["lines taken out above", "a\nb\nx!", "x!", "new none, gone none, kept 1"],
  ["one mended, one made", "x!\na\nb", "a\nb\ny!", "new bad y@3, gone bad x@1, kept 0"],
  ["the same problem once more", "x!\na", "x!\na\nx!", "new bad x@3, gone none, kept 1"],
  ["one of two that are alike mended", "x!\na\nx!", "x!\na\nx", "new none, gone bad x@3, kept 1"],
  ["its own line rewritten", "a\nx! + 1\nb", "a\n  2 + x!\nb", "new none, gone none, kept 1"],
  ["mended here, made elsewhere", "x!\nmiddle\nend", "x\nmiddle\nend\nx!", "new bad x@4, gone bad x@1, kept 0"],
])("%s", (_, before, after, expected) => {
  expect(delta(before, after)).toBe(expected);
});

test("whatever empty lines and brackets come and go around it, a line that stays keeps its problem", () => {
  const prose = fc.array(fc.constantFrom("", "}", "  );"), { maxLength: 10 });
  fc.assert(
    fc.property(prose, prose, prose, prose, (above, below, nowAbove, nowBelow) => {
      const before = [...above, "keep me!", ...below].join("\n");
      const after = [...nowAbove, "keep me!", ...nowBelow].join("\n");
      expect(delta(before, after)).toBe("new none, gone none, kept 1");
    }),
  );
});

test("nothing is lost or counted twice", () => {
  const text = fc.array(fc.constantFrom("x!", "y! y!", "}", "a"), { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { introduced, resolved, kept } = diagnosticsDelta(look(before), look(after));
      expect(introduced.length + kept).toBe(look(after).diagnostics.length);
      expect(resolved.length + kept).toBe(look(before).diagnostics.length);
    }),
  );
});
