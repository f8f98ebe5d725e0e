// Asks a person before something is done that only a person may decide.

import { Refusal } from "../../model/refusal.ts";
import type { Terminal } from "./terminal.ts";

/** What a shell says of a program that was ended by Ctrl-C. */
const interrupted = 130;

/** Undefined after a yes, and the exit code of a person who broke off; a no is refused, and so is a question without a terminal. */
export async function confirmed(
  { ask, err }: Pick<Terminal, "ask" | "err">,
  question: string,
  not: string,
): Promise<number | undefined> {
  if (ask === undefined) {
    throw new Refusal({
      code: "policy_denied",
      what: not,
      why: "There is no terminal at which a person could confirm.",
      next: "Run it in a terminal, or add --yes after reading the above.",
    });
  }
  const reply = await ask(`${question} [y/N] `);
  if (reply === undefined) {
    err(`\n${not}\n`);
    return interrupted;
  }
  if (/^y(?:es)?$/i.test(reply.trim())) return undefined;
  throw new Refusal({ code: "policy_denied", what: not });
}
