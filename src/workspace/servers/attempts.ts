// Questions to several servers: the first that is able to answer, or the answers of all with what some refuse.
//
// Invariant: what one server refuses takes nothing from the others.

import { Refusal, orIfRefused } from "../../model/refusal.ts";
import type { Answer, Reason } from "../../model/standing.ts";
import { reasonOfRefusal } from "../../model/standing.ts";
import type { RefusalCode } from "../../model/refusal.ts";
import type { Session } from "../../session/session.ts";
import { bug } from "../../std/bug.ts";

export type Attempt<T> = Answer<T> | { readonly refusal: Refusal };

export async function attempted<T>(asked: Promise<Answer<T>>): Promise<Attempt<T>> {
  return orIfRefused(
    (error) => ({ refusal: error }),
    () => asked,
  );
}

export function answersOf<T>(attempts: readonly Attempt<T>[]): Answer<T>[] {
  return attempts.flatMap((one) => ("value" in one ? [one] : []));
}

/** What an answer that is made of the rest says of what was refused. */
export function refusalReasons(attempts: readonly Attempt<unknown>[]): Reason[] {
  return attempts.flatMap((one): Reason[] => {
    if (!("refusal" in one)) return [];
    const { what, why } = one.refusal.details;
    return [reasonOfRefusal(one.refusal, [what, why].join(" ").trim())];
  });
}

/** Refusals that say of one server alone that it cannot answer; nothing was asked of it. */
const givesWay: ReadonlySet<RefusalCode> = new Set(["capability_missing", "not_trusted"]);

/** A server that has not declared the question, or may not run here, gives way to the next; the first says why not. */
export async function firstAble<T>(
  sessions: AsyncIterable<Session>,
  ask: (session: Session) => Promise<T>,
): Promise<T> {
  let unable: Refusal | undefined;
  for await (const session of sessions) {
    try {
      return await ask(session);
    } catch (error) {
      if (!(error instanceof Refusal) || !givesWay.has(error.code)) throw error;
      unable ??= error;
    }
  }
  throw unable ?? bug("a file has at least one server, or is refused");
}
