// The engine in this process: decode, allow, run, bound, record; one road for every operation and every door.
//
// Invariant: this is the only place where an unknown error is caught; it becomes a recorded defect and a refusal.

import { settingsFor } from "../config/profiles.ts";
import type { Settings } from "../config/settings.ts";
import type { BridgeEvent, LogLevel } from "../model/event.ts";
import type { Transaction } from "../model/receipt.ts";
import { addressText } from "../model/address.ts";
import { Refusal } from "../model/refusal.ts";
import type { Sandbox } from "../model/sandbox/sandbox.ts";
import { noSandbox } from "../model/sandbox/sandbox.ts";
import type { Answer, Standing } from "../model/standing.ts";
import { joinStandings, standingOf } from "../model/standing.ts";
import type { SharedInput } from "../operations/shared-input.ts";
import type { Call, Hint, Operation, Performed } from "../operations/define.ts";
import type { Registry } from "../operations/registry.ts";
import { coreRegistry } from "../operations/registry.ts";
import type { Policy } from "../policy/policy.ts";
import { policyOf } from "../policy/policy.ts";
import { fittingJson } from "../render/bound.ts";
import type { Budget } from "../render/budget.ts";
import { without } from "../render/budget.ts";
import { standingForPerson, standingLine, standingText } from "../render/standing-text.ts";
import type { LastAnswers } from "../store/last-answers.ts";
import { bounded, isLate } from "../std/bounded.ts";
import { isCancellation } from "../std/cancel.ts";
import type { CancelSignal } from "../std/cancel.ts";
import type { Deadline } from "../std/deadline.ts";
import { deadlineIn } from "../std/deadline.ts";
import type { Emitter, Unsubscribe } from "../std/emitter.ts";
import type { RequestWatch } from "../std/request-watch.ts";
import type { Draft } from "../workspace/change/drafts.ts";
import type { Edits } from "../workspace/change/edits.ts";
import type { Supposing } from "../workspace/call-snapshots.ts";
import type { Roots } from "../workspace/roots.ts";
import { requestsServed } from "../workspace/servers/sessions.ts";
import type { Clock } from "../std/clock.ts";
import type { Engine, EngineFacts, EngineStatus, Format, Invocation, Outcome, OutcomeBody } from "./engine.ts";
import { CallPolicy } from "./call-policy.ts";
import type { CallTrail } from "./evidence/call-trail.ts";
import type { CallEvidence } from "./evidence/root-evidence.ts";
import type { PhasedCall } from "./skills/phase-keeper.ts";
import { PhaseKeeper } from "./skills/phase-keeper.ts";
import {
  callersRemembered,
  deadlineGraceMs,
  defaultTimeoutMs,
  endingTimeoutMs,
  maxTextCharacters,
  reasonsRemembered,
} from "./limits.ts";
import { subjectOf } from "./subject.ts";

type OwnSettings = Pick<Settings, "notices" | "daemon" | "correction" | "policy">;

/** What is known of a call while it is on its way, for its record. */
interface Road {
  readonly steps: string[];
  /** What policy says of it; undefined before it is known which operation is meant. */
  policy: CallPolicy | undefined;
  /** What it leaves behind; undefined where nothing is recorded. */
  readonly trail: CallTrail | undefined;
}

export class LocalEngine implements Engine {
  readonly #roots: Roots;
  readonly #clock: Clock;
  readonly #events: Emitter<BridgeEvent>;
  readonly #closing: (isLate: boolean) => void;
  readonly #holdProcess: () => () => void;
  /** What happened before there was a listener. */
  readonly #notices: readonly BridgeEvent[];
  readonly #settings: OwnSettings;
  readonly #registry: Registry;
  readonly #policy: Policy;
  readonly #phases: PhaseKeeper;
  readonly #told = new ShownReasons();
  readonly #last: LastAnswers | undefined;
  readonly #evidence: CallEvidence | undefined;
  readonly #sandbox: Sandbox;
  /** The work of calls that may write, until it has really ended. */
  readonly #writing = new Set<Promise<unknown>>();

  constructor(
    roots: Roots,
    clock: Clock,
    events: Emitter<BridgeEvent>,
    closing: (isLate: boolean) => void,
    holdProcess: () => () => void,
    notices: readonly BridgeEvent[] = [],
    settings: OwnSettings = settingsFor("standard"),
    registry: Registry = coreRegistry,
    last?: LastAnswers,
    policy: Policy = policyOf(settings.policy),
    evidence?: CallEvidence,
    sandbox: Sandbox = noSandbox,
  ) {
    this.#sandbox = sandbox;
    this.#last = last;
    this.#evidence = evidence;
    this.#registry = registry;
    this.#policy = policy;
    this.#phases = new PhaseKeeper(registry.operations, (event) => events.emit(event), { version: policy.version });
    this.#settings = settings;
    this.#notices = notices;
    this.#holdProcess = holdProcess;
    this.#roots = roots;
    this.#clock = clock;
    this.#events = events;
    this.#closing = closing;
  }

  async invoke(invocation: Invocation): Promise<Outcome> {
    const road: Road = { steps: [], policy: undefined, trail: this.#evidence?.trail(invocation) };
    // Timers do not hold a process; a call that is waited for must.
    const release = this.#holdProcess();
    let outcome: Outcome;
    try {
      outcome = await this.#recorded(invocation, road);
    } finally {
      release();
    }
    if (invocation.unasked !== true && invocation.within !== true) this.#keep(invocation, outcome);
    const result = outcome.ok ? outcome.standing.state : outcome.refusal.code;
    const who = callerIn(invocation);
    this.#events.emit({
      type: "operation",
      name: invocation.operation,
      ...who,
      ms: outcome.ms,
      outcome: result,
      steps: road.steps,
      ...decisionIn(road),
    });
    return outcome;
  }

  leave(caller: string): void {
    this.#roots.endDrafts(caller);
    this.#phases.leave(caller);
    this.#told.forget(caller);
  }

  events(listener: (event: BridgeEvent) => void): Unsubscribe {
    for (const notice of this.#notices) listener(notice);
    return this.#events.subscribe(listener);
  }

  get facts(): EngineFacts {
    const { notices, correction } = this.#settings;
    return { root: this.#roots.root, notices, correction };
  }

  /** How long the root's configuration wants a daemon to live without a client. */
  get daemonIdleMs(): number {
    return this.#settings.daemon.idleMs;
  }

  async status(): Promise<EngineStatus> {
    return this.now();
  }

  /** The status without a turn of the loop, for callers in this process. */
  now(): EngineStatus {
    const sessions = this.#roots.sessions.map((session) => {
      const { state, plugin: life, restarts } = session.status;
      const { address } = session.options.server;
      return {
        server: session.id,
        state,
        life,
        restarts,
        pid: session.running?.channel.pid,
        connectedTo: address && addressText(address),
        supports: requestsServed(session),
        loaded: session.running?.readiness.verdict().kind === "met",
        documents: session.running === undefined ? [] : session.documents.sharedPaths(),
      };
    });
    return { sessions };
  }

  /** By the journal: the transactions that the call made, and what became of them. */
  changesOf(call: string): Promise<readonly Transaction[]> {
    return this.#roots.changesOf(call);
  }

  /** Resolves when no call writes any more; one that was cancelled ends what it has begun to write. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }

  async close(): Promise<void> {
    const release = this.#holdProcess();
    try {
      this.#closing(await isLate(this.#clock, endingTimeoutMs, this.#endInOrder()));
    } finally {
      release();
    }
  }

  async #endInOrder(): Promise<void> {
    await this.#roots.close();
    await this.#last?.settled();
    await this.#evidence?.close();
  }

  /** The outcome of a call, once it is recorded; what cannot be recorded is refused. */
  async #recorded(invocation: Invocation, road: Road): Promise<Outcome> {
    const { steps, trail } = road;
    const began = this.#clock.now();
    const ms = (): number => Math.round((this.#clock.now() - began) * 100) / 100;
    const refused = (error: unknown): Outcome & { ok: false } => {
      return { ok: false, refusal: this.#refusal(error, invocation.operation).details, ms: ms() };
    };
    let outcome: Outcome;
    try {
      await trail?.mustBeRecorded();
      outcome = { ...(await this.#inTime(invocation, road)), ms: ms() };
    } catch (error) {
      if (isCancellation(error)) {
        await trail?.cancelled(ms(), road.policy?.decision);
        throw error;
      }
      outcome = refused(error);
    }
    steps.push("record");
    try {
      const warning = await trail?.over(outcome, road.policy?.decision);
      return warning === undefined || !outcome.ok ? outcome : warned(outcome, warning);
    } catch (error) {
      return refused(error);
    }
  }

  /** No step of the road, and nothing below it, can make a call outlive its deadline or its caller. */
  async #inTime(invocation: Invocation, road: Road): Promise<Answered> {
    const { steps } = road;
    steps.push("decode");
    const operation = this.#meant(invocation);
    const call = operation.decode(invocation.input);
    const ms = invocation.timeoutMs ?? call.limitMs ?? defaultTimeoutMs;
    const late = (): Refusal =>
      new Refusal({
        code: "timed_out",
        what: `${invocation.operation} was not answered within ${ms} ms.`,
        why: `The last step it began is: ${steps.at(-1) ?? "none"}.`,
        next: operation.kind === "edit" || operation.kind === "run" ? lateEditAdvice : "Ask again, or allow more time.",
      });
    const running = this.#run(operation, call, ms, invocation, road);
    if (operation.kind === "edit" || operation.kind === "run") this.#track(running);
    // A little later than the deadline itself: a component nearer to the cause says more about it.
    return bounded(this.#clock, ms + deadlineGraceMs, invocation.signal, running, late);
  }

  #meant({ operation: name, within }: Invocation): Operation {
    const inner = within === true ? this.#registry.inner(name) : undefined;
    return this.#registry.named(name) ?? inner ?? unknownOperation(name, this.#registry);
  }

  #track(work: Promise<unknown>): void {
    this.#writing.add(work);
    void Promise.allSettled([work]).then(() => this.#writing.delete(work));
  }

  async #run(
    operation: Operation,
    call: Call<unknown>,
    ms: number,
    invocation: Invocation,
    road: Road,
  ): Promise<Answered> {
    const { steps } = road;
    steps.push("allow");
    const { caller } = invocation;
    const names = this.#roots.names();
    const policy = new CallPolicy(this.#policy, operation, caller, (file) => names.of(file));
    road.policy = policy;
    road.trail?.understood(call.effect, call.draft);
    policy.mustBegin(this.#roots.root);
    const who = caller.id ?? caller.door;
    const { effect } = call;
    const phased = invocation.unasked ? undefined : this.#phases.enter(who, { operation: operation.name, effect });
    steps.push("run");
    const deadline = deadlineIn(this.#clock, ms);
    const waitMs = call.shared.wait_ms ?? invocation.waitMs;
    const watched = { requests: this.#watch(policy, road.trail), synthetic: invocation.unasked };
    const patience = { deadline, signal: invocation.signal, waitMs, ...watched };
    const drafts = this.#roots.drafts(who);
    const draft = call.draft === undefined ? undefined : drafts.get(call.draft);
    const edits = this.#editsOf(road, policy, operation, invocation);
    const phases = caller.isShared === true ? this.#phases.none() : this.#phases.of(who);
    const setLogLevel = this.#logLevelOf(invocation);
    const asked = async (): Promise<Performed<unknown>> => {
      const view = this.#roots.view(policy, invocation.once, draft && supposingOf(draft));
      const context = {
        view,
        control: this.#roots.steered(policy),
        setLogLevel,
        declared: caller.roots,
        patience,
        edits,
        drafts,
        phases,
        mayConnect: (host: string, hosts: readonly string[], root: string) => policy.mayConnect(root, host, hosts),
        ask: this.#askWithin({ ...invocation, waitMs }, deadline),
        sandbox: this.#sandbox,
      };
      return call.run(context).finally(() => view.release());
    };
    const performed = await (draft === undefined ? asked() : draft.exclusively(patience, asked));
    const { succeeded, showsNothing, standing, happened } = performed;
    for (const event of happened) this.#events.emit({ ...event, ...callerIn(invocation) });
    const note = phased?.answered({ succeeded, showsNothing, isComplete: standing.state === "complete" });
    steps.push("bound");
    const budget: Budget = {
      characters: invocation.maxCharacters ?? maxTextCharacters,
      tokens: call.shared.max_tokens,
    };
    const isOffered = (name: string): boolean =>
      invocation.exposed?.has(name) ?? this.#registry.named(name) !== undefined;
    const line = caller.door === "cli" ? standingForPerson : standingText;
    const form = { format: formatOf(call.shared, invocation), budget, line };
    const outcome = answered(performed, form, isOffered, noticeOf(call, phased?.notice ?? note));
    return this.#shortened(outcome, invocation);
  }

  /** Questions of an operation to others: each goes the whole road by itself, and no door adds to its answer. */
  #askWithin({ caller, waitMs, exposed }: Invocation, deadline: Deadline) {
    return async (operation: string, input: object, signal: CancelSignal): Promise<Answer<unknown>> => {
      const own = { format: "json", maxCharacters: Number.POSITIVE_INFINITY, once: true, within: true } as const;
      const timeoutMs = deadline.remaining();
      const outcome = await this.invoke({ operation, input, caller, signal, timeoutMs, waitMs, exposed, ...own });
      if (!outcome.ok) throw new Refusal(outcome.refusal);
      const { body, standing } = outcome;
      return { value: body.format === "json" ? body.json : body.text, standing };
    };
  }

  /** What the call may write, and how that is recorded. */
  #editsOf({ trail }: Road, policy: CallPolicy, { name }: Operation, { caller, call }: Invocation): Edits {
    const edits = this.#roots.edits({
      operation: name,
      caller: caller.door,
      call,
      connection: caller.id ?? caller.door,
      sees: seenBy[caller.door],
      isShared: caller.isShared === true,
      ...(trail === undefined ? {} : { begin: trail.begin.bind(trail) }),
      allow: (root, files, protect) => policy.mayWrite(root, files, protect),
    });
    return trail === undefined ? edits : trail.observed(edits);
  }

  /** Judges each request of a call before it is sent, and records how it ended. */
  #watch(policy: CallPolicy, trail: CallTrail | undefined): RequestWatch {
    return {
      mustAllow: (request) =>
        // An operation that sends what it does not declare is ours to mend.
        policy.mustSend(request, (why) => this.#events.emit({ type: "defect", where: "requests", message: why })),
      ended: (request, end) => trail?.ended(request, end),
    };
  }

  /** Shortens the reasons that the caller has seen before. */
  #shortened(outcome: Answered, { caller, unasked, within }: Invocation): Answered {
    // A caller without a name of its own may be several readers, and what comes unasked is read by none.
    if (outcome.standingLine === undefined || caller.id === undefined) return outcome;
    if (caller.isShared === true || unasked === true || within === true) return outcome;
    return { ...outcome, standingLine: this.#told.line(caller.id, outcome.standing) };
  }

  #logLevelOf(invocation: Invocation): (level: LogLevel) => void {
    return (level) => this.#events.emit({ type: "log.level", level, ...callerIn(invocation) });
  }

  /** Records how the call ended, so that its standing or refusal can be explained later. */
  #keep({ operation, input }: Invocation, outcome: Outcome): void {
    const at = new Date(this.#clock.wall()).toISOString();
    const call = { root: this.#roots.root, operation, about: subjectOf(input), at };
    if (outcome.ok) this.#last?.keep({ ...call, standing: outcome.standing });
    // What is no operation was no call.
    else if (outcome.refusal.code !== "unknown_operation") this.#last?.keep({ ...call, refusal: outcome.refusal });
  }

  #refusal(error: unknown, where: string): Refusal {
    if (error instanceof Refusal) return error;
    const message = error instanceof Error ? error.message : String(error);
    this.#events.emit({
      type: "defect",
      where,
      message,
      ...(error instanceof Error && error.stack !== undefined ? { stack: error.stack } : {}),
    });
    return new Refusal({
      code: "internal",
      what: "Something went wrong inside Sightline.",
      why: message,
      next: "This is a bug in Sightline, not in your call. Please report it.",
    });
  }
}

function decisionIn({ policy }: Road): { readonly rule?: string; readonly policy?: string } {
  const decision = policy?.decision;
  return decision === undefined ? {} : { rule: decision.rule, policy: decision.version };
}

function callerIn({ caller: { id } }: Invocation): { readonly caller?: string } {
  return id === undefined ? {} : { caller: id };
}

/** Its texts as they are now; one that is over says so. */
function supposingOf(draft: Draft): Supposing {
  draft.mustBeOpen();
  return { root: draft.root, supposed: new Map(draft.changes().map(({ file, after }) => [file, after ?? null])) };
}

type Answered = Omit<Outcome & { ok: true }, "ms">;

function warned(outcome: Outcome & { ok: true }, warning: string): Outcome {
  return { ...outcome, notice: outcome.notice === undefined ? warning : `${outcome.notice}\n${warning}` };
}

const lateEditAdvice = "Check with edit_history whether files were changed; ask again only if not.";

/** The command line sees the changes of every caller, the library those of its door, an agent those of its connection. */
const seenBy = { mcp: "its own", library: "its door's", cli: "all", hooks: "its own" } as const;

function formatOf(shared: SharedInput, invocation: Invocation): Format {
  if (shared.format === undefined) return invocation.format ?? "text";
  return shared.format === "json" ? "json" : "text";
}

/** What else the caller must see: arguments that changed nothing, and what is said of the order of calls. */
function noticeOf({ ignored }: Call<unknown>, phase: PhasedCall["notice"]): string | undefined {
  if (ignored.length === 0) return phase;
  const unused = `Ignored: ${ignored.join("; ")}.`;
  return phase === undefined ? unused : `${phase}\n${unused}`;
}

interface Form {
  readonly format: Format;
  readonly budget: Budget;
  /** The standing line for this reader. */
  readonly line: (standing: Standing) => string;
}

/** What leads on from any answer, where what it names itself is not offered to the caller. */
const generalHints: readonly Hint[] = [
  { operation: "get_diagnostics", why: "what is wrong now" },
  { operation: "find_symbol", why: "to look up another symbol" },
];

/** Silence must never mean "complete": an empty answer always says how it stands. */
function answered(
  performed: Performed<unknown>,
  { format, budget, line }: Form,
  isOffered: (operation: string) => boolean,
  notice: PhasedCall["notice"],
): Answered {
  const { isEmpty, succeeded, hints } = performed;
  const lineOf = (standing: Standing): string | undefined =>
    standing.state !== "complete" || isEmpty ? line(standing) : undefined;
  const before = lineOf(performed.standing);
  const hint = [...hints, ...generalHints].find(({ operation }) => isOffered(operation));
  const hintLine = hint && `Next: ${hint.operation}, ${hint.why}.`;
  const room = [notice, before, hintLine].reduce(
    (left, one) => (one === undefined ? left : without(left, `${one}\n`)),
    budget,
  );
  const body = bodyOf(performed, format, room);
  const meta = performed.meta(() => (body.format === "text" ? body.text : JSON.stringify(body.json)));
  const standing = withLeftOut(performed.standing, body);
  return {
    ok: true,
    body,
    standing,
    standingLine: lineOf(standing),
    isEmpty,
    succeeded,
    ...(notice === undefined ? {} : { notice }),
    hint: hintLine,
    meta,
  };
}

/** Text says itself what it leaves out; of data that were cut nothing is left that could. */
function withLeftOut(standing: Standing, body: OutcomeBody): Standing {
  if (body.format !== "json" || body.leftOut === undefined) return standing;
  return joinStandings([standing, standingOf([{ code: "capped", detail: body.leftOut }])]);
}

function bodyOf(performed: Performed<unknown>, format: Format, budget: Budget): OutcomeBody {
  if (format === "text") return { format, text: performed.toText(budget) };
  const { json, leftOut } = fittingJson(performed.toJson(), budget);
  return { format, json, leftOut };
}

function unknownOperation(name: string, { operations }: Registry): never {
  const names = operations.map((operation) => operation.name);
  throw new Refusal({
    code: "unknown_operation",
    what: `There is no operation ${JSON.stringify(name)}.`,
    next: `There are: ${names.join(", ")}.`,
  });
}

// Remembers the reasons that each caller has seen, so that the same reason is not shown at length again.

export class ShownReasons {
  /** Keys of reasons by caller; the most recent caller and its most recent reason are at the end. */
  readonly #known = new Map<string, Set<string>>();

  /** The standing line for this caller; its reasons count as seen from now on. */
  line(caller: string, standing: Standing): string {
    const known = this.#known.get(caller) ?? new Set();
    const { text, told } = standingLine(standing, known);
    for (const key of told) remember(known, key);
    this.#known.delete(caller);
    this.#known.set(caller, known);
    trim(this.#known, callersRemembered);
    return text;
  }

  forget(caller: string): void {
    this.#known.delete(caller);
  }
}

function remember(known: Set<string>, key: string): void {
  known.delete(key);
  known.add(key);
  trim(known, reasonsRemembered);
}

function trim(kept: Map<string, unknown> | Set<string>, limit: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= limit) return;
    kept.delete(oldest);
  }
}
