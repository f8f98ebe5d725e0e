// Answers the hook events of all agents on one root: keeps a session for each session of an agent, and says what is new.
//
// Invariant: nothing is told twice, and nothing is found out for an event at which nothing can be told.
// Invariant: it has no word for what it does not know: a write is refused only for what is known, and an agent is
// kept from stopping once for each prompt.

import { resolve } from "node:path";
import type { ToldChange } from "../../context/changes/change-session.ts";
import { ChangeSession } from "../../context/changes/change-session.ts";
import { knownToBreak } from "../../context/changes/before-write.ts";
import { quoted } from "../../context/changes/change-report.ts";
import type { HookStart } from "../../context/changes/hook-start.ts";
import { servedText } from "../../context/changes/served.ts";
import { ToldOnce } from "../../context/changes/told-once.ts";
import { unresolvedText } from "../../context/changes/unresolved.ts";
import type { Engine, Invocation } from "../../engine/engine.ts";
import type { OpenOptions } from "../../engine/open.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Clock } from "../../std/clock.ts";
import { deadlineIn } from "../../std/deadline.ts";
import { agents } from "./agents.ts";
import type { HookReply } from "./event.ts";
import { textAfter, textBefore } from "./file-edit.ts";
import type { HookEvent } from "./reading.ts";
import { hookEvent } from "./reading.ts";

export interface HookRequest extends HookStart {
  /** Whether the hook's process still waits. */
  readonly isHeard: () => boolean;
}

export interface HookDeskContext {
  readonly clock: Clock;
  /** The text of a file now, by its absolute path; undefined where there is none, null where it cannot be read. */
  readonly read: (file: string) => Promise<string | null | undefined>;
  /** A path with the links of its directories resolved: agents name directories as they came to them. */
  readonly real: (file: string) => Promise<string>;
  /** The root that is meant by options. */
  readonly root: (options: OpenOptions) => Promise<string>;
  /** Why policy denies that a file is written; undefined where it does not. */
  readonly denied: (options: OpenOptions, file: string) => Promise<string | undefined>;
}

/** Opens an engine that lives until it is closed. */
type OpenKept = (options: OpenOptions) => Promise<Engine>;

interface Kept {
  readonly engine: Engine;
  readonly session: ChangeSession;
  readonly options: OpenOptions;
  /** It was kept from stopping since the last prompt. */
  isBlocked: boolean;
  /** Found out at an event at which nothing can be told. */
  untold: string | undefined;
}

export class HookDesk {
  readonly #context: HookDeskContext;
  /** The one that was used last comes last. */
  readonly #sessions = new Map<string, Promise<Kept>>();
  readonly #toldRefusals = new ToldOnce();

  constructor(context: HookDeskContext) {
    this.#context = context;
  }

  /** What the agent reads; empty where there is nothing to tell. */
  async answer(start: HookRequest, open: OpenKept): Promise<string> {
    const event = hookEvent(start.input, start.typed);
    if (event === undefined || event.kind === "other") return "";
    const reply = await this.#reply(event, start, open);
    return reply === undefined ? "" : `${JSON.stringify(agents[event.agent].reply(reply, event))}\n`;
  }

  // — below: private, in the order they are used —

  async #reply(event: HookEvent, start: HookRequest, open: OpenKept): Promise<HookReply | undefined> {
    const options = start.optionsFor(event.cwd ?? start.cwd);
    // An agent goes from directory to directory in one session.
    const [root] = await Promise.allSettled([this.#context.root(options)]);
    const directory = root.status === "fulfilled" ? root.value : options.directory;
    const key = JSON.stringify([event.agent, event.session, { ...options, directory }]);
    if (event.kind === "session_end") {
      await this.#end(key);
      return undefined;
    }
    if (event.kind === "stop" && !start.blocksStop) return undefined;
    const [kept] = await Promise.allSettled([this.#kept(key, event, () => open(options), options)]);
    if (kept.status === "fulfilled") return this.#replyIn(kept.value, event, start);
    this.#sessions.delete(key);
    if (!(kept.reason instanceof Refusal)) throw kept.reason;
    const { what } = kept.reason.details;
    if (!tells(event) || !this.#toldRefusals.isNew(`${key} ${what}`)) return undefined;
    return { kind: "context", text: `Sightline: nothing is checked here: ${quoted(what, 400)}` };
  }

  #kept(
    key: string,
    { agent, session: id }: HookEvent,
    open: () => Promise<Engine>,
    options: OpenOptions,
  ): Promise<Kept> {
    const kept = this.#sessions.get(key) ?? this.#opened(open, options, `${agent} ${id}`);
    this.#sessions.delete(key);
    this.#sessions.set(key, kept);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= mostSessions) break;
      void this.#end(oldest);
    }
    return kept;
  }

  async #opened(open: () => Promise<Engine>, options: OpenOptions, id: string): Promise<Kept> {
    const { clock, read } = this.#context;
    const engine = await open();
    const session = new ChangeSession({ engine, caller: callerOf(id), clock, read });
    return { engine, session, options, isBlocked: false, untold: undefined };
  }

  async #end(key: string): Promise<void> {
    const kept = this.#sessions.get(key);
    this.#sessions.delete(key);
    const [opened] = await Promise.allSettled([kept]);
    if (opened.status === "fulfilled") await opened.value?.session.close();
  }

  async #replyIn(kept: Kept, event: HookEvent, start: HookRequest): Promise<HookReply | undefined> {
    const { engine, session } = kept;
    const files = await Promise.all(
      event.edits.map(async (edit) => {
        return { edit, file: await this.#context.real(resolve(event.cwd ?? start.cwd, edit.file)) };
      }),
    );
    switch (event.kind) {
      case "session_start":
        void session.begin();
        return { kind: "context", text: await servedText(engine, callerOf(event.agent)) };
      case "prompt":
        kept.isBlocked = false;
        return this.#told(kept, [], event, start);
      case "before_tool":
        // Once the hook has ended the tool runs, and what is read then is no former text.
        await session.beforeWrite(
          files.map(({ file }) => file),
          start.isHeard,
        );
        return start.refusesWrites ? this.#refusal(kept, files, event, start) : undefined;
      case "after_tool":
        return this.#told(kept, await this.#changes(files), event, start);
      case "stop":
        return event.isRepeat || kept.isBlocked ? undefined : this.#block(kept, event, start);
      default:
        return undefined;
    }
  }

  async #told(
    kept: Kept,
    changes: readonly ToldChange[],
    event: HookEvent,
    { budgetMs, maxTokens, isHeard }: HookRequest,
  ): Promise<HookReply | undefined> {
    if (!tells(event)) return undefined;
    const told = await kept.session.report(changes, { budgetMs, maxTokens });
    const text = [kept.untold, told].filter((part) => part !== undefined).join("\n");
    // What comes too late for this hook is told by the next one.
    kept.untold = isHeard() || text === "" ? undefined : text;
    return text === "" ? undefined : { kind: "context", text };
  }

  /** With the former texts, as far as they follow from what the agent says it did. */
  async #changes(files: readonly NamedEdit[]): Promise<readonly ToldChange[]> {
    const counts = new Map<string, number>();
    for (const { file } of files) counts.set(file, (counts.get(file) ?? 0) + 1);
    return Promise.all(
      files.map(async ({ edit, file }) => {
        // Of several edits of a file in one event it is not known which came last.
        const seen = (await this.#context.read(file)) ?? undefined;
        const former = counts.get(file) === 1 ? textBefore(edit, seen) : undefined;
        return { file, former, seen };
      }),
    );
  }

  async #refusal(
    { engine, options }: Kept,
    files: readonly NamedEdit[],
    { agent, session }: HookEvent,
    { budgetMs, maxTokens }: HookRequest,
  ): Promise<HookReply | undefined> {
    const caller = callerOf(`${agent} ${session}`);
    for (const { file } of files) {
      const why = await this.#context.denied(options, file);
      if (why !== undefined)
        return { kind: "deny", text: `Sightline: ${quoted(file)} is not to be written: ${quoted(why, 400)}` };
    }
    // What one file of several brings, another of them may take away again.
    const [only, ...others] = files;
    if (only === undefined || others.length > 0) return undefined;
    const after = textAfter(only.edit, (await this.#context.read(only.file)) ?? undefined);
    if (after === undefined) return undefined;
    const why = await knownToBreak(engine, caller, { file: only.file, after }, { timeoutMs: budgetMs, maxTokens });
    return why === undefined ? undefined : { kind: "deny", text: why };
  }

  async #block(kept: Kept, event: HookEvent, start: HookRequest): Promise<HookReply | undefined> {
    const { session, engine } = kept;
    const { budgetMs, maxTokens, isHeard } = start;
    const until = deadlineIn(this.#context.clock, budgetMs);
    const told = await session.report([], { budgetMs, maxTokens });
    if (told !== undefined) kept.untold = [kept.untold, told].filter((part) => part !== undefined).join("\n");
    const caller = callerOf(`${event.agent} ${event.session}`);
    const limits = { timeoutMs: Math.max(until.remaining(), leastMs), maxTokens };
    const text = await unresolvedText(engine, caller, session.openErrors ?? [], limits);
    if (text === undefined || !isHeard()) return undefined;
    kept.isBlocked = true;
    kept.untold = undefined;
    return { kind: "block", text };
  }
}

interface NamedEdit {
  readonly edit: HookEvent["edits"][number];
  /** Absolute. */
  readonly file: string;
}

/** Sessions of agents whose state is kept at the same time. */
const mostSessions = 32;

/** For what is still wrong when an agent wants to stop, where the check of its last change has taken all of the time. */
const leastMs = 500;

function tells({ agent, kind }: HookEvent): boolean {
  return agents[agent].tells.includes(kind);
}

/** A hook asks and changes nothing, whatever the agent itself may do. */
function callerOf(id: string): Invocation["caller"] {
  return { door: "hooks", allowed: ["read"], id: `hooks ${id}` };
}
