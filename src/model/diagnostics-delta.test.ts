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

/** A problem at each word in «», named by its message as a server would. */
function named(marked: string, message: (word: string) => string, rest: Partial<Diagnostic> = {}) {
  const diagnostics: Diagnostic[] = [];
  let text = "";
  for (const [at, part] of marked.split(/[«»]/).entries()) {
    const from = text.length;
    text += part;
    if (at % 2 === 0) continue;
    const index = new LineIndex(text);
    const span = { start: index.placeOf(from), end: index.placeOf(text.length) };
    diagnostics.push({ span, severity: "error", message: message(part), code: "6133", source: "ts", ...rest });
  }
  return { text, diagnostics };
}

const unused = (word: string): string => `'${word}' is declared but its value is never read.`;

test.each([
  ["the name in it", "import { «total» } from './m';\nlet a;", "import { «sum» } from './m';\nlet a;"],
  ["a name before it too", "f(total, «total»)", "f(sum, «sum»)"],
  ["all of a statement", "«import { total } from './total';»\nx", "«import { sum } from './total';»\nx"],
  ["one of two", "a(«one»);\nb(«two»);", "a(«un»);\nb(«two»);"],
])("a problem whose message follows a changed name is the same: %s", (_, before, after) => {
  const { introduced, resolved, kept } = diagnosticsDelta(named(before, unused), named(after, unused));
  expect([introduced, resolved, kept]).toEqual([[], [], named(after, unused).diagnostics.length]);
  expect(diagnosticsDelta(named(after, unused), named(before, unused)).introduced).toEqual([]);
});

const unknown = (word: string): string => `Cannot find name '${word}'.`;
const tells = (text: string) => (): string => text;

test.each([
  ["another code", named("f(«total»)", unused), named("f(«sum»)", unused, { code: "2304" })],
  ["another source", named("f(«total»)", unused), named("f(«sum»)", unused, { source: "lint" })],
  ["another severity", named("f(«total»)", unused), named("f(«sum»)", unused, { severity: "warning" })],
  ["another place of the line", named("f(«total», total)", unused), named("f(sum, «sum»)", unused)],
  ["more of the line", named("f(«total»)", unused), named("g(«sum»)", unused)],
  ["a word that was not replaced", named("f(«total»)", tells("no a")), named("f(«sum»)", tells("no b"))],
  ["words the other way round", named("f(«a»)", tells("no b")), named("f(«b»)", tells("no a"))],
  ["an unknown name for another", named("«pritn»(x)", unknown), named("«prnit»(x)", unknown)],
  ["no name at all", named("f(«1»)", tells("no 1")), named("f(«2»)", tells("no 2"))],
  ["a line that was put in", named("f(«total»)", unused), named("x\nf(«sum»)", unused)],
])("a problem is new that differs by more than a changed name: %s", (_, before, after) => {
  const { introduced, resolved } = diagnosticsDelta(before, after);
  expect([introduced, resolved]).toEqual([after.diagnostics, before.diagnostics]);
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
