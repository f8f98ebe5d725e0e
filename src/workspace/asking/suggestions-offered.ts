// Puts what linters offer beside what the server of the language offers.
//
// Invariant: a linter that fails costs a reason, never the answer.

import type { Offers } from "../../model/offered-action.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Attempt } from "../servers/attempted.ts";
import { answersOf, attempted, refusalReasons } from "../servers/attempted.ts";

/** Refused as the server of the language refuses, where nobody else has answered. */
export async function allOffers(
  first: Promise<Answer<Offers>>,
  linters: readonly Promise<Answer<Offers>>[],
  unasked: readonly Reason[],
): Promise<Answer<Offers>> {
  const [own, others] = await Promise.all([attempted(first), Promise.all(linters.map(attempted))]);
  const answers = answersOf([own, ...others]);
  if (answers.length === 0) return first;
  // A linter without fixes has said so by not declaring any; there is nothing that could be missing.
  const reasons = refusalReasons([own, ...others.filter((one) => !isUnable(one))]);
  return {
    value: {
      diagnostics: answers.flatMap(({ value }) => value.diagnostics),
      actions: answers.flatMap(({ value }) => value.actions),
    },
    standing: joinStandings([...answers.map(({ standing }) => standing), standingOf([...reasons, ...unasked])]),
  };
}

// — below: private, in the order they are used —

function isUnable(attempt: Attempt<Offers>): boolean {
  return "refusal" in attempt && attempt.refusal.code === "capability_missing";
}
