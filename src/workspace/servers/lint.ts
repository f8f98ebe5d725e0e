// The linters of a file: which are asked beside the server of its language, and what they find beside it.
//
// Invariant: a linter that fails costs a reason, never the answer. One that could not be asked is a remark: it takes
// nothing from what the compiler says.

import type { Diagnostic } from "../../model/code-facts.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { Diagnosis } from "../../session/problems/diagnose.ts";
import { answersOf, attempted, refusalReasons } from "./attempts.ts";
import type { ServerEntry } from "../../catalog/entry.ts";
import type { Discovery } from "../../session/process/discovery.ts";
import type { FoundServer } from "../../session/process/launch.ts";
import type { Session } from "../../session/session.ts";

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

/** The linters that the project of a file is set up for. */
export interface Linters {
  /** Those to be asked, each with its session or with what keeps it from having one. */
  readonly asked: readonly (() => Promise<Session>)[];
  /** Why others are not. */
  readonly unasked: readonly Reason[];
}

export interface LintersContext {
  mayRun(entry: ServerEntry): boolean;
  find(entry: ServerEntry): Promise<Discovery>;
  session(server: FoundServer): Promise<Session>;
}

/** Those of the entries that are on this machine and may run in the root; the others are named. */
export async function lintersOf(entries: readonly ServerEntry[], context: LintersContext): Promise<Linters> {
  const linters = entries.map(async (entry): Promise<Linters> => {
    const unasked = (code: Reason["code"], why: string): Linters => ({
      asked: [],
      unasked: [{ code, detail: `${entry.title} is configured here but was not asked: ${why}` }],
    });
    if (!context.mayRun(entry)) return unasked("restricted", "it must not run in an untrusted root");
    const one = await context.find(entry);
    if ("missing" in one)
      return unasked("scoped", one.isThere === true ? one.missing : `${programOf(entry)} is not installed`);
    return { asked: [() => context.session(one.found)], unasked: [] };
  });
  const all = await Promise.all(linters);
  return { asked: all.flatMap(({ asked }) => asked), unasked: all.flatMap(({ unasked }) => unasked) };
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

/** Names the server in each diagnostic without a source, so that tools that disagree can be distinguished. */
function labelled(
  { value, standing }: Answer<Diagnosis>,
  diagnostics: readonly Diagnostic[] = value.diagnostics,
): readonly Diagnostic[] {
  const server = standing.evidence[0]?.server;
  if (server === undefined) return diagnostics;
  return diagnostics.map((one) => (one.source === undefined ? { ...one, source: server } : one));
}

/** Some linters are asked through a program of another name, so that the linter itself may be there. */
function programOf({ id, launch }: ServerEntry): string {
  return launch.kind !== "command" || launch.command === id ? "it" : launch.command;
}
