import fc from "fast-check";
import { expect, test } from "vitest";

import type { Reason, ReasonCode, Standing } from "./standing.ts";
import { joinStandings, reasonStates, standingOf, standingStates } from "./standing.ts";

const codes = Object.keys(reasonStates) as ReasonCode[];
const reason: fc.Arbitrary<Reason> = fc.record({ code: fc.constantFrom(...codes), detail: fc.constantFrom("x", "y") });
const standing = fc
  .tuple(fc.array(reason, { maxLength: 4 }), fc.array(fc.record({ server: fc.constantFrom("gopls", "toy") })))
  .map(([reasons, evidence]) => standingOf(reasons, evidence));

/** Higher is worse. */
const rank = ({ state }: Standing): number => standingStates.indexOf(state);

test("complete has no reasons, and every other state has at least one", () => {
  fc.assert(fc.property(standing, ({ state, reasons }) => (state === "complete") === (reasons.length === 0)));
});

test("a reason makes an answer exactly as bad as its table says", () => {
  for (const code of codes) expect(standingOf([{ code, detail: "x" }]).state).toBe(reasonStates[code]);
});

test("joining never improves, and loses neither a reason nor a piece of evidence", () => {
  fc.assert(
    fc.property(fc.array(standing, { maxLength: 4 }), (parts) => {
      const joined = joinStandings(parts);
      expect(rank(joined)).toBe(Math.max(0, ...parts.map(rank)));
      for (const part of parts) for (const one of part.reasons) expect(joined.reasons).toContainEqual(one);
      expect(joined.evidence).toEqual(parts.flatMap((part) => part.evidence));
    }),
  );
});

test("joining does not depend on order or grouping", () => {
  const plain = ({ state, reasons }: Standing): unknown => [state, new Set(reasons.map((one) => JSON.stringify(one)))];
  fc.assert(
    fc.property(standing, standing, standing, (a, b, c) => {
      expect(plain(joinStandings([a, joinStandings([b, c])]))).toEqual(plain(joinStandings([c, a, b])));
    }),
  );
});

test("a reason given twice is told once", () => {
  const indexing: Reason = { code: "indexing", detail: "gopls loads packages" };
  expect(joinStandings([standingOf([indexing]), standingOf([indexing])]).reasons).toEqual([indexing]);
});

test("a part whose state and reasons do not fit is taken at the worse of the two", () => {
  const unexplained: Standing = { state: "stale", reasons: [], evidence: [] };
  expect(joinStandings([standingOf([]), unexplained]).state).toBe("stale");
  const understated: Standing = { state: "complete", reasons: [{ code: "indexing", detail: "x" }], evidence: [] };
  expect(joinStandings([understated]).state).toBe("partial");
});
