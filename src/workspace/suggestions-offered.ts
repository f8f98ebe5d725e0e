// Puts what linters offer beside what the server of the language offers.
//
// Invariant: a linter that fails costs a reason, never the answer.

import type { Offers } from "../model/offered-action.ts";
import { Refusal } from "../model/refusal.ts";
import type { Answer, Reason } from "../model/standing.ts";
import { joinStandings, standingOf } from "../model/standing.ts";

/** Refused as the server of the language refuses, where nobody else has answered. */
export async function allOffers(
  first: Promise<Answer<Offers>>,
  linters: readonly Promise<Answer<Offers>>[],
  unasked: readonly Reason[],
): Promise<Answer<Offers>> {
  const [own, ...others] = await Promise.all([first, ...linters].map(attempted));
  const answers = [own, ...others].flatMap((one) => (one !== undefined && "value" in one ? [one] : []));
  if (answers.length === 0) return first;
  // A linter without fixes has said so by not declaring any; there is nothing that could be missing.
  const refusals = [own, ...others.filter((one) => !isUnable(one))];
  const reasons = refusals.flatMap((one): Reason[] =>
    one !== undefined && "refusal" in one ? [{ code: "scoped", detail: whyOf(one.refusal) }] : [],
  );
  return {
    value: {
      diagnostics: answers.flatMap(({ value }) => value.diagnostics),
      actions: answers.flatMap(({ value }) => value.actions),
    },
    standing: joinStandings([...answers.map(({ standing }) => standing), standingOf([...reasons, ...unasked])]),
  };
}

// — below: private, in the order they are used —

type Attempt = Answer<Offers> | { readonly refusal: Refusal };

async function attempted(asked: Promise<Answer<Offers>>): Promise<Attempt> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

function isUnable(attempt: Attempt): boolean {
  return "refusal" in attempt && attempt.refusal.code === "capability_missing";
}

function whyOf({ details }: Refusal): string {
  return [details.what, details.why].join(" ").trim();
}
