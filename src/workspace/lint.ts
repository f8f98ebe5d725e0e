// Puts what linters find beside what the server of the language finds.
//
// Invariant: a linter that fails costs a reason, never the answer. Nobody is taken for clean who was not asked.

import type { Diagnostic } from "../model/code-facts.ts";
import { Refusal } from "../model/refusal.ts";
import type { Answer, Reason } from "../model/standing.ts";
import { joinStandings, standingOf } from "../model/standing.ts";
import type { Diagnosis } from "../session/diagnose.ts";

/** One diagnosis of all; without the first one, what the linters say with a reason that it is not all. */
export async function withLinters(
  first: Promise<Answer<Diagnosis>>,
  linters: readonly Promise<Answer<Diagnosis>>[],
  unasked: readonly Reason[] = [],
): Promise<Answer<Diagnosis>> {
  const { value, standing } = await judged(first, linters);
  return { value, standing: joinStandings([standing, standingOf(unasked)]) };
}

// — below: private, in the order they are used —

async function judged(
  first: Promise<Answer<Diagnosis>>,
  linters: readonly Promise<Answer<Diagnosis>>[],
): Promise<Answer<Diagnosis>> {
  if (linters.length === 0) return first;
  const [own, ...others] = await Promise.all([first, ...linters].map(attempted));
  const answers = others.flatMap((one) => ("value" in one ? [one] : []));
  if (own === undefined || "refusal" in own) {
    if (own === undefined || answers.length === 0) return first;
    return merged(answers, [own.refusal, ...refusalsOf(others)]);
  }
  return merged([own, ...answers], refusalsOf(others));
}

type Attempt = Answer<Diagnosis> | { readonly refusal: Refusal };

async function attempted(asked: Promise<Answer<Diagnosis>>): Promise<Attempt> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

function refusalsOf(attempts: readonly Attempt[]): Refusal[] {
  return attempts.flatMap((one) => ("refusal" in one ? [one.refusal] : []));
}

function merged(answers: readonly Answer<Diagnosis>[], refusals: readonly Refusal[]): Answer<Diagnosis> {
  const [first] = answers;
  if (first === undefined) throw new TypeError("nobody has answered");
  const reasons = refusals.map(
    ({ details }): Reason => ({ code: "scoped", detail: [details.what, details.why].join(" ").trim() }),
  );
  return {
    value: { ...first.value, diagnostics: answers.flatMap(labelled) },
    standing: joinStandings([...answers.map(({ standing }) => standing), standingOf(reasons)]),
  };
}

/** A problem always says who found it, so that two tools that disagree can be told apart. */
function labelled({ value, standing }: Answer<Diagnosis>): readonly Diagnostic[] {
  const server = standing.evidence[0]?.server;
  if (server === undefined) return value.diagnostics;
  return value.diagnostics.map((one) => (one.source === undefined ? { ...one, source: server } : one));
}
