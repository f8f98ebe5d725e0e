// Of the servers of a file the first that can do what is asked.

import type { RefusalCode } from "../../model/refusal.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Session } from "../../session/session.ts";
import { bug } from "../../std/bug.ts";

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
