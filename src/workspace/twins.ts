// The servers of a root, and second processes of those that could not be proven to be back to normal after they were
// shown texts that somebody supposes.
//
// Invariant: a twin is asked only by those who suppose something, and what it says unasked reaches nobody.

import type { FileChange } from "../host/watch.ts";
import type { BridgeEvent, Emit } from "../model/event.ts";
import type { FoundServer } from "../session/launch.ts";
import type { Session } from "../session/session.ts";
import { runAll } from "../std/teardown.ts";
import type { SessionsContext } from "./sessions.ts";
import { Sessions } from "./sessions.ts";

export interface TwinnedContext extends Omit<SessionsContext, "create"> {
  create(server: FoundServer, emit: Emit): Promise<Session>;
}

export class TwinnedSessions {
  readonly #shared: Sessions;
  readonly #twins: Sessions;

  constructor(context: TwinnedContext) {
    const { emit } = context;
    this.#shared = new Sessions({ ...context, create: (server) => context.create(server, emit) });
    this.#twins = new Sessions({ ...context, create: (server) => context.create(server, muted(emit)) });
  }

  /** Those that everybody asks. */
  shared(): Session[] {
    return this.#shared.all();
  }

  all(): Session[] {
    return [...this.#shared.all(), ...this.#twins.all()];
  }

  for(server: FoundServer): Promise<Session> {
    return this.#shared.for(server);
  }

  /** The one that is shown what somebody supposes: the same, or its twin. */
  async supposing(session: Session): Promise<Session> {
    return needsTwin(session) ? this.#twins.for(session.options.server) : session;
  }

  filesChanged(changes: readonly FileChange[]): void {
    this.#shared.filesChanged(changes);
    this.#twins.filesChanged(changes);
  }

  async renew(why: string): Promise<void> {
    await Promise.all([this.#shared.renew(why), this.#twins.renew(why)]);
  }

  async restart(id: string): Promise<void> {
    await Promise.all([this.#shared.restart(id), this.#twins.restart(id)]);
  }

  close(): Promise<void> {
    return runAll([() => this.#shared.close(), () => this.#twins.close()]);
  }
}

export async function* each(
  sessions: AsyncIterable<Session>,
  asked: (session: Session) => Promise<Session>,
): AsyncGenerator<Session> {
  for await (const session of sessions) yield await asked(session);
}

// — below: private, in the order they are used —

/** Problems that are published without saying of which text they are cannot be told from those of a text that is gone. */
function needsTwin({ options: { server }, diagnostics, running }: Session): boolean {
  const style = server.entry.diagnostics;
  if (style === "push") return running?.capabilities.supports("textDocument/diagnostic") !== true;
  return style === "push-versioned" && diagnostics.isUnversioned;
}

/** What happens to a twin is told, but nothing of what it says. */
function muted(emit: Emit): Emit {
  return (event) => {
    if (!spoken.has(event.type)) emit(event);
  };
}

const spoken: ReadonlySet<BridgeEvent["type"]> = new Set([
  "diagnostics",
  "diagnostics.refresh",
  "progress",
  "server.message",
  "wire.noise",
]);
