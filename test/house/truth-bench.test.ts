// How the benchmark of labels counts: what is missing, what was foretold, and which symbols are asked about.

import { expect, test } from "vitest";
import type { Answered } from "../../bench/truth/answer.ts";
import { judge, matrixOf } from "../../bench/truth/judge.ts";
import { joined } from "../../bench/truth/printed.ts";
import type { TrueSymbol } from "../../bench/truth/symbols.ts";
import { chooseSymbols } from "../../bench/truth/symbols.ts";

const symbol: TrueSymbol = {
  name: "total",
  kind: "function",
  declared: [{ file: "a.ts", line: 1, column: 17 }],
  uses: [
    { fact: "b.ts:2", proof: "resolved" },
    { fact: "c.ts:3", proof: "name" },
  ],
  undecided: ["u.ts:7"],
};

const answer: Answered = {
  ...{ index: 0, state: "complete", uses: ["b.ts:2", "c.ts:3"], through: [], possible: [] },
  ...{ unchecked: 0, why: [], ms: 1, tokens: 10 },
};

test("an answer that lacks a use and is called complete is the mistake that counts", () => {
  const judged = [answer, { ...answer, uses: ["b.ts:2"] }].map((one) => judge(symbol, one));
  expect(matrixOf(judged)).toMatchObject({
    answers: 2,
    complete: 2,
    falseComplete: 1,
    recall: 0.75,
    completeOfRight: 1,
  });
});

test("a partial answer is right or needless by what it lacks", () => {
  const partial = { ...answer, state: "partial" };
  const judged = [partial, { ...partial, uses: [] }].map((one) => judge(symbol, one));
  expect(matrixOf(judged)).toMatchObject({ rightPartial: 1, needlessPartial: 1, completeOfRight: 0 });
});

test("a missing use that is listed as possible is foretold, and a listed place that is no use is needless", () => {
  const judged = judge(symbol, {
    ...answer,
    state: "partial",
    uses: ["b.ts:2"],
    possible: ["c.ts:3", "d.ts:4", "a.ts:1"],
  });
  expect(judged).toMatchObject({ missing: ["c.ts:3"], foretold: ["c.ts:3"], needless: ["d.ts:4"] });
  expect(matrixOf([judged])).toMatchObject({ accounted: 1, possible: { listed: 2, precision: 0.5, recall: 1 } });
});

test("a place that the truth cannot decide makes a warning neither right nor needless", () => {
  const judged = judge(symbol, { ...answer, state: "partial", possible: ["u.ts:7"] });
  expect(judged).toMatchObject({ doubts: ["u.ts:7"], needless: [], missing: [] });
  expect(matrixOf([judged])).toMatchObject({ doubtful: 1, needlessPartial: 0, possible: { listed: 0 } });
});

test("a place in a file that the truth does not read makes a warning neither right nor needless", () => {
  const isRead = (file: string): boolean => !file.endsWith(".d.ts");
  const judged = judge(symbol, { ...answer, state: "partial", possible: ["types.d.ts:7"] }, isRead);
  expect(judged).toMatchObject({ doubts: ["types.d.ts:7"], needless: [], missing: [] });
});

test("a use through a relative counts as named, and a refusal as missing everything", () => {
  expect(judge(symbol, { ...answer, uses: ["b.ts:2"], through: ["c.ts:3"] }).missing).toEqual([]);
  expect(matrixOf([judge(symbol, { ...answer, state: "refused", uses: [] })])).toMatchObject({
    answers: 0,
    refused: 1,
    recall: 0,
  });
});

test("declarations are neither missing nor beyond the truth", () => {
  const judged = judge(symbol, { ...answer, uses: [...answer.uses, "a.ts:1", "e.ts:9"] });
  expect(judged.beyond).toEqual(["e.ts:9"]);
});

test("what several configurations say of one declaration is one symbol", () => {
  const printed = { name: "open", kind: "function", declared: "a.go:3:6" };
  const [only, ...others] = joined([
    { ...printed, uses: ["b_linux.go:4:2", "a.go:3:6"] },
    { ...printed, uses: ["b_windows.go:5:2"], named: ["c.go:1:1"] },
  ]);
  expect(others).toEqual([]);
  expect(only?.uses.map(({ fact }) => fact)).toEqual(["b_linux.go:4", "c.go:1", "b_windows.go:5"]);
});

test("symbols of every kind are asked about, the same ones for the same seed", () => {
  const all = ["function", "method", "property"].flatMap((kind) =>
    Array.from({ length: 10 }, (_, at) => ({
      ...symbol,
      kind,
      name: `${kind}${at}`,
      declared: [{ file: "a.ts", line: at + 1, column: 1 }],
    })),
  );
  const chosen = chooseSymbols(all, /^a/, 9, 1);
  expect(chosen.map(({ kind }) => kind).sort()).toEqual(
    [...all.map(({ kind }) => kind)].filter((_, at) => at % 10 < 3).sort(),
  );
  expect(chooseSymbols([...all].reverse(), /^a/, 9, 1)).toEqual(chosen);
  expect(chooseSymbols(all, /^b/, 9, 1)).toEqual([]);
});
