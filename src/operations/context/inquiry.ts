// Asks servers on behalf of one assembled context, and keeps what each answer is recorded with.
//
// Invariant: a question without an answer becomes an absence and a reason; nothing takes the answer's place.
// Invariant: what is told of the whole has an order of its own, whichever answer came first.
// Invariant: a server that let one request of a kind run out of time is not asked another of that kind in the same call.

import type { ContextAbsence, ContextRecord, ContextStamp } from "../../model/records/context-item.ts";
import type { FilePath } from "../../model/file-path.ts";
import type { RefusalCode, RefusalDetails } from "../../model/refusal.ts";
import { Refusal } from "../../model/refusal.ts";
import type { Answer, Reason, Standing } from "../../model/standing.ts";
import { joinStandings, standingOf } from "../../model/standing.ts";
import type { RequestMethod } from "../../protocol/methods.ts";
import type { Patience } from "../../std/patience.ts";
import type { Snapshot } from "../../workspace/snapshot.ts";
import { Ledger } from "../impact/ledger.ts";

export interface AskedAnswer<T> {
  readonly value: T;
  readonly source: AskedSource;
}

/** What an answer is recorded with. */
export interface AskedSource {
  readonly query: readonly RequestMethod[];
  readonly at: string;
  readonly standing: Standing;
}

/** So much of the time of a call may pass before an answer that does not come is given up. */
const share = 0.4;
const longestMs = 10_000;

export class Inquiry {
  readonly #absences: ContextAbsence[] = [];
  readonly #parts: Part[] = [];
  readonly #limits: Reason[] = [];
  readonly #snapshot: Snapshot;
  readonly #patience: Patience;
  readonly #silent = new Set<RequestMethod>();
  readonly #stamps = new Map<FilePath, Promise<ContextStamp>>();
  readonly #began: string;

  constructor(snapshot: Snapshot, patience: Patience) {
    this.#snapshot = snapshot;
    this.#began = snapshot.now();
    const { deadline } = patience;
    this.#patience = { ...patience, deadline: deadline.within(Math.min(longestMs, deadline.remaining() * share)) };
  }

  /** `about` is the symbol or file that is asked about, as it is shown. */
  async ask<T>(
    method: RequestMethod,
    file: FilePath,
    about: string,
    question: (patience: Patience) => Promise<Answer<T>>,
  ): Promise<AskedAnswer<T> | undefined> {
    await this.stamp(file);
    const at = this.#snapshot.now();
    if (this.#silent.has(method)) {
      return this.#lacks({ query: method, about, outcome: "timed_out", detail: "an earlier one was not answered", at });
    }
    try {
      const { value, standing } = await question(this.#patience);
      this.#parts.push({ about, query: method, standing });
      return { value, source: { query: [method], at, standing } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const outcome = outcomes[error.code] ?? "error";
      if (outcome === "timed_out") this.#silent.add(method);
      if (outcome !== "unsupported") this.#parts.push({ about, query: method, refusal: error.details });
      return this.#lacks({ query: method, about, outcome, detail: error.details.what, at });
    }
  }

  /** As the file was before the first question about it. */
  stamp(file: FilePath): Promise<ContextStamp> {
    const known = this.#stamps.get(file) ?? this.#look(file);
    this.#stamps.set(file, known);
    return known;
  }

  /** Of a file that changed while others were asked about, no state is known that all answers rest on. */
  async #look(file: FilePath): Promise<ContextStamp> {
    const stamp = await this.#snapshot.stamp(file);
    const { modified } = stamp;
    const isMoving = modified !== undefined && this.#began < modified && modified <= this.#snapshot.now();
    return isMoving ? { file } : stamp;
  }

  /** Something about the whole. */
  limited(reason: Reason): void {
    this.#limits.push(reason);
  }

  get absences(): readonly ContextAbsence[] {
    return this.#absences.toSorted(inOrder);
  }

  /** The worst of all answers; where not a single one came, nothing is known. */
  standing(): Standing {
    const ledger = new Ledger();
    const [nothing] = this.#parts.some((part) => "standing" in part) ? [] : this.absences;
    if (nothing !== undefined) {
      const { query, about, detail } = nothing;
      ledger.add({ code: "nothing_received", detail: `nothing was answered; ${query} of ${about}: ${detail}` });
    }
    for (const part of this.#parts.toSorted(inOrder)) {
      if ("standing" in part) ledger.take(ofChoice(part.standing), part.about);
      else ledger.refuse(part.refusal, part.about);
    }
    for (const reason of this.#limits) ledger.add(reason);
    return ledger.standing();
  }

  async record(sources: readonly AskedSource[], files: readonly FilePath[]): Promise<ContextRecord> {
    const standing = joinStandings(sources.map((one) => one.standing));
    const [told] = standing.evidence;
    return {
      source: "lsp_semantic",
      priority: "supporting",
      purity: "impure",
      query: [...new Set(sources.flatMap(({ query }) => query))],
      queried_at: sources.map(({ at }) => at).sort()[0] ?? this.#snapshot.now(),
      server: told?.server ?? "unknown",
      ...(told?.version === undefined ? {} : { server_version: told.version }),
      standing: standing.state,
      reasons: standing.reasons.map(({ code, detail }) => `${code}: ${detail}`),
      files: await Promise.all([...new Set(files)].map((file) => this.stamp(file))),
    };
  }

  #lacks(absence: ContextAbsence): undefined {
    this.#absences.push(absence);
  }
}

type Part = { readonly about: string; readonly query: RequestMethod } & (
  | { readonly standing: Standing }
  | { readonly refusal: RefusalDetails }
);

interface Asked {
  readonly about: string;
  readonly query: string;
}

function inOrder(a: Asked, b: Asked): number {
  const [one, other] = [`${a.about}\n${a.query}`, `${b.about}\n${b.query}`];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Context is a choice and claims nothing of all uses; the records of the lines that use something say it. */
function ofChoice({ reasons, evidence }: Standing): Standing {
  return standingOf(
    reasons.filter(({ code }) => code !== "not_accounted"),
    evidence,
  );
}

const outcomes: Partial<Record<RefusalCode, ContextAbsence["outcome"]>> = {
  timed_out: "timed_out",
  server_hung: "timed_out",
  capability_missing: "unsupported",
  no_server_for_file: "unavailable",
  language_not_enabled: "unavailable",
  not_trusted: "unavailable",
  server_crashed: "unavailable",
  server_not_found: "unavailable",
  server_restarting: "unavailable",
  server_start_failed: "unavailable",
  server_unreachable: "unavailable",
  session_dead: "unavailable",
  policy_denied: "unavailable",
};
