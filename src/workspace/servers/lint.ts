// Puts what linters find beside what the server of the language finds.
//
// Invariant: a linter that fails costs a reason, never the answer. One that could not be asked is a remark: it takes
// nothing from what the compiler says.

import type { Diagnostic } from "../../model/code-facts.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Diagnosis } from "../../session/problems/diagnose.ts";
import { answersOf, attempted, refusalReasons } from "./attempted.ts";

/** One diagnosis of all; without the first one, what the linters say with a reason that it is not all. */
export async function withLinters(
  first: Promise<Answer<Diagnosis>>,
  linters: readonly Promise<Answer<Diagnosis>>[],
  unasked: readonly Reason[] = [],
): Promise<Answer<Diagnosis>> {
  const { value, standing } = await judged(first, linters);
  return { value: remarked(value, unasked), standing };
}

/** The diagnosis with the linters that were not asked. */
export function remarked<D extends Diagnosis>(value: D, unasked: readonly Reason[]): D {
  return unasked.length === 0 ? value : { ...value, remarks: unasked.map(({ detail }) => detail) };
}

// — below: private, in the order they are used —

async function judged(
  first: Promise<Answer<Diagnosis>>,
  linters: readonly Promise<Answer<Diagnosis>>[],
): Promise<Answer<Diagnosis>> {
  if (linters.length === 0) return first;
  const attempts = await Promise.all([first, ...linters].map(attempted));
  const answers = answersOf(attempts);
  const [told] = answers;
  if (told === undefined) return first;
  const why = answers.find(({ value }) => value.withheld !== undefined)?.value.withheld?.why;
  const said = answers.flatMap((answer) => labelled(answer, answer.value.withheld?.said));
  return {
    value: {
      ...told.value,
      diagnostics: answers.flatMap((answer) => labelled(answer)),
      ...(why === undefined ? {} : { withheld: { why, said } }),
    },
    standing: joinStandings([...answers.map(({ standing }) => standing), standingOf(refusalReasons(attempts))]),
  };
}

/** A problem always says who found it, so that two tools that disagree can be told apart. */
function labelled(
  { value, standing }: Answer<Diagnosis>,
  diagnostics: readonly Diagnostic[] = value.diagnostics,
): readonly Diagnostic[] {
  const server = standing.evidence[0]?.server;
  if (server === undefined) return diagnostics;
  return diagnostics.map((one) => (one.source === undefined ? { ...one, source: server } : one));
}
