// A second process of a server, for texts that somebody supposes, where the first could not be proven to be back to normal.
//
// Invariant: a twin is asked only by those who suppose something, and what it says unasked reaches nobody.

import type { BridgeEvent, Emit } from "../model/event.ts";
import type { Session } from "../session/session.ts";

/** Problems that are published without saying of which text they are cannot be told from those of a text that is gone. */
export function needsTwin({ options: { server }, diagnostics, running }: Session): boolean {
  const style = server.entry.diagnostics;
  if (style === "push") return running?.capabilities.supports("textDocument/diagnostic") !== true;
  return style === "push-versioned" && diagnostics.isUnversioned;
}

export async function* each(
  sessions: AsyncIterable<Session>,
  asked: (session: Session) => Promise<Session>,
): AsyncGenerator<Session> {
  for await (const session of sessions) yield await asked(session);
}

/** What happens to a twin is told, but nothing of what it says. */
export function muted(emit: Emit): Emit {
  return (event) => {
    if (!spoken.has(event.type)) emit(event);
  };
}

// — below: private, in the order they are used —

const spoken: ReadonlySet<BridgeEvent["type"]> = new Set([
  "diagnostics",
  "diagnostics.refresh",
  "progress",
  "server.message",
  "wire.noise",
]);
