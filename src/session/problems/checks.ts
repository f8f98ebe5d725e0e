// The check that a server runs only when told to, and whose findings it pushes: `cargo check` of rust-analyzer.
//
// Invariant: a check is met only by one that was started after the last change and has ended.

import type { Quirks } from "../../catalog/quirks.ts";
import type { CancelSignal } from "../../std/cancel.ts";
import type { Clock } from "../../std/clock.ts";
import type { Verdict } from "../../std/verdict.ts";
import { Condition, met } from "../../std/verdict.ts";
import { progressTokens } from "../limits.ts";

type Rule = NonNullable<Quirks["alsoPushes"]>;

export class Checks {
  readonly #rule: Rule | undefined;
  readonly #clock: Clock;
  readonly #condition: Condition;
  /** Announced work of the present check. */
  readonly #active = new Set<string>();
  #phase: "idle" | "asked" | "running" = "idle";
  /** Changes told so far; how many of them the present check can see; how many the last ended one saw. */
  #changes = 0;
  #covered = -1;
  #seen = -1;
  #gone: string | undefined;

  /** Without a rule every check is met at once. */
  constructor(rule: Rule | undefined, clock: Clock) {
    this.#rule = rule;
    this.#clock = clock;
    this.#condition = new Condition(clock, () => this.#verdict());
  }

  /** Whether the server pushes what a check finds. */
  get exists(): boolean {
    return this.#rule !== undefined;
  }

  /** Whether the last check has seen everything. */
  get isCurrent(): boolean {
    return this.#rule === undefined || this.#seen === this.#changes;
  }

  /** The server has been told of a change of a text, or has loaded everything again and forgotten what was found. */
  told(): void {
    this.#changes++;
  }

  begin(token: string): void {
    if (this.#rule === undefined || !token.includes(this.#rule.work)) return;
    if (this.#active.size >= progressTokens) return;
    this.#active.add(token);
    if (this.#phase === "asked") this.#phase = "running";
  }

  end(token: string): void {
    if (!this.#active.delete(token) || this.#active.size > 0 || this.#phase !== "running") return;
    this.#phase = "idle";
    this.#seen = this.#covered;
    this.#condition.reconsider();
  }

  /** The server has gone: waiters must not wait on. */
  lose(why: string): void {
    this.#gone = why;
    this.#condition.reconsider();
  }

  /** Starts a check unless the last one has seen everything, and waits until it has ended. */
  async run(notify: (method: string, params: object) => void, ms: number, signal?: CancelSignal): Promise<Verdict> {
    const until = this.#clock.now() + ms;
    while (this.#rule !== undefined && !this.isCurrent) {
      // One at a time: a second request would call the first off, and its end would look like the end of both.
      if (this.#phase === "idle") {
        this.#phase = "asked";
        this.#covered = this.#changes;
        notify(this.#rule.run, {});
      }
      const verdict = await this.#condition.wait(until - this.#clock.now(), signal);
      if (verdict.kind === "met") continue;
      // A check that never began is not waited for by the next caller too.
      if (this.#phase === "asked") this.#phase = "idle";
      return verdict;
    }
    return met;
  }

  #verdict(): Verdict {
    if (this.#gone !== undefined) return { kind: "unmeetable", why: this.#gone };
    if (this.#phase === "idle") return met;
    return { kind: "unmet", why: this.#phase === "asked" ? "its check did not start" : "its check is still running" };
  }
}
