// How verdicts stand to the truth: counted, and the wrong ones picked out.

/** What was said of a change; `refused` where nothing was said at all. */
export type Verdict = "safe" | "unsafe" | "unknown" | "refused";

export interface Judged {
  readonly breaks: boolean;
  readonly verdict: Verdict;
}

export const verdicts: readonly Verdict[] = ["safe", "unsafe", "unknown", "refused"];

export interface Matrix {
  readonly breaks: Readonly<Record<Verdict, number>>;
  readonly clean: Readonly<Record<Verdict, number>>;
  /** Called safe, and breaks: the one mistake that must not be made. */
  readonly falseSafe: number;
  /** Called unsafe, and breaks nothing. */
  readonly falseAlarm: number;
  /** Of all that were asked: neither safe nor unsafe. */
  readonly undecided: number;
}

export function matrixOf(judged: readonly Judged[]): Matrix {
  const breaks = { safe: 0, unsafe: 0, unknown: 0, refused: 0 };
  const clean = { ...breaks };
  for (const one of judged) (one.breaks ? breaks : clean)[one.verdict]++;
  const undecided = breaks.unknown + breaks.refused + clean.unknown + clean.refused;
  return {
    ...{ breaks, clean, falseSafe: breaks.safe, falseAlarm: clean.unsafe },
    undecided: judged.length === 0 ? 0 : undecided / judged.length,
  };
}

/** How much of the truth was named; all of it where there is nothing to name. */
export function recallOf(truth: ReadonlySet<string>, named: ReadonlySet<string>): number {
  return truth.size === 0 ? 1 : [...truth].filter((one) => named.has(one)).length / truth.size;
}
