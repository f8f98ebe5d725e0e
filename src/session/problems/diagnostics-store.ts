// What a server has said about documents without being asked, and when that can be taken as settled.
//
// Invariant: diagnostics of an older version never replace newer ones.
// Invariant: "nothing received" and "received an empty list" are different answers.
// Invariant: what was published before the server was told of a change, in whatever file, counts only after silence.

import type { FilePath } from "../../model/file-path.ts";
import type { WireDiagnostic } from "../../protocol/diagnostics.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import type { Verdict } from "../../std/verdict.ts";
import { Condition, met } from "../../std/verdict.ts";
import { diagnosticDocuments, diagnosticsPerDocument, quietWindowCapMs } from "../limits.ts";

export interface Received {
  readonly items: readonly WireDiagnostic[];
  readonly version: number | undefined;
  readonly at: number;
  /** How many were sent when more came than are kept. */
  readonly sent: number;
}

/** What a caller waits for: diagnostics of this document at this version, told to the server at this time. */
export interface Wanted {
  readonly path: FilePath;
  readonly version: number;
  readonly since: number;
}

export class DiagnosticsStore {
  readonly #clock: Clock;
  readonly #quietMs: number;
  #received = new Map<FilePath, Received>();
  /** What was received before the overlay was shown. */
  #before: Map<FilePath, Received> | undefined;
  /** Whether it says of which version of a document it publishes, as far as was seen. */
  #says: "versions" | "none" | undefined;
  readonly #conditions = new Set<Condition>();
  readonly #timers = new Set<Timer>();
  /** The longest pause seen between two pushes that belonged together. */
  #longestPause = 0;
  /** When the server was last told of a change in any file. */
  #toldAt = Number.NEGATIVE_INFINITY;
  #gone: string | undefined;

  constructor(clock: Clock, quietMs: number) {
    this.#clock = clock;
    this.#quietMs = quietMs;
  }

  of(path: FilePath): Received | undefined {
    return this.#received.get(path);
  }

  files(): FilePath[] {
    return [...this.#received.keys()];
  }

  /** Whether this server has been seen to publish without versions. */
  get isUnversioned(): boolean {
    return this.#says === "none";
  }

  /**
   * False for what is published of an open document without a version by a server that names versions: some do so when
   * a document is closed, and are heard only after it was opened again.
   */
  concerns(document: { readonly version: number } | undefined, version: number | undefined, isEmpty: boolean): boolean {
    if (version !== undefined) this.#says = "versions";
    if (document === undefined || version !== undefined) return true;
    if (this.#says === "versions") return false;
    // A document of a first version has never been closed, and nothing is withdrawn by naming problems.
    if (document.version === 1 || !isEmpty) this.#says = "none";
    return true;
  }

  /** From here until `restore` what is received is about texts that only one caller supposes. */
  suppose(): void {
    this.#before ??= this.#received;
    this.#received = new Map();
  }

  /** Nothing that was received meanwhile is kept. */
  restore(): void {
    this.#received = this.#before ?? this.#received;
    this.#before = undefined;
  }

  /** The server has been told of a change: what it said before may no longer hold, in other files too. */
  told(): void {
    this.#toldAt = this.#clock.now();
    this.#afterQuiet();
  }

  /** False when it was older than what is known and therefore dropped. */
  publish(path: FilePath, version: number | undefined, items: readonly WireDiagnostic[]): boolean {
    const known = this.#received.get(path);
    if (known?.version !== undefined && version !== undefined && version < known.version) return false;
    const now = this.#clock.now();
    if (known !== undefined && known.at > this.#toldAt && version === undefined) this.#learn(now - known.at);
    this.#received.delete(path);
    this.#received.set(path, { items: items.slice(0, diagnosticsPerDocument), version, at: now, sent: items.length });
    if (this.#received.size > diagnosticDocuments) {
      const oldest = this.#received.keys().next();
      if (!oldest.done) this.#received.delete(oldest.value);
    }
    this.#reconsider();
    if (version === undefined) this.#afterQuiet();
    return true;
  }

  forget(path: FilePath): void {
    this.#received.delete(path);
  }

  /** The server has gone, and what it said has gone with it. */
  lose(why: string): void {
    this.#gone = why;
    this.#before = undefined;
    this.#received.clear();
    this.#reconsider();
    this.#cancelTimers();
  }

  revive(): void {
    this.#gone = undefined;
  }

  /** An empty list is settled at once. */
  async settled(wanted: readonly Wanted[], ms: number, signal?: CancelSignal): Promise<Verdict> {
    const condition = new Condition(this.#clock, () => this.#judge(wanted));
    this.#conditions.add(condition);
    this.#afterQuiet();
    try {
      return await condition.wait(ms, signal);
    } finally {
      this.#conditions.delete(condition);
      if (this.#conditions.size === 0) this.#cancelTimers();
    }
  }

  /** How long silence must last: the configured time, or longer where this server was seen to pause longer. */
  get quietWindowMs(): number {
    return Math.min(Math.max(this.#quietMs, this.#longestPause * 2), quietWindowCapMs);
  }

  /** A push that comes after the longest wait belongs to something else. */
  #learn(pause: number): void {
    if (pause <= quietWindowCapMs) this.#longestPause = Math.max(this.#longestPause, pause);
  }

  #judge(wanted: readonly Wanted[]): Verdict {
    if (this.#gone !== undefined) return { kind: "unmeetable", why: this.#gone };
    const open = wanted.filter((one) => !this.#isSettled(one));
    if (open.length === 0) return met;
    const silent = open.filter((one) => (this.#received.get(one.path)?.at ?? -1) < one.since);
    return {
      kind: "unmet",
      why: silent.length > 0 ? "the server published nothing" : "the server was still publishing",
    };
  }

  #isSettled(one: Wanted): boolean {
    const received = this.#received.get(one.path);
    if (received === undefined) return false;
    const quiet = this.#clock.now() - Math.max(received.at, this.#toldAt) >= this.quietWindowMs;
    if (received.version === undefined) return received.at >= one.since && quiet;
    return received.version >= one.version && (received.at >= this.#toldAt || quiet);
  }

  #afterQuiet(): void {
    if (this.#conditions.size === 0) return;
    const timer = this.#clock.after(this.quietWindowMs, () => {
      this.#timers.delete(timer);
      this.#reconsider();
    });
    this.#timers.add(timer);
  }

  #cancelTimers(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }

  #reconsider(): void {
    for (const condition of this.#conditions) condition.reconsider();
  }
}
