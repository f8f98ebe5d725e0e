// The servers of a root, and second processes of those that could not be proven to be back to normal after they were
// shown texts that somebody supposes.
//
// Invariant: a twin is asked only by those who suppose something, and what it says unasked reaches nobody.
// Invariant: where a server is known to keep something of such texts, whoever supposes them has a process of it
// alone, which has seen nothing else, and ends with them.

import type { FileChange } from "../host/watch.ts";
import type { BridgeEvent, Emit } from "../model/event.ts";
import type { FoundServer } from "../session/launch.ts";
import type { Session } from "../session/session.ts";
import { runAll } from "../std/teardown.ts";
import type { SessionsContext } from "./sessions.ts";
import { keepsSomeOf } from "./kept-texts.ts";
import { Sessions } from "./sessions.ts";
import type { Supposition } from "./supposition.ts";

export interface TwinnedContext extends Omit<SessionsContext, "create"> {
  create(server: FoundServer, emit: Emit): Promise<Session>;
}

export class TwinnedSessions {
  readonly #context: TwinnedContext;
  readonly #shared: Sessions;
  readonly #twins: Sessions;
  /** Of those who suppose something now. */
  readonly #own = new Map<Supposition, Own>();
  /** Own ones that are being ended. */
  readonly #ending = new Set<Sessions>();

  constructor(context: TwinnedContext) {
    const { emit } = context;
    this.#context = context;
    this.#shared = new Sessions({ ...context, create: (server) => context.create(server, emit) });
    this.#twins = this.#second();
  }

  /** Those that everybody asks. */
  shared(): Session[] {
    return this.#shared.all();
  }

  all(): Session[] {
    return this.#each.flatMap((sessions) => sessions.all());
  }

  for(server: FoundServer): Promise<Session> {
    return this.#shared.for(server);
  }

  /** The one that is shown what somebody supposes: the same, its twin, or one of his own. */
  async supposing(session: Session, supposition: Supposition): Promise<Session> {
    if (needsTwin(session)) return this.#twins.for(session.options.server);
    // Whatever is asked of it now is refused.
    if (supposition.isOver) return session;
    const own = this.#ownOf(supposition);
    const known = own.isNeeded.get(session) ?? keepsSomeOf(session, supposition.supposed);
    own.isNeeded.set(session, known);
    return (await known) && !supposition.isOver ? own.sessions.for(session.options.server) : session;
  }

  /** Ends what was somebody's own; nobody waits for it. */
  over(supposition: Supposition): void {
    const sessions = this.#own.get(supposition)?.sessions;
    this.#own.delete(supposition);
    if (sessions === undefined) return;
    this.#ending.add(sessions);
    const ended = (): void => void this.#ending.delete(sessions);
    sessions.close().then(ended, (error: unknown) => {
      ended();
      this.#context.emit({ type: "defect", where: "ending a server", message: String(error) });
    });
  }

  filesChanged(changes: readonly FileChange[]): void {
    for (const sessions of this.#each) sessions.filesChanged(changes);
  }

  async renew(why: string): Promise<void> {
    await Promise.all(this.#each.map((sessions) => sessions.renew(why)));
  }

  async restart(id: string): Promise<void> {
    await Promise.all(this.#each.map((sessions) => sessions.restart(id)));
  }

  close(): Promise<void> {
    return runAll([...this.#each, ...this.#ending].map((sessions) => () => sessions.close()));
  }

  // — below: private, in the order they are used —

  get #each(): readonly Sessions[] {
    return [this.#shared, this.#twins, ...[...this.#own.values()].map(({ sessions }) => sessions)];
  }

  #second(): Sessions {
    const context = this.#context;
    return new Sessions({ ...context, create: (server) => context.create(server, muted(context.emit)) });
  }

  #ownOf(supposition: Supposition): Own {
    const own = this.#own.get(supposition) ?? { sessions: this.#second(), isNeeded: new Map() };
    this.#own.set(supposition, own);
    return own;
  }
}

interface Own {
  readonly sessions: Sessions;
  readonly isNeeded: Map<Session, Promise<boolean>>;
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
