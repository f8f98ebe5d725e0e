// Asks a server for the uses of several symbols of one file at the same time.
//
// Invariant: a symbol that is refused takes nothing from the others.

import type { Location } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Place } from "../../model/place.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer } from "../../model/standing.ts";
import { joinStandings } from "../../model/standing.ts";
import type { AskOptions } from "../../session/ask-host.ts";
import { references } from "../../session/questions/queries.ts";
import type { Session } from "../../session/session.ts";
import { pooled } from "../../std/pooled.ts";

/** The uses of one symbol, its declarations among them, or why they are not known. */
export type ManyUses = readonly Location[] | Refusal;

/** So many questions wait at a server at the same time: enough that it never waits for us. */
const atOnce = 32;

export async function usesOfMany(
  session: Session,
  file: FilePath,
  places: readonly Place[],
  options: AskOptions,
): Promise<Answer<readonly ManyUses[]>> {
  const answers = await pooled(places, atOnce, async (place) => {
    try {
      return await references(session, { file, place }, true, options);
    } catch (error) {
      // A server that cannot tell them at all gives way to the next.
      if (!(error instanceof Refusal) || error.code === "capability_missing") throw error;
      return error;
    }
  });
  return {
    value: answers.map((answer) => (answer instanceof Refusal ? answer : answer.value)),
    standing: joinStandings(answers.flatMap((answer) => (answer instanceof Refusal ? [] : [answer.standing]))),
  };
}
