// A file that was named in a way that can be read as two paths: the first that is a file of a root is meant.

import type { RefusalDetails } from "../model/refusal.ts";
import type { Outcome } from "./engine.ts";

/** Asks under each path in turn. When none exists, the refusal names them all and reveals nothing of the outside. */
export async function askUnderOne(paths: readonly string[], ask: (path: string) => Promise<Outcome>): Promise<Outcome> {
  const refused: (Outcome & { readonly ok: false })[] = [];
  for (const path of paths) {
    const outcome = await ask(path);
    if (outcome.ok || !isElsewhere(outcome.refusal)) return outcome;
    refused.push(outcome);
  }
  const [first, second] = refused;
  if (first === undefined || second === undefined) return first ?? nothingNamed;
  const why = `Below the root there is neither ${paths.join(" nor ")}.`;
  const { code, next = "Check the path." } = first.refusal;
  return { ok: false, refusal: { code, what: "There is no such file in the root.", why, next }, ms: second.ms };
}

function isElsewhere({ code }: RefusalDetails): boolean {
  return code === "outside_root" || code === "file_not_found";
}

const nothingNamed: Outcome = {
  ok: false,
  refusal: { code: "bad_input", what: "No file is named.", next: "Name a file of the root." },
  ms: 0,
};
