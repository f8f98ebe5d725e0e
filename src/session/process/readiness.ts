// Knows from the server's own signals whether its answers can be complete yet.
//
// Invariant: being ready is a level, not an edge: work that begins again makes the server not ready again.
// Invariant: every wait is bounded; a begin without an end stops counting at the rule's cap, and says so.

import type { ReadinessRule } from "../../catalog/entry.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import type { Clock, Timer } from "../../std/clock.ts";
import { at } from "../../std/json.ts";
import type { Verdict } from "../../std/verdict.ts";
import { Condition, met } from "../../std/verdict.ts";
import { progressTokens } from "../limits.ts";

export interface Work {
  readonly token: string;
  readonly title: string;
  message?: string;
}

/** Pieces of work that are named where a caller asks what is waited for. */
const describedWorks = 3;

/** For servers whose rule says nothing about work they announce. */
const unknownCapMs = 60_000;

export class Readiness {
  readonly #rule: ReadinessRule;
  readonly #clock: Clock;
  readonly #onReady: (how: string) => void;
  readonly #active = new Map<string, Work>();
  readonly #condition: Condition;
  readonly #timers = new Set<Timer>();
  readonly #caps = new Map<string, Timer>();
  /** Work that was no longer waited for and may still end. */
  readonly #expired = new Set<string>();
  /** The rule's own first condition: a signal arrived, the grace time passed, and so on. */
  #reached = false;
  #armed = false;
  #everBegan = false;
  /** Announced beyond what is followed, and not ended. */
  #unfollowed = 0;
  #capped = false;
  #gone: string | undefined;
  #trouble: string | undefined;

  constructor(rule: ReadinessRule, clock: Clock, onReady: (how: string) => void) {
    this.#rule = rule;
    this.#clock = clock;
    this.#onReady = onReady;
    this.#condition = new Condition(clock, () => this.verdict());
  }

  /** The handshake is over: the clock of the rule starts. */
  arm(): void {
    this.#armed = true;
    const rule = this.#rule;
    switch (rule.kind) {
      case "immediate":
        return this.#reach("the server holds requests until it is ready");
      case "progress":
        this.#later(rule.graceMs, () => this.#everBegan || this.#reach("no work was announced"));
        return this.#capAfter(rule.capMs);
      case "notification":
      case "log":
      case "diagnostics":
        return this.#capAfter(rule.capMs);
      case "unknown":
        this.#later(rule.quietMs, () => this.#reach("the server was quiet"));
        return;
    }
  }

  /** What the server says is wrong with it; undefined when it is well, or says nothing. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  get isKnown(): boolean {
    return this.#rule.kind !== "unknown";
  }

  /** `told` is what others may hear of it. */
  begin(token: string, title: string, told = title): void {
    if (!this.#counts(token, title)) return;
    this.#everBegan = true;
    if (this.#active.size >= progressTokens && !this.#active.has(token)) {
      this.#unfollowed++;
      return;
    }
    const work: Work = { token, title: told };
    this.#active.set(token, work);
    this.#caps.get(token)?.cancel();
    const capMs = this.#rule.kind === "progress" ? this.#rule.capMs : unknownCapMs;
    this.#caps.set(
      token,
      this.#later(capMs, () => this.#expire(work)),
    );
  }

  report(token: string, message: string | undefined): void {
    const work = this.#active.get(token);
    if (work !== undefined && message !== undefined) work.message = message;
  }

  end(token: string): void {
    this.#caps.get(token)?.cancel();
    this.#caps.delete(token);
    const ended = this.#active.delete(token) || this.#expired.delete(token);
    // Whatever ends that is not followed is one of those that were not.
    if (!ended && this.#unfollowed > 0) this.#unfollowed--;
    else if (!ended) return;
    if (this.#isBusy) return;
    // Work that ends later than what never did stands for it: the server has gone on.
    this.#expired.clear();
    if (this.#rule.kind !== "progress" || this.#reached) return this.#condition.reconsider();
    this.#later(this.#rule.quietMs, () => {
      if (!this.#isBusy) this.#reach("the announced work ended");
    });
  }

  notification(method: string, params: unknown, mayQuote = true): void {
    const rule = this.#rule;
    if (rule.kind !== "notification" || rule.method !== method) return;
    if (rule.health !== undefined) {
      const { path, fine, message } = rule.health;
      const said = mayQuote ? at(params, message) : "";
      const isFine = at(params, path) === fine;
      this.#trouble = isFine ? undefined : typeof said === "string" && said !== "" ? said : "it does not say why";
    }
    const matches = rule.path === undefined || at(params, rule.path) === rule.equals;
    if (matches) this.#reach(`the server said so (${method})`);
    else if (rule.path !== undefined && rule.latched !== true) this.#reached = false;
  }

  /** The server has been told of something that makes it look at everything again; it says when it has. */
  again(): void {
    if (!this.#armed || this.#rule.kind === "immediate" || this.#rule.kind === "unknown") return;
    const was = this.#reached;
    this.#reached = false;
    this.#capped = false;
    if (this.#rule.kind === "progress") {
      const { graceMs } = this.#rule;
      this.#later(graceMs, () => !this.#isBusy && !this.#capped && this.#reach("no work was announced"));
      return;
    }
    // It may find nothing to look at and stay silent: then it is as ready as it was.
    this.#later(this.#rule.capMs, () => this.#reached || (was && this.#reach("nothing more was said")));
  }

  logLine(text: string): void {
    if (this.#rule.kind === "log" && text.includes(this.#rule.contains)) this.#reach("the server said so (log)");
  }

  diagnosticsArrived(): void {
    if (this.#rule.kind === "diagnostics" && this.#armed) this.#reach("the first diagnostics arrived");
  }

  /** The server has gone: waiters must not wait on. */
  lose(why: string): void {
    this.#gone = why;
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
    this.#condition.reconsider();
  }

  verdict(): Verdict {
    if (this.#gone !== undefined) return { kind: "unmeetable", why: this.#gone };
    return this.#reached && !this.#isBusy ? met : { kind: "unmet", why: this.#describe() };
  }

  /** With the cap reached there is nothing left to wait for: the verdict comes at once. */
  wait(ms: number, signal?: CancelSignal): Promise<Verdict> {
    return this.#condition.wait(this.#capped ? 0 : ms, signal);
  }

  get #isBusy(): boolean {
    return this.#active.size + this.#unfollowed > 0;
  }

  #reach(how: string): void {
    const first = !this.#reached;
    this.#reached = true;
    this.#capped = false;
    if (first) this.#onReady(how);
    this.#condition.reconsider();
  }

  /** A server with a signal of its own announces other work too: a check, a search, the answer to a question. */
  #counts(token: string, title: string): boolean {
    if (this.#rule.kind === "unknown") return true;
    if (this.#rule.kind !== "progress") return false;
    const { titles } = this.#rule;
    if (titles === undefined) return true;
    const text = `${token} ${title}`.toLowerCase();
    return titles.some((wanted) => text.includes(wanted.toLowerCase()));
  }

  /** Work that never ends is no longer waited for, but it is unknown what it left undone. */
  #expire(work: Work): void {
    if (this.#active.get(work.token) !== work) return;
    this.#active.delete(work.token);
    this.#expired.add(work.token);
    this.#capped = true;
    if (this.#rule.kind === "progress") this.#reached = false;
    this.#condition.reconsider();
  }

  #capAfter(ms: number): void {
    this.#later(ms, () => {
      if (!this.#reached) this.#capped = true;
    });
  }

  #describe(): string {
    const works = [...this.#active.values()].map((work) =>
      work.message === undefined ? work.title : `${work.title}: ${work.message}`,
    );
    const more = works.length + this.#unfollowed - describedWorks;
    const named = works.slice(0, describedWorks).join("; ");
    if (works.length > 0) return more > 0 ? `${named} and ${more} more` : named;
    return this.#capped ? "the work it announced never ended" : "it has not said that it is ready";
  }

  #later(ms: number, run: () => void): Timer {
    const timer = this.#clock.after(ms, () => {
      this.#timers.delete(timer);
      run();
    });
    this.#timers.add(timer);
    return {
      cancel: () => {
        this.#timers.delete(timer);
        timer.cancel();
      },
    };
  }
}
