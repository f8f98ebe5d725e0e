// How a label stands to the truth, counted: called complete and not so, called partial and yet whole, and what the list of
// possible places is worth.

import type { Answered } from "./answer.ts";
import type { Fact, TrueSymbol } from "./symbols.ts";
import { factOf } from "./symbols.ts";

export interface Judged {
  readonly symbol: TrueSymbol;
  readonly answer: Answered;
  /** Uses by the truth that the answer does not name as uses. */
  readonly missing: readonly Fact[];
  /** Those of the missing that it lists as possible. */
  readonly foretold: readonly Fact[];
  /** Places that it calls possible and of which the truth cannot say what they are either, or whose files it does not read. */
  readonly doubts: readonly Fact[];
  /** Places that it calls possible and that are no uses, or that it names among the uses as well. */
  readonly needless: readonly Fact[];
  /** Named as uses, and not so by the truth: through a relative, in a comment, or wrong. */
  readonly beyond: readonly Fact[];
}

export function judge(symbol: TrueSymbol, answer: Answered, isRead: (file: string) => boolean = () => true): Judged {
  const neutral = new Set(symbol.declared.map(factOf));
  const truth = new Set(symbol.uses.map(({ fact }) => fact));
  const named = new Set([...answer.uses, ...answer.through]);
  const possible = new Set(answer.possible);
  const listed = new Set(symbol.undecided);
  const undecided = { has: (fact: Fact): boolean => listed.has(fact) || !isRead(fact.replace(/:\d+$/, "")) };
  const missing = [...truth].filter((fact) => !named.has(fact));
  const isKnown = (fact: Fact): boolean => !neutral.has(fact) && (!undecided.has(fact) || named.has(fact));
  return {
    ...{ symbol, answer, missing, foretold: missing.filter((fact) => possible.has(fact)) },
    doubts: [...possible].filter((fact) => undecided.has(fact) && !named.has(fact)),
    needless: [...possible].filter((fact) => isKnown(fact) && (!truth.has(fact) || named.has(fact))),
    beyond: [...named].filter((fact) => !neutral.has(fact) && !truth.has(fact) && !undecided.has(fact)),
  };
}

export interface Matrix {
  readonly answers: number;
  readonly refused: number;
  readonly complete: number;
  /** Called complete, and uses are missing: the mistake that must not be made. */
  readonly falseComplete: number;
  /** Not called complete although every use is there. */
  readonly needlessPartial: number;
  readonly rightPartial: number;
  /** Not called complete for places that the truth cannot decide either. */
  readonly doubtful: number;
  /** Of the answers that are whole, the share that is called so. */
  readonly completeOfRight: number;
  /** Of all uses by the truth, the share that is named. */
  readonly recall: number;
  /** Of all uses by the truth, the share that is named or listed as possible. */
  readonly accounted: number;
  readonly possible: { readonly listed: number; readonly precision: number; readonly recall: number };
  readonly beyond: number;
}

export function matrixOf(judged: readonly Judged[]): Matrix {
  const answered = judged.filter(({ answer }) => answer.state !== "refused");
  const complete = answered.filter(({ answer }) => answer.state === "complete");
  const rest = answered.filter(({ answer }) => answer.state !== "complete");
  const isDoubtful = (one: Judged): boolean => one.missing.length === 0 && one.doubts.length > 0;
  const right = answered.filter(
    (one) => one.missing.length === 0 && (one.answer.state === "complete" || !isDoubtful(one)),
  );
  const sum = (of: (one: Judged) => number): number => judged.reduce((total, one) => total + of(one), 0);
  const [uses, missing, foretold] = [
    sum((one) => one.symbol.uses.length),
    sum((one) => one.missing.length),
    sum((one) => one.foretold.length),
  ];
  const listed = sum((one) => one.needless.length) + foretold;
  const share = (part: number, whole: number): number => (whole === 0 ? Number.NaN : part / whole);
  return {
    ...{ answers: answered.length, refused: judged.length - answered.length, complete: complete.length },
    falseComplete: complete.filter((one) => one.missing.length > 0).length,
    needlessPartial: rest.filter((one) => one.missing.length === 0 && !isDoubtful(one)).length,
    doubtful: rest.filter(isDoubtful).length,
    rightPartial: rest.filter((one) => one.missing.length > 0).length,
    completeOfRight: share(right.filter(({ answer }) => answer.state === "complete").length, right.length),
    recall: share(uses - missing, uses),
    accounted: share(uses - missing + foretold, uses),
    possible: { listed, precision: share(foretold, listed), recall: share(foretold, missing) },
    beyond: sum((one) => one.beyond.length),
  };
}
