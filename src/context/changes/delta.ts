// What came and what went between two states, and the difference of two such differences, so that nothing is told twice.

import type { ProblemOfFile } from "../../model/consequences.ts";

export interface ProblemDelta {
  readonly come: readonly ProblemOfFile[];
  readonly gone: readonly ProblemOfFile[];
}

export const noDelta: ProblemDelta = { come: [], gone: [] };

/** What happens first, then what happens after it: what came and went again is neither. */
export function followedBy(first: ProblemDelta, then: ProblemDelta): ProblemDelta {
  return {
    come: [...minus(first.come, then.gone), ...minus(then.come, first.gone)],
    gone: [...minus(first.gone, then.come), ...minus(then.gone, first.come)],
  };
}

/** What is to be told of a difference of which a part was told: also what was told and does not hold any more. */
export function beyond(now: ProblemDelta, told: ProblemDelta): ProblemDelta {
  return followedBy({ come: told.gone, gone: told.come }, now);
}

/** Those of the first list without their partners in the second; places do not count, for lines move. */
export function minus(from: readonly ProblemOfFile[], taken: readonly ProblemOfFile[]): readonly ProblemOfFile[] {
  const counts = new Map<string, number>();
  for (const one of taken) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return from.filter((one) => {
    const count = counts.get(keyOf(one)) ?? 0;
    if (count > 0) counts.set(keyOf(one), count - 1);
    return count === 0;
  });
}

// — below: private, in the order they are used —

function keyOf({ file, severity, code, message }: ProblemOfFile): string {
  return JSON.stringify([file, severity, code, message]);
}
