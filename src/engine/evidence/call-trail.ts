// What one call leaves behind: its requests by server, its changes, how it was judged and how it ended.
//
// Invariant: no change is made before it is recorded that it begins. What was changed is answered even where its last
// records could not be written; then the answer says so, and the next record counts what was lost.

import type {
  BatchRecord,
  CallRecord,
  ChangeRecord,
  NoteRecord,
  RecordedProblems,
  RecordedDecision,
  RecordedFile,
} from "../../model/evidence.ts";
import type { FoundProblem } from "../../model/consequences.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { Receipt } from "../../model/receipt.ts";
import { Refusal } from "../../model/refusal.ts";
import type { RequestEnd, WatchedRequest } from "../../std/request-watch.ts";
import { isRecord } from "../../std/json.ts";
import type { EvidenceChain, Recorded } from "../../store/evidence/chain.ts";
import type { Edits } from "../../workspace/change/edits.ts";
import type { PlannedWork } from "../../workspace/write/work.ts";
import type { Invocation, Outcome } from "../engine.ts";
import type { Audited, AuditLog } from "./audit.ts";
import { auditLine } from "./audit.ts";
import type { NotificationLog } from "./notification-log.ts";
import type { Packets } from "./packets.ts";
import { callerName, namedTargets, within } from "./targets.ts";

export interface TrailContext {
  readonly root: FilePath;
  /** Undefined where evidence is off and only the audit log is kept. */
  readonly chain: EvidenceChain | undefined;
  /** What servers said of their own accord: an answer may rest on it. */
  readonly heard: NotificationLog | undefined;
  readonly audit: AuditLog | undefined;
  readonly packets: Packets | undefined;
  /** The agent that is served, if the operator has bound one. */
  readonly agent: string | undefined;
  /** Milliseconds of the wall clock. */
  readonly wall: () => number;
}

/** Requests of a call that are kept for its packet. */
export interface KeptRequest extends WatchedRequest, RequestEnd {}

interface Batch {
  readonly server: string;
  readonly version: string | undefined;
  readonly queries: Record<string, number>;
  readonly targets: Set<string>;
  /** Some requests name no file: they are about what the call names. */
  isGeneral: boolean;
  readonly outcomes: Partial<Record<RequestEnd["outcome"], number>>;
  bytes: number;
}

const maxTargets = 50;

export class CallTrail {
  readonly #context: TrailContext;
  readonly #invocation: Invocation;
  readonly #call: string;
  readonly #batches = new Map<string, Batch>();
  readonly #requests: KeptRequest[] = [];
  readonly #receipts: Receipt[] = [];
  #decision: RecordedDecision | undefined;
  #effect: string | undefined;
  #session: string | undefined;
  #hasBegun = false;
  #isOver = false;
  /** What came after the end of the call waits to be recorded. */
  #isLate = false;

  constructor(context: TrailContext, invocation: Invocation) {
    this.#context = context;
    this.#invocation = invocation;
    this.#call = context.chain?.newCall() ?? "";
  }

  /** Refuses where nothing could be recorded; nothing was asked then. */
  async mustBeRecorded(): Promise<void> {
    await this.#context.chain?.mustBeOpen();
    await this.#context.audit?.mustBeOpen();
  }

  understood(effect: string, session: string | undefined): void {
    this.#effect = effect;
    this.#session = session;
  }

  /** A request that the call caused was answered, or was not. */
  ended(request: WatchedRequest, end: RequestEnd): void {
    const key = `${request.server} ${request.version ?? ""}`;
    const batch = this.#batches.get(key) ?? batchOf(request);
    this.#batches.set(key, batch);
    batch.queries[request.method] = (batch.queries[request.method] ?? 0) + 1;
    batch.outcomes[end.outcome] = (batch.outcomes[end.outcome] ?? 0) + 1;
    batch.bytes += end.bytes;
    if (request.file === undefined || request.method.startsWith("workspace/")) batch.isGeneral = true;
    if (request.file !== undefined) batch.targets.add(request.file);
    if (this.#isOver) this.#endLate();
    else if (this.#context.packets?.hasRoomFor(this.#requests.length, end.bytes) === true)
      this.#requests.push({ ...request, ...end });
  }

  /** Before the first file of a change is touched. */
  async begin(root: FilePath, work: readonly PlannedWork[]): Promise<void> {
    const { operation } = this.#invocation;
    const files = work.map((one) => this.#recordedFile(one));
    await this.#context.chain?.record([{ type: "change_begun", call: this.#call, operation, root, files }]);
    this.#hasBegun = true;
  }

  /** The same edits, whose receipts are recorded. */
  observed(edits: Edits): Edits {
    const kept = <T extends Receipt>(receipt: T): T => {
      this.#receipts.push(receipt);
      return receipt;
    };
    return {
      evaluate: (plan, view, patience) => edits.evaluate(plan, view, patience),
      mustBeAllowed: (plan) => edits.mustBeAllowed(plan),
      commit: async (plan, patience) => {
        const done = await edits.commit(plan, patience);
        kept(done.value);
        return done;
      },
      commitUnseen: async (plan, patience) => kept(await edits.commitUnseen(plan, patience)),
      undo: async (id, patience) => {
        const done = await edits.undo(id, patience);
        kept(done.value);
        return done;
      },
      history: () => edits.history(),
    };
  }

  /** Resolves with what the caller must be told beside the answer. Refuses where the call is not recorded. */
  async over(outcome: Outcome, decision: RecordedDecision | undefined): Promise<string | undefined> {
    this.#decision = decision;
    const state = outcome.ok ? outcome.standing.state : outcome.refusal.code;
    const reasons = outcome.ok ? [...new Set(outcome.standing.reasons.map(({ code }) => code))] : [];
    const body = outcome.ok ? textOf(outcome) : "";
    return this.#close(
      { outcome: state, reasons, succeeded: outcome.ok && outcome.succeeded, bytes: Buffer.byteLength(body) },
      outcome.ms,
      { body, meta: outcome.ok ? outcome.meta : undefined, refusal: outcome.ok ? undefined : outcome.refusal.what },
    );
  }

  /** The caller has gone: nothing is answered, but what was asked is recorded. */
  async cancelled(ms: number, decision: RecordedDecision | undefined): Promise<void> {
    this.#decision = decision;
    const ending = { outcome: "cancelled", reasons: [], succeeded: false, bytes: 0 };
    try {
      await this.#close(ending, ms, { body: "", meta: undefined, refusal: "It was cancelled." });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#context.chain?.lose(1, error.details.why ?? error.details.what);
    }
  }

  // — below: private, in the order they are used —

  #recordedFile({ file, before, after }: PlannedWork): RecordedFile {
    return {
      file: within(this.#context.root, file),
      ...(after?.origin === undefined ? {} : { from: within(this.#context.root, after.origin) }),
      ...(before === undefined ? {} : { before: before.hash }),
      ...(after === undefined ? {} : { after: after.hash }),
    };
  }

  async #close(
    ending: Pick<CallRecord, "outcome" | "reasons" | "succeeded" | "bytes">,
    ms: number,
    { body, meta, refusal }: Closing,
  ): Promise<string | undefined> {
    const batches = this.#takeBatches();
    this.#isOver = true;
    const changes = this.#receipts.map((receipt) => this.#changeRecord(receipt));
    const call = this.#callRecord(ending, ms);
    const packet = this.#packet(body, ending.outcome);
    const last = packet === undefined ? call : { record: call, packet };
    const records: Recorded[] = [...batches, ...changes, ...notesIn(this.#call, meta), last];
    const { heard, chain } = this.#context;
    try {
      await (heard ?? chain)?.record(records, this.#hasBegun ? "disk" : "kernel");
      await this.#context.audit?.append(auditLine({ ...this.#audited(), call, changes, refusal }));
      return undefined;
    } catch (error) {
      if (!(error instanceof Refusal) || changes.length === 0) throw error;
      const why = error.details.why ?? error.details.what;
      this.#context.chain?.lose(records.length, why);
      return `The change was made, but its evidence is incomplete: ${why}`;
    }
  }

  #audited(): Pick<Audited, "at" | "invocation" | "receipts" | "showsTexts"> {
    const { wall, packets } = this.#context;
    return { at: wall(), invocation: this.#invocation, receipts: this.#receipts, showsTexts: packets?.isFull === true };
  }

  /** The text of the packet, where the operator wants one and something was asked. */
  #packet(body: string, outcome: string): string | undefined {
    const { packets } = this.#context;
    if (packets === undefined || this.#requests.length === 0) return undefined;
    const { operation, input, format, maxCharacters } = this.#invocation;
    const form = { format, ...(maxCharacters === Number.POSITIVE_INFINITY ? {} : { maxCharacters }) };
    return packets.text({ operation, input, requests: this.#requests, body, outcome, form });
  }

  #callRecord(ending: Pick<CallRecord, "outcome" | "reasons" | "succeeded" | "bytes">, ms: number): CallRecord {
    const { operation, caller, input, unasked } = this.#invocation;
    const who = this.#context.agent ?? (caller.id === undefined ? undefined : callerName(caller.id));
    return {
      type: "call",
      call: this.#call,
      operation: operation.slice(0, 100),
      door: caller.door,
      ...(who === undefined ? undefined : { caller: who }),
      ...(this.#effect === undefined ? undefined : { effect: this.#effect }),
      ...decisionOf(this.#decision),
      targets: namedTargets(input, this.#context.root),
      ...(this.#session === undefined ? undefined : { session: this.#session }),
      ...ending,
      ms,
      ...(unasked === true ? { unasked } : undefined),
    };
  }

  #changeRecord({ id, root, files, consequences }: Receipt): ChangeRecord {
    const names = files.map(({ file }) => within(this.#context.root, file));
    if (consequences === undefined) return { type: "change", call: this.#call, id, root, files: names };
    const { introduced, resolved, checked, unchecked, safe, totals } = consequences;
    return {
      type: "change",
      call: this.#call,
      id,
      root,
      files: names,
      diagnostics: {
        introduced: countsOf(introduced),
        resolved: countsOf(resolved),
        ...totals,
        filesChecked: checked.length,
        filesUnchecked: unchecked.length,
        safe,
      },
    };
  }

  #takeBatches(): BatchRecord[] {
    const records = [...this.#batches.values()].map((batch) => this.#batchRecord(batch));
    this.#batches.clear();
    return records;
  }

  #batchRecord({ server, version, queries, targets, isGeneral, outcomes, bytes }: Batch): BatchRecord {
    const files = [...targets].slice(0, maxTargets).map((file) => within(this.#context.root, file));
    const named = isGeneral ? namedTargets(this.#invocation.input, this.#context.root) : [];
    const about = [...files, ...named.filter((target) => !files.includes(target))];
    const more = targets.size - files.length;
    return {
      type: "lsp_query_batch",
      call: this.#call,
      server,
      ...(version === undefined ? {} : { version }),
      queries,
      targets: about,
      ...(more > 0 ? { moreTargets: more } : {}),
      outcomes,
      bytes,
      ...(this.#isOver ? { late: true as const } : {}),
    };
  }

  /** What a call that was given up still causes; several that end in one turn are one batch. */
  #endLate(): void {
    if (this.#isLate) return;
    this.#isLate = true;
    void Promise.resolve().then(() => this.#recordLate());
  }

  async #recordLate(): Promise<void> {
    this.#isLate = false;
    const records = this.#takeBatches();
    const [recorded] = await Promise.allSettled([this.#context.chain?.record(records)]);
    if (recorded?.status === "rejected") this.#context.chain?.lose(records.length, String(recorded.reason));
  }
}

interface Closing {
  readonly body: string;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly refusal: string | undefined;
}

/** Without what else is known of it. */
function decisionOf(decision: RecordedDecision | undefined): Pick<CallRecord, "decision"> {
  if (decision === undefined) return {};
  const { allowed, rule, version } = decision;
  return { decision: { allowed, rule, version } };
}

function batchOf({ server, version }: WatchedRequest): Batch {
  return { server, version, queries: {}, targets: new Set(), isGeneral: false, outcomes: {}, bytes: 0 };
}

function textOf({ body }: Outcome & { readonly ok: true }): string {
  return body.format === "text" ? body.text : JSON.stringify(body.json);
}

function countsOf(problems: readonly FoundProblem[]): RecordedProblems {
  const count = (severity: string): number =>
    problems.filter(({ diagnostic }) => diagnostic.severity === severity).length;
  return { errors: count("error"), warnings: count("warning") };
}

const noted = ["context", "validation", "diagnostic_regression"] as const;

/** What an operation says of its answer under one of these names is a record of its own. */
function notesIn(call: string, meta: Readonly<Record<string, unknown>> | undefined): NoteRecord[] {
  return noted.flatMap((type) => {
    const figures = meta?.[type];
    const all = Array.isArray(figures) ? figures : [figures];
    return all.filter(isRecord).map((one) => ({ ...one, type, call }));
  });
}
