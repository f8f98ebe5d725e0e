// The servers of a root, and second processes of those that could not be proven to be back to normal after they were
// shown overlays.
//
// Invariant: a twin is asked only for suppositions, and what it sends unasked reaches no caller.
// Invariant: where a server is known to remember such texts, their caller has a process of it
// alone, which was shown no others, and which is ended with them: releasing them waits for its end, a while.

import type { FileChange } from "../../host/watch.ts";
import type { BridgeEvent, Emit } from "../../model/event.ts";
import type { FoundServer } from "../../session/process/launch.ts";
import type { Session } from "../../session/session.ts";
import { bounded } from "../../std/bounded.ts";
import { runAll } from "../../std/teardown.ts";
import type { SessionsContext } from "./sessions.ts";
import { Sessions } from "./sessions.ts";
import type { OwnProcesses, Supposition } from "../supposition.ts";
import { orIfUnreadable } from "../../host/files.ts";
import { textBytes } from "../../host/read-limits.ts";
import type { FilePath } from "../../model/file-path.ts";
import { goHeader } from "../../languages/go/imports.ts";

export interface TwinnedContext extends Omit<SessionsContext, "create"> {
  /** `isShared`: all callers ask it; false for one that shows drafts. */
  create(server: FoundServer, emit: Emit, isShared: boolean): Promise<Session>;
}

export class TwinnedSessions implements OwnProcesses {
  readonly #context: TwinnedContext;
  readonly #shared: Sessions;
  readonly #twins: Sessions;
  /** The processes of each present supposition that has its own. */
  readonly #own = new Map<Supposition, Sessions>();
  /** Own ones that are being ended. */
  readonly #ending = new Map<Sessions, Promise<void>>();
  readonly #isNeeded = new WeakMap<Supposition, Map<Session, Promise<boolean>>>();
  #isClosed = false;

  constructor(context: TwinnedContext) {
    const { emit } = context;
    this.#context = context;
    this.#shared = new Sessions({ ...context, create: (server) => context.create(server, emit, true) });
    this.#twins = this.#second();
  }

  /** The sessions that all callers share. */
  shared(): Session[] {
    return this.#shared.all();
  }

  all(): Session[] {
    return this.#each.flatMap((sessions) => sessions.all());
  }

  for(server: FoundServer): Promise<Session> {
    return this.#shared.for(server);
  }

  /** The one that is shown an overlay: the same, its twin, or one of the caller's own. */
  async supposing(session: Session, supposition: Supposition): Promise<Session> {
    if (needsTwin(session)) return this.#twins.for(session.options.server);
    if (!(await this.#needsOwn(session, supposition))) return session;
    // So that they do not pile up, however fast one draft follows another.
    if (!this.#own.has(supposition)) await this.#within(lastWaitMs, Promise.all(this.#ending.values()));
    // It would never be ended.
    supposition.mustNotBeOver();
    return this.#ownOf(supposition).for(session.options.server);
  }

  isOwn(session: Session, supposition: Supposition): boolean {
    return this.#own.get(supposition)?.all().includes(session) === true;
  }

  async over(supposition: Supposition): Promise<void> {
    const own = this.#own.get(supposition);
    this.#own.delete(supposition);
    if (own === undefined) return;
    const ended = this.#ended(own);
    this.#ending.set(own, ended);
    await this.#within(lastBreathMs, ended);
  }

  filesChanged(changes: readonly FileChange[]): void {
    for (const sessions of this.#each) sessions.filesChanged(changes);
  }

  async renew(why: string): Promise<void> {
    await Promise.all(this.#each.map((sessions) => sessions.renew(why)));
  }

  /** All callers ask this session from now on, in place of the one with the same id. */
  async adopt(session: Session): Promise<void> {
    await Promise.all([this.#shared.adopt(session), this.#twins.restart(session.id)]);
  }

  async restart(id: string): Promise<void> {
    await Promise.all(this.#each.map((sessions) => sessions.restart(id)));
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return runAll([...this.#each, ...this.#ending.keys()].map((sessions) => () => sessions.close()));
  }

  // — below: private, in the order they are used —

  get #each(): readonly Sessions[] {
    return [this.#shared, this.#twins, ...this.#own.values()];
  }

  #second(): Sessions {
    const context = this.#context;
    return new Sessions({ ...context, create: (server) => context.create(server, muted(context.emit), false) });
  }

  async #within(ms: number, work: Promise<unknown>): Promise<void> {
    const late = (): Error => new Error("it ends without us");
    await Promise.allSettled([bounded(this.#context.clock, ms, undefined, work, late)]);
  }

  #needsOwn(session: Session, supposition: Supposition): Promise<boolean> {
    const known = this.#isNeeded.get(supposition) ?? new Map<Session, Promise<boolean>>();
    this.#isNeeded.set(supposition, known);
    const needed = known.get(session) ?? keepsSomeOf(session, supposition.supposed);
    known.set(session, needed);
    return needed;
  }

  #ownOf(supposition: Supposition): Sessions {
    // Closed as well, so that they refuse.
    if (this.#isClosed) return this.#twins;
    const own = this.#own.get(supposition) ?? this.#second();
    this.#own.set(supposition, own);
    return own;
  }

  async #ended(own: Sessions): Promise<void> {
    try {
      await own.close();
    } catch (error) {
      this.#context.emit({ type: "defect", where: "ending a server", message: String(error) });
    } finally {
      this.#ending.delete(own);
    }
  }
}

export async function* each(
  sessions: AsyncIterable<Session>,
  asked: (session: Session) => Promise<Session>,
): AsyncGenerator<Session> {
  for await (const session of sessions) yield await asked(session);
}

/** A server that ends more slowly is ended all the same, but an answer that is due does not wait for it. */
const lastBreathMs = 500;
/** The next draft does, for as long as a server may take that must be killed in the end. */
const lastWaitMs = 5_000;

/** Diagnostics published without a version cannot be distinguished from those of an overlay that has been released. */
function needsTwin({ options: { server }, diagnostics, running }: Session): boolean {
  const style = server.entry.diagnostics;
  if (style === "push") return running?.capabilities.supports("textDocument/diagnostic") !== true;
  return style === "push-versioned" && diagnostics.isUnversioned;
}

/** Emits what happens to a twin, but nothing that the twin itself sends. */
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

type Texts = ReadonlyMap<FilePath, string | null>;

/** Whether the server would not be as it was after it was shown these texts, by what is known of it. */
async function keepsSomeOf({ options }: Pick<Session, "options">, texts: Texts): Promise<boolean> {
  const { keeps } = options.server.entry.quirks.supposes ?? {};
  if (keeps === undefined) return false;
  for (const [path, text] of texts) {
    // Others it is not shown.
    if (!options.isOurs(path)) continue;
    if (keeps === "any" || (await isLoadedAnew(options.host.files, path, text))) return true;
  }
  return false;
}

// — below: private, in the order they are used —

type Files = Session["options"]["host"]["files"];

/** Files that come or go, and what says which files make up a package, or which packages it needs. */
async function isLoadedAnew(files: Files, path: FilePath, text: string | null): Promise<boolean> {
  if (text === null || !path.endsWith(".go")) return true;
  const before = await textOf(files, path);
  return before === undefined || goHeader(before) !== goHeader(text);
}

/** Undefined for what cannot be read, or is not there. */
function textOf(files: Files, path: FilePath): Promise<string | undefined> {
  return orIfUnreadable(undefined, async () => {
    const bytes = await files.read(path, textBytes);
    return bytes && files.decode(bytes).text;
  });
}
